/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of two builds from the times that they took. */
#include "analysis/study/bench/compare.h"
#include "tests/analysis/claims.h"

static void the_ratio_says_how_many_times_as_fast_this_build_is(void **state)
{
    (void)state;
    CompareRow row = {.ours = {1, 2, 4, 1, 1, 1, 10}, .theirs = {2, 4, 8, 2, 3, 1.5, 10}, .rounds = 7};
    const CompareFound found = compare_found(&row, USUAL_ALPHA);
    assert_close(found.ours, 1, 0);
    assert_close(found.theirs, 3, 0);
    assert_close(found.ratio, 2, 0); /* of 1, 1.5, 2, 2, 2, 2, 3 */
    assert_close(found.interval.low, 1, 0);
    assert_close(found.interval.high, 3, 0);
    row.rounds = 5;
    assert_close(compare_found(&row, USUAL_ALPHA).ratio, 2, 0);
    assert_false(interval_known(compare_found(&row, USUAL_ALPHA).interval));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_says_how_many_times_as_fast_this_build_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
