/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trials of `calibrate`. Each lets the functions of a command that plays judge boards drawn from the pools, and says
   whether they were wrong: what decides in the command decides here. */
#pragma once

#include "analysis/study/calibrate.h"

typedef struct {
    const char *tactic; /* whose boards, without it, are drawn; NULL: all rows, or boards of `sim` */
    int boards;         /* of a trial; where a rule may end it before, as many as were planned */
    double width;       /* of --stop ci=, points a round */
    double effect;      /* tests: high - low, points a round, Elo or share of the matches */
    bool high;          /* tests: the high hypothesis is true */
    bool results;       /* tests: on results; `sim`: the share of the wins. Else points */
    bool matches;       /* `sim`, `rate`, `tune`: boards of matches */
    uint32_t part;      /* of the repetitions, one in so many are tried, where a trial takes long; 0: all */
} TrialSetup;

/* One trial. False if memory runs out; otherwise *wrong says whether the answer was wrong. */
typedef bool TrialFunction(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng);

/* All rows of `tactics`, where no tactic changes anything: some interval leaves 0 out; some p of Holm's is below 0.05. */
TrialFunction trial_null_intervals, trial_null_holm;
/* One row of `tactics`: the interval in the end misses; any interval that could be seen does, with --stop ci= or without. */
TrialFunction trial_tactic, trial_tactic_watched;
/* `sim`: the interval in the end misses; any that could be seen does under --stop ci=; --stop sprt= says what is false. */
TrialFunction trial_sim, trial_sim_watched, trial_sim_test;
/* `rate`: an agent's interval misses, in points a round (or shares of the matches) or Elo. */
TrialFunction trial_rate_points, trial_rate_elo;
/* `tune` accepts what is not better than the start. */
TrialFunction trial_tune;
/* `power`: the interval of the standard deviation misses, of all boards or of those of a run to come. */
TrialFunction trial_pilot, trial_pilot_ahead;
