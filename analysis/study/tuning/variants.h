/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of one agent that differ in some numbers, each against the same opponents on the same boards. */
#pragma once

#include "analysis/study/tuning/tuner.h"
#include "sim/pairings.h"
#include "sim/tally.h"

typedef struct {
    const Schedule *schedule; /* for two agents */
    const Agent *agent;
    const int *params; /* indices of the parameters that the numbers are for */
    size_t param_count;
    const Agent *opponents;
    size_t opponent_count;
    int threads;
    void (*watch)(void *arg); /* after each pairing of a board; NULL: never */
    void *arg;
} Variants;

/* Integer scores for one point a round. */
double variants_scale(const Variants *variants);
/* Rounds that one variant plays on a board. */
uint64_t variants_rounds(const Variants *variants);

/* Plays boards first … first + boards - 1 with `count` variants, whose parameters are numbers[variant * param_count …].
   scores[variant * boards + board - first] is by how much the variant beat the mean of the other sides, over all
   opponents, or SCORE_VOID where an agent failed. */
ArenaEnd variants_play(const Variants *variants, const double *numbers, size_t count, uint64_t first, uint64_t boards,
                       int32_t *scores);
