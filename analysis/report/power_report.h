/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many boards a question takes, for people. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/sprt.h"

/* Points are a round's; a standard deviation is that of one board. Where matches are played, shares of the matches stand for
   points. */
typedef struct {
    double effect, width; /* a difference to see, half-width of an interval; 0: not asked */
    const SprtPlan *test; /* NULL: not asked */
    int results;          /* 1: the test is about results, in Elo; 0: about points a round */
    bool matches;         /* whole matches are played */
    double alpha, beta;
    Spread widest;     /* of the agent that varies most: the answer is enough for all */
    Spread first;      /* of the first agent, which --stop sprt= is about */
    Spread share;      /* of the first agent's share of the wins; sd NAN: unknown */
    double per_second; /* boards; NAN: unknown */
} PowerQuestion;

/* Intervals of the forecast hold with 95 %. */
#define POWER_ALPHA 0.05

void power_answers(FILE *out, const PowerQuestion *power);
/* The test from counts of boards by half points, from 0 on. */
void power_llr(FILE *out, const SprtPlan *plan, double alpha, const int64_t *counts, size_t count);
/* What the answers mean, where all is asked for. */
void power_legend(FILE *out, const Page *page);
