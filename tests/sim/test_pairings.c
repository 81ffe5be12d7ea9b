/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairings give what single runs give, in order, for any number of threads. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/alone.h"
#include "tests/test.h"

enum { BOARDS = 40, AGENTS = 3, MOST = 8 };

typedef struct {
    const Schedule *schedule;
    size_t pairings;
    uint64_t next;
    int64_t diff[MOST][BOARDS][MAX_SEATS];
} Seen;

static bool take(void *arg, uint64_t board, size_t pairing, const BoardPoints *result)
{
    Seen *seen = arg;
    assert_int_equal(board * seen->pairings + pairing, seen->next++);
    assert_true(result->played);
    for (int i = 0; i < seen->schedule->agents; i++)
        seen->diff[pairing][board][i] = points_diff(result, seen->schedule, i);
    return true;
}

typedef struct {
    const Schedule *schedule;
    int64_t matches[MOST], voids[MOST]; /* [pairing]: that its first agent won; boards */
} Won;

static bool take_match(void *arg, uint64_t board, size_t pairing, const BoardPoints *result)
{
    Won *won = arg;
    (void)board;
    won->voids[pairing] += !result->played;
    for (int seating = 0; result->played && seating < won->schedule->seatings; seating++) {
        int all = 0;
        for (int side = 0; side < won->schedule->rules.sides; side++)
            all += result->points[seating][side];
        assert_int_equal(all, 1);
        won->matches[pairing] += schedule_sum(won->schedule, seating, 0, result->points[seating]);
    }
    return true;
}

static void play(Seen *seen, const char *text, const Pairing *pairings, size_t count, int seated, int threads,
                 Schedule *schedule, Agent agents[AGENTS])
{
    static const char *const NAMES[AGENTS] = {"greedy", "random", "tactic"};
    Error error;
    assert_true(schedule_make(schedule, text, seated, true, &error));
    for (int i = 0; i < AGENTS; i++)
        assert_true(agent_parse(&agents[i], NAMES[i], &schedule->rules, &error));
    *seen = (Seen){.schedule = schedule, .pairings = count};
    const BoardsJob all = {.schedule = schedule,
                           .agents = agents,
                           .agent_count = AGENTS,
                           .pairings = pairings,
                           .pairing_count = count,
                           .boards = BOARDS,
                           .threads = threads};
    assert_int_equal(boards_play_points(&all, take, seen, NULL), ARENA_DONE);
    assert_int_equal(seen->next, BOARDS * count);
}

TEST(two_of_three_play_as_in_a_run_of_their_own)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,players=4,teams=0"};
    static const Pairing PAIRINGS[] = {{{0, 1}}, {{0, 2}}, {{1, 2}}, {{2, 0}}};
    for (size_t r = 0; r < 4; r++) {
        static Seen seen;
        Schedule schedule;
        Agent agents[AGENTS];
        play(&seen, RULES[r], PAIRINGS, 4, 2, 2, &schedule, agents);
        for (size_t m = 0; m < 4; m++) {
            const Agent pair[2] = {agents[PAIRINGS[m].agents[0]], agents[PAIRINGS[m].agents[1]]};
            const BoardsJob alone = {.schedule = &schedule, .agents = pair, .boards = BOARDS, .threads = 1};
            Sums total = {0};
            assert_int_equal(boards_add_up(&alone, &BOARDS_MEASURED, &(StretchRun){.sums = &total}), ARENA_DONE);
            for (int i = 0; i < 2; i++) {
                int64_t sum = 0;
                for (int board = 0; board < BOARDS; board++)
                    sum += seen.diff[m][board][i];
                assert_int_equal(sum, sums_x(&total, i, SUM_diff));
            }
            sums_free(&total);
        }
        for (int i = 0; i < AGENTS; i++)
            agent_free(&agents[i]);
    }
}

TEST(threads_change_nothing)
{
    static const Pairing PAIRINGS[] = {{{0, 1, 2}}, {{2, 1, 0}}};
    static Seen one, five;
    Schedule schedule;
    Agent agents[AGENTS];
    play(&one, "pagat,players=3", PAIRINGS, 2, 3, 1, &schedule, agents);
    play(&five, "pagat,players=3", PAIRINGS, 2, 3, 5, &schedule, agents);
    assert_memory_equal(one.diff, five.diff, sizeof one.diff);
}

/* Matches of two of three are those of a run of their own, for any number of threads: who won, and which board has no
   end. */
TEST(matches_are_those_of_a_run_of_their_own)
{
    static const char *const RULES[] = {"pagat,target=30", "pagat,players=3,target=20", "pagat,players=4,target=20",
                                        "pagat,players=4,teams=0,target=20"};
    static const char *const NAMES[AGENTS] = {"greedy", "random", "tactic"};
    static const Pairing PAIRINGS[] = {{{0, 1}}, {{0, 2}}, {{2, 1}}};
    for (size_t r = 0; r < 4; r++) {
        static Won won[2];
        Schedule schedule;
        Agent agents[AGENTS];
        Error error;
        assert_true(schedule_make(&schedule, RULES[r], 2, true, &error));
        schedule.match_rounds = 4;
        for (int i = 0; i < AGENTS; i++)
            assert_true(agent_parse(&agents[i], NAMES[i], &schedule.rules, &error));
        for (int threads = 1; threads <= 2; threads++) {
            won[threads - 1] = (Won){.schedule = &schedule};
            const BoardsJob all = {.schedule = &schedule,
                                   .agents = agents,
                                   .agent_count = AGENTS,
                                   .pairings = PAIRINGS,
                                   .pairing_count = 3,
                                   .boards = BOARDS,
                                   .threads = threads};
            assert_int_equal(boards_play_points(&all, take_match, &won[threads - 1], NULL), ARENA_DONE);
        }
        assert_memory_equal(&won[0], &won[1], sizeof won[0]);
        for (size_t m = 0; m < 3; m++) {
            const Agent pair[2] = {agents[PAIRINGS[m].agents[0]], agents[PAIRINGS[m].agents[1]]};
            const BoardsJob alone = {.schedule = &schedule, .agents = pair, .boards = BOARDS, .threads = 1};
            Sums total = {0};
            assert_int_equal(boards_add_up(&alone, &BOARDS_MEASURED, &(StretchRun){.sums = &total}), ARENA_DONE);
            assert_int_equal(total.voids.boards, won[0].voids[m]);
            assert_true(won[0].voids[m] < BOARDS);
            assert_int_equal(sums_x(&total, 0, SUM_wins), won[0].matches[m] * win_scale(schedule.rules.sides));
            sums_free(&total);
        }
        agents_free(agents, AGENTS);
    }
}

/* Scores belong to the places at a table: of many agents the last have them as well as the first. */
TEST(any_pair_of_many_agents_begins_with_the_scores_of_the_schedule)
{
    enum { MANY = 40 };
    Schedule schedule;
    Agent agents[MANY];
    Players players;
    Error error;
    Board board;
    assert_true(schedule_make(&schedule, "pagat", 2, true, &error));
    schedule.scores[0] = 7;
    schedule.scores[1] = 11;
    for (int i = 0; i < MANY; i++)
        assert_true(agent_parse(&agents[i], "random", &schedule.rules, &error));
    assert_true(players_open(&players, &schedule, agents, MANY));
    for (uint16_t other = 1; other < MANY; other++) {
        const Pairing pairing = {{other, 0}};
        assert_true(board_play(&board, &players, &pairing, 3));
        for (int seating = 0; seating < 2; seating++) {
            assert_int_equal(board.games[seating].round.table.scores[seating], 7);
            assert_int_equal(board.games[seating].round.table.scores[!seating], 11);
        }
    }
    players_close(&players);
    agents_free(agents, MANY);
}
