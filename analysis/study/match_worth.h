/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What points are worth in matches won, by a table of match equity; two sides. */
#pragma once

#include "agents/match_equity.h"
#include "analysis/study/sim_figures.h"

typedef struct EquityTable {
    MatchEquity equity;
    const char *name; /* as the user gave it */
    double se;        /* the largest standard error of its chances; NAN: the file does not say */
} EquityTable;

/* What one round is worth to a side: its chance to win the match if the agents play one round and then go on as those of
   the table, less its chance if all rounds are played by these. Both are the mean over who plays first. */
typedef struct {
    double before; /* the latter */
    Estimate gain; /* over boards; NAN without a table */
    Interval interval;
} RoundWorth;
RoundWorth round_worth(const SimResult *result, int agent);

/* The scores at which points are valued: at the start, in the middle, late. */
enum { WORTH_SCORES = 3 };
int worth_score(const Rules *rules, int which);
/* What a point of difference (the own points less the other's) in a round is worth to two sides with this score, below the
   last point before the target: half of what a point more is worth than a point less. Mean over who plays first. */
double point_worth(const MatchEquity *equity, int score);
