/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/engine/claims.h"

#include "agents/agent.h"
#include "engine/solve.h"
#include "engine/table.h"
#include "tests/test.h"

static Agent agent_of(const char *text, const Rules *rules)
{
    Agent agent;
    Error error;
    if (!agent_parse(&agent, text, rules, &error)) fail_msg("%s", error.text);
    return agent;
}

/* Plays the round on: the oracle for the seats of `seats`, greedy for the others. Checks that its plays are legal. */
static void play_on(Round *round, const Rules *rules, const Agent *oracle, void *memory, unsigned seats, Rng *rng)
{
    Agent greedy = agent_of("greedy", rules);
    while (!table_over(&round->table)) {
        CardSet hand = round_hand(round), play;
        if (seats >> round->table.turn & 1) {
            play = oracle->kind->choose_open(oracle, memory, rules, round, rng);
        } else {
            View view = {.rules = rules, .table = &round->table, .hand = hand, .seat = round->table.turn};
            play = greedy.kind->choose(&greedy, NULL, &view, rng);
        }
        assert_play_legal(rules, round, play);
        round_play(round, rules, play);
    }
}

/* Against any play of the other side it gets at least the exact value. */
TEST(gets_what_the_position_is_scoring)
{
    static SolveEntry entries[1 << 14];
    Solver solver;
    solver_init(&solver, entries, COUNT(entries));
    Rng rng = rng_for(9, 1, PURPOSE_TEST);
    Rules rules = rules_of("pagat");
    Agent oracle = agent_of("oracle", &rules);
    void *memory = oracle.kind->memory_open(&oracle, &rules);
    assert_non_null(memory);
    for (int i = 0; i < 12; i++) {
        Round round = random_round(&rules, 16 + 2 * i, &rng);
        CardSet plays[MAX_MOVES];
        int values[MAX_MOVES], value = INT16_MIN, points[MAX_SIDES], side = table_side(&round.table, &rules);
        const int count = moves_list(plays, round_hand(&round), round.table.pool, NULL);
        solve_plays(values, &solver, &round, &rules, plays, count);
        for (int k = 0; k < count; k++)
            value = values[k] > value ? values[k] : value;
        play_on(&round, &rules, &oracle, memory, 1u << round.table.turn, &rng);
        count_points(points, &round.table, &rules);
        assert_true(points[side] - points[!side] >= value);
    }
    oracle.kind->memory_close(memory);
}

TEST(is_marked_as_cheating)
{
    Rules rules = rules_of("pagat");
    Agent oracle = agent_of("oracle", &rules);
    assert_non_null(strstr(oracle.kind->help, "CHEATS"));
    assert_true(agent_has(&oracle, TRAIT_CHEATS) && !oracle.kind->choose);
}
