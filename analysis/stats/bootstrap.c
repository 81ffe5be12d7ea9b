/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resampling of boards: drawing, totals, expanded percentile intervals. */
#include "analysis/stats/bootstrap.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
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

/* The value below which a further draw falls with chance `share`: `count` draws cut the line into count + 1 pieces of equal
   chance. gsl_stats_quantile_from_sorted_data lies further in, by one draw at the ends. */
static double drawn_quantile(const double *sorted, size_t count, double share)
{
    const double place = fmin(fmax(share * (double)(count + 1) - 1, 0), (double)(count - 1));
    return gsl_stats_quantile_from_sorted_data(sorted, 1, count, count > 1 ? place / (double)(count - 1) : 0);
}

Interval bootstrap_interval(double *values, size_t count, uint32_t boards, double alpha)
{
    double tail = alpha / 2;
    if (boards > 1) {
        const double dof = boards - 1;
        tail = gsl_cdf_ugaussian_Q(sqrt(boards / dof) * student_upper(alpha / 2, dof));
    }
    gsl_sort(values, 1, count);
    return (Interval){drawn_quantile(values, count, tail), drawn_quantile(values, count, 1 - tail)};
}
