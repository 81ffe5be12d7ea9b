/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequential tests of two hypotheses, and what to expect of them. */
#include "analysis/stats/sprt.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double EMPTY_COUNT = 1e-3;
static const double NORMALIZED_ELO = 800 / 2.302585092994046; /* Elo per unit of (score - 1/2) / sd */

bool sprt_plan(SprtPlan *plan, double low, double high, double alpha, double beta, const char **why)
{
    const char *wrong = NULL;
    if (!isfinite(low) || !isfinite(high) || low >= high)
        wrong = "the low hypothesis must be below the high one";
    else if (low < -SPRT_FARTHEST || high > SPRT_FARTHEST)
        wrong = "the hypotheses must lie between -1e9 and 1e9";
    else if (!(alpha > 0 && beta > 0 && alpha + beta < 1))
        wrong = "alpha and beta must be above 0 and together below 1";
    if (why) *why = wrong;
    if (wrong) return false;
    *plan = (SprtPlan){low, high, alpha, beta, log(beta / (1 - alpha)), log((1 - beta) / alpha)};
    return true;
}

SprtVerdict sprt_verdict(const SprtPlan *plan, int64_t boards, double llr)
{
    if (boards < SPRT_MIN_BOARDS) return SPRT_UNDECIDED;
    return llr >= plan->bound_high ? SPRT_HIGH : llr <= plan->bound_low ? SPRT_LOW : SPRT_UNDECIDED;
}

double sprt_llr_mean(const Estimate *e, double low, double high)
{
    if (e->n < 2 || !(e->sd > 0)) return NAN;
    const double n = (double)e->n;
    const double variance = e->sd * e->sd * (n - 1) / n;
    const double to_low = e->mean - low, to_high = e->mean - high;
    /* log(a / b) as log1p((a - b) / b): a and b hardly differ. */
    return n / 2 * log1p((high - low) * (to_low + to_high) / (variance + to_high * to_high));
}

/* A board's result as a distribution: scores[i] = i / (size - 1), seen with share[i] > 0. */
typedef struct {
    size_t size;
    double boards;
    double share[SPRT_MAX_CATEGORIES];
} Results;

static bool results_of(Results *results, const int64_t *counts, size_t categories)
{
    assert(categories >= 3 && categories % 2 == 1 && categories <= SPRT_MAX_CATEGORIES);
    *results = (Results){.size = categories};
    bool any = false;
    for (size_t i = 0; i < categories; i++) {
        assert(counts[i] >= 0);
        any |= counts[i] > 0;
        results->share[i] = counts[i] > 0 ? (double)counts[i] : EMPTY_COUNT;
        results->boards += results->share[i];
    }
    for (size_t i = 0; i < categories; i++)
        results->share[i] /= results->boards;
    return any;
}

static double score_of(const Results *results, size_t i) { return (double)i / (double)(results->size - 1); }

/* The distribution p nearest to the shares (maximum likelihood) with sum p excess = 0 is share / (1 + x excess),
   where x solves sum share excess / (1 + x excess) = 0. The sum falls in x between its poles, so that Newton's steps
   inside of a shrinking bracket must get there. False when all excesses have one sign. */
static bool sprt_constrain(double *p, const Results *results, const double *excess)
{
    double least = excess[0], most = excess[0];
    for (size_t i = 1; i < results->size; i++) {
        least = fmin(least, excess[i]);
        most = fmax(most, excess[i]);
    }
    if (!(least < 0 && most > 0)) return false;
    double low = -1 / most, high = -1 / least, x = 0;
    for (int step = 0; step < 200; step++) {
        double value = 0, slope = 0;
        for (size_t i = 0; i < results->size; i++) {
            const double term = excess[i] / (1 + x * excess[i]);
            value += results->share[i] * term;
            slope -= results->share[i] * term * term;
        }
        *(value > 0 ? &low : &high) = x;
        const double newton = x - value / slope;
        const double next = newton > low && newton < high ? newton : (low + high) / 2;
        const bool settled = fabs(next - x) <= 1e-15 * (high - low) || fabs(next - x) <= 1e-15 * fabs(x);
        x = next;
        if (settled) break;
    }
    for (size_t i = 0; i < results->size; i++)
        p[i] = results->share[i] / (1 + x * excess[i]);
    return true;
}

static bool constrain_mean(double *p, const Results *results, double mean)
{
    double excess[SPRT_MAX_CATEGORIES] = {0};
    for (size_t i = 0; i < results->size; i++)
        excess[i] = score_of(results, i) - mean;
    return sprt_constrain(p, results, excess);
}

/* How far the spread of the nearest distribution is from `sd`, when the constraint mean - 1/2 = t sd is made linear
   around that sd; 0 where it holds exactly. NAN when no distribution meets the linear one. */
static double spread_gap(double *p, const Results *results, double t, double sd)
{
    const double mean = 0.5 + t * sd;
    double excess[SPRT_MAX_CATEGORIES] = {0};
    for (size_t i = 0; i < results->size; i++) {
        const double off = (score_of(results, i) - mean) / sd;
        excess[i] = score_of(results, i) - 0.5 - t * sd * (1 + off * off) / 2;
    }
    if (!sprt_constrain(p, results, excess)) return NAN;
    double spread = 0;
    for (size_t i = 0; i < results->size; i++)
        spread += p[i] * pow((score_of(results, i) - mean) / sd, 2);
    return log(spread);
}

static double log_likelihood(const Results *results, const double *p)
{
    double sum = 0;
    for (size_t i = 0; i < results->size; i++)
        sum += results->share[i] * log(p[i]);
    return sum;
}

/* Mean - 1/2 = t sd: the sd of the most likely distribution is a root of spread_gap. There may be several, so all
   of 0 < sd <= 1/2 is searched, by steps of a few percent. */
static bool constrain_t(double *p, const Results *results, double t)
{
    static const double STEP = 1.05, LEAST_SD = 1e-8;
    double best = -INFINITY, upper = NAN, upper_gap = NAN, trial[SPRT_MAX_CATEGORIES];
    for (double sd = 0.5 * STEP; sd > LEAST_SD; sd /= STEP) {
        const double gap = spread_gap(trial, results, t, sd);
        if (gap * upper_gap <= 0) {
            double low = sd, high = upper;
            while (high - low > 1e-15 * high) {
                const double middle = (low + high) / 2;
                if (middle <= low || middle >= high) break;
                *(spread_gap(trial, results, t, middle) * gap > 0 ? &low : &high) = middle;
            }
            spread_gap(trial, results, t, low);
            const double likelihood = log_likelihood(results, trial);
            if (likelihood > best) {
                best = likelihood;
                memcpy(p, trial, sizeof trial);
            }
        }
        upper = sd;
        upper_gap = gap;
    }
    return best > -INFINITY;
}

typedef bool (*Constrain)(double *p, const Results *results, double value);

/* The LLR of one value of what is constrained against another. */
static double llr_results(const int64_t *counts, size_t categories, Constrain constrain_to, double low, double high)
{
    Results results;
    double p_low[SPRT_MAX_CATEGORIES], p_high[SPRT_MAX_CATEGORIES];
    if (!results_of(&results, counts, categories) || !constrain_to(p_low, &results, low) ||
        !constrain_to(p_high, &results, high))
        return NAN;
    return results.boards * (log_likelihood(&results, p_high) - log_likelihood(&results, p_low));
}

double sprt_llr_logistic(const int64_t *counts, size_t categories, double low, double high)
{
    return llr_results(counts, categories, constrain_mean, 1 / (1 + pow(10, -low / 400)),
                       1 / (1 + pow(10, -high / 400)));
}

double sprt_llr_normalized(const int64_t *counts, size_t categories, double low, double high)
{
    const double per_board = sqrt((double)(categories - 1) / 2) / NORMALIZED_ELO;
    return llr_results(counts, categories, constrain_t, low * per_board, high * per_board);
}

/* ---- what to expect of a test */

static const double MEAN_OVERSHOOT = 0.5826; /* of a normal random walk's maximum, in steps: -zeta(1/2)/sqrt(2 pi) */

SprtOutlook sprt_outlook(double low, double high, double alpha, double beta, double sd, double truth)
{
    SprtPlan plan = {0};
    const bool valid = sprt_plan(&plan, low, high, alpha, beta, NULL);
    assert(valid && sd > 0);
    (void)valid;
    const double step = fmin((high - low) / sd, 1e100); /* standard deviation of the LLR of one board */
    const double a = plan.bound_low - MEAN_OVERSHOOT * step, b = plan.bound_high + MEAN_OVERSHOOT * step;
    const double k = 2 * (truth - (low + high) / 2) / (high - low);
    const double drift = k / 2 * step * step;
    SprtOutlook outlook;
    if (fabs(k) * (b - a) < 1e-6) {
        outlook.pass = -a / (b - a);
        outlook.boards = -a * b / (step * step);
    } else {
        /* (1 - e^(-ka)) / (e^(-kb) - e^(-ka)), written so that no exponent is positive. */
        outlook.pass = k > 0 ? expm1(k * a) / expm1(k * (a - b)) : exp(k * b) * expm1(-k * a) / expm1(k * (b - a));
        outlook.boards = (outlook.pass * b + (1 - outlook.pass) * a) / drift;
    }
    outlook.boards = ceil(fmax(SPRT_MIN_BOARDS, outlook.boards));
    return outlook;
}
