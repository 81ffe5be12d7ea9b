/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
/* The table of chances to win a match agrees with whole matches, and with what must hold of any such table. */
#include "analysis/study/equity.h"

#include <string.h>

#include "sim/boards.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

static Error error;

/* Agents of the names up to NULL, one for each side; boards from `first` on. */
static Equity *solved_from(Schedule *schedule, Agent agents[EQUITY_SIDES], const char *rules, const char *const names[],
                           uint64_t first, uint64_t boards)
{
    int sides = 0;
    bool alike = true;
    for (; names[sides]; sides++)
        alike &= !strcmp(names[sides], names[0]);
    assert_true(schedule_make(schedule, rules, sides, true, &error));
    assert_int_equal(schedule->rules.sides, sides);
    for (int i = 0; i < sides; i++)
        assert_true(agent_parse(&agents[i], names[i], &schedule->rules, &error));
    const EquityJob job = {
        .boards = {.schedule = schedule, .agents = agents, .first = first, .boards = boards, .threads = 2},
        .alike = alike,
    };
    ArenaEnd end;
    Equity *equity = equity_play(&job, &end);
    assert_int_equal(end, ARENA_DONE);
    assert_non_null(equity);
    assert_true(equity_solve(equity, 2));
    return equity;
}

static Equity *solved(Schedule *schedule, Agent agents[EQUITY_SIDES], const char *rules, const char *const names[],
                      uint64_t boards)
{
    return solved_from(schedule, agents, rules, names, 0, boards);
}

/* From these scores, with each side in turn to play first. */
static void agrees_from(const Equity *equity, Schedule *schedule, const Agent agents[], const int scores[])
{
    enum { BOARDS = 3000 };
    Sums sums = {0};
    for (int side = 0; side < schedule->rules.sides; side++)
        schedule->scores[side] = (int16_t)scores[side];
    schedule->match_rounds = MATCH_ROUNDS;
    const BoardsJob boards = {
        .schedule = schedule, .agents = agents, .first = (uint64_t)1 << 50, .boards = BOARDS, .threads = 2};
    assert_int_equal(boards_add_up(&boards, &BOARDS_MEASURED, &(StretchRun){.sums = &sums}), ARENA_DONE);
    assert_int_equal(sums.voids.boards, 0);
    const Moments wins = sums_moments(&sums, 0, SUM_wins);
    const Estimate table = equity_at(equity, scores, EQUITY_EACH_FIRST, 0),
                   matches = estimate_of(&wins, board_scale(schedule, 0) * win_scale(schedule->rules.sides));
    const double spread = hypot(matches.se, table.se);
    sums_free(&sums);
    if (!(fabs(table.mean - matches.mean) < 4.5 * spread))
        fail_msg("target %d from %d/%d/%d: %.4f by the table, %.4f by matches, standard error %.4f",
                 schedule->rules.target, scores[0], scores[1], scores[2], table.mean, matches.mean, spread);
}

/* Short matches, so that all of it is met: Surs that end in the middle of the score, per shodam, ties, teams. */
TEST(the_table_agrees_with_whole_matches)
{
    static const char *const RULES[] = {"pagat,target=20,sur_limit=12", "pagat,target=21,per_shodam=0,sur_limit=0",
                                        "pagat,players=4,target=25,sur_limit=10",
                                        "bicycle,target=15,sur_limit=30,clubs=most",
                                        "wikipedia,target=20,per_shodam=1"};
    static const char *const NAMES[] = {"greedy", "random", NULL};
    for (size_t r = 0; r < COUNT(RULES); r++) {
        Schedule schedule;
        Agent agents[EQUITY_SIDES];
        Equity *equity = solved(&schedule, agents, RULES[r], NAMES, 8000);
        const int target = schedule.rules.target;
        const int from[][3] = {{0, 0}, {target / 2, target / 3}, {target - 1, target - 1}, {target, target}};
        for (size_t i = 0; i < COUNT(from); i++)
            agrees_from(equity, &schedule, agents, from[i]);
        equity_free(equity);
    }
}

/* Three agents of different strength; ties of two, ahead of the third by little or by much, and of three. */
TEST(the_table_of_three_agrees_with_whole_matches)
{
    static const char *const RULES[] = {"pagat,players=3,target=16,sur_limit=9",
                                        "pagat,players=3,target=12,sur_limit=14,per_shodam=0",
                                        "ru-baaz,target=14,per_shodam=1"};
    static const int BOARDS[COUNT(RULES)] = {8000, 8000, 2000}; /* without a limit of Surs all are of one situation */
    static const char *const NAMES[] = {"greedy", "random", "tactic", NULL};
    for (size_t r = 0; r < COUNT(RULES); r++) {
        Schedule schedule;
        Agent agents[EQUITY_SIDES];
        Equity *equity = solved(&schedule, agents, RULES[r], NAMES, (uint64_t)BOARDS[r]);
        schedule.fixed_order = true;
        const int t = schedule.rules.target;
        const int from[][3] = {{0, 0, 0},     {t / 2, t - 2, t / 3}, {t - 1, t - 1, t - 1},
                               {t, t - 3, t}, {t + 2, t + 2, 0},     {t - 1, t, t},
                               {t, t, t},     {1, t - 1, t - 4}};
        for (size_t i = 0; i < COUNT(from); i++)
            agrees_from(equity, &schedule, agents, from[i]);
        equity_free(equity);
    }
}

/* Between two players who are the same, one's chance is what the other's is not; a point more never hurts by more than
   the table errs where no limit of Surs is in between; chances lie between 0 and 1. */
TEST(a_table_of_equals_is_symmetric)
{
    static const char *const NAMES[] = {"greedy", "greedy", NULL};
    Schedule schedule;
    Agent agents[EQUITY_SIDES];
    Equity *equity = solved(&schedule, agents, "pagat,target=30,sur_limit=0", NAMES, 4000);
    for (int score = 0; score < 30; score++)
        for (int opponent = 0; opponent < 30; opponent++)
            for (int first = 0; first < 2; first++) {
                const Estimate here = equity_at(equity, (int[]){score, opponent}, first, 0);
                const double there = equity_at(equity, (int[]){opponent, score}, !first, 0).mean;
                assert_true(here.mean >= 0 && here.mean <= 1);
                assert_true(fabs(here.mean + there - 1) < 1e-12);
                if (score == 29) continue;
                const Estimate more = equity_at(equity, (int[]){score + 1, opponent}, first, 0);
                assert_true(more.mean > here.mean - 4.5 * hypot(more.se, here.se) - 1e-9);
            }
    equity_free(equity);
}

/* Three players who are the same: chances add up to 1, and it does not matter who is named first. */
TEST(a_table_of_three_equals_turns_with_the_seats)
{
    static const char *const NAMES[] = {"greedy", "greedy", "greedy", NULL};
    enum { TARGET = 10 };
    Schedule schedule;
    Agent agents[EQUITY_SIDES];
    Equity *equity = solved(&schedule, agents, "pagat,players=3,target=10,sur_limit=6", NAMES, 4000);
    for (int cell = 0; cell < TARGET * TARGET * TARGET; cell++) {
        const int scores[] = {cell % TARGET, cell / TARGET % TARGET, cell / TARGET / TARGET};
        const int turned[] = {scores[1], scores[2], scores[0]};
        for (int first = 0; first < 3; first++) {
            double sum = 0;
            for (int who = 0; who < 3; who++) {
                const double chance = equity_at(equity, scores, first, who).mean;
                assert_true(chance >= -1e-12 && chance <= 1 + 1e-12);
                assert_true(equity_at(equity, turned, (first + 2) % 3, (who + 2) % 3).mean == chance);
                sum += chance;
            }
            assert_true(fabs(sum - 1) < 1e-12);
        }
    }
    assert_true(fabs(equity_at(equity, (int[]){3, 3, 3}, EQUITY_EACH_FIRST, 1).mean - 1.0 / 3) < 1e-12);
    equity_free(equity);
}

/* Intervals of 95 % from few boards, against what many others say; 3.2 standard deviations of chance are let pass. */
TEST(intervals_miss_one_in_twenty)
{
    enum { TRIALS = 200, BOARDS = 1600, MANY = 100000 };
    static const char RULES[] = "pagat,target=12,sur_limit=8";
    static const char *const NAMES[] = {"greedy", "random", NULL};
    static const int SCORES[][EQUITY_SIDES] = {{0, 0}, {6, 4}, {10, 10}, {2, 9}};
    Schedule schedule;
    Agent agents[EQUITY_SIDES];
    int misses[COUNT(SCORES)] = {0};
    Equity *truth = solved_from(&schedule, agents, RULES, NAMES, (uint64_t)1 << 40, MANY);
    for (int trial = 0; trial < TRIALS; trial++) {
        Equity *equity = solved_from(&schedule, agents, RULES, NAMES, (uint64_t)trial * BOARDS, BOARDS);
        for (size_t i = 0; i < COUNT(SCORES); i++) {
            const Estimate estimate = equity_at(equity, SCORES[i], 0, 0);
            const Interval interval = equity_interval(&estimate, USUAL_ALPHA);
            const double chance = equity_at(truth, SCORES[i], 0, 0).mean;
            misses[i] += chance < interval.low || chance > interval.high;
        }
        equity_free(equity);
    }
    equity_free(truth);
    for (size_t i = 0; i < COUNT(SCORES); i++)
        if (misses[i] < 1 || misses[i] > 20)
            fail_msg("from %d-%d %d of %d intervals miss", SCORES[i][0], SCORES[i][1], misses[i], (int)TRIALS);
}

/* Where every pair of scores is played by itself, agents that do not care must come to the same chances. */
TEST(pairs_by_themselves_agree_with_whole_matches)
{
    static const char *const NAMES[2][3] = {{"greedy", "random", NULL}, {"greedy", "greedy", NULL}};
    for (int kind = 0; kind < 2; kind++) {
        Schedule schedule;
        Agent agents[EQUITY_SIDES];
        assert_true(schedule_make(&schedule, "pagat,target=8,sur_limit=10", 2, true, &error));
        for (int i = 0; i < 2; i++)
            assert_true(agent_parse(&agents[i], NAMES[kind][i], &schedule.rules, &error));
        assert_int_equal(equity_situations(&schedule.rules, true), 8 * 8 + 3);
        const EquityJob job = {.boards = {.schedule = &schedule, .agents = agents, .boards = 67 * 300, .threads = 2},
                               .alike = kind == 1,
                               .apart = true};
        ArenaEnd end;
        Equity *equity = equity_play(&job, &end);
        assert_non_null(equity);
        assert_true(equity_solve(equity, 2));
        const int from[][3] = {{0, 5}, {6, 3}, {7, 2}, {2, 7}};
        for (size_t i = 0; i < COUNT(from); i++)
            agrees_from(equity, &schedule, agents, from[i]);
        if (kind == 0) agrees_from(equity, &schedule, agents, (int[]){9, 9, 0});
        equity_free(equity);
    }
}

TEST(situations_are_those_that_differ)
{
    static const struct {
        const char *rules;
        int situations;
    } CASES[] = {{"pagat", 4},
                 {"pagat,sur_limit=0", 1},
                 {"pagat,sur_limit=100", 2},
                 {"pagat,target=50", 2},
                 {"pagat,players=3", 8},
                 {"pagat,players=3,sur_limit=0", 1},
                 {"pagat,players=3,sur_limit=100", 5}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Rules rules;
        assert_true(rules_parse(&rules, CASES[i].rules, &error));
        assert_int_equal(equity_situations(&rules, false), CASES[i].situations);
    }
}
