/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same boards under several rule sets, side by side. Cards and streams of a board depend on its number alone, so
   what a rule changes is known far better by the differences of boards than by two runs. */
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

/* ---- rows */

/* A figure under a rule set. */
typedef struct {
    const char *who, *which, *against, *rules;
    bool first; /* of the rule sets: nothing is compared */
    bool share; /* of the boards' matches that were won */
    Estimate value, difference;
    int64_t other, changed; /* boards on which they are not 0 */
    Interval interval, apart;
    double p, p_adjusted;
} VaryRow;

/* What the sums say of their row of that index, of which so many whole numbers of a board are one of the figure. */
VaryRow vary_row(const Sums *sums, int index, double scale);
/* Fills intervals and p values; of tactics intervals hold for all rows together. A difference that fewer than
   RARE_BOARDS boards show has neither. Where two sides' differences mirror each other, Holm counts them once. False if
   memory runs out. */
bool vary_finish(VaryRow rows[], size_t count, bool tactics, double alpha);

/* ---- what `sim` looks at on a board */

enum { VARY_FIGURES = 2 * MAX_SEATS + 3 };

typedef struct {
    const char *figure; /* the column of `sim` */
    int agent;          /* NOBODY: of the table */
    double scale;       /* whole numbers on a board for one of the figure */
} VaryFigure;

/* Returns how many. Of rounds: points, and points more than the others, of each agent, the Surs of all, and what the
   first seat scores more; of matches: those won, rounds a match, and what who plays first wins more than an equal
   share. */
int vary_figures(VaryFigure out[static VARY_FIGURES], const Schedule *schedule);
/* Notes the figures of a board under a set. */
void vary_board(int64_t *values, int sets, int set, const Schedule *schedule, const BoardValues *board);
