/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference bot decides as its description says. */
#include "tests/engine/claims.h"

#include "agents/agent.h"
#include "engine/table.h"

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

static void takes_what_is_worth_most(void **state)
{
    (void)state;
    PLAYS_CARDS("AhTd", .hand = "Ah2h", .pool = "TdKs9s");
    PLAYS_CARDS("9h2c", .hand = "9hQh", .pool = "2c2dKs");
    PLAYS_CARDS("4h7s", .hand = "4h5h", .pool = "7s6c", .theirs = "7c7d7h5c5d5sJcJdJhJs"); /* the club left is safe */
    PLAYS_CARDS("5h6s", .hand = "5hTh", .pool = "6s");                                     /* a Sur */
}

static void trails_what_costs_least(void **state)
{
    (void)state;
    /* nothing unseen takes any of them: the ten of diamonds, the ace and the two of clubs cost, the nine does not */
    const char *gone = "AcAdAsTcThTsJcJdJhJs9c9d9h2d2h2s";
    PLAYS_CARDS("9s", .hand = "TdAh2c9s", .pool = "KsQs", .theirs = gone);
    /* to trail the ace costs 1.4 and is safe; the three lets four sixes of 21 unseen cards take it with 2c, which two
       cards hold with .345: .9 x 2.3 x .345 = .71; in the last deal who captured last pays .5 for the ace */
    gone = "7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsKcKdKhKs";
    PLAYS_CARDS("3h", .hand = "Ah3h", .pool = "2c", .theirs = gone, .ply = 44, .last = 2);
    PLAYS_CARDS("Ah", .hand = "Ah3h", .pool = "2c", .theirs = gone, .ply = 44, .last = 1);
    /* before the last deal the six is a Sur, too */
    PLAYS_CARDS("Ah", .hand = "Ah3h", .pool = "2c", .theirs = gone, .ply = 36, .last = 2);
}

static void fears_what_the_next_player_may_hold(void **state)
{
    (void)state;
    /* a three alone on the table is a Sur for an eight, a four for a seven: the one that nobody can hold */
    PLAYS_CARDS("3h", .hand = "3h4h", .theirs = "8c8d8h8s");
    PLAYS_CARDS("4h", .hand = "3h4h", .theirs = "7c7d7h7s");
    PLAYS_CARDS("3h", .hand = "3h4h", .theirs = "8c8d8h7s"); /* one eight against three sevens */
}

static void plays_legally(void **state)
{
    (void)state;
    char text[RULES_TEXT];
    Agent agent = {.kind = &AGENT_COUNTER};
    for (int i = 0; i < 1500; i++) {
        Rng rng = rng_for(21, (uint64_t)i, PURPOSE_TEST);
        random_rules(text, &rng);
        Rules rules = rules_of(i % 2 ? text : PRESET_RULES[i / 2 % PRESET_RULES_COUNT]);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        View view = {.rules = &rules, .table = &round.table, .hand = round_hand(&round), .seat = round.table.turn};
        assert_play_legal(&rules, &round, AGENT_COUNTER.choose(&agent, NULL, &view, &rng));
    }
}

static void beats_greedy(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_is_worth_most),
        cmocka_unit_test(trails_what_costs_least),
        cmocka_unit_test(fears_what_the_next_player_may_hold),
        cmocka_unit_test(plays_legally),
        cmocka_unit_test(beats_greedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
