/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a tuning believes in a gain. */
#include "analysis/study/tune.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

static const Interval ABOVE = {0.033, 0.050}, BELOW = {-0.22, -0.18}, AROUND = {-0.01, 0.06}, LITTLE = {-0.01, 0.02},
                      UNKNOWN = {NAN, NAN};

TEST(a_gain_is_accepted_over_the_start_and_the_defaults)
{
    /* less than was wished for, but a gain */
    assert_int_equal(tune_judge(ABOVE, ABOVE, 0.051), TUNE_ACCEPTED);
    assert_int_equal(tune_judge(ABOVE, AROUND, 0.05), TUNE_UNDECIDED);
    assert_int_equal(tune_judge(ABOVE, UNKNOWN, 0.01), TUNE_UNDECIDED);
    assert_int_equal(tune_judge(AROUND, ABOVE, 0.05), TUNE_UNDECIDED);
}

TEST(what_is_worse_than_the_defaults_is_refused)
{
    assert_int_equal(tune_judge(ABOVE, BELOW, 0.05), TUNE_REFUSED);
    assert_int_equal(tune_judge(AROUND, BELOW, 0.05), TUNE_REFUSED);
}

TEST(what_gains_less_than_was_asked_is_refused)
{
    assert_int_equal(tune_judge(LITTLE, LITTLE, 0.05), TUNE_REFUSED);
    assert_int_equal(tune_judge(LITTLE, LITTLE, 0.02), TUNE_UNDECIDED);
    assert_int_equal(tune_judge(BELOW, ABOVE, 0.05), TUNE_REFUSED);
    assert_int_equal(tune_judge(UNKNOWN, UNKNOWN, 0.05), TUNE_REFUSED);
}

TEST(so_many_boards_that_a_gain_is_told_from_none)
{
    const double boards = (double)tune_boards(1.7, 0.05, 0.05, 1000000);
    assert_close(1.96 * 1.7 / sqrt(boards), 0.05 / 4, 1e-4);
    assert_int_equal(tune_boards(1.7, 0.05, 0.05, 20000), 20000);
    assert_int_equal(tune_boards(0.01, 0.05, 0.05, 20000), TUNE_LEAST_BOARDS);
    assert_int_equal(tune_boards(NAN, 0.05, 0.05, 20000), TUNE_LEAST_BOARDS);
}
