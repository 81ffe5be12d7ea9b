/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tune decides, on boards that are made up. */
#include "analysis/study/tuning/tune.h"
#include "tests/analysis/claims.h"

/* Boards with that mean and a standard deviation of 5 points. */
static Moments boards_of(int64_t n, double mean)
{
    return (Moments){n, (__int128)lround((double)n * mean),
                     (__int128)lround(25.0 * (double)(n - 1) + (double)n * mean * mean)};
}

static TuneResult asked(double gain)
{
    TuneResult result = {0};
    assert_true(sprt_plan(&result.plan, 0, gain, TUNE_ALPHA, TUNE_ALPHA, NULL));
    return result;
}

static void numbers_are_accepted_where_test_and_interval_agree(void **state)
{
    (void)state;
    TuneResult result = asked(0.35);
    Moments boards = boards_of(5000, 0.24);
    assert_false(tune_test_take(&result, &boards, &boards, 1));
    /* the test says HIGH, but the interval holds 0 */
    assert_int_equal(result.verdict, SPRT_HIGH);
    assert_true(tune_gain(&result).low < 0);
    assert_false(tune_settled(&result) || tune_accepted(&result));
    boards = boards_of(15000, 0.24);
    assert_true(tune_test_take(&result, &boards, &boards, 1));
    assert_true(tune_accepted(&result));
    assert_int_equal(result.decided, 5000);
    assert_int_equal(result.gain.n, 20000);
    assert_close(result.gain.mean, 0.24, 1e-9);
    /* the gain may be looked at after every batch */
    const Interval anytime = interval_anytime(&result.gain, TUNE_ALPHA, anytime_rho(TUNE_ALPHA, 50000));
    assert_close(tune_gain(&result).low, anytime.low, 1e-12);
    assert_true(interval_half_width(anytime) > 1.3 * interval_half_width(interval_t(&result.gain, TUNE_ALPHA)));
}

static void what_is_not_better_is_not_accepted(void **state)
{
    (void)state;
    TuneResult result = asked(0.35);
    Moments boards = boards_of(4000, -0.1);
    assert_false(tune_test_take(&result, &boards, &boards, 1)); /* too few boards, whatever they say */
    assert_int_equal(result.verdict, SPRT_LOW);
    assert_true(tune_settled(&result));
    assert_true(tune_test_take(&result, &boards, &boards, 1));
    assert_false(tune_accepted(&result));
    /* the first verdict stays */
    boards = boards_of(200000, 1);
    tune_test_take(&result, &boards, &boards, 1);
    assert_int_equal(result.verdict, SPRT_LOW);
    assert_false(tune_accepted(&result));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_accepted_where_test_and_interval_agree),
        cmocka_unit_test(what_is_not_better_is_not_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
