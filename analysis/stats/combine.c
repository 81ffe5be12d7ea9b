/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One estimate from several, with Cochran's Q and the variance between them. */
#include "analysis/stats/combine.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

/* The mean with weights 1/(se^2 + tau2). */
typedef struct {
    double value, se, q; /* q: the weighted sum of squares about it */
} Weighted;

static Weighted weighted_mean(const Measured list[], int count, double tau2)
{
    double weights = 0, sum = 0, q = 0;
    for (int i = 0; i < count; i++) {
        const double weight = 1 / (list[i].se * list[i].se + tau2);
        weights += weight;
        sum += weight * (list[i].value - list[0].value); /* so that equal values have exactly their mean */
    }
    const double value = list[0].value + sum / weights;
    for (int i = 0; i < count; i++) {
        const double away = list[i].value - value;
        q += away * away / (list[i].se * list[i].se + tau2);
    }
    return (Weighted){value, 1 / sqrt(weights), q};
}

/* Paule and Mandel's tau2, by bisection: q falls as tau2 grows. */
static double between_variance(const Measured list[], int count)
{
    enum { HALVINGS = 200 };
    const double df = count - 1;
    double low = 0, high = 0;
    for (int i = 0; i < count; i++)
        high = fmax(high, fabs(list[i].value - list[0].value));
    high *= 4 * high * count; /* there every term of q is below df / count */
    if (!(weighted_mean(list, count, 0).q > df)) return 0;
    for (int i = 0; i < HALVINGS && low < high; i++) {
        const double middle = low + (high - low) / 2;
        if (weighted_mean(list, count, middle).q > df)
            low = middle;
        else
            high = middle;
    }
    return high;
}

Pooled pool_of(const Measured list[], int count)
{
    assert(count >= 1);
    const Weighted common = weighted_mean(list, count, 0);
    Pooled pool = {.count = count, .df = count - 1, .value = common.value, .se = common.se};
    pool.q = pool.p = pool.i2 = pool.spread = pool.spread_se = NAN;
    if (count == 1) return pool;
    pool.q = common.q;
    pool.p = gsl_cdf_chisq_Q(pool.q, pool.df);
    pool.i2 = pool.q > pool.df ? (pool.q - pool.df) / pool.q : 0;
    pool.tau2 = between_variance(list, count);
    if (pool.tau2 == 0) return pool;
    const Weighted spread = weighted_mean(list, count, pool.tau2);
    pool.spread = spread.value;
    pool.spread_se = spread.se;
    return pool;
}

static Interval around(double value, double half) { return (Interval){value - half, value + half}; }

Interval pool_interval(const Pooled *pool, double alpha)
{
    return around(pool->value, pool->se * gsl_cdf_ugaussian_Qinv(alpha / 2));
}

Interval pool_spread_interval(const Pooled *pool, double alpha)
{
    if (isnan(pool->spread)) return (Interval){NAN, NAN};
    return around(pool->spread, pool->spread_se * student_upper(alpha / 2, pool->df));
}
