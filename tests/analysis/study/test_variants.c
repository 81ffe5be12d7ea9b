/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scores of variants, by which tune chooses and tests, are those that sim measures on the same boards. */
#include "analysis/study/tune.h"

#include <string.h>

#include "agents/agent.h"
#include "agents/tactic/tactics.h"
#include "sim/boards.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

enum { BOARDS = 60, OPPONENTS = 2 };

static int64_t sim_diff(const Schedule *schedule, const Agent *agent, const Agent *opponent, uint64_t first)
{
    const Agent agents[2] = {*agent, *opponent};
    const BoardsJob boards = {.schedule = schedule, .agents = agents, .first = first, .boards = BOARDS, .threads = 2};
    Sums sums = {0};
    assert_int_equal(boards_add_up(&boards, &BOARDS_MEASURED, &(StretchRun){.sums = &sums}), ARENA_DONE);
    const int64_t diff = sums_x(&sums, 0, SUM_diff);
    sums_free(&sums);
    return diff;
}

/* Start and candidate as in tune's test, on the boards of its test. */
TEST(two_variants_differ_as_in_sim)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,players=4,teams=0"};
    static const char *const OPPONENTS_TEXT[OPPONENTS] = {"counter", "random"};
    static const double WEIGHTS[2] = {1, 0}; /* of deny_sur */
    for (size_t r = 0; r < COUNT(RULES); r++) {
        Error error;
        TuneSetup setup = {.request.alpha = USUAL_ALPHA, .opponent_count = OPPONENTS, .count = 1};
        Schedule *const schedule = &setup.schedule;
        Agent *const agent = &setup.agent, *const opponents = setup.opponents;
        TuneScore scores[2];
        assert_true(schedule_make(schedule, RULES[r], 2, true, &error));
        assert_true(agent_parse(agent, "tactic", &schedule->rules, &error));
        assert_true(agents_open(opponents, OPPONENTS_TEXT, OPPONENTS, &schedule->rules, &error));
        const int param = setup.params[0] = TACTIC_deny_sur;
        const Variants variants = {.setup = &setup, .threads = 2};
        assert_int_equal(variants_play(&variants, WEIGHTS, 2, WEIGHTS + 1, share_first(SHARE_TEST), BOARDS, scores),
                         ARENA_DONE);
        assert_true(scores[0].score.sum != scores[1].score.sum);
        assert_true(scores[0].gain.sum == scores[0].score.sum - scores[1].score.sum);
        assert_true(scores[1].gain.sum == 0 && scores[1].gain.sum_sq == 0);
        for (int variant = 0; variant < 2; variant++) {
            int64_t alone = 0;
            agent->values[param] = WEIGHTS[variant];
            for (int i = 0; i < OPPONENTS; i++)
                alone += sim_diff(schedule, agent, &opponents[i], share_first(SHARE_TEST));
            assert_true(scores[variant].score.sum == alone);
        }
        tune_setup_free(&setup);
    }
}

/* Matches that a variant won more than its fair share, in sides of a match. */
static int64_t sim_matches_won(const Schedule *schedule, const Agent *agent, const Agent *opponent)
{
    const Agent agents[2] = {*agent, *opponent};
    const BoardsJob boards = {.schedule = schedule, .agents = agents, .boards = BOARDS, .threads = 2};
    const int sides = schedule->rules.sides;
    Sums sums = {0};
    assert_int_equal(boards_add_up(&boards, &BOARDS_MEASURED, &(StretchRun){.sums = &sums}), ARENA_DONE);
    const int64_t wins = sums_x(&sums, 0, SUM_wins);
    sums_free(&sums);
    return wins * sides / win_scale(sides) - BOARDS * board_scale(schedule, 0);
}

TEST(variants_win_as_many_matches_as_in_sim)
{
    static const char *const RULES[] = {"pagat,target=30", "pagat,players=3,target=20", "pagat,players=4,target=20",
                                        "pagat,players=4,teams=0,target=20"};
    static const double WEIGHT[1] = {1}; /* of deny_sur */
    for (size_t r = 0; r < COUNT(RULES); r++) {
        TuneScore scores[2];
        Error error;
        TuneSetup setup = {.request.alpha = USUAL_ALPHA, .opponent_count = 1, .count = 1, .params = {TACTIC_deny_sur}};
        assert_true(schedule_make(&setup.schedule, RULES[r], 2, true, &error));
        setup.schedule.match_rounds = MATCH_ROUNDS;
        assert_true(agent_parse(&setup.agent, "tactic", &setup.schedule.rules, &error));
        assert_true(agents_open(setup.opponents, (const char *[]){"greedy"}, 1, &setup.schedule.rules, &error));
        for (int threads = 1; threads <= 2; threads++) {
            const Variants variants = {.setup = &setup, .threads = threads};
            assert_int_equal(variants_play(&variants, WEIGHT, 1, WEIGHT, 0, BOARDS, &scores[threads - 1]), ARENA_DONE);
        }
        assert_memory_equal(&scores[0], &scores[1], sizeof *scores);
        setup.agent.values[setup.params[0]] = WEIGHT[0];
        assert_int_equal(scores->score.sum, sim_matches_won(&setup.schedule, &setup.agent, &setup.opponents[0]));
        /* all matches won: what is left of the whole beyond a fair share */
        const int sides = setup.schedule.rules.sides, one = setup.schedule.side_count[0];
        assert_close(setup.schedule.seatings * (sides - one) / variants_scale(&setup), (1 - (double)one / sides) / one,
                     1e-12);
        tune_setup_free(&setup);
    }
}

static bool count_endless(void *arg, const Sums *sums, uint64_t done)
{
    (void)done;
    assert_int_equal(sums->voids.count, 1);
    assert_null(sums->voids.kinds[0].first.agent);
    return *(int64_t *)arg = sums->voids.boards, true;
}

TEST(a_match_without_end_has_no_score)
{
    static const double WEIGHT[1] = {1};
    TuneScore score;
    int64_t endless = 0;
    Error error;
    TuneSetup setup = {.request.alpha = USUAL_ALPHA, .opponent_count = 1, .count = 1, .params = {TACTIC_deny_sur}};
    assert_true(schedule_make(&setup.schedule, "pagat", 2, true, &error));
    setup.schedule.match_rounds = 1;
    assert_true(agent_parse(&setup.agent, "tactic", &setup.schedule.rules, &error));
    assert_true(agents_open(setup.opponents, (const char *[]){"greedy"}, 1, &setup.schedule.rules, &error));
    const Variants variants = {.setup = &setup, .threads = 2, .watch = count_endless, .arg = &endless};
    assert_int_equal(variants_play(&variants, WEIGHT, 1, WEIGHT, 0, BOARDS, &score), ARENA_DONE);
    assert_int_equal(endless, BOARDS);
    assert_int_equal(score.score.n, 0);
    tune_setup_free(&setup);
}

/* The scores are the same whoever is named first of the opponents. */
TEST(the_order_of_opponents_does_not_count)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,players=4,teams=0"};
    static const char *const OPPONENTS_TEXT[2][OPPONENTS] = {{"greedy", "random"}, {"random", "greedy"}};
    static const double WEIGHTS[2] = {1, 0}; /* of deny_sur */
    for (size_t r = 0; r < COUNT(RULES); r++) {
        TuneScore scores[2][2];
        for (int order = 0; order < 2; order++) {
            Error error;
            TuneSetup setup = {
                .request.alpha = USUAL_ALPHA, .opponent_count = OPPONENTS, .count = 1, .params = {TACTIC_deny_sur}};
            const Variants variants = {.setup = &setup, .threads = 2};
            assert_true(schedule_make(&setup.schedule, RULES[r], 2, true, &error));
            const Rules *rules = &setup.schedule.rules;
            assert_true(agent_parse(&setup.agent, "tactic", rules, &error));
            assert_true(agents_open(setup.opponents, OPPONENTS_TEXT[order], OPPONENTS, rules, &error));
            assert_int_equal(variants_play(&variants, WEIGHTS, 2, WEIGHTS, 0, BOARDS, scores[order]), ARENA_DONE);
            tune_setup_free(&setup);
        }
        assert_memory_equal(scores[0], scores[1], sizeof *scores);
    }
}

/* Each phase of a tuning has boards of its own, and each gain the numbers that it is a gain over. */
TEST(a_tuning_measures_on_boards_of_its_own)
{
    static Schedule schedule;
    static const TuneRequest REQUEST = {.schedule = &schedule,
                                        .alpha = USUAL_ALPHA,
                                        .agent = "tactic",
                                        .opponents = "greedy",
                                        .from = "base",
                                        .params = "deny_sur,count_cards",
                                        .rounds = 2 * TUNE_LEAST_BUDGET,
                                        .test = 5000,
                                        .step = 0.25,
                                        .gain = 0.05};
    static TuneResult result;
    TuneScore start, defaults;
    TuneSetup setup = {.request = REQUEST};
    Error error;
    assert_true(schedule_make(&schedule, "pagat", 2, true, &error));
    if (!tune_setup_make(&setup, &error)) fail_msg("%s", error.text);
    assert_false(setup.from_defaults);
    assert_true(tune_run(&result, &(TuneRun){.variants = {.setup = &setup, .threads = 2}}));
    assert_true(result.changed);
    const Variants variants = {.setup = &setup, .threads = 2};
    const TuneNote *validation = tune_validation(&result);
    const uint64_t boards = validation->boards;
    assert_int_equal(boards, 5000);
    const uint64_t first = share_first(SHARE_VALIDATION);
    assert_int_equal(variants_play(&variants, result.tuned, 1, setup.start, first, boards, &start), ARENA_DONE);
    assert_int_equal(variants_play(&variants, result.tuned, 1, setup.defaults, first, boards, &defaults), ARENA_DONE);
    assert_close(validation->gain.mean, estimate_of(&start.gain, variants_scale(&setup)).mean, 1e-9);
    assert_close(validation->over_defaults.mean, estimate_of(&defaults.gain, variants_scale(&setup)).mean, 1e-9);
    assert_true(fabs(validation->over_defaults.mean - validation->gain.mean) > 0.01);
    tune_setup_free(&setup);
}
