/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many groups of agents on the same boards: for tournaments, and for versions of one agent that are to be compared.
   Each meeting plays each board in all seatings. Results come in order: board by board, and on a board meeting by
   meeting, whatever the threads. */
#ifndef PASUR_SIM_PAIRINGS_H
#define PASUR_SIM_PAIRINGS_H

#include "sim/arena.h"
#include "sim/board.h"

/* Indices of agents, as many as the schedule names. */
typedef struct {
    uint16_t agents[MAX_SEATS];
} Meeting;

/* Who sits down on that board, in this order. Rotations leave it to the order who plays behind whom, which matters where
   more than two meet: there each board takes the next of the circular orders. */
Meeting meeting_order(const Meeting *meeting, const Schedule *schedule, uint64_t board);

typedef struct {
    bool played;                          /* false: void, because an agent failed */
    int16_t points[MAX_SEATS][MAX_SIDES]; /* [seating][side] */
} MeetingResult;

typedef struct {
    const Schedule *schedule; /* of every meeting */
    const Agent *agents;
    size_t agent_count;
    const Meeting *meetings;
    size_t meeting_count;
    uint64_t first, boards; /* boards first … first + boards - 1 */
    int threads;
    /* Takes one result; called in order by one thread at a time. False: stop here. */
    bool (*take)(void *arg, uint64_t board, size_t meeting, const MeetingResult *result);
    void *arg;
} Meetings;

ArenaEnd meetings_play(const Meetings *meetings);

/* What agent `index` of the meeting's order on that board won more than the mean of the other sides, over all rounds of a
   board: an integer, tally_scale(schedule, index) * (sides - 1) of which make one point a round. */
int meeting_diff(const MeetingResult *result, const Schedule *schedule, int index);
/* Points of all its sides in one seating. */
int meeting_points(const MeetingResult *result, const Schedule *schedule, int seating, int index);

#endif
