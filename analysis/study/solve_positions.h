/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values of many positions, by many threads. */
#pragma once

#include "engine/solve.h"
#include "sim/files/record_file.h"

typedef struct {
    SolvePlay plays[MAX_MOVES];
    int count, value; /* of the plays; of the position, where has_value */
    bool has_value;
    uint64_t nodes;
    double seconds;
} Solved;

typedef struct {
    const Position *positions; /* of two sides */
    size_t count;
    bool value_only; /* the positions' values, else the plays', and of positions without a play both */
    int threads;
    void (*take)(void *arg, const Position *position, const Solved *solved); /* called in their order */
    void *arg;
} SolveJob;

/* Solves all, or those before the user stopped it: *stopped. False if memory runs out. */
bool positions_solve(const SolveJob *job, bool *stopped);
