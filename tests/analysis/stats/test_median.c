/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Medians and their intervals. */
#include "analysis/stats/estimate.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

TEST(the_median_is_in_the_middle)
{
    double odd[] = {5, 1, 9}, even[] = {4, 1, 2, 8}, one[] = {3};
    assert_close(median_of(odd, 3), 5, 0);
    assert_close(median_of(even, 4), 3, 0);
    assert_close(median_of(one, 1), 3, 0);
    assert_true(isnan(median_of(NULL, 0)));
    assert_true(odd[0] == 1 && odd[1] == 5 && odd[2] == 9);
}

/* Tables of the sign test: this many of the lowest and highest values are left out at 95 %. */
TEST(intervals_leave_out_what_the_sign_test_does)
{
    static const struct {
        size_t count, k;
    } TABLE[] = {{6, 1}, {7, 1}, {8, 1}, {9, 2}, {11, 2}, {12, 3}, {20, 6}, {30, 10}, {50, 18}, {100, 40}};
    double values[100];
    for (int i = 0; i < 100; i++)
        values[i] = i + 1;
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        const Interval interval = interval_median(values, TABLE[i].count, 0.05);
        assert_close(interval.low, (double)TABLE[i].k, 0);
        assert_close(interval.high, (double)(TABLE[i].count + 1 - TABLE[i].k), 0);
    }
    for (size_t count = 0; count < 6; count++)
        assert_false(interval_known(interval_median(values, count, 0.05)));
    /* at 90 % and 99 % */
    assert_close(interval_median(values, 5, 0.1).low, 1, 0);
    assert_false(interval_known(interval_median(values, 7, 0.01)));
    assert_close(interval_median(values, 8, 0.01).high, 8, 0);
}

/* Every order in which nine values can lie below and above the median is equally likely: count those that miss. */
TEST(nine_values_miss_as_seldom_as_promised)
{
    enum { COUNT = 9, WAYS = 1 << COUNT };
    int misses = 0;
    for (int way = 0; way < WAYS; way++) {
        double values[COUNT];
        int below = __builtin_popcount((unsigned)way);
        for (int i = 0; i < COUNT; i++)
            values[i] = i < below ? i - COUNT : i + 1;
        const Interval interval = interval_median(values, COUNT, 0.05);
        misses += interval.low > 0 || interval.high < 0;
    }
    assert_int_equal(misses, 20); /* 2 (1 + 9) of 512: 3.9 % */
}
