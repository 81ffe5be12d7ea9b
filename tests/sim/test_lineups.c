/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line-ups that share games get what each would get alone. */
#include "tests/analysis/claims.h"

#include <stdio.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "sim/shared/lineups.h"

/* More than there is room for among the games that are looked through for equal ones. */
static void a_crowd_gets_what_each_gets_alone(void **state)
{
    (void)state;
    enum { CROWD = 6000, ALONE = 40, BOARDS = 2 };
    static Lineup seats[CROWD];
    Agent players[MAX_PLAYERS];
    Rules rules;
    Error error;
    Rng rng = rng_for(3, 0, PURPOSE_TEST);
    assert_true(rules_parse(&rules, "pagat,players=3", &error));
    for (int i = 0; i < MAX_PLAYERS; i++) {
        assert_true(agent_parse(&players[i], "tactic", &rules, &error));
        for (int tactic = 0; tactic < TACTIC_COUNT; tactic++)
            players[i].values[tactic] = 4 * rng_double(&rng) - 2;
    }
    for (int i = 0; i < CROWD; i++)
        for (int seat = 0; seat < rules.players; seat++)
            seats[i].seats[seat] = (uint8_t)rng_bounded(&rng, MAX_PLAYERS);
    Lineups crowd = {
        .rules = &rules, .seed = 3, .players = players, .player_count = MAX_PLAYERS, .lineups = seats, .count = CROWD};
    LineupTable *all = lineups_open(&crowd);
    assert_non_null(all);
    for (uint64_t board = 0; board < BOARDS; board++) {
        assert_true(lineups_play(all, board, 1));
        for (int i = 0; i < ALONE; i++) {
            Lineups alone = crowd;
            alone.lineups = &seats[i * (CROWD / ALONE)];
            alone.count = 1;
            LineupTable *one = lineups_open(&alone);
            assert_non_null(one);
            assert_true(lineups_play(one, board, 1));
            assert_memory_equal(lineups_diff(one, 0, 0), lineups_diff(all, 0, i * (CROWD / ALONE)),
                                (size_t)rules.sides * sizeof(int));
            lineups_close(one);
        }
    }
    lineups_close(all);
    for (int i = 0; i < MAX_PLAYERS; i++)
        agent_free(&players[i]);
}

/* Players of several kinds, so that some are asked one by one, and more sets of them than have a group of their own. */
static void a_block_gets_what_each_board_gets_alone(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "greedy",
        "counter",
        "random",
        "tactic",
        "tactic:only=",
        "tactic:only=leave_11",
        "tactic:leave_11=0",
        "tactic:leave_11=3",
        "tactic:jack_save=0",
        "tactic:many_cards=2",
        "tactic:count_cards=0",
        "tactic:high_trail=2",
        "tactic:rich_capture=2",
        "tactic:seek_clubs=-2",
    };
    enum { PLAYERS = sizeof TEXTS / sizeof *TEXTS, LINEUPS = PLAYERS * PLAYERS };
    Agent players[PLAYERS];
    Lineup seats[LINEUPS];
    LineupPair pairs[LINEUPS];
    Rules rules;
    Error error;
    assert_true(rules_parse(&rules, "pagat", &error));
    for (size_t i = 0; i < PLAYERS; i++)
        assert_true(agent_parse(&players[i], TEXTS[i], &rules, &error));
    for (size_t i = 0; i < LINEUPS; i++) {
        seats[i] = (Lineup){{(uint8_t)(i / PLAYERS), (uint8_t)(i % PLAYERS)}};
        pairs[i] = (LineupPair){(uint16_t)i, (uint16_t)(i * 7 % LINEUPS)};
    }
    Lineups lineups = {.rules = &rules,
                       .seed = 5,
                       .players = players,
                       .player_count = PLAYERS,
                       .lineups = seats,
                       .count = LINEUPS,
                       .pairs = pairs,
                       .pair_count = LINEUPS};
    int block = lineups_block(&lineups), plies = 0;
    assert_true(block > 1);
    LineupTable *all = lineups_open(&lineups), *one = lineups_open(&lineups);
    assert_non_null(all);
    assert_non_null(one);
    assert_true(lineups_play(all, 100, block));
    for (int place = 0; place < block; place++) {
        assert_true(lineups_play(one, 100 + (uint64_t)place, 1));
        plies += lineups_plies(one);
        for (int i = 0; i < (int)LINEUPS; i++) {
            assert_memory_equal(lineups_diff(one, 0, i), lineups_diff(all, place, i), 2 * sizeof(int));
            const Parting *alone = lineups_parting(one, 0, i), *here = lineups_parting(all, place, i);
            assert_int_equal(alone->ply, here->ply);
            if (alone->ply == NEVER) continue;
            assert_int_equal(alone->deal, here->deal);
            assert_int_equal(alone->total, here->total);
            assert_int_equal(alone->lead, here->lead);
        }
    }
    assert_int_equal(plies, lineups_plies(all));
    lineups_close(all);
    lineups_close(one);
    for (size_t i = 0; i < PLAYERS; i++)
        agent_free(&players[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_gets_what_each_gets_alone),
        cmocka_unit_test(a_block_gets_what_each_board_gets_alone),
    };
    return cmocka_run_group_tests_name("analysis/lineups", tests, NULL, NULL);
}
