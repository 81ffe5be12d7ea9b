/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a tuning believes in a gain. */
#include "analysis/study/tuning/tune.h"
#include "tests/analysis/claims.h"

/* Boards whose gains are mean - sd and mean + sd in turn, in hundredths. */
static Moments boards_of(int64_t boards, int64_t mean, int64_t sd)
{
    Moments gains = {0};
    for (int64_t i = 0; i < boards; i++)
        moments_add(&gains, mean + (i % 2 ? sd : -sd));
    return gains;
}

static TuneDecision look(double gain, int64_t boards, int64_t mean, int64_t sd, bool over)
{
    TuneDecision decision = tune_decision_start(gain);
    const Moments gains = boards_of(boards, mean, sd);
    assert_int_equal(tune_decision_look(&decision, &gains, 100), over);
    return decision;
}

static void a_gain_is_accepted_when_both_say_so(void **state)
{
    (void)state;
    TuneDecision clear = look(0.1, 10000, 20, 300, true);
    assert_true(tune_decision_accepted(&clear));
    assert_true(tune_decision_interval(&clear, USUAL_ALPHA).low > 0);
    TuneDecision none = look(0.1, 20000, 0, 300, true);
    assert_false(tune_decision_accepted(&none));
    assert_int_equal(none.verdict, SPRT_LOW);
}

/* The test alone would be content with 0.06 ± 0.05, which the interval, valid at any time, is not. */
static void the_test_alone_is_not_enough(void **state)
{
    (void)state;
    TuneDecision decision = look(0.05, 16000, 6, 300, false);
    assert_int_equal(decision.verdict, SPRT_HIGH);
    assert_true(tune_decision_interval(&decision, USUAL_ALPHA).low < 0);
    assert_false(tune_decision_accepted(&decision));
    /* the gain may be looked at after every batch */
    const Interval anytime = interval_anytime(&decision.gain, USUAL_ALPHA, anytime_rho(USUAL_ALPHA, 50000));
    assert_close(tune_decision_interval(&decision, USUAL_ALPHA).low, anytime.low, 1e-12);
    assert_true(interval_half_width(anytime) > 1.3 * interval_half_width(interval_t(&decision.gain, USUAL_ALPHA)));
}

static void no_decision_on_few_boards(void **state)
{
    (void)state;
    TuneDecision decision = look(0.05, TUNE_TEST_LEAST - 1, 300, 100, false);
    assert_int_equal(decision.verdict, SPRT_HIGH);
}

static void the_first_verdict_stays(void **state)
{
    (void)state;
    TuneDecision decision = look(0.05, 16000, 6, 300, false);
    const Moments later = boards_of(40000, 0, 300);
    assert_false(tune_decision_look(&decision, &later, 100));
    assert_int_equal(decision.verdict, SPRT_HIGH);
    assert_int_equal(decision.decided, 16000);
    assert_false(tune_decision_accepted(&decision));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gain_is_accepted_when_both_say_so),
        cmocka_unit_test(the_test_alone_is_not_enough),
        cmocka_unit_test(no_decision_on_few_boards),
        cmocka_unit_test(the_first_verdict_stays),
    };
    return cmocka_run_group_tests_name("analysis/tune_decision", tests, NULL, NULL);
}
