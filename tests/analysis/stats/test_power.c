/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "analysis/stats/estimate.h"
#include "analysis/stats/sprt.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

TEST(intervals_get_as_narrow_as_asked)
{
    static const double SD[] = {0.3, 5, 5000}, WIDTH[] = {10, 0.5, 0.01};
    for (size_t s = 0; s < COUNT(SD); s++)
        for (size_t w = 0; w < COUNT(WIDTH); w++) {
            const double n = boards_for_interval(SD[s], WIDTH[w], 0.05);
            assert_true(n == floor(n));
            const Estimate e = {(int64_t)n, 0, SD[s], SD[s] / sqrt(n)};
            const Estimate less = {(int64_t)(n * (1 - 1e-9)) - 1, 0, SD[s], SD[s] / sqrt(floor(n * (1 - 1e-9)) - 1)};
            assert_true(interval_half_width(interval_t(&e, 0.05)) <= WIDTH[w] * (1 + 1e-12));
            if (n > 2)
                assert_true(!interval_known(interval_t(&less, 0.05)) ||
                            interval_half_width(interval_t(&less, 0.05)) > WIDTH[w]);

            const double any = boards_for_anytime(SD[s], WIDTH[w], 0.05);
            assert_true(any >= n && any == floor(any));
            const Estimate a = {(int64_t)any, 0, SD[s], SD[s] / sqrt(any)};
            const double width = interval_half_width(interval_anytime(&a, 0.05, anytime_rho(0.05, any)));
            assert_true(width <= WIDTH[w] * (1 + 1e-12) && (any == ANYTIME_MIN_N || width > WIDTH[w] * 0.999));
        }
    assert_true(boards_for_interval(5, 0.05, 0.05) == 38418); /* (1.96 * 5 / 0.05)^2 = 38415.6, and t > z */
}

/* One-sample t test, two-sided 0.05, power 0.8, as G*Power 3.1 prints it. */
TEST(test_sizes_as_published)
{
    assert_true(boards_for_test(1, 0.2, 0.05, 0.8) == 199);
    assert_true(boards_for_test(1, -0.5, 0.05, 0.8) == 34);
    assert_true(boards_for_test(2, 1.6, 0.05, 0.8) == 15);
}

TEST(tests_have_the_power_asked_for)
{
    enum { RUNS = 10000 };
    const int boards = (int)boards_for_test(5, 1.5, 0.01, 0.9);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 2);
    int seen = 0;
    for (int run = 0; run < RUNS; run++) {
        Moments m = {0};
        for (int i = 0; i < boards; i++)
            moments_add(&m, lround(10 * (1.5 + gsl_ran_gaussian_ziggurat(rng, 5))));
        const Estimate e = estimate_of(&m, 10);
        seen += p_two_sided(&e, 0) <= 0.01;
    }
    gsl_rng_free(rng);
    assert_in_range(seen, RUNS * 89 / 100, RUNS * 91 / 100);
}

TEST(outlooks_are_sane_at_every_truth)
{
    double last_pass = 0;
    for (double truth = -50; truth <= 50; truth += 0.01) {
        const SprtOutlook o = sprt_outlook(0, 0.1, 0.05, 0.05, 5, truth);
        assert_true(o.pass >= last_pass - 1e-12 && o.pass <= 1);
        assert_true(o.boards >= SPRT_MIN_BOARDS && o.boards <= sprt_outlook(0, 0.1, 0.05, 0.05, 5, 0.05).boards);
        last_pass = o.pass;
    }
    assert_true(last_pass > 0.999);
    /* Wald: ((1 - beta) b + beta a) / (delta^2 / 2), delta = 0.02, is 13249; the overshoot adds a little. */
    assert_close(sprt_outlook(0, 0.1, 0.05, 0.05, 5, 0.1).boards, 13249, 150);
    assert_close(sprt_outlook(0, 0.1, 0.05, 0.05, 5, 0).pass, 0.05, 0.001);
    assert_close(sprt_outlook(0, 0.1, 0.05, 0.05, 5, 0.05).pass, 0.5, 1e-9);
}
