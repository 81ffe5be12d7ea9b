/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
#include <string.h>

#include "analysis/study/calibrate.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* What this many errors say of at most 5 %, or of 5 % within a tolerance. */
static Check judged(double tolerance, uint64_t trials, uint64_t errors)
{
    Check check = {.nominal = 0.05, .tolerance = tolerance, .trials = trials, .errors = errors};
    check_judge(&check, USUAL_ALPHA);
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
}

/* The last word is what is found. */
typedef struct {
    const Check *checks; /* all */
    uint64_t done;
    const Check *check; /* of the last trial */
    uint64_t tried, errors;
} Seen;

static bool note(void *arg, const Sums *sums, uint64_t done)
{
    Seen *seen = arg;
    uint64_t tried = done - 1;
    const Check *check = &seen->checks[check_of(seen->checks, &tried)];
    (void)sums;
    assert_true(done > seen->done && tried < check->trials);
    assert_true(check >= seen->check &&
                (check > seen->check || (tried > seen->tried && check->errors >= seen->errors)));
    *seen = (Seen){seen->checks, done, check, tried, check->errors};
    return true;
}

TEST(trials_depend_on_the_seed_alone)
{
    Error error;
    Check checks[2][CHECKS_MOST];
    int count = 0;
    for (int run = 0; run < 2; run++) {
        Seen seen = {.checks = checks[run], .check = checks[run]};
        CalibrateTask task = {.seed = 3,
                              .repetitions = 20,
                              .alpha = USUAL_ALPHA,
                              .survey = {.threads = 1 + run, .watch = note, .watch_arg = &seen}};
        int done;
        count = checks_list(checks[run], &task);
        assert_int_equal(calibrate_run(checks[run], &done, &task, &error), ARENA_DONE);
        assert_int_equal(done, count);
        assert_true(seen.done == task.survey.count && seen.check == &checks[run][count - 1]);
    }
    assert_true(count > 20);
    for (int check = 0; check < count; check++) {
        assert_int_equal(checks[0][check].errors, checks[1][check].errors);
        assert_true(checks[0][check].verdict && checks[0][check].verdict == checks[1][check].verdict);
    }
}
