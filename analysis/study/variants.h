/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions of one agent that differ in some numbers, each against the same opponents on the same boards. */
#ifndef PASUR_ANALYSIS_STUDY_VARIANTS_H
#define PASUR_ANALYSIS_STUDY_VARIANTS_H

#include "sim/pairings.h"
#include "sim/tally.h"

#define VERSION_VOID INT32_MIN

typedef struct {
    const Schedule *schedule; /* for two agents */
    const Agent *agent;
    const int *params; /* indices of the parameters that the numbers are for */
    size_t param_count;
    const Agent *opponents;
    size_t opponent_count;
    int threads;
    void (*watch)(void *arg); /* now and then; NULL: never */
    void *arg;
} Versions;

/* Integer scores per point a round. */
double versions_scale(const Versions *versions);
uint64_t versions_rounds(const Versions *versions); /* of one version on one board */

/* Plays boards first … first + boards - 1; numbers[version * param_count], scores[version * boards + board]: by how much
   it beat the mean of the other sides, over all opponents, or VERSION_VOID where an agent failed. */
ArenaEnd versions_play(const Versions *versions, const double *numbers, size_t count, uint64_t first, uint64_t boards,
                       int32_t *scores);

#endif
