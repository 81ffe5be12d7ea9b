/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "analysis/stats/estimate.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") = 0.03 0.06 0.06 0.02. */
TEST(holm_as_in_r)
{
    static const double P[] = {0.01, 0.04, 0.03, 0.005}, HOLM[] = {0.03, 0.06, 0.06, 0.02};
    double adjusted[COUNT(P)];
    holm_adjust(adjusted, P, COUNT(P));
    for (size_t i = 0; i < COUNT(P); i++)
        assert_close(adjusted[i], HOLM[i], 1e-15);
}

TEST(holm_handles_ties_ones_and_unknown)
{
    static const double P[] = {0.2, 0.01, NAN, 0.01, 0.9, 0}, HOLM[] = {0.6, 0.05, NAN, 0.05, 1, 0};
    double adjusted[COUNT(P)];
    holm_adjust(adjusted, P, COUNT(P));
    for (size_t i = 0; i < COUNT(P); i++) {
        if (isnan(HOLM[i]))
            assert_true(isnan(adjusted[i]));
        else
            assert_close(adjusted[i], HOLM[i], 1e-15);
    }
    holm_adjust(adjusted, P, 0);
}

TEST(holm_counts_a_hypothesis_once)
{
    struct {
        int64_t hypothesis;
        double p, adjusted;
    } rows[] = {{2, 0.04, 0}, {0, 0.001, 0}, {1, 0.01, 0}, {2, 0.5, 0}};
    static const double HOLM[] = {0.04, NAN, 0.02, 0.04};
    assert_true(
        holm_adjust_rows(rows, sizeof *rows, COUNT(rows), 0, sizeof(int64_t), sizeof(int64_t) + sizeof(double)));
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_true(isnan(HOLM[i]) ? isnan(rows[i].adjusted) : rows[i].adjusted == HOLM[i]);
}

/* Its definition: reject in order of p while p_(k) <= alpha / (m - k). */
TEST(holm_equals_stepping_down)
{
    enum { M = 12 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 21);
    for (int run = 0; run < 500; run++) {
        double p[M], adjusted[M];
        for (int i = 0; i < M; i++)
            p[i] = pow(gsl_rng_uniform(rng), 4);
        holm_adjust(adjusted, p, M);
        const double alpha = gsl_rng_uniform_pos(rng);
        bool done[M] = {false};
        for (int step = 0; step < M; step++) {
            int least = -1;
            for (int i = 0; i < M; i++)
                if (!done[i] && (least < 0 || p[i] < p[least])) least = i;
            if (p[least] > alpha / (M - step)) break;
            done[least] = true;
        }
        for (int i = 0; i < M; i++)
            assert_true(done[i] == (adjusted[i] <= alpha));
    }
    gsl_rng_free(rng);
}

TEST(p_agrees_with_its_interval)
{
    const Estimate e = {400, 0.3, 5, 5 / sqrt(400)};
    static const double NULLS[] = {-1, -0.2, 0, 0.3, 0.9, 2};
    const double rho = anytime_rho(0.05, 1000);
    for (size_t i = 0; i < COUNT(NULLS); i++) {
        const double fixed = p_two_sided(&e, NULLS[i]), anytime = p_anytime(&e, NULLS[i], rho);
        assert_true(anytime >= fixed && anytime <= 1);
        const double nearest = fabs(NULLS[i] - e.mean);
        if (fixed < 1) assert_close(interval_half_width(interval_t(&e, fixed)), nearest, 1e-9);
        if (anytime < 1) assert_close(interval_half_width(interval_anytime(&e, anytime, rho)), nearest, 1e-9);
    }
    assert_close(p_two_sided(&e, 0), 2 * gsl_cdf_tdist_Q(1.2, 399), 1e-12);
}

/* All boards the same: of a fair coin n heads in a row; of what lies at 3/4, at most (1/2 / 3/4)^n. */
TEST(p_of_a_share_that_never_changed_is_a_bound)
{
    static const struct {
        int64_t n, sum; /* halves */
        double null, p;
    } CASES[] = {{10, 20, 0.5, 2.0 / 1024}, {10, 0, 0.5, 2.0 / 1024}, {1, 2, 0.5, 1}, {5, 5, 0.5, 1},
                 {3, 3, 0.25, 0.25},        {3, 3, 0.75, 0.25}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const int64_t each = CASES[i].sum / CASES[i].n;
        const Moments moments = {.n = CASES[i].n, .sum = CASES[i].sum, .sum_sq = CASES[i].sum * each};
        const Estimate e = estimate_of(&moments, 2);
        assert_close(p_share(&e, CASES[i].null), CASES[i].p, 1e-12);
    }
    const Moments some = {.n = 4, .sum = 7, .sum_sq = 13}, none = {0};
    const Estimate e = estimate_of(&some, 2), nothing = estimate_of(&none, 2);
    assert_close(p_share(&e, 0.5), p_two_sided(&e, 0.5), 0);
    assert_true(isnan(p_share(&nothing, 0.5)));
}

TEST(p_of_little_is_unknown)
{
    const Estimate none = {0, NAN, NAN, NAN}, one = {1, 2, NAN, NAN}, flat = {500, 0, 0, 0}, few = {99, 1, 1, 0.1};
    assert_true(isnan(p_two_sided(&none, 0)) && isnan(p_two_sided(&one, 0)) && isnan(p_two_sided(&flat, 0)));
    assert_true(isnan(p_anytime(&none, 0, 1)) && isnan(p_anytime(&flat, 0, 1)) && isnan(p_anytime(&few, 0, 1)));
    assert_true(p_two_sided(&few, 0) < 1e-9);
}

/* Twenty null rows that share half of their noise, as tactics on the same boards do. */
TEST(families_of_nulls_rarely_reject)
{
    enum { RUNS = 2000, ROWS = 20, BOARDS = 60 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 8);
    int by_holm = 0, by_interval = 0, unadjusted = 0;
    for (int run = 0; run < RUNS; run++) {
        Moments rows[ROWS] = {{0}};
        for (int board = 0; board < BOARDS; board++) {
            const double shared = gsl_ran_gaussian_ziggurat(rng, 7);
            for (int i = 0; i < ROWS; i++)
                moments_add(&rows[i], lround(shared + gsl_ran_gaussian_ziggurat(rng, 7)));
        }
        double p[ROWS], adjusted[ROWS];
        bool plain = false, holm = false, interval = false;
        for (int i = 0; i < ROWS; i++) {
            const Estimate e = estimate_of(&rows[i], 1);
            const Interval all = interval_t(&e, bonferroni_alpha(0.05, ROWS));
            p[i] = p_two_sided(&e, 0);
            plain |= p[i] <= 0.05;
            interval |= all.low > 0 || all.high < 0;
        }
        holm_adjust(adjusted, p, ROWS);
        for (int i = 0; i < ROWS; i++)
            holm |= adjusted[i] <= 0.05;
        by_holm += holm;
        by_interval += interval;
        unadjusted += plain;
    }
    gsl_rng_free(rng);
    assert_true(by_holm == by_interval); /* the first rejection is the same */
    assert_in_range(by_holm, RUNS / 100, RUNS * 5 / 100);
    assert_true(unadjusted > RUNS / 4);
}
