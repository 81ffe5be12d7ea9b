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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_counts_no_step_past_the_last),
    };
    return cmocka_run_group_tests_name("analysis/tune_report", tests, NULL, NULL);
}
