/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "analysis/stats/sprt.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

TEST(llr_of_counts_as_published)
{
    static const int64_t WIDE[] = {1187, 7410, 13475, 7378, 1164}, NARROW[] = {39, 2226, 31451, 2412, 40};
    assert_close(sprt_llr_logistic(WIDE, 5, -3, 1), 2.861527, 1e-6);
    assert_close(sprt_llr_normalized(WIDE, 5, -3, 1), 0.600266, 1e-6);
    assert_close(sprt_llr_logistic(NARROW, 5, 0.2, 0.9), 2.162543, 1e-6);
    assert_close(sprt_llr_normalized(NARROW, 5, 0.2, 0.9), 1.216597, 1e-6);
    /* From a log of fastchess, with empty categories. */
    static const int64_t LOPSIDED[] = {0, 0, 2, 0, 37};
    assert_close(sprt_llr_normalized(LOPSIDED, 5, 0, 20), 2.96, 0.005);
}

/* Three categories under one constraint leave one free share: search it. */
static double best_likelihood(const int64_t *counts, double t)
{
    double best = -INFINITY;
    for (int i = 1; i < 400000; i++) {
        /* share of draws d; mean 1/2 + m with m = (won - lost) / 2 and variance (1 - d) / 4 - m^2 = m^2 / t^2 */
        const double d = i / 400000.0;
        const double m = copysign(sqrt((1 - d) / 4 / (1 + 1 / (t * t))), t);
        const double won = (1 - d) / 2 + m, lost = (1 - d) / 2 - m;
        if (won <= 0 || lost <= 0) continue;
        best = fmax(best, (double)counts[0] * log(lost) + (double)counts[1] * log(d) + (double)counts[2] * log(won));
    }
    return best;
}

TEST(normalized_llr_is_the_best_of_all_distributions)
{
    static const int64_t COUNTS[][3] = {{100, 200, 130}, {5, 1, 300}, {300, 1, 5}, {40, 9000, 55}};
    const double per_elo = log(10) / 800;
    for (size_t i = 0; i < COUNT(COUNTS); i++)
        assert_close(sprt_llr_normalized(COUNTS[i], 3, -20, 90),
                     best_likelihood(COUNTS[i], 90 * per_elo) - best_likelihood(COUNTS[i], -20 * per_elo), 1e-4);
}

TEST(swapping_the_agents_mirrors_the_llr)
{
    static const int64_t COUNTS[][5] = {{3, 40, 90, 70, 9}, {0, 0, 0, 0, 100}, {0, 7, 0, 0, 0}, {0, 0, 1000000, 0, 0}};
    for (size_t i = 0; i < COUNT(COUNTS); i++) {
        const int64_t *c = COUNTS[i];
        const int64_t mirrored[] = {c[4], c[3], c[2], c[1], c[0]};
        const double logistic = sprt_llr_logistic(c, 5, -2, 7), normalized = sprt_llr_normalized(c, 5, -2, 7);
        assert_close(sprt_llr_logistic(mirrored, 5, -7, 2), -logistic, 1e-6 * (1 + fabs(logistic)));
        assert_close(sprt_llr_normalized(mirrored, 5, -7, 2), -normalized, 1e-6 * (1 + fabs(normalized)));
        assert_close(sprt_llr_normalized(c, 5, -2, 3) + sprt_llr_normalized(c, 5, 3, 7), normalized,
                     1e-6 * (1 + fabs(normalized)));
    }
}

TEST(llr_of_counts_is_a_number_at_any_result)
{
    const int64_t none[9] = {0};
    assert_true(isnan(sprt_llr_logistic(none, 3, 0, 5)) && isnan(sprt_llr_normalized(none, 9, 0, 5)));
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 4);
    for (int run = 0; run < 2000; run++) {
        static const double ELO[] = {-900, -50, 0, 2, 40, 700};
        const size_t categories = 3 + 2 * gsl_rng_uniform_int(rng, 4), pair = gsl_rng_uniform_int(rng, 5);
        const double most = pow(10, 7 * gsl_rng_uniform(rng));
        int64_t counts[9] = {0};
        for (size_t i = 0; i < categories; i++)
            counts[i] = gsl_rng_uniform(rng) < 0.6 ? lround(most * gsl_rng_uniform(rng)) : 0;
        counts[gsl_rng_uniform_int(rng, categories)]++;
        assert_true(isfinite(sprt_llr_logistic(counts, categories, ELO[pair], ELO[pair + 1])));
        assert_true(isfinite(sprt_llr_normalized(counts, categories, ELO[pair], ELO[pair + 1])));
    }
    gsl_rng_free(rng);
}

TEST(plans_refuse_nonsense)
{
    SprtPlan plan = {0};
    const char *why = NULL;
    static const double BAD[][4] = {{1, 0, .05, .05}, {0, 0, .05, .05}, {0, NAN, .05, .05}, {0, 1, 0, .05},
                                    {0, 1, .05, NAN}, {0, 1, .5, .5},   {0, 1, .05, -1},    {-INFINITY, 0, .05, .05}};
    for (size_t i = 0; i < COUNT(BAD); i++) {
        assert_false(sprt_plan(&plan, BAD[i][0], BAD[i][1], BAD[i][2], BAD[i][3], &why));
        assert_non_null(why);
        assert_true(plan.high == 0);
    }
    assert_true(sprt_plan(&plan, 0, 0.1, 0.05, 0.1, &why));
    assert_null(why);
    assert_close(plan.bound_low, log(0.1 / 0.95), 1e-12);
    assert_close(plan.bound_high, log(0.9 / 0.05), 1e-12);
    assert_int_equal(sprt_verdict(&plan, 1000, NAN), SPRT_UNDECIDED);
    assert_int_equal(sprt_verdict(&plan, 99, 100), SPRT_UNDECIDED);
    assert_int_equal(sprt_verdict(&plan, 100, 100), SPRT_HIGH);
    assert_int_equal(sprt_verdict(&plan, 100, -100), SPRT_LOW);
}

TEST(llr_of_a_mean)
{
    const Estimate e = {40000, 0.31, 5, 5 / sqrt(40000)};
    const double linear = 0.2 * (2 * 0.31 - 0.1 - 0.3) / 2 / 25 * 40000;
    assert_close(sprt_llr_mean(&e, 0.1, 0.3) / linear, 1, 0.01);
    const Estimate middle = {40000, 0.2, 5, 5 / sqrt(40000)};
    assert_close(sprt_llr_mean(&middle, 0.1, 0.3), 0, 1e-9);
    const Estimate one = {1, 3, NAN, NAN}, flat = {500, 0, 0, 0};
    assert_true(isnan(sprt_llr_mean(&one, 0, 1)) && isnan(sprt_llr_mean(&flat, 0, 1)));
}

typedef struct {
    double high; /* share of the verdicts HIGH */
    double boards;
} Observed;

static Observed simulate(double low, double high, double sd, double truth, int runs)
{
    SprtPlan plan;
    const char *why;
    assert_true(sprt_plan(&plan, low, high, 0.05, 0.05, &why));
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 17);
    Observed seen = {0, 0};
    for (int run = 0; run < runs; run++) {
        SprtVerdict verdict = SPRT_UNDECIDED;
        Moments boards = {0}; /* in half points */
        while (verdict == SPRT_UNDECIDED) {
            moments_add(&boards, lround(2 * (truth + gsl_ran_gaussian_ziggurat(rng, sd))));
            const Estimate estimate = estimate_of(&boards, 2);
            verdict = sprt_verdict(&plan, boards.n, sprt_llr_mean(&estimate, low, high));
        }
        assert_true(boards.n >= SPRT_MIN_BOARDS);
        seen.high += verdict == SPRT_HIGH;
        seen.boards += (double)boards.n;
    }
    gsl_rng_free(rng);
    seen.high /= runs;
    seen.boards /= runs;
    return seen;
}

TEST(errors_and_lengths_are_as_promised)
{
    static const double TRUTHS[] = {-0.2, 0, 0.25, 0.5};
    enum { RUNS = 3000 };
    for (size_t i = 0; i < COUNT(TRUTHS); i++) {
        const Observed seen = simulate(0, 0.5, 5, TRUTHS[i], RUNS);
        const SprtOutlook expected = sprt_outlook(0, 0.5, 0.05, 0.05, 5, TRUTHS[i]);
        assert_close(seen.high, expected.pass, 0.012 + (i == 2) * 0.02); /* three standard errors */
        assert_close(seen.boards / expected.boards, 1, 0.06);
        if (TRUTHS[i] == 0) assert_true(seen.high > 0.035 && seen.high < 0.06);
        if (TRUTHS[i] == 0.5) assert_true(seen.high > 0.94 && seen.high < 0.965);
    }
}

/* The LLR's walk by its integral equations, on a grid: from x it passes the upper bound with chance q(x) after n(x)
   boards on average, q(x) = P(x to beyond) + E q(y), n(x) = 1 + E n(y), y one board later and within the bounds. */
static void walk_exactly(double *pass, double *boards, double step, double drift, double bound)
{
    enum { GRID = 301, START = GRID / 2 };
    const double h = 2 * bound / GRID;
    for (int what = 0; what < 2; what++) {
        gsl_matrix *matrix = gsl_matrix_alloc(GRID, GRID);
        gsl_vector *right = gsl_vector_alloc(GRID), *solution = gsl_vector_alloc(GRID);
        for (size_t i = 0; i < GRID; i++) {
            const double mean = h * ((double)i - START) + drift;
            gsl_vector_set(right, i, what ? 1 : gsl_cdf_gaussian_Q(bound - mean, step));
            for (size_t j = 0; j < GRID; j++)
                gsl_matrix_set(matrix, i, j, (i == j) - h * gsl_ran_gaussian_pdf(h * ((double)j - START) - mean, step));
        }
        assert_int_equal(gsl_linalg_HH_solve(matrix, right, solution), 0);
        *(what ? boards : pass) = gsl_vector_get(solution, START);
        gsl_matrix_free(matrix);
        gsl_vector_free(right);
        gsl_vector_free(solution);
    }
}

TEST(forecasts_are_those_of_the_walk)
{
    static const double TRUTHS[] = {0, 0.25, 0.5, 1};
    const double high = 1, sd = 5, step = high / sd;
    for (size_t i = 0; i < COUNT(TRUTHS); i++) {
        double pass = 0, boards = 0;
        walk_exactly(&pass, &boards, step, (TRUTHS[i] - high / 2) / sd * step, log(19));
        const SprtOutlook outlook = sprt_outlook(0, high, 0.05, 0.05, sd, TRUTHS[i]);
        assert_close(outlook.pass, pass, 0.001);
        assert_close(outlook.boards, boards, 0.5 + 0.01 * boards);
    }
}
