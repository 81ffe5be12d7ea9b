/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds played in lockstep by the players of one thread: the same play of every round at a time, so that an agent with
   TRAIT_MANY decides in all of them at once. Each round comes out as game_play plays it (docs/lockstep.md). */
#pragma once

#include "sim/board.h"

/* Rounds that are played together: all seatings of so many boards. */
enum { LOCKSTEP_ROUNDS = 128 };
static inline uint64_t lockstep_boards(const Schedule *schedule)
{
    return LOCKSTEP_ROUNDS / (uint64_t)schedule->seatings;
}

/* A round to be played. What it points to is the caller's; no two rounds share a game or a stream. */
typedef struct {
    Game *game;            /* started, and with any scores */
    const Pairing *order;  /* who sits down … */
    int rotation;          /* … and where, as the schedule's seatings */
    Rng *rngs[MAX_SEATS];  /* the stream of who sits at each seat */
    uint64_t *nanoseconds; /* time is added here, in the order of the schedule's agents; NULL: it is not timed */
    bool stopped;          /* for the engine: per shodam has stopped it */
} LockstepRound;

typedef struct Lockstep Lockstep;

/* NULL if memory runs out. */
Lockstep *lockstep_open(Players *players);
void lockstep_close(Lockstep *lockstep);
/* Can these agents be played so? All of them have TRAIT_MANY. */
bool lockstep_possible(const Agent *agents, size_t count);
/* Plays rounds, at most LOCKSTEP_ROUNDS, to their ends. */
void lockstep_play(Lockstep *lockstep, LockstepRound rounds[], int count);
