/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tally of `sim` comes to: figures for each agent and seat. */
#pragma once

#include "analysis/stats/estimate.h"
#include "sim/tally.h"

/* All intervals of `sim` hold with 95 %. */
#define SIM_ALPHA 0.05

typedef struct {
    const Schedule *schedule;
    const Agent *agents;
    const Tally *tally;
    double
        rho; /* > 0: the data had a say in when to stop, so intervals are anytime-valid; 0: boards fixed beforehand */
} SimResult;

/* Per round and side: points, points more than the mean of the other sides, share of the wins (one that n sides share counts 1 / n). */
typedef struct {
    Estimate points, diff, wins;
    Interval points_interval, diff_interval, win_interval;
} AgentFigures;

/* The interval of a mean, as valid as the result asks for. */
Interval sim_interval(const Estimate *estimate, const SimResult *result);
AgentFigures agent_figures(const SimResult *result, int agent);
/* What a seat gains on the others, whoever sits there; unknown where agents did not change seats. */
Estimate seat_figures(const SimResult *result, int seat);
/* By what factor playing each board in all seatings cut the variance of the mean diff, against as many rounds on boards
   of their own; NAN when unknown. */
double duplicate_gain(const SimResult *result, int agent);
