/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions that are looked at one by one, by many threads, each with players of its own: what is found of a position
   depends on its number alone, and is kept by who asked for it. */
#pragma once

#include "sim/players.h"
#include "sim/run/arena.h"

typedef struct {
    const Rules *rules;
    const Agent *const *agents; /* a player of each is opened for each thread */
    int player_count, threads;
    uint64_t count, together; /* positions; so many take about a millisecond */
    /* Looks at position `index` with the thread's players, in the order of `agents`. False: memory ran out. */
    bool (*look)(void *arg, Player players[], uint64_t index, Voids *voids);
    void *arg;
    /* Called in order: the first `done` are finished. False stops; NULL: nobody asks. */
    bool (*watch)(void *arg, uint64_t done, const Voids *voids);
    void *watch_arg;
} Survey;

/* *done: so many positions are finished; *voids takes those that an agent failed in. */
ArenaEnd survey_run(uint64_t *done, Voids *voids, const Survey *survey);
