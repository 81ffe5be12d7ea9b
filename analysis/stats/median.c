/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Medians by order statistics. */
#include "analysis/stats/median.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

double median_of(double values[], size_t count)
{
    if (!count) return NAN;
    gsl_sort(values, 1, count);
    return gsl_stats_median_from_sorted_data(values, 1, count);
}

Interval interval_median(const double sorted[], size_t count, double alpha)
{
    size_t k = 0; /* the median lies below the k-th lowest value with chance P(B < k), B binomial */
    while (k < count / 2 && 2 * gsl_cdf_binomial_P((unsigned)k, 0.5, (unsigned)count) <= alpha)
        k++;
    return k ? (Interval){sorted[k - 1], sorted[count - k]} : (Interval){NAN, NAN};
}
