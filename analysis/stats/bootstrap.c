/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resampling of boards: drawing, totals, percentile intervals. */
#include "analysis/stats/bootstrap.h"

#include <assert.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>
#include <string.h>

/* `times` is how often each board counts; NULL is once. */
static double column_total(const int32_t *column, const uint32_t *times, uint32_t boards)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < boards; i++)
        sum += times ? (int64_t)times[i] * column[i] : column[i];
    return (double)sum;
}

void bootstrap_totals(double *totals, const int32_t *const *columns, size_t column_count, uint32_t boards)
{
    for (size_t c = 0; c < column_count; c++)
        totals[c] = column_total(columns[c], NULL, boards);
}

bool bootstrap_run(double *out, const Bootstrap *b, Rng *rng)
{
    assert(b->boards >= 1 && b->figure_count >= 1);
    uint32_t *times = malloc(b->boards * sizeof *times);
    double *totals = malloc((b->column_count + b->figure_count) * sizeof *totals);
    bool done = times && totals;
    for (size_t r = 0; done && r < b->replicates; r++) {
        memset(times, 0, b->boards * sizeof *times);
        for (uint32_t i = 0; i < b->boards; i++)
            times[rng_bounded(rng, b->boards)]++;
        for (size_t c = 0; c < b->column_count; c++)
            totals[c] = column_total(b->columns[c], times, b->boards);
        double *figures = totals + b->column_count;
        done = b->figures(figures, totals, b->context);
        for (size_t f = 0; done && f < b->figure_count; f++)
            out[f * b->replicates + r] = figures[f];
    }
    free(times);
    free(totals);
    return done;
}

Interval bootstrap_interval(double *values, size_t count, double alpha)
{
    gsl_sort(values, 1, count);
    return (Interval){gsl_stats_quantile_from_sorted_data(values, 1, count, alpha / 2),
                      gsl_stats_quantile_from_sorted_data(values, 1, count, 1 - alpha / 2)};
}
