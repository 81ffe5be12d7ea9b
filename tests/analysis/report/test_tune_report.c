/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tune says about itself while it runs. */
#include "tests/analysis/claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/kinds/kinds.h"

static TuneSetup rounds = {.request.alpha = USUAL_ALPHA}; /* of rounds */

static void the_state_counts_no_step_past_the_last(void **state)
{
    (void)state;
    char text[TUNE_PROGRESS];
    TuneNow now = {.view = {.dims = 1, .step = 20, .steps = 20, .score = {.n = 100, .mean = 1.5, .sd = 2, .se = 0.2}}};
    tune_progress(text, &rounds, &now);
    assert_ptr_equal(strstr(text, "step 20 of 20, objective +1.500 (+1."), text);
    now.view.step++;
    tune_progress(text, &rounds, &now);
    assert_ptr_equal(strstr(text, "polish, objective +1.500 (+1."), text);
}

static void a_gain_that_rounds_to_0_has_no_sign(void **state)
{
    (void)state;
    char text[TUNE_PROGRESS];
    const TuneNow now = {.phase = TUNE_VALIDATION, .gain = {100000, -0.0004, 1, 0.0032}, .interval = {-0.0067, 0.0059}};
    tune_progress(text, &rounds, &now);
    assert_string_equal(text, "validation: gain 0.000 (-0.007 to +0.006)");
}

/* A tuning of 200 steps as people read it, whose tuned numbers gain so much; to be freed. */
static char *printed(int width, Interval gain)
{
    static TuneResult result;
    TuneSetup setup = {.request = {.opponents = "greedy", .rounds = 100000, .alpha = USUAL_ALPHA}, .from = "base"};
    const TunePhase phases[] = {TUNE_SEARCH, TUNE_VALIDATION};
    const Estimate mean = {.n = 100000, .mean = (gain.low + gain.high) / 2, .sd = 1, .se = 0.003};
    Error error;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_true(rules_parse(&setup.schedule.rules, "pagat", &error));
    assert_true(agent_parse(&setup.agent, "tactic", &setup.schedule.rules, &error));
    result = (TuneResult){.note_count = COUNT(phases), .changed = true, .phase = TUNE_VALIDATION};
    result.verdict = tune_judge(gain, gain, 0.05);
    for (size_t i = 0; i < COUNT(phases); i++) {
        TuneNote *note = &result.notes[i];
        *note = (TuneNote){.phase = phases[i], .step = 200 + i, .rounds = 100000 * (i + 1), .boards = 100000};
        note->score = note->gain = note->over_defaults = mean;
        note->score_interval = note->gain_interval = note->over_defaults_interval = gain;
    }
    Result found = {0};
    tune_result(&found, &setup, &result);
    tune_print(out, &(Page){.width = width}, &setup, &result, &found);
    result_free(&found);
    fclose(out);
    agent_free(&setup.agent);
    return text;
}

static void the_trials_fit_the_terminal(void **state)
{
    (void)state;
    for (int width = 50; width <= 120; width++) {
        char *text = printed(width, (Interval){1.01, 1.25});
        bool chosen = false;
        for (char *rest = text, *line; (line = strtok_r(rest, "\n", &rest));) {
            if (strncmp(line, "trial", 5) != 0 && strncmp(line, "validation", 10) != 0) continue;
            assert_in_range(strlen(line), 1, width);
            const char *last = strrchr(line, ' ');
            chosen |= last && strcmp(last, " chosen") == 0;
        }
        assert_true(chosen);
        free(text);
    }
}

static void an_end_near_zero_shows_its_sign(void **state)
{
    (void)state;
    char *text = printed(0, (Interval){0.0000314, 0.0412});
    assert_non_null(strstr(text, "0.02062 points a round more than the start (95 %: +0.00003 to +0.04120)"));
    assert_non_null(strstr(text, " more than the defaults (95 %: +0.00003 to +0.04120)"));
    free(text);
    text = printed(0, (Interval){-0.0398, 0.0004});
    assert_non_null(strstr(text, "0.0197 points a round less than the start (95 %: -0.0004 to +0.0398)"));
    free(text);
    /* what rounds to 0 has no sign */
    text = printed(0, (Interval){-0.0201, 0.02});
    assert_non_null(strstr(text, "the tuned numbers score 0.000 points a round "));
    assert_null(strstr(text, "-0.000 "));
    free(text);
}

static void what_is_worse_than_the_defaults_is_never_called_accepted(void **state)
{
    (void)state;
    static const struct {
        Interval gain;
        const char *verdict, *why;
    } CASES[] = {{{-0.3, -0.01}, "Refused: on 100000 boards", " That is worse than the defaults."},
                 {{-0.3, 0.1}, "Undecided: on 100000 boards", " A gain is neither shown nor excluded."},
                 {{0.1, 0.2}, "Accepted: on 100000 boards", ""}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        char *text = printed(0, CASES[i].gain);
        assert_non_null(strstr(text, CASES[i].verdict));
        assert_non_null(strstr(text, CASES[i].why));
        assert_int_equal(strstr(text, "Accepted") != NULL, CASES[i].gain.low > 0);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_counts_no_step_past_the_last),
        cmocka_unit_test(a_gain_that_rounds_to_0_has_no_sign),
        cmocka_unit_test(the_trials_fit_the_terminal),
        cmocka_unit_test(an_end_near_zero_shows_its_sign),
        cmocka_unit_test(what_is_worse_than_the_defaults_is_never_called_accepted),
    };
    return cmocka_run_group_tests_name("analysis/tune_report", tests, NULL, NULL);
}
