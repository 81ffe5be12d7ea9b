/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well a pilot knows the spread of a board. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "analysis/stats/estimate.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* Boards of a normal distribution, thousandths: each into its group. */
static void pilot_fill(Moments groups[static SPREAD_GROUPS], uint64_t boards, gsl_rng *rng)
{
    for (size_t i = 0; i < SPREAD_GROUPS; i++)
        groups[i] = (Moments){0};
    for (uint64_t board = 0; board < boards; board++)
        moments_add(&groups[spread_group(board, boards)], lround(1000 * gsl_ran_gaussian_ziggurat(rng, 3)));
}

/* ln of a normal sample's standard deviation errs by 1 / sqrt(2 (n - 1)). */
TEST(the_error_is_that_of_normal_boards)
{
    enum { RUNS = 400, BOARDS = 2000 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double square = 0;
    int misses = 0;
    for (int run = 0; run < RUNS; run++) {
        Moments groups[SPREAD_GROUPS];
        pilot_fill(groups, BOARDS, rng);
        const Spread spread = spread_of(groups, SPREAD_GROUPS, 1000);
        const Interval sd = spread_interval(&spread, 0.05, INFINITY);
        square += spread.log_se * spread.log_se / RUNS;
        misses += sd.low > 3 || sd.high < 3;
        assert_int_equal(spread.n, BOARDS);
        assert_close(spread.dof, SPREAD_GROUPS - 1, 0);
        assert_true(sd.low < spread.sd && spread.sd < sd.high);
    }
    gsl_rng_free(rng);
    assert_close(sqrt(square) * sqrt(2 * (BOARDS - 1)), 1, 0.05);
    assert_in_range(misses, RUNS * 5 / 100 - 14, RUNS * 5 / 100 + 14); /* 3.2 standard deviations */
}

/* A run of as many boards as the pilot doubles the variance. */
TEST(a_run_to_come_varies_too)
{
    const Spread spread = {.sd = 2, .log_se = 0.1, .dof = 1e9, .n = 500};
    const Interval own = spread_interval(&spread, 0.05, INFINITY), run = spread_interval(&spread, 0.05, 500);
    assert_close(own.high, 2 * exp(0.1 * 1.959964), 1e-5);
    assert_close(own.low, 2 / exp(0.1 * 1.959964), 1e-5);
    assert_close(log(run.high / 2) / log(own.high / 2), sqrt(2), 1e-9);
}

TEST(nothing_is_said_of_too_little)
{
    Moments groups[SPREAD_GROUPS] = {0};
    assert_true(isnan(spread_of(groups, SPREAD_GROUPS, 1).sd));
    for (int i = 0; i < 40; i++)
        moments_add(&groups[i % 4], i);
    const Spread few = spread_of(groups, SPREAD_GROUPS, 1);
    assert_close(few.sd, 11.690452, 1e-5);
    assert_false(interval_known(spread_interval(&few, 0.05, INFINITY)));
    const Spread given = {.sd = 5, .log_se = NAN};
    assert_false(interval_known(spread_interval(&given, 0.05, INFINITY)));
}
