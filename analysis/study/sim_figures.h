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

/* Per round and side: points, points more than the mean of the other sides. Share of the wins, of rounds (one that n sides
   share counts 1 / n) or of matches. */
typedef struct {
    Estimate points, diff, wins;
    Interval points_interval, diff_interval, win_interval;
} AgentFigures;

/* The interval of a mean, as valid as the result asks for. */
Interval sim_interval(const Estimate *estimate, const SimResult *result);
AgentFigures agent_figures(const SimResult *result, int agent);
/* Are whole matches played? */
static inline bool sim_matches(const SimResult *result) { return result->schedule->match_rounds > 0; }
/* What the run is about: the diff, or in matches the wins. */
static inline const Estimate *main_estimate(const AgentFigures *figures, const SimResult *result)
{
    return sim_matches(result) ? &figures->wins : &figures->diff;
}
static inline Interval main_interval(const AgentFigures *figures, const SimResult *result)
{
    return sim_matches(result) ? figures->win_interval : figures->diff_interval;
}
/* The share of the matches that would be an agent's if all were equal. */
static inline double fair_share(const SimResult *result) { return 1.0 / result->schedule->rules.sides; }
/* What a seat gains on the others, whoever sits there, in points a round; in matches what who sits there in the first round
   wins more than the fair share. Unknown where agents did not change seats. */
Estimate seat_figures(const SimResult *result, int seat);
/* By what factor playing each board in all seatings cut the variance of what the run is about, against as many rounds (or
   matches) on boards of their own; NAN when unknown. */
double duplicate_gain(const SimResult *result, int agent);
