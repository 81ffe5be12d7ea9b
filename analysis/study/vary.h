/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same boards under several rule sets, side by side. Cards and streams of a board depend only on its number, so
   differences by board show what a rule changes far better than two separate runs. */
#pragma once

#include "analysis/stats/estimate.h"
#include "engine/rules.h"
#include "sim/measures.h"

/* Measures of a row under a rule set. */
enum {
    VARY_VALUE,
    VARY_DIFFERENCE, /* less the value under the first set, board by board */
    VARY_OTHER,      /* 1: the value is not 0 … */
    VARY_CHANGED,    /* … or the difference */
    VARY_MEASURE_COUNT
};
/* Rows are [row][set]. */
SumsShape vary_shape(int rows, int sets);

/* Notes the value of a row under a set on a board, that under the first set before the others. */
void vary_note(int64_t *values, int sets, int row, int set, int64_t value);

/* ---- what is looked at on a board */

enum { VARY_COLUMNS = 2 * MAX_SEATS + 3 };

typedef struct {
    const char *who, *which, *against; /* which: of `sim` the column */
    bool share;                        /* of the boards' matches that were won */
    double scale;                      /* whole numbers on a board for one of the figure */
    int sum, row, rows; /* of `sim`, where these stand: that measure, added up over this many rows of a board */
} VaryMeasure;

/* What `sim` looks at; returns how many. Of rounds: points, and points more than the others, of each agent, the Surs of
   all, and what the first seat scores more; of matches: those won, rounds a match, and what who plays first wins more
   than an equal share. */
int vary_measures(VaryMeasure out[static VARY_COLUMNS], const Schedule *schedule, const Agent *agents);
/* Notes these figures of a board under a set. */
void vary_board(int64_t *values, int sets, int set, const VaryMeasure measures[], int count, const BoardValues *board);

/* ---- rows */

/* A figure under a rule set. */
typedef struct {
    VaryMeasure of;
    int set;           /* 0: the first, and nothing is compared */
    const char *rules; /* what tells the set apart */
    Estimate value, difference;
    Interval interval, apart;
    double p, p_adjusted;
    int64_t hypothesis; /* see holm_adjust_rows */
} VaryRow;

/* Fills the rows of sums, all but what tells sets apart; of tactics intervals hold for all rows together. A difference
   that fewer than RARE_BOARDS boards show has neither interval nor p. Where two sides' differences mirror each other,
   Holm counts them once. False if memory runs out. */
bool vary_rows(VaryRow rows[], const Sums *sums, const VaryMeasure measures[], int sets, bool tactics, double alpha);
