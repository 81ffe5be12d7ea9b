/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions that are looked at one by one, by many threads, each with players of its own. What is found of a position
   depends on its number alone: a row of numbers (sim/run/chunk_log.h), which run directories keep and somebody takes. */
#pragma once

#include "sim/checkpoint.h"
#include "sim/players.h"

typedef struct {
    const Rules *rules;
    const Agent *const *agents; /* a player of each is opened for each thread */
    int player_count, threads;
    uint64_t count, together;      /* positions; this many take about a millisecond */
    KnownAgents known;             /* who may fail, for the checkpoint */
    struct Checkpoint *checkpoint; /* where rows are kept; NULL: nowhere */
    /* Looks at position `index` with the thread's players, in the order of `agents`, and puts what it finds. False: an
       agent failed, which is added to the voids, the user stopped it, or memory ran out. */
    bool (*look)(void *arg, Player players[], uint64_t index, TextBuffer *row, Voids *voids);
    /* Reads the row of a position that is not void; called in order. False: memory ran out, or it is none. */
    bool (*take)(void *arg, uint64_t index, Fields *row);
    void *arg; /* of both */
    /* Called in order: the first `done` are taken, as in StretchRun. */
    bool (*watch)(void *arg, const Sums *sums, uint64_t done);
    void *watch_arg;
} Survey;

/* *done: this many positions are finished. */
ArenaEnd survey_run(uint64_t *done, const Survey *survey);
