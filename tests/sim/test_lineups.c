/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line-ups that share games get what each would get alone. */
#include "tests/analysis/claims.h"

#include <stdio.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "sim/boards.h"
#include "sim/lineups.h"
#include "sim/measures.h"

/* More than there is room for among the games that are looked through for equal ones. */
static void a_crowd_gets_what_each_gets_alone(void **state)
{
    (void)state;
    enum { CROWD = 6000, ALONE = 40, BOARDS = 2 };
    static Lineup list[CROWD];
    Agent players[MAX_LINEUP_PLAYERS];
    Schedule schedule;
    Error error;
    Rng rng = rng_for(3, 0, PURPOSE_TEST);
    assert_true(schedule_make(&schedule, "pagat", 3, true, &error));
    for (int i = 0; i < MAX_LINEUP_PLAYERS; i++) {
        assert_true(agent_parse(&players[i], "tactic", &schedule.rules, &error));
        for (int tactic = 0; tactic < TACTIC_COUNT; tactic++)
            players[i].values[tactic] = 4 * rng_double(&rng) - 2;
    }
    for (int i = 0; i < CROWD; i++)
        for (int place = 0; place < schedule.agents; place++)
            list[i].players[place] = (uint8_t)rng_bounded(&rng, MAX_LINEUP_PLAYERS);
    Lineups crowd = {
        .schedule = &schedule, .players = players, .player_count = MAX_LINEUP_PLAYERS, .lineups = list, .count = CROWD};
    LineupTable *all = lineups_open(&crowd);
    assert_non_null(all);
    for (uint64_t board = 0; board < BOARDS; board++) {
        assert_true(lineups_play(all, board, 1));
        for (int i = 0; i < ALONE; i++) {
            Lineups alone = crowd;
            alone.lineups = &list[i * (CROWD / ALONE)];
            alone.count = 1;
            LineupTable *one = lineups_open(&alone);
            assert_non_null(one);
            assert_true(lineups_play(one, board, 1));
            for (int seating = 0; seating < schedule.seatings; seating++)
                assert_memory_equal(lineups_diff(one, 0, seating, 0),
                                    lineups_diff(all, 0, seating, i * (CROWD / ALONE)), 3 * sizeof(int));
            lineups_close(one);
        }
    }
    lineups_close(all);
    for (int i = 0; i < MAX_LINEUP_PLAYERS; i++)
        agent_free(&players[i]);
}

/* Players of several kinds, so that some are asked one by one, and more sets of them than have a batch of their own. */
static void a_block_gets_what_each_board_gets_alone(void **state)
{
    (void)state;
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
        "tactic:rich_capture=2",
        "tactic:seek_clubs=-2",
    };
    enum { PLAYERS = sizeof TEXTS / sizeof *TEXTS, LINEUPS = PLAYERS * PLAYERS };
    Agent players[PLAYERS];
    Lineup list[LINEUPS];
    LineupPair pairs[LINEUPS];
    Schedule schedule;
    Error error;
    assert_true(schedule_make(&schedule, "pagat", 2, true, &error));
    schedule.seed = 5;
    for (size_t i = 0; i < PLAYERS; i++)
        assert_true(agent_parse(&players[i], TEXTS[i], &schedule.rules, &error));
    for (size_t i = 0; i < LINEUPS; i++) {
        list[i] = (Lineup){{(uint8_t)(i / PLAYERS), (uint8_t)(i % PLAYERS)}};
        pairs[i] = (LineupPair){(uint16_t)i, (uint16_t)(i * 7 % LINEUPS)};
    }
    Lineups lineups = {.schedule = &schedule,
                       .players = players,
                       .player_count = PLAYERS,
                       .lineups = list,
                       .count = LINEUPS,
                       .pairs = pairs,
                       .pair_count = LINEUPS};
    int block = lineups_block(&lineups);
    assert_true(block > 1);
    LineupTable *all = lineups_open(&lineups), *one = lineups_open(&lineups);
    assert_non_null(all);
    assert_non_null(one);
    assert_true(lineups_play(all, 100, block));
    for (int place = 0; place < block; place++) {
        assert_true(lineups_play(one, 100 + (uint64_t)place, 1));
        for (int k = 0; k < 2 * (int)LINEUPS; k++) {
            int seating = k % 2, i = k / 2;
            assert_memory_equal(lineups_diff(one, 0, seating, i), lineups_diff(all, place, seating, i),
                                2 * sizeof(int));
            const Divergence *alone = lineups_divergence(one, 0, seating, i),
                             *here = lineups_divergence(all, place, seating, i);
            assert_int_equal(alone->ply, here->ply);
            if (alone->ply == NEVER) continue;
            assert_int_equal(alone->deal, here->deal);
            assert_int_equal(alone->total, here->total);
            assert_int_equal(alone->lead, here->lead);
        }
    }
    lineups_close(all);
    lineups_close(one);
    for (size_t i = 0; i < PLAYERS; i++)
        agent_free(&players[i]);
}

/* A line-up scores what the runner of boards gives the same agents, so what tactics measures, sim repeats. */
static void a_line_up_scores_what_a_board_of_its_own_gives(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {"tactic", "tactic:deny_sur=0", "random", "counter", "ismcts:iters=20,keep=0"};
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,players=4,teams=0"};
    enum { PLAYERS = sizeof TEXTS / sizeof *TEXTS, LINEUPS = 2 * (PLAYERS - 2), BOARDS = 4 };
    for (size_t r = 0; r < sizeof RULES / sizeof *RULES; r++) {
        Agent agents[PLAYERS];
        Lineup list[LINEUPS];
        Schedule schedule;
        Players players;
        Board board;
        Error error;
        assert_true(schedule_make(&schedule, RULES[r], 2, true, &error));
        for (size_t i = 0; i < PLAYERS; i++)
            assert_true(agent_parse(&agents[i], TEXTS[i], &schedule.rules, &error));
        for (size_t i = 0; i < LINEUPS; i++)
            list[i] = (Lineup){{(uint8_t)(i % 2), (uint8_t)(2 + i / 2)}};
        const Lineups lineups = {
            .schedule = &schedule, .players = agents, .player_count = PLAYERS, .lineups = list, .count = LINEUPS};
        LineupTable *table = lineups_open(&lineups);
        assert_non_null(table);
        assert_true(players_open(&players, &schedule, agents, PLAYERS));
        for (uint64_t index = 0; index < BOARDS; index++) {
            assert_true(lineups_play(table, index, 1));
            for (int i = 0; i < (int)LINEUPS; i++) {
                const Pairing pairing = {{list[i].players[0], list[i].players[1]}};
                assert_true(board_play(&board, &players, &pairing, index));
                for (int seating = 0; seating < schedule.seatings; seating++) {
                    int points[MAX_SIDES], diff[MAX_SIDES];
                    side_points(points, board.games[seating].counts, schedule.rules.sides);
                    diff_units(diff, points, schedule.rules.sides);
                    assert_memory_equal(lineups_diff(table, 0, seating, i), diff,
                                        (size_t)schedule.rules.sides * sizeof *diff);
                }
            }
        }
        players_close(&players);
        lineups_close(table);
        for (size_t i = 0; i < PLAYERS; i++)
            agent_free(&agents[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_gets_what_each_gets_alone),
        cmocka_unit_test(a_block_gets_what_each_board_gets_alone),
        cmocka_unit_test(a_line_up_scores_what_a_board_of_its_own_gives),
    };
    return cmocka_run_group_tests_name("sim/lineups", tests, NULL, NULL);
}
