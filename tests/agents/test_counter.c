/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference bot decides as its description says. */
#include "tests/engine/claims.h"

#include "agents/agent.h"
#include "engine/table.h"
#include "tests/test.h"

typedef struct {
    const char *hand, *pool, *mine, *theirs; /* the piles of seat 0 and seat 1 */
    int ply, last;                           /* side that captured last plus 1, 0: nobody */
} Position;

static CardSet cards_or_none(const char *text) { return text ? cards_of(text) : 0; }

/* What it plays in the seat to move, two players, pagat. */
static CardSet choice(Position position)
{
    Rules rules = rules_of("pagat");
    Table table = {.pool = cards_or_none(position.pool),
                   .piles = {cards_or_none(position.mine), cards_or_none(position.theirs)},
                   .ply = (uint8_t)position.ply,
                   .deal = (uint8_t)(position.ply / 8),
                   .last = (int8_t)(position.last - 1)};
    View view = {.rules = &rules, .table = &table, .hand = cards_of(position.hand)};
    Agent agent = {.kind = &AGENT_COUNTER};
    Rng rng = rng_make(1, 1);
    about_table(&rules, &table, view.hand);
    return AGENT_COUNTER.choose(&agent, NULL, &view, &rng);
}

#define PLAYS_CARDS(play, ...) assert_play_equal(choice((Position){__VA_ARGS__}), cards_of(play))

TEST(fears_what_the_next_player_may_hold)
{
    /* a three alone on the table is a Sur for an eight, a four for a seven: the one that nobody can hold */
    PLAYS_CARDS("3h", .hand = "3h4h", .theirs = "8c8d8h8s");
    PLAYS_CARDS("4h", .hand = "3h4h", .theirs = "7c7d7h7s");
    PLAYS_CARDS("3h", .hand = "3h4h", .theirs = "8c8d8h7s"); /* one eight against three sevens */
}

TEST(beats_greedy)
{
    enum { BOARDS = 300 };
    Rules rules = rules_of("pagat");
    int sum = 0;
    for (int board = 0; board < BOARDS; board++) {
        Rng cards = rng_for(3, (uint64_t)board, PURPOSE_CARDS), rng = rng_for(3, (uint64_t)board, PURPOSE_TEST);
        Pack pack;
        pack_deal(&pack, &rules, &cards);
        for (int first = 0; first < 2; first++) {
            Round round;
            round_start(&round, &rules, &pack, NULL);
            while (!table_over(&round.table)) {
                View view = {
                    .rules = &rules, .table = &round.table, .hand = round_hand(&round), .seat = round.table.turn};
                const AgentKind *kind = round.table.turn == first ? &AGENT_COUNTER : &AGENT_GREEDY;
                round_play(&round, &rules, kind->choose(NULL, NULL, &view, &rng));
            }
            int points[MAX_SIDES];
            count_points(points, &round.table, &rules);
            sum += points[first] - points[first ^ 1];
        }
    }
    assert_true(sum > 2 * BOARDS);
}
