/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tune says about itself while it runs. */
#include "tests/analysis/claims.h"

#include <string.h>

#include "analysis/report/tune_report.h"

static void the_state_counts_no_step_past_the_last(void **state)
{
    (void)state;
    char text[TUNE_PROGRESS];
    TuneNow now = {.view = {.dims = 1, .step = 20, .steps = 20, .score = {.n = 100, .mean = 1.5, .sd = 2, .se = 0.2}}};
    tune_progress(text, &now);
    assert_ptr_equal(strstr(text, "step 20 of 20, objective +1.500 (+1."), text);
    now.view.step++;
    tune_progress(text, &now);
    assert_ptr_equal(strstr(text, "polish, objective +1.500 (+1."), text);
}

static void a_gain_that_rounds_to_0_has_no_sign(void **state)
{
    (void)state;
    char text[TUNE_PROGRESS];
    const TuneResult result = {
        .decision = {.plan = {.bound_low = -3, .bound_high = 3}, .gain = {100000, -0.0004, 1, 0.0032}, .llr = 2.999}};
    tune_progress(text, &(TuneNow){.phase = TUNE_TEST, .result = &result});
    assert_ptr_equal(strstr(text, "test: gain 0.000 (-0."), text);
    /* the bound is not reached, and that is seen */
    assert_non_null(strstr(text, ", LLR 2.999 (-3.000 to 3.000)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_counts_no_step_past_the_last),
        cmocka_unit_test(a_gain_that_rounds_to_0_has_no_sign),
    };
    return cmocka_run_group_tests_name("analysis/tune_report", tests, NULL, NULL);
}
