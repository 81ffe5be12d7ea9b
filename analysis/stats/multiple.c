/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adjustment where many rows are compared. */
#include "analysis/stats/multiple.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

double p_two_sided(const Estimate *e, double null)
{
    if (e->n < 2 || !(e->sd > 0)) return NAN;
    return 2 * gsl_cdf_tdist_Q(fabs(e->mean - null) / e->se, (double)(e->n - 1));
}

double p_anytime(const Estimate *e, double null, double rho)
{
    assert(rho > 0);
    if (e->n < ANYTIME_MIN_N || !(e->sd > 0)) return NAN;
    const double z = (e->mean - null) / e->se;
    const double x = (double)e->n * rho * rho;
    return fmin(1, exp(log1p(x) / 2 - z * z * x / (2 * (x + 1))));
}

double bonferroni_alpha(double alpha, size_t tests)
{
    assert(tests >= 1);
    return alpha / (double)tests;
}

void holm_adjust(double *adjusted, const double *p, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t smaller = 0;
        for (size_t j = 0; j < count; j++)
            smaller += p[j] < p[i];
        adjusted[i] = isnan(p[i]) ? NAN : fmin(1, p[i] * (double)(count - smaller));
    }
    /* Monotone in p. A value already raised is a maximum over rows that belong to later maxima as well. */
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            if (p[j] <= p[i] && adjusted[j] > adjusted[i]) adjusted[i] = adjusted[j];
}
