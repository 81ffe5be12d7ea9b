/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
#include <string.h>

#include "analysis/study/calibrate.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* What so many errors say of at most 5 %, or of 5 % within a tolerance. */
static Check judged(double tolerance, uint64_t trials, uint64_t errors)
{
    Check check = {.nominal = 0.05, .tolerance = tolerance};
    check_judge(&check, trials, errors, USUAL_ALPHA);
    return check;
}

TEST(a_promise_is_broken_beyond_chance_only)
{
    assert_false(judged(0, 10000, 0).broken);
    assert_false(judged(0, 10000, 500).broken);
    assert_false(judged(0, 10000, 580).broken); /* 3.7 standard deviations; each of 21 checks may take 3.9 */
    assert_true(judged(0, 10000, 600).broken);
    assert_false(judged(0, 100, 11).broken);
    assert_false(judged(0.01, 10000, 690).broken);
    assert_true(judged(0.01, 10000, 710).broken);
    assert_false(judged(0.01, 10000, 335).broken);
    assert_true(judged(0.01, 10000, 315).broken);
    assert_close(judged(0.01, 10000, 500).rate, 0.05, 1e-15);
    assert_close(judged(0.01, 10000, 500).error_se, sqrt(0.05 * 0.95 / 10000), 1e-15);
    assert_true(isnan(judged(0.01, 0, 0).rate));
}

/* The last word is what check_run returns. */
typedef struct {
    uint64_t trials, errors;
    int calls;
} Seen;

static void note(void *arg, int check, uint64_t trials, uint64_t errors)
{
    Seen *seen = arg;
    assert_true(check >= 0 && check < check_count());
    assert_true(trials > seen->trials && errors >= seen->errors && errors <= trials);
    *seen = (Seen){trials, errors, seen->calls + 1};
}

TEST(trials_depend_on_the_seed_alone)
{
    Error error;
    bool interrupted;
    static Calibration calibration; /* too large for the stack */
    uint64_t errors[2][64];
    for (int run = 0; run < 2; run++) {
        assert_true(calibration_open(&calibration, 3, 1 + run, &interrupted, &error));
        for (int check = 0; check < check_count(); check++) {
            Check result;
            Seen seen = {0};
            const uint64_t trials = check_trials(check, 20);
            assert_int_equal(check_run(&result, &calibration, check, 20, note, &seen), ARENA_DONE);
            assert_int_equal(result.trials, trials);
            assert_true(seen.calls > 1 && seen.trials == trials && seen.errors == result.errors);
            errors[run][check] = result.errors;
        }
        calibration_free(&calibration);
    }
    assert_memory_equal(errors[0], errors[1], (size_t)check_count() * sizeof **errors);
}
