/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resampling of boards. What is computed from a run is computed from column totals (points of a pair, wins of an
   agent), and a board is one row; all columns of a board stay together, since they share its cards. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stats/estimate.h"
#include "engine/rng.h"

/* Figures from the columns' totals over one sample of boards. False: out of memory. */
typedef bool (*BootstrapFigures)(double *figures, const double *totals, void *context);

typedef struct {
    const int32_t *const *columns; /* columns[c][board] */
    size_t column_count;
    uint32_t boards; /* rows, >= 1 */
    size_t figure_count;
    size_t replicates;
    BootstrapFigures figures;
    void *context;
} Bootstrap;

/* Draws `replicates` times as many boards as there are, with replacement, and writes
   out[figure * replicates + replicate]. False: out of memory. */
bool bootstrap_run(double *out, const Bootstrap *bootstrap, Rng *rng);

/* The totals over the boards as they are. */
void bootstrap_totals(double *totals, const int32_t *const *columns, size_t column_count, uint32_t boards);

/* Expanded percentile interval of `count` (>= 1) values drawn from `boards` (>= 1) boards; the values are sorted in place.
   Resampling n boards shows sqrt((n - 1) / n) of their spread, and a percentile stands for a normal quantile where a mean
   of few boards asks for Student's: so the interval is taken further out, at the percentiles P(Z < -sqrt(n / (n - 1)) t)
   and 1 less that, with t the quantile of Student's t for n - 1 degrees of freedom (Hesterberg, "What teachers should know
   about the bootstrap", arXiv 1411.5279, section 4.2). One board: the percentiles alpha / 2 and 1 less that. */
Interval bootstrap_interval(double *values, size_t count, uint32_t boards, double alpha);
