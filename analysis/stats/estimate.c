/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means, standard errors, intervals and p values from exact sums; medians, and the standard deviation with its own
   error. */
#include "analysis/stats/estimate.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_lambert.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

static const Interval UNKNOWN = {NAN, NAN};

/* The sum of squares about the mean, exact but for the last division: sum_sq - sum^2 / n with sum = q n + r, so that no
   product overflows. */
static double centered_square(const Moments *m)
{
    const __int128 q = m->sum / m->n;
    const __int128 r = m->sum % m->n;
    const __int128 whole = m->sum_sq - q * m->sum - q * r - r * r / m->n;
    return (double)whole - (double)(r * r % m->n) / (double)m->n;
}

/* The standard deviation of one board, and with it the mean's error. */
static void spread_set(Estimate *e, double sd)
{
    e->sd = sd;
    e->se = sd / sqrt((double)e->n);
}

Estimate estimate_of(const Moments *moments, double scale)
{
    assert(scale > 0 && moments->n >= 0);
    Estimate e = {moments->n, NAN, NAN, NAN};
    const double n = (double)moments->n;
    if (moments->n >= 1) e.mean = (double)moments->sum / (n * scale);
    if (moments->n >= 2) spread_set(&e, sqrt(centered_square(moments) / (n - 1)) / scale);
    return e;
}

Estimate estimate_ratio(const Moments *x, const Moments *y, const Moments *both, double scale)
{
    assert(scale > 0 && x->n == y->n && x->n == both->n);
    Estimate e = {x->n, NAN, NAN, NAN};
    const double n = (double)x->n, ratio = (double)x->sum / (double)y->sum;
    if (x->n >= 1 && y->sum) e.mean = ratio / scale;
    if (x->n >= 2 && y->sum) {
        const double xx = centered_square(x), yy = centered_square(y), xy = (centered_square(both) - xx - yy) / 2;
        const double square = fmax(0, xx - 2 * ratio * xy + ratio * ratio * yy);
        spread_set(&e, sqrt(square / (n - 1)) / ((double)y->sum / n * scale));
    }
    return e;
}

double variance_ratio(double variance_plain, double variance_reduced)
{
    return variance_reduced > 0 ? variance_plain / variance_reduced : NAN;
}

double level_alpha(double level) { return rint((1 - level) * 1e9) / 1e9; }

double interval_half_width(Interval interval) { return (interval.high - interval.low) / 2; }

bool interval_known(Interval interval) { return !isnan(interval.low) && !isnan(interval.high); }

Interval interval_scaled(Interval interval, double scale)
{
    const double low = scale * interval.low, high = scale * interval.high;
    return scale < 0 ? (Interval){high, low} : (Interval){low, high};
}

double student_upper(double tail, double dof) { return gsl_cdf_tdist_Qinv(tail, dof); }

static bool spread_seen(const Estimate *e) { return e->n >= 2 && e->sd > 0; }

Interval interval_t(const Estimate *e, double alpha)
{
    if (!spread_seen(e)) return UNKNOWN;
    return interval_around(e->mean, student_upper(alpha / 2, (double)(e->n - 1)) * e->se);
}

/* The end of the interval towards the observation `edge`, of which there are this many more. */
static double skewed_end(const Moments *moments, double more, double edge, double quantile)
{
    const double n = (double)moments->n + more, sum = (double)moments->sum + more * edge, mean = sum / n;
    const double variance = ((double)moments->sum_sq + more * edge * edge - mean * sum) / (n - 1);
    return mean + quantile * sqrt(fmax(0, variance) / n);
}

Interval interval_skewed(const Extremes *extremes, double scale, double alpha)
{
    const Moments *sum = &extremes->sum;
    if (sum->n < 2 || extremes->least == extremes->most) return UNKNOWN;
    const double quantile = student_upper(alpha / 2, (double)(sum->n - 1)), more = quantile * quantile / 2;
    return (Interval){skewed_end(sum, more, (double)extremes->least, -quantile) / scale,
                      skewed_end(sum, more, (double)extremes->most, quantile) / scale};
}

/* x = n rho^2 at which the boundary is tangent to its envelope. */
static double anytime_best_x(double alpha) { return -gsl_sf_lambert_Wm1(-alpha * alpha * exp(-1)) - 1; }

double anytime_rho(double alpha, double planned_n)
{
    assert(planned_n > 0);
    return sqrt(anytime_best_x(alpha) / planned_n);
}

double anytime_factor(double n, double alpha, double rho)
{
    const double x = n * rho * rho;
    return sqrt(2 * (x + 1) / (n * x) * (log1p(x) / 2 - log(alpha)));
}

Interval interval_anytime(const Estimate *e, double alpha, double rho)
{
    assert(rho > 0);
    if (e->n < ANYTIME_MIN_N || !spread_seen(e)) return UNKNOWN;
    return interval_around(e->mean, e->sd * anytime_factor((double)e->n, alpha, rho));
}

Interval interval_ended(const Estimate *e, double alpha, double rho)
{
    return rho > 0 ? interval_anytime(e, alpha, rho) : interval_t(e, alpha);
}

/* The p with |p - mean| = quantile sqrt(variance_factor p (1 - p) / n), a quadratic in p. */
static Interval score_interval(double mean, double n, double quantile, double variance_factor)
{
    const double c = quantile * quantile * variance_factor / n;
    const double center = (mean + c / 2) / (1 + c);
    const double half = sqrt(c * mean * (1 - mean) + c * c / 4) / (1 + c);
    return (Interval){mean > 0 ? fmax(0, center - half) : 0, mean < 1 ? fmin(1, center + half) : 1};
}

Interval interval_wilson(double successes, int64_t n, double alpha)
{
    assert(n >= 0 && successes >= 0 && successes <= (double)n);
    if (n < 1) return UNKNOWN;
    return score_interval(successes / (double)n, (double)n, gsl_cdf_ugaussian_Qinv(alpha / 2), 1);
}

Interval interval_share(const Estimate *e, double alpha)
{
    if (e->n < 1) return UNKNOWN;
    assert(e->mean >= 0 && e->mean <= 1);
    const double n = (double)e->n;
    if (!spread_seen(e)) return score_interval(e->mean, n, gsl_cdf_ugaussian_Qinv(alpha / 2), 1);
    const double variance_factor = e->sd * e->sd / (e->mean * (1 - e->mean));
    return score_interval(e->mean, n, student_upper(alpha / 2, n - 1), variance_factor);
}

/* ---- many questions */

double p_two_sided(const Estimate *e, double null)
{
    if (!spread_seen(e)) return NAN;
    return 2 * gsl_cdf_tdist_Q(fabs(e->mean - null) / e->se, (double)(e->n - 1));
}

double p_share(const Estimate *e, double null)
{
    const double m = e->mean;
    if (e->n >= 2 && e->sd > 0) return p_two_sided(e, null);
    if (!e->n || m == null) return e->n ? 1 : NAN;
    return fmin(1, 2 * pow(m > null ? null / m : (1 - null) / (1 - m), (double)e->n));
}

double p_anytime(const Estimate *e, double null, double rho)
{
    assert(rho > 0);
    if (e->n < ANYTIME_MIN_N || !spread_seen(e)) return NAN;
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
        for (size_t j = 0; j < count && adjusted[i] < 1; j++)
            if (p[j] <= p[i] && adjusted[j] > adjusted[i]) adjusted[i] = adjusted[j];
}

bool holm_adjust_rows(void *rows, size_t size, size_t count, size_t hypothesis, size_t from, size_t to)
{
    double *p = calloc(2 * count + 1, sizeof *p);
    size_t *of = calloc(count + 1, sizeof *of), found = 0; /* of: 1 + which p stands for the hypothesis; 0: none yet */
    for (int pass = 0; p && of && pass < 2; pass++) {
        char *row = rows;
        for (size_t i = 0; i < count; i++, row += size) {
            const int64_t number = *(const int64_t *)(row + hypothesis);
            if (number && !of[number]) p[found] = *(const double *)(row + from), of[number] = ++found;
            if (pass) *(double *)(row + to) = number ? p[count + of[number] - 1] : NAN;
        }
        if (!pass) holm_adjust(p + count, p, found);
    }
    const bool good = p && of;
    free(p);
    free(of);
    return good;
}

/* ---- planned looks */

double look_share(int look) { return look ? LOOK_LATER * ldexp(1, -look) : LOOK_SHARE; }

double look_first(double sd, int64_t n, double half_width, double alpha)
{
    /* The relative error of a variance is sqrt((kurtosis - 1) / n); results of boards have a kurtosis of about 5. */
    double margin = 1 + 3 * sqrt(4 / (double)n);
    double z = gsl_cdf_ugaussian_Qinv(alpha * LOOK_SHARE / 2) * sd / half_width;
    return fmin(BOARDS_COUNTED, fmax(LOOK_MIN_BOARDS, ceil(margin * z * z)));
}

/* What is left of alpha makes the second look's interval 1.45 times as wide on the same boards. */
double look_next(double boards, int look) { return ceil(boards * (look == 1 ? 2.2 : 1.5)); }

Interval interval_look(const Estimate *estimate, double alpha, int look)
{
    return interval_t(estimate, alpha * look_share(look));
}

Interval interval_between(const Estimate *estimate, double alpha, double first)
{
    return interval_anytime(estimate, alpha * LOOK_BETWEEN, anytime_rho(alpha * LOOK_BETWEEN, first));
}

/* ---- how many boards */

static double boards_counted(double boards) { return boards <= BOARDS_COUNTED ? boards : INFINITY; }

static double t_half_width(double sd, double boards, double alpha)
{
    return student_upper(alpha / 2, boards - 1) * sd / sqrt(boards);
}

double boards_for_interval(double sd, double half_width, double alpha)
{
    assert(sd > 0 && half_width > 0);
    double too_few = 1, enough = 2;
    while (t_half_width(sd, enough, alpha) > half_width) {
        too_few = enough;
        enough *= 2;
        if (enough > BOARDS_COUNTED) return INFINITY;
    }
    while (enough - too_few > fmax(1, enough * 1e-12)) {
        const double middle = floor((too_few + enough) / 2);
        *(t_half_width(sd, middle, alpha) > half_width ? &too_few : &enough) = middle;
    }
    return enough;
}

double boards_for_anytime(double sd, double half_width, double alpha)
{
    assert(sd > 0 && half_width > 0);
    const double wanted = fmax(half_width / sd, 1e-100);
    const double at_one = anytime_factor(1, alpha, anytime_rho(alpha, 1)); /* the factor falls as 1 / sqrt(n) */
    return boards_counted(fmax(ANYTIME_MIN_N, ceil(at_one * at_one / (wanted * wanted))));
}

double boards_for_test(double sd, double effect, double alpha, double power)
{
    assert(sd > 0 && effect != 0 && alpha < power && power < 1);
    const double size = gsl_cdf_ugaussian_Qinv(alpha / 2);
    const double sum = (size + gsl_cdf_ugaussian_Pinv(power)) * sd / effect;
    return boards_counted(fmax(2, ceil(sum * sum + size * size / 2)));
}

/* ---- medians by order statistics */

double median_of(double values[], size_t count)
{
    if (!count) return NAN;
    gsl_sort(values, 1, count);
    return gsl_stats_median_from_sorted_data(values, 1, count);
}

int median_least(double alpha) { return (int)ceil(1 - log2(alpha)); }

Interval interval_median(const double sorted[], size_t count, double alpha)
{
    size_t k = 0; /* the median lies below the k-th lowest value with chance P(B < k), B binomial */
    while (k < count / 2 && 2 * gsl_cdf_binomial_P((unsigned)k, 0.5, (unsigned)count) <= alpha)
        k++;
    return k ? (Interval){sorted[k - 1], sorted[count - k]} : UNKNOWN;
}

/* ---- the spread of boards with its own error, by the jackknife */

enum { GROUPS_LEAST = 5 };

Spread spread_of(const Moments *groups, size_t count, double scale)
{
    Moments all = {0};
    for (size_t i = 0; i < count; i++)
        moments_merge(&all, &groups[i]);
    Spread spread = {.sd = estimate_of(&all, scale).sd, .log_se = NAN, .n = all.n};
    double used = 0, sum = 0, sum_sq = 0;
    for (size_t i = 0; i < count; i++) {
        const Moments *group = &groups[i];
        if (!group->n) continue;
        const Moments rest = {all.n - group->n, all.sum - group->sum, all.sum_sq - group->sum_sq};
        const double change = log(estimate_of(&rest, scale).sd / spread.sd);
        used++;
        sum += change;
        sum_sq += change * change;
    }
    const double variance = (used - 1) / used * (sum_sq - sum * sum / used);
    spread.dof = used - 1;
    if (used >= GROUPS_LEAST && isfinite(variance) && variance > 0) spread.log_se = sqrt(variance);
    return spread;
}

Interval spread_interval(const Spread *spread, double alpha, double ahead)
{
    if (isnan(spread->log_se)) return UNKNOWN;
    const double se = spread->log_se * sqrt(1 + (double)spread->n / ahead);
    const double factor = exp(student_upper(alpha / 2, spread->dof) * se);
    return (Interval){spread->sd / factor, spread->sd * factor};
}
