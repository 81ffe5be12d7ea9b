/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several estimates together, against values that were worked out by hand. */
#include <math.h>

#include "analysis/stats/combine.h"
#include "tests/analysis/claims.h"

/* Two of the same weight: the mean, and Q by hand. */
static void two_of_the_same_error(void **state)
{
    (void)state;
    const Measured same[] = {{2, 1}, {2, 1}}, apart[] = {{0, 1}, {6, 1}};
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
static void a_smaller_error_counts_for_more(void **state)
{
    (void)state;
    const Measured list[] = {{1, 0.5}, {4, 1}};
    const Pooled pool = pool_of(list, 2);
    assert_close(pool.value, (4 * 1 + 1 * 4) / 5.0, 1e-12);
    assert_close(pool.se, 1 / sqrt(5), 1e-12);
    assert_close(pool.q, 4 * 0.6 * 0.6 + 2.4 * 2.4, 1e-12);
}

/* Three, of different weights: at tau2 the sum of squares is df. */
static void the_spread_makes_the_sum_of_squares_df(void **state)
{
    (void)state;
    const Measured list[] = {{0, 0.5}, {3, 1}, {7, 2}};
    const Pooled pool = pool_of(list, 3);
    double q = 0;
    for (int i = 0; i < 3; i++)
        q += pow(list[i].value - pool.spread, 2) / (list[i].se * list[i].se + pool.tau2);
    assert_true(pool.tau2 > 0);
    assert_close(q, 2, 1e-9);
}

static void one_is_itself(void **state)
{
    (void)state;
    const Measured one = {5, 2};
    const Pooled pool = pool_of(&one, 1);
    assert_true(pool.value == 5 && pool.df == 0 && isnan(pool.q) && isnan(pool.p));
    assert_close(pool.se, 2, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_of_the_same_error),
        cmocka_unit_test(a_smaller_error_counts_for_more),
        cmocka_unit_test(the_spread_makes_the_sum_of_squares_df),
        cmocka_unit_test(one_is_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
