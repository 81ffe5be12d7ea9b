/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One estimate from several, with Cochran's Q and the variance between them, and the difference of two. */
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

/* The tau2 at which q is `wanted`, by bisection, since q falls as tau2 grows; 0 where q is never so large. */
static double between_variance(const Measured list[], int count, double wanted)
{
    enum { HALVINGS = 200 };
    double low = 0, high = 0;
    for (int i = 0; i < count; i++)
        high = fmax(high, fabs(list[i].value - list[0].value));
    high *= 4 * high * count / fmin(1, wanted); /* there every term of q is below wanted / count */
    if (!(weighted_mean(list, count, 0).q > wanted)) return 0;
    for (int i = 0; i < HALVINGS && low < high; i++) {
        const double middle = low + (high - low) / 2;
        if (weighted_mean(list, count, middle).q > wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* GSL's Student's t is the normal distribution from here on. */
#define DOF_MOST 1e9

/* Meier's error and degrees of freedom of the mean, and what the errors' own errors add to Q / df (Welch). */
static void errors_estimated(Pooled *pool, const Measured list[])
{
    double spread = 0, lost = 0, others = 0;
    for (int i = 0; i < pool->count; i++) {
        const double share = pool->se * pool->se / (list[i].se * list[i].se);
        if (!(list[i].boards > 1)) continue;
        spread += share * (1 - share) / (list[i].boards - 1);
        lost += share * share / (list[i].boards - 1);
        others += (1 - share) * (1 - share) / (list[i].boards - 1);
    }
    pool->error = pool->se * sqrt(1 + 4 * spread);
    pool->dof = lost > 0 ? fmin(DOF_MOST, 1 / lost) : DOF_MOST;
    if (pool->df == 0) return;
    const double k = pool->count, f = pool->q / pool->df / (1 + 2 * (k - 2) / (k * k - 1) * others);
    const double below = others > 0 ? (k * k - 1) / (3 * others) : INFINITY;
    pool->p = below < DOF_MOST ? gsl_cdf_fdist_Q(f, pool->df, below) : gsl_cdf_chisq_Q(pool->q, pool->df);
}

Pooled pool_of(const Measured list[], int count)
{
    assert(count >= 1);
    const Weighted common = weighted_mean(list, count, 0);
    Pooled pool = {.count = count, .df = count - 1, .value = common.value, .se = common.se, .q = common.q};
    pool.p = pool.i2 = pool.spread = pool.spread_se = pool.tau2 = NAN;
    errors_estimated(&pool, list);
    if (count == 1) return pool.q = NAN, pool;
    pool.i2 = pool.q > pool.df ? (pool.q - pool.df) / pool.q : 0;
    pool.tau2 = between_variance(list, count, pool.df);
    if (pool.tau2 == 0) return pool;
    const Weighted spread = weighted_mean(list, count, pool.tau2);
    pool.spread = spread.value;
    pool.spread_se = spread.se;
    return pool;
}

Interval pool_interval(const Pooled *pool, double alpha)
{
    return interval_around(pool->value, pool->error * student_upper(alpha / 2, pool->dof));
}

Interval pool_tau2_interval(const Measured list[], int count, double alpha)
{
    if (count < 2) return (Interval){NAN, NAN};
    return (Interval){between_variance(list, count, gsl_cdf_chisq_Qinv(alpha / 2, count - 1)),
                      between_variance(list, count, gsl_cdf_chisq_Pinv(alpha / 2, count - 1))};
}

Interval pool_spread_interval(const Pooled *pool, double alpha)
{
    if (isnan(pool->spread)) return (Interval){NAN, NAN};
    return interval_around(pool->spread, pool->spread_se * student_upper(alpha / 2, pool->df));
}

/* ---- the difference of two */

Difference difference_of(Measured a, Measured b)
{
    const double of_a = a.se * a.se, of_b = b.se * b.se, both = of_a + of_b;
    const double lost =
        (a.boards > 1 ? of_a * of_a / (a.boards - 1) : 0) + (b.boards > 1 ? of_b * of_b / (b.boards - 1) : 0);
    return (Difference){b.value - a.value, sqrt(both), fmin(DOF_MOST, both * both / lost)};
}

/* The variance over n boards of the sum of the four numbers, each times its weight; 0 where they cancel but for
   rounding. */
static double paired_variance(const double sums[static 4], double products[static 4][4], const double weights[static 4],
                              double n, size_t blocks)
{
    double square = 0, size = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            const double term = weights[i] * weights[k] * (products[i][k] - sums[i] * sums[k] / n);
            square += term;
            size += fabs(term);
        }
    return square > 1e-12 * size ? square / (double)(blocks - 1) : 0;
}

Paired paired_of(const PairedBlock blocks[], size_t count)
{
    double sums[4] = {0}, products[4][4] = {{0}}, weights[2][4] = {{0}}, n = 0;
    Paired out = {.difference = {NAN, NAN, (double)count - 1}};
    for (const PairedBlock *block = blocks; block < blocks + count; block++)
        for (int i = 0; i < 4; i++) {
            n += i ? 0 : (double)block->boards;
            sums[i] += block->numbers[i];
            for (int k = 0; k < 4; k++)
                products[i][k] += block->numbers[i] * block->numbers[k] / (double)block->boards;
        }
    for (int which = 0; which < 2; which++) {
        const double *ratio = sums + 2 * which, mean = ratio[1] / n;
        Estimate *e = &out.of[which];
        *e = (Estimate){(int64_t)n, NAN, NAN, NAN};
        if (!(ratio[1] > 0)) continue;
        e->mean = ratio[0] / ratio[1];
        weights[which][2 * which] = 1 / mean;
        weights[which][2 * which + 1] = -1 * ratio[0] / ratio[1] / mean;
        if (count > 1) e->sd = sqrt(paired_variance(sums, products, weights[which], n, count));
        e->se = e->sd / sqrt(n);
    }
    out.difference.value = out.of[1].mean - out.of[0].mean;
    if (count < 2 || isnan(out.difference.value)) return out;
    for (int i = 0; i < 4; i++)
        weights[1][i] -= weights[0][i];
    out.difference.se = sqrt(paired_variance(sums, products, weights[1], n, count) / n);
    return out;
}

Interval difference_interval(const Difference *difference, double alpha)
{
    if (!(difference->se > 0)) return (Interval){NAN, NAN};
    return interval_around(difference->value, difference->se * student_upper(alpha / 2, difference->df));
}

double difference_p(const Difference *difference)
{
    if (!(difference->se > 0)) return NAN;
    return 2 * gsl_cdf_tdist_Q(fabs(difference->value) / difference->se, difference->df);
}

double difference_p_beyond(const Difference *difference, double within)
{
    if (!(difference->se > 0)) return NAN;
    return fmin(1, 2 * gsl_cdf_tdist_Q((fabs(difference->value) - within) / difference->se, difference->df));
}

double difference_p_within(const Difference *difference, double within)
{
    if (!(difference->se > 0)) return NAN;
    return gsl_cdf_tdist_Q((within - fabs(difference->value)) / difference->se, difference->df);
}
