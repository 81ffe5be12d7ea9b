/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several estimates together, against values that were worked out by hand. */
#include <math.h>

#include "analysis/stats/combine.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* Two of the same weight: the mean, and Q by hand. */
TEST(two_of_the_same_error)
{
    const Measured same[] = {{2, 1, 0}, {2, 1, 0}}, apart[] = {{0, 1, 0}, {6, 1, 0}};
    Pooled pool = pool_of(same, 2);
    assert_true(pool.value == 2 && pool.q == 0 && pool.i2 == 0 && pool.tau2 == 0 && pool.p == 1 && pool.df == 1);
    assert_close(pool.se, sqrt(0.5), 1e-12);
    assert_true(isnan(pool.spread) && !interval_known(pool_spread_interval(&pool, 0.05)));
    Interval interval = pool_interval(&pool, 0.05);
    assert_close(interval.high - 2, 1.959963985 * sqrt(0.5), 1e-8);
    pool = pool_of(apart, 2);
    assert_true(pool.value == 3);
    assert_close(pool.q, 18, 1e-12);         /* 9 + 9 */
    assert_close(pool.i2, 17.0 / 18, 1e-12); /* (Q - df) / Q */
    assert_close(pool.p, 2.209e-5, 1e-8);    /* beyond 4.2426 standard deviations on either side */
    assert_close(pool.tau2, 17, 1e-9);       /* 18 / (1 + tau2) = 1 */
    assert_close(pool.spread, 3, 1e-12);
    assert_close(pool.spread_se, 3, 1e-9); /* sqrt(18 / 2) */
    interval = pool_spread_interval(&pool, 0.05);
    assert_close(interval.high - 3, 3 * 12.7062047, 1e-5);
}

/* The one with the smaller error counts for more. */
TEST(a_smaller_error_counts_for_more)
{
    const Measured list[] = {{1, 0.5, 0}, {4, 1, 0}};
    const Pooled pool = pool_of(list, 2);
    assert_close(pool.value, (4 * 1 + 1 * 4) / 5.0, 1e-12);
    assert_close(pool.se, 1 / sqrt(5), 1e-12);
    assert_close(pool.q, 4 * 0.6 * 0.6 + 2.4 * 2.4, 1e-12);
}

/* Three, of different weights: at tau2 the sum of squares is df. */
TEST(the_spread_makes_the_sum_of_squares_df)
{
    const Measured list[] = {{0, 0.5, 0}, {3, 1, 0}, {7, 2, 0}};
    const Pooled pool = pool_of(list, 3);
    double q = 0;
    for (int i = 0; i < 3; i++)
        q += pow(list[i].value - pool.spread, 2) / (list[i].se * list[i].se + pool.tau2);
    assert_true(pool.tau2 > 0);
    assert_close(q, 2, 1e-9);
}

/* Q is 3 with 2 degrees of freedom: above them, and below twice as many. */
TEST(a_little_spread_is_spread)
{
    const double side = sqrt(1.5);
    const Measured list[] = {{-side, 1, 0}, {0, 1, 0}, {side, 1, 0}};
    const Pooled pool = pool_of(list, 3);
    assert_close(pool.q, 3, 1e-12);
    assert_close(pool.tau2, 0.5, 1e-9); /* 3 / (1 + tau2) = 2 */
    const Interval interval = pool_tau2_interval(list, 3, 0.05);
    assert_true(interval.low == 0); /* 3 is below the quantile 7.378 */
    assert_close(interval.high, 3 / 0.0506356 - 1, 1e-3);
}

/* Errors that rest on few boards: Meier's and Welch's formulas by hand for two of the same weight. */
TEST(few_boards_widen_the_interval)
{
    const Measured list[] = {{0, 1, 11}, {2, 1, 11}};
    const Pooled pool = pool_of(list, 2);
    assert_close(pool.se, sqrt(0.5), 1e-12);
    assert_close(pool.error, sqrt(0.5 * 1.2), 1e-12); /* 4 * 2 * 0.25 / 10 */
    assert_close(pool.dof, 20, 1e-9);                 /* 1 / (2 * 0.25 / 10) */
    const Interval interval = pool_interval(&pool, 0.05);
    assert_close(interval.high - 1, 2.0859634 * sqrt(0.6), 1e-6);
    assert_close(pool.p, 0.1727, 1e-4); /* F = 2 with 1 and 20 degrees of freedom: Student's t of 1.41421 */
}

TEST(one_is_itself)
{
    const Measured one = {5, 2, 0};
    const Pooled pool = pool_of(&one, 1);
    assert_true(pool.value == 5 && pool.df == 0 && isnan(pool.q) && isnan(pool.p));
    assert_close(pool.se, 2, 1e-12);
}

/* Welch's error and degrees of freedom by hand: variances 1 and 4 over 11 and 21 boards. */
TEST(two_independent_ones)
{
    const Difference d = difference_of((Measured){1, 1, 11}, (Measured){4, 2, 21});
    assert_true(d.value == 3);
    assert_close(d.se, sqrt(5), 1e-12);
    assert_close(d.df, 25 / (1 / 10.0 + 16 / 20.0), 1e-12);
    const Difference known = difference_of((Measured){1, 1, NAN}, (Measured){4, 2, NAN});
    const Interval interval = difference_interval(&known, 0.05);
    assert_close(interval.high - 3, 1.959963985 * sqrt(5), 1e-6);
    assert_close(difference_p(&known), 0.17971249, 1e-6); /* beyond 1.3416408 */
}

/* The error is that of the differences of boards, whatever the boards have in common. */
TEST(boards_that_both_have)
{
    static const double A[] = {10, -20, 30, 0}, B[] = {11, -18, 33, 2}; /* differences 1, 2, 3, 2 */
    PairedBlock both[4], same[4];
    for (int i = 0; i < 4; i++) {
        both[i] = (PairedBlock){{A[i], 1, B[i], 1}, 1};
        same[i] = (PairedBlock){{A[i], 2, A[i], 2}, 1};
    }
    const Difference d = paired_of(both, 4).difference, none = paired_of(same, 4).difference;
    assert_close(d.value, 2, 1e-12);
    assert_close(d.se, sqrt(2.0 / 3 / 4), 1e-12);
    assert_true(d.df == 3 && none.value == 0 && none.se == 0 && isnan(difference_p(&none)));
    const Estimate a = paired_of(both, 4).of[0];
    assert_close(a.mean, 5, 1e-12);
    assert_close(a.sd, sqrt(1300.0 / 3), 1e-9);
}

/* Ratios whose rounds vary: the error is that of x - ratio y, by hand. */
TEST(boards_of_different_lengths)
{
    PairedBlock blocks[3];
    const double x[] = {4, 1, 7}, y[] = {2, 1, 3};
    for (int i = 0; i < 3; i++)
        blocks[i] = (PairedBlock){{0, 1, x[i], y[i]}, 1};
    const Difference d = paired_of(blocks, 3).difference;
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += pow((x[i] - 2 * y[i]) / 2, 2);
    assert_close(d.value, 2, 1e-12);
    assert_close(d.se, sqrt(square / 2 / 3), 1e-12);
}

/* Two one-sided tests: at most alpha just where the interval of level 1 - 2 alpha lies within. */
TEST(equivalence)
{
    const Difference d = {-0.2, 0.1, 1e9};
    const double end = 0.2 + 1.644853627 * 0.1;
    assert_close(difference_p_within(&d, end), 0.05, 1e-6);
    assert_close(difference_p_within(&d, 0.2), 0.5, 1e-12);
    assert_close(difference_p_within(&d, 0.1), 0.841344746, 1e-8);
    const Interval interval = difference_interval(&d, 0.1);
    assert_close(interval.low, -end, 1e-6);
}
