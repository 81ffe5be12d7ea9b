/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a tuning believes that the tuned numbers gain something over the start: a sequential test and an interval that is
   valid at any time must say the same. It knows sums over boards alone, so that `pasur calibrate` can play it through. */
#pragma once

#include "analysis/stats/sprt.h"
#include "sim/moments.h"

/* All intervals of a tuning hold with 95 %; both errors of its test. */
#define TUNE_ALPHA 0.05
/* The decision is looked at after so many boards, first after TUNE_TEST_LEAST. */
enum { TUNE_TEST_BATCH = 1000, TUNE_TEST_LEAST = 5000 };

typedef struct {
    SprtPlan plan;
    Estimate gain; /* over all boards so far, in points a round or shares of the matches */
    double llr;
    SprtVerdict verdict; /* the first, it stays */
    int64_t decided;     /* after so many boards */
} TuneDecision;

/* Between no gain and `gain` (> 0), in the same unit. */
TuneDecision tune_decision_start(double gain);
/* Looks at the gains of all boards so far, `scale` of whose units make one such unit. True: the test is over, since
   there is a verdict and the interval bears it out. */
bool tune_decision_look(TuneDecision *decision, const Moments *gains, double scale);
/* The gain so far, valid at any time. */
Interval tune_decision_interval(const TuneDecision *decision);
/* Is there a verdict, and does the interval agree with it? */
bool tune_decision_settled(const TuneDecision *decision);
/* Both say that the tuned numbers are better. */
bool tune_decision_accepted(const TuneDecision *decision);
