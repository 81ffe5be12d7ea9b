/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One board: the same cards in every seating. */
#ifndef PASUR_SIM_BOARD_H
#define PASUR_SIM_BOARD_H

#include "sim/players.h"
#include "sim/schedule.h"

/* One board in TIMED_EVERY is timed: the clock costs as much as a quick agent's decision. */
enum { TIMED_EVERY = 64 };

typedef struct {
    uint64_t index;
    Pack pack;
    Game games[MAX_SEATS]; /* by seating */
    bool timed;
    uint64_t nanoseconds[MAX_SEATS]; /* by agent, where timed */
} Board;

/* The minds of one thread: one for each slot of the schedule. */
typedef struct {
    const Schedule *schedule;
    const Agent *agents; /* schedule->agents of them */
    void *minds[MAX_SEATS];
} Minds;

/* False if memory runs out; nothing needs closing then. */
bool minds_open(Minds *minds, const Schedule *schedule, const Agent *agents);
void minds_close(Minds *minds);

/* Plays a board whole. False: it is void, because the agent *failed (unless NULL) gave no play. */
bool board_play(Board *board, Minds *minds, uint64_t index, int *failed);

#endif
