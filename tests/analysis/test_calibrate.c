/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/calibrate.h"
#include "tests/analysis/claims.h"

static void a_promise_is_broken_beyond_chance_only(void **state)
{
    (void)state;
    const CheckPromise at_most = {"", "", 0.05, 0}, within = {"", "", 0.05, 0.01};
    assert_false(check_judge(&at_most, 10000, 0).broken);
    assert_false(check_judge(&at_most, 10000, 500).broken);
    assert_false(check_judge(&at_most, 10000, 560).broken); /* 2.7 standard deviations */
    assert_true(check_judge(&at_most, 10000, 580).broken);
    assert_false(check_judge(&at_most, 100, 9).broken);
    assert_false(check_judge(&within, 10000, 660).broken);
    assert_true(check_judge(&within, 10000, 690).broken);
    assert_false(check_judge(&within, 10000, 350).broken);
    assert_true(check_judge(&within, 10000, 330).broken);
    assert_close(check_judge(&within, 10000, 500).rate, 0.05, 1e-15);
    assert_close(check_judge(&within, 10000, 500).error_se, sqrt(0.05 * 0.95 / 10000), 1e-15);
    assert_true(isnan(check_judge(&within, 0, 0).rate));
}

static void trials_depend_on_the_seed_alone(void **state)
{
    (void)state;
    char error[256];
    bool interrupted;
    Calibration calibration;
    uint64_t errors[2][64];
    for (int run = 0; run < 2; run++) {
        assert_true(calibration_open(&calibration, 3, 1 + run, &interrupted, error, sizeof error));
        for (int check = 0; check < check_count(); check++) {
            CheckResult result;
            assert_true(check_run(&result, &calibration, check, 20));
            assert_int_equal(result.trials, 20);
            errors[run][check] = result.errors;
        }
        calibration_free(&calibration);
    }
    assert_memory_equal(errors[0], errors[1], (size_t)check_count() * sizeof **errors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_promise_is_broken_beyond_chance_only),
        cmocka_unit_test(trials_depend_on_the_seed_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
