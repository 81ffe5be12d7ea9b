/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often a sequential test is wrong on boards that come as they are in the game: runs of it on boards drawn, with
   replacement, from a pool that was really played, so that the truth is the pool's mean. */
#pragma once

#include "analysis/stats/sprt.h"
#include "engine/rng.h"

typedef struct {
    double wrong;     /* share of runs with the verdict that is false */
    double undecided; /* share without any after the most boards */
    double boards;    /* mean length */
} SprtErrors;

typedef struct {
    const int32_t *pool; /* one board each: points, or half points from 0 on */
    uint32_t count;      /* >= 1; not all the same */
    double scale;        /* integers per point a round; categories - 1 for results */
    bool results;        /* logistic Elo of results, else points */
    double effect;       /* high - low > 0, points a round or Elo */
    bool truth_high;     /* the truth is the high hypothesis, else the low one */
    double alpha, beta;
    uint32_t runs; /* >= 1 */
    uint64_t most; /* boards of a run */
} SprtTrial;

/* Draws only from *rng; a test on results looks after every 16 boards, one on points after every board. */
SprtErrors sprt_errors(const SprtTrial *trial, Rng *rng);
