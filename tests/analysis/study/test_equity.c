/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of chances to win a match agrees with whole matches, and with what must hold of any such table. */
#include "analysis/study/equity.h"

#include <string.h>

#include "sim/matches.h"
#include "tests/analysis/claims.h"

static Error error;

static Equity *solved(Schedule *schedule, Agent agents[2], const char *rules, const char *const names[2],
                      uint64_t boards)
{
    assert_true(schedule_make(schedule, rules, 2, true, &error));
    for (int i = 0; i < 2; i++)
        assert_true(agent_parse(&agents[i], names[i], &schedule->rules, &error));
    const EquityJob job = {
        .boards = {.schedule = schedule, .agents = agents, .boards = boards, .threads = 2},
        .alike = !strcmp(names[0], names[1]),
    };
    ArenaEnd end;
    Equity *equity = equity_play(&job, &end);
    assert_int_equal(end, ARENA_DONE);
    assert_non_null(equity);
    assert_true(equity_solve(equity, 2));
    return equity;
}

/* Short matches, so that all of it is met: Surs that end in the middle of the score, per shodam, ties, teams. */
static void the_table_agrees_with_whole_matches(void **state)
{
    (void)state;
    static const char *const RULES[] = {"pagat,target=20,sur_limit=12", "pagat,target=21,per_shodam=0,sur_limit=0",
                                        "pagat,players=4,target=25,sur_limit=10",
                                        "bicycle,target=15,sur_limit=30,clubs=most",
                                        "wikipedia,target=20,per_shodam=1"};
    static const char *const NAMES[] = {"greedy", "random"};
    enum { BOARDS = 3000 };
    for (size_t r = 0; r < COUNT(RULES); r++) {
        Schedule schedule;
        Agent agents[2];
        Equity *equity = solved(&schedule, agents, RULES[r], NAMES, 2000);
        const int target = schedule.rules.target;
        const int from[][2] = {{0, 0}, {target / 2, target / 3}, {target - 1, target - 1}, {target, target}};
        for (size_t i = 0; i < COUNT(from); i++) {
            MatchTally tally;
            schedule.scores[0] = (int16_t)from[i][0];
            schedule.scores[1] = (int16_t)from[i][1];
            schedule.match_rounds = MATCH_ROUNDS;
            const BoardsJob boards = {
                .schedule = &schedule, .agents = agents, .first = (uint64_t)1 << 50, .boards = BOARDS, .threads = 2};
            assert_int_equal(matches_play(&boards, &tally), ARENA_DONE);
            assert_int_equal(tally.voids.boards, 0);
            const Estimate first = equity_at(equity, from[i][0], from[i][1], true),
                           second = equity_at(equity, from[i][0], from[i][1], false),
                           matches = estimate_of(&tally.wins, schedule.seatings);
            const double table = (first.mean + second.mean) / 2;
            const double spread = hypot(matches.se, fmax(first.se, second.se));
            if (!(fabs(table - matches.mean) < 4.5 * spread))
                fail_msg("%s from %d/%d: %.4f by the table, %.4f by matches, standard error %.4f", RULES[r], from[i][0],
                         from[i][1], table, matches.mean, spread);
        }
        equity_free(equity);
    }
}

/* Between two players who are the same, one's chance is what the other's is not; a point more never hurts by more than the
   table errs where no limit of Surs is in between; chances lie between 0 and 1. */
static void a_table_of_equals_is_symmetric(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"greedy", "greedy"};
    Schedule schedule;
    Agent agents[2];
    Equity *equity = solved(&schedule, agents, "pagat,target=30,sur_limit=0", NAMES, 2000);
    for (int score = 0; score < 30; score++)
        for (int opponent = 0; opponent < 30; opponent++)
            for (int first = 0; first < 2; first++) {
                const Estimate here = equity_at(equity, score, opponent, first);
                const double there = equity_at(equity, opponent, score, !first).mean;
                assert_true(here.mean >= 0 && here.mean <= 1);
                assert_true(fabs(here.mean + there - 1) < 1e-12);
                if (score == 29) continue;
                const Estimate more = equity_at(equity, score + 1, opponent, first);
                assert_true(more.mean > here.mean - 4.5 * hypot(more.se, here.se) - 1e-9);
            }
    equity_free(equity);
}

/* The same whatever the threads. */
static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"greedy", "random"};
    Schedule schedule;
    Agent agents[2];
    Equity *two = solved(&schedule, agents, "pagat,target=15", NAMES, 1200);
    const EquityJob job = {.boards = {.schedule = &schedule, .agents = agents, .boards = 1200, .threads = 1}};
    ArenaEnd end;
    Equity *one = equity_play(&job, &end);
    assert_true(equity_solve(one, 1));
    for (int score = 0; score < 15; score++)
        for (int opponent = 0; opponent < 15; opponent++)
            assert_true(equity_at(one, score, opponent, true).mean == equity_at(two, score, opponent, true).mean);
    equity_free(one);
    equity_free(two);
}

static void situations_are_those_that_differ(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        int situations;
    } CASES[] = {{"pagat", 4}, {"pagat,sur_limit=0", 1}, {"pagat,sur_limit=100", 2}, {"pagat,target=50", 2}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Rules rules;
        assert_true(rules_parse(&rules, CASES[i].rules, &error));
        assert_int_equal(equity_situations(&rules), CASES[i].situations);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_agrees_with_whole_matches),
        cmocka_unit_test(a_table_of_equals_is_symmetric),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(situations_are_those_that_differ),
    };
    return cmocka_run_group_tests_name("study/equity", tests, NULL, NULL);
}
