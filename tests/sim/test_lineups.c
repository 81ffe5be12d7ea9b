/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* Line-ups that play the same boards, and take over decisions where they came to the same position, play what each plays
   by itself. */
#include "tests/engine/claims.h"

#include <string.h>

#include "tests/sim/alone.h"
#include "tests/test.h"

typedef struct {
    const BoardsJob *job;
    Players *alone;
} Check;

static bool board_check(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const Check *check = arg;
    const BoardsJob *job = check->job;
    const Schedule *schedule = job->schedule;
    (void)own, (void)failure;
    assert_false(whole->failed);
    for (size_t i = 0; i < job->pairing_count; i++) {
        static Board right;
        const Board *board = &whole->boards[0][i];
        assert_true(board_play(&right, check->alone, &job->pairings[i], whole->index));
        for (int seating = 0; seating < schedule->seatings; seating++) {
            const Game *game = &board->games[seating], *other = &right.games[seating];
            assert_memory_equal(&game->round.table, &other->round.table, sizeof game->round.table);
            assert_memory_equal(game->history, other->history, game->round.table.ply * sizeof *game->history);
            assert_memory_equal(game->captures, other->captures, sizeof game->captures);
            assert_memory_equal(game->counts, other->counts, schedule->rules.sides * sizeof *game->counts);
            assert_int_equal(board_value(board, seating), board_value(&right, seating));
        }
    }
    values[0] = 1;
    return true;
}

static const char *const TEXTS[] = {
    "greedy",
    "counter",
    "random",
    "tactic",
    "tactic:only=base_points",
    "tactic:only=deny_sur",
    "tactic:deny_sur=0",
    "tactic:deny_sur=3",
    "tactic:jack_face=0",
    "tactic:many_cards=2",
    "tactic:count_cards=0",
    "tactic:high_trail=2",
    "tactic:offer_declined=1",
    "tactic:seek_clubs=-2",
    "ismcts:iters=2,keep=0",
};

/* The agents in every pair. */
static void line_ups_check(const char *rules, uint64_t boards, size_t first, size_t count, uint64_t matches)
{
    static const char *const MEASURE[] = {"boards"};
    static Players alone;
    Agent players[COUNT(TEXTS)];
    Pairing list[COUNT(TEXTS) * COUNT(TEXTS)];
    Schedule schedule;
    Error error;
    Sums sums = {0};
    StretchRun stretch = {.shape = {.measures = MEASURE, .count = 1, .rows = 1}, .sums = &sums};
    assert_true(schedule_make(&schedule, rules, 2, true, &error));
    schedule.seed = 5;
    schedule.match_rounds = (int)matches;
    for (size_t i = 0; i < count; i++)
        assert_true(agent_parse(&players[i], TEXTS[first + i], &schedule.rules, &error));
    for (size_t i = 0; i < count * count; i++)
        list[i] = (Pairing){{(uint16_t)(i / count), (uint16_t)(i % count)}};
    const BoardsJob job = {.schedule = &schedule,
                           .agents = players,
                           .agent_count = count,
                           .pairings = list,
                           .pairing_count = count * count,
                           .first = 100,
                           .boards = boards,
                           .threads = 1};
    assert_true(players_open(&alone, &schedule, players, count));
    const Check check = {.job = &job, .alone = &alone};
    assert_int_equal(boards_add_up(&job, &(BoardsUse){.whole = board_check, .arg = &check}, &stretch), ARENA_DONE);
    assert_int_equal(sums_x(&sums, 0, 0), boards);
    sums_free(&sums);
    players_close(&alone);
    for (size_t i = 0; i < count; i++)
        agent_free(&players[i]);
}

TEST(line_ups_get_what_boards_of_their_own_give)
{
    line_ups_check("pagat", 40, 0, 12, 0);
    line_ups_check("pagat", 1, 10, 5, 0);
    line_ups_check("pagat,players=3", 1, 9, 6, 0);
    line_ups_check("pagat,players=4", 10, 0, 13, 0);
    line_ups_check("pagat,players=4,teams=0", 1, 10, 5, 0);
    line_ups_check("pagat", 6, 0, 12, MATCH_ROUNDS);
}
