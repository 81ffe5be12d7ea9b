/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line-ups that share games get what each would get alone. */
#include "tests/analysis/claims.h"

#include <stdio.h>
#include <string.h>

#include "agents/tactics.h"
#include "analysis/lineups.h"

/* More than there is room for among the games that are looked through for equal ones. */
static void a_crowd_gets_what_each_gets_alone(void **state)
{
    (void)state;
    enum { CROWD = 6000, ALONE = 40, BOARDS = 2 };
    static Lineup seats[CROWD];
    Agent players[MAX_PLAYERS];
    Rules rules;
    char error[256];
    Rng rng = rng_for(3, 0, PURPOSE_TEST);
    assert_true(rules_parse(&rules, "pagat,players=3", error, sizeof error));
    for (int i = 0; i < MAX_PLAYERS; i++) {
        assert_true(agent_parse(&players[i], "tactic", error, sizeof error));
        agent_settle(&players[i], &rules);
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
        assert_true(lineups_play(all, board));
        for (int i = 0; i < ALONE; i++) {
            Lineups alone = crowd;
            alone.lineups = &seats[i * (CROWD / ALONE)];
            alone.count = 1;
            LineupTable *one = lineups_open(&alone);
            assert_non_null(one);
            assert_true(lineups_play(one, board));
            assert_memory_equal(lineups_diff(one, 0), lineups_diff(all, i * (CROWD / ALONE)),
                                (size_t)rules.sides * sizeof(int));
            lineups_close(one);
        }
    }
    lineups_close(all);
    for (int i = 0; i < MAX_PLAYERS; i++)
        agent_free(&players[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_gets_what_each_gets_alone),
    };
    return cmocka_run_group_tests_name("analysis/lineups", tests, NULL, NULL);
}
