/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's views, exact values and advice. */
#include <math.h>
#include <string.h>

#include "agents/planner/chances.h"
#include "engine/solve.h"
#include "library/pasur.h"
#include "sim/advise.h"
#include "tests/engine/about.h"

static pasur_error error;

/* A round by these rules after so many plays, each the first of the list. */
static pasur_round *round_after(const pasur_rules *rules, int plies)
{
    pasur_cards plays[PASUR_LEGAL];
    pasur_round *round = pasur_round_new(rules, &error);
    while (pasur_round_ply(round) < plies) {
        pasur_round_legal(round, plays);
        assert_int_equal(pasur_round_play(round, plays[0], &error), PASUR_OK);
    }
    return round;
}

static void views_show_what_a_seat_knows(void **state)
{
    (void)state;
    pasur_rules *rules = pasur_rules_new("pagat", 3, &error);
    pasur_round *round = round_after(rules, 20);
    pasur_view view;
    for (int seat = 0; seat < 3; seat++) {
        pasur_round_view(&view, round, seat);
        assert_int_equal(view.seat, seat);
        assert_cards_equal(view.hand, pasur_round_hand(round, seat));
        assert_cards_equal(view.pool, pasur_round_pool(round));
        for (int side = 0; side < 3; side++)
            assert_cards_equal(view.piles[side], pasur_round_pile(round, side));
        assert_int_equal(view.ply, 20);
        assert_int_equal(view.deal, 1);
        assert_true(view.history_known);
        assert_int_equal(__builtin_popcountll(view.first_pool), 4);
        assert_true(view.history[19] && !view.history[20]);
    }
    pasur_round_free(round);
    pasur_rules_free(rules);
}

static void values_are_the_solvers(void **state)
{
    (void)state;
    enum { ENTRIES = 1 << 16 };
    static SolveEntry table[ENTRIES];
    static SolvePlay beside[MAX_MOVES];
    static Solver solver;
    pasur_cards plays[PASUR_LEGAL], legal[PASUR_LEGAL];
    int32_t values[PASUR_LEGAL];
    size_t count = 0;
    Rules own;
    assert_true(rules_parse(&own, "pagat,players=2", &(Error){.system = false}));
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error), *three = pasur_rules_new("pagat", 3, &error);
    pasur_round *round = round_after(rules, 34), *other = round_after(three, 40);
    /* the same position of the engine's */
    Rng rng = rng_for(1, 0, PURPOSE_CARDS);
    Pack pack;
    Round engine;
    pack_deal(&pack, &own, &rng);
    round_start(&engine, &own, &pack, NULL);
    for (int ply = 0; ply < 34; ply++) {
        moves_list(plays, round_hand(&engine), engine.table.pool, NULL);
        round_play(&engine, &own, plays[0]);
    }
    int found;
    solver_init(&solver, table, ENTRIES);
    assert_true(solve_plays(beside, &found, &solver, &engine, &own));
    assert_int_equal(pasur_solve(round, plays, values, &count, &error), PASUR_OK);
    assert_int_equal(count, found);
    assert_int_equal(pasur_round_legal(round, legal), count);
    for (int i = 0; i < found; i++) {
        assert_cards_equal(plays[i], legal[i]);
        assert_cards_equal(plays[i], beside[i].play);
        assert_int_equal(values[i], beside[i].value);
    }
    assert_int_equal(pasur_solve(other, plays, values, &count, &error), PASUR_INPUT);
    pasur_round_free(round);
    pasur_round_free(other);
    pasur_rules_free(rules);
    pasur_rules_free(three);
}

static void advice_is_the_programs(void **state)
{
    (void)state;
    static pasur_advice advice[PASUR_LEGAL];
    static Advice beside;
    size_t count, choice;
    Error why;
    Agent agent;
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
    pasur_round *round = round_after(rules, 30);
    pasur_agent *asked = pasur_agent_new(rules, "ismcts", &error);
    pasur_view view;
    pasur_round_view(&view, round, pasur_round_turn(round));
    const pasur_advise_options options = {.seed = 4, .iterations = 800, .threads = 2};
    assert_int_equal(pasur_advise(asked, &view, &options, advice, &count, &choice, &error), PASUR_OK);

    Rules own;
    assert_true(rules_parse(&own, "pagat,players=2", &why));
    Table table = {.pool = view.pool, .ply = 30, .deal = 3, .last = (int8_t)view.last};
    for (int side = 0; side < 2; side++) {
        table.piles[side] = view.piles[side];
        table.surs[side] = (uint8_t)view.surs[side];
    }
    const View seen = {
        .rules = &own, .table = &table, .hand = view.hand, .first_pool = view.first_pool, .history = view.history};
    assert_true(agent_parse(&agent, "ismcts", &own, &why));
    const AdviseTask task = {
        .agent = &agent, .view = &seen, .seed = 4, .iterations = 800, .threads = 1, .measured = true};
    assert_true(advise(&beside, &task, NULL, NULL, &why));
    agent_free(&agent);
    assert_int_equal(count, beside.count);
    assert_int_equal(choice, beside.choice);
    for (size_t i = 0; i < count; i++) {
        assert_cards_equal(advice[i].play, beside.plays[i].play);
        assert_true(advice[i].value == beside.plays[i].value && advice[i].low == beside.plays[i].low);
        assert_int_equal(advice[i].visits, beside.plays[i].visits);
    }

    const pasur_advise_options few = {.iterations = 5}, no_time = {.seconds = 0}, odd = {.seconds = NAN};
    assert_int_equal(pasur_advise(asked, &view, &few, advice, &count, &choice, &error), PASUR_INPUT);
    assert_int_equal(pasur_advise(asked, &view, &no_time, advice, &count, &choice, &error), PASUR_INPUT);
    const pasur_advise_options crowd = {.iterations = 100, .threads = 5000};
    assert_int_equal(pasur_advise(asked, &view, &crowd, advice, &count, &choice, &error), PASUR_INPUT);
    assert_int_equal(pasur_advise(asked, &view, &odd, advice, &count, &choice, &error), PASUR_INPUT);
    pasur_agent *oracle = pasur_agent_new(rules, "oracle", &error);
    assert_int_equal(pasur_advise(oracle, &view, &options, advice, &count, &choice, &error), PASUR_INPUT);
    pasur_agent_free(oracle);
    pasur_agent_free(asked);
    pasur_round_free(round);
    pasur_rules_free(rules);
}

static void chances_are_the_programs(void **state)
{
    (void)state;
    static pasur_chances chances[PASUR_LEGAL];
    static Chances beside;
    pasur_chance ranks[PASUR_RANKS];
    pasur_cards legal[PASUR_LEGAL];
    size_t count;
    Error why;
    Rules own;
    assert_true(rules_parse(&own, "pagat,players=2", &why));
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
    pasur_round *round = round_after(rules, 28);
    pasur_view view;
    pasur_round_view(&view, round, pasur_round_turn(round));
    assert_int_equal(pasur_chances_find(chances, &count, ranks, rules, &view, 4, &error), PASUR_OK);
    Table table = {.pool = view.pool, .ply = 28, .deal = 3, .last = (int8_t)view.last};
    for (int side = 0; side < 2; side++) {
        table.piles[side] = view.piles[side];
        table.surs[side] = (uint8_t)view.surs[side];
    }
    const View seen = {
        .rules = &own, .table = &table, .hand = view.hand, .first_pool = view.first_pool, .history = view.history};
    beside.count = moves_list(beside.plays, view.hand, view.pool, NULL);
    assert_true(chances_find(&beside, &seen, CHANCES_DEALS, 4));
    assert_int_equal(pasur_view_legal(&view, legal), count);
    assert_int_equal(beside.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_cards_equal(chances[i].play, legal[i]);
        assert_true(chances[i].capture.counted == beside.of[i].capture.counted.value);
        assert_true(chances[i].sur.told == beside.of[i].sur.told.value);
        assert_true(chances[i].clubs[1].told_low == beside.of[i].clubs[1].told.low);
    }
    assert_true(ranks[JACK].told == beside.ranks[JACK].told.value);
    view.pool |= view.hand;
    assert_int_equal(pasur_chances_find(chances, &count, NULL, rules, &view, 4, &error), PASUR_INPUT);
    pasur_round_free(round);
    pasur_rules_free(rules);
}

/* ---- a view that cannot be is refused, whatever is wrong with it */

static const pasur_agent *judge;

static int advised(const pasur_view *view)
{
    static pasur_advice advice[PASUR_LEGAL];
    const pasur_advise_options options = {.seed = 1, .iterations = 100, .threads = 1};
    size_t count, choice;
    return pasur_advise(judge, view, &options, advice, &count, &choice, &error);
}

#define REFUSED(change)                                                                                                \
    do {                                                                                                               \
        pasur_view view = good;                                                                                        \
        change;                                                                                                        \
        assert_int_equal(advised(&view), PASUR_INPUT);                                                                 \
    } while (0)

static void views_are_checked(void **state)
{
    (void)state;
    pasur_view good;
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
    pasur_round *round = round_after(rules, 30);
    pasur_agent *agent = pasur_agent_new(rules, "greedy", &error);
    judge = agent;
    pasur_round_view(&good, round, pasur_round_turn(round));
    assert_int_equal(advised(&good), PASUR_OK);
    REFUSED(view.seat = 1);
    REFUSED(view.ply = 48);
    REFUSED(view.ply = -1);
    REFUSED(view.ply = 28);
    REFUSED(view.deal = 0);
    REFUSED(view.last = 2);
    REFUSED(view.last = 1 - view.last);
    REFUSED(view.surs[1] = -1);
    REFUSED(view.surs[0] += 1);
    REFUSED(view.surs[2] = 1);
    REFUSED(view.scores[0] = 30001);
    REFUSED(view.scores[3] = 1);
    REFUSED(view.piles[2] = view.piles[0]);
    REFUSED(view.piles[0] |= UINT64_C(1) << 60);
    REFUSED(view.hand = 0);
    REFUSED(view.hand |= view.pool);
    REFUSED(view.pool = 0);
    REFUSED(view.first_pool = 0);
    REFUSED(view.first_pool <<= 1);
    REFUSED(view.history[3] = 0);
    REFUSED(view.history[3] ^= 3);
    REFUSED(view.history[29] = view.history[28]);
    /* without the history, captured cards may be unknown */
    good.history_known = 0;
    assert_int_equal(advised(&good), PASUR_OK);
    good.piles[0] = 0;
    assert_int_equal(advised(&good), PASUR_OK);

    /* as people write it */
    pasur_view_words words = {.hand = "7h4cJdKs", .pool = "2c5d9h"};
    pasur_cards plays[PASUR_LEGAL];
    assert_int_equal(pasur_view_read(&good, rules, &words, &error), PASUR_OK);
    assert_false(good.history_known);
    assert_int_equal(pasur_view_legal(&good, plays), 4); /* the seven takes nothing, the four 2 + 5, the jack all */
    assert_int_equal(advised(&good), PASUR_OK);
    words.hand = "7h7h";
    assert_int_equal(pasur_view_read(&good, rules, &words, &error), PASUR_INPUT);
    words.hand = NULL;
    assert_int_equal(pasur_view_read(&good, rules, &words, &error), PASUR_INPUT);
    good.hand = good.pool;
    assert_int_equal(pasur_view_legal(&good, plays), 0);
    pasur_agent_free(agent);
    pasur_round_free(round);
    pasur_rules_free(rules);
}

/* Where hands lie open a view has them all, and they are checked. */
static void open_hands_are_shown(void **state)
{
    (void)state;
    pasur_view good;
    pasur_rules *rules = pasur_rules_new("pagat,open_hands=1", 3, &error);
    pasur_round *round = round_after(rules, 16);
    pasur_agent *agent = pasur_agent_new(rules, "tactic", &error);
    judge = agent;
    pasur_round_view(&good, round, pasur_round_turn(round));
    for (int seat = 0; seat < 3; seat++)
        assert_true(good.hands[seat] && good.hands[seat] == pasur_round_hand(round, seat));
    assert_int_equal(advised(&good), PASUR_OK);
    REFUSED(view.hands[0] = 0);
    REFUSED(view.hands[2] = view.hands[0]);
    REFUSED(view.hands[2] = view.pool);
    REFUSED(view.hands[view.seat] = view.hands[2]);
    pasur_view_words words = {.hand = "4c7h/AcAdTs/2h8h", .pool = "2c3h7dTd8s"};
    assert_int_equal(pasur_view_read(&good, rules, &words, &error), PASUR_INPUT);
    words.hand = "4c7h/AcAdTs/2h8h9h";
    assert_int_equal(pasur_view_read(&good, rules, &words, &error), PASUR_OK);
    assert_true(good.seat == 1 && good.hand == good.hands[1] && good.hands[0] && good.hands[2] && !good.hands[3]);
    pasur_agent_free(agent);
    pasur_round_free(round);
    pasur_rules_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_show_what_a_seat_knows),
        cmocka_unit_test(values_are_the_solvers),
        cmocka_unit_test(advice_is_the_programs),
        cmocka_unit_test(chances_are_the_programs),
        cmocka_unit_test(views_are_checked),
        cmocka_unit_test(open_hands_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
