/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds side by side: beside single rounds with the same plays, with planes and counts made card by card. */
#include <string.h>

#include "tests/library/side_by_side.h"

/* ---- single rounds, played along */

typedef struct {
    const pasur_rules *rules;
    pasur_round *round;
    pasur_cards last_plays[PASUR_SEATS];
    int last; /* the side that captured last, or -1 */
    uint64_t board;
} Along;

static void along_deal(Along *along, uint64_t board)
{
    pasur_round_deal(along->round, SEED, board);
    memset(along->last_plays, 0, sizeof along->last_plays);
    along->last = -1;
    along->board = board;
}

static void along_play(Along *along, pasur_cards play)
{
    const int seat = pasur_round_turn(along->round);
    assert_int_equal(pasur_round_play(along->round, play, &error), PASUR_OK);
    along->last_plays[seat] = play;
    if (set_count(play) > 1) along->last = pasur_rules_side(along->rules, seat);
}

static bool in_plane(const uint8_t *planes, int plane, int card)
{
    const uint8_t byte = planes[plane * PASUR_CARDS + card];
    assert_true(byte <= 1);
    return byte;
}

/* Card by card: what a seat sees. */
static void planes_hold(const uint8_t *planes, const Along *along, int seat)
{
    const int players = pasur_rules_players(along->rules), sides = pasur_rules_sides(along->rules);
    for (int card = 0; card < PASUR_CARDS; card++) {
        const pasur_cards one = UINT64_C(1) << card;
        const bool held = pasur_round_hand(along->round, seat) & one, lies = pasur_round_pool(along->round) & one;
        bool seen = held || lies;
        assert_int_equal(in_plane(planes, PASUR_PLANE_HAND, card), held);
        assert_int_equal(in_plane(planes, PASUR_PLANE_POOL, card), lies);
        for (int i = 0; i < PASUR_SEATS; i++) {
            const int other = (seat + i) % players, side = pasur_rules_side(along->rules, other);
            const bool taken = i < sides && pasur_round_pile(along->round, side) & one;
            const bool played = i < players && along->last_plays[other] & one;
            seen |= taken;
            assert_int_equal(in_plane(planes, PASUR_PLANE_PILES + i, card), taken);
            assert_int_equal(in_plane(planes, PASUR_PLANE_PLAYS + i, card), played);
        }
        assert_int_equal(in_plane(planes, PASUR_PLANE_UNSEEN, card), !seen);
    }
}

static void counts_hold(const int16_t *counts, const Along *along, int seat)
{
    const int players = pasur_rules_players(along->rules), sides = pasur_rules_sides(along->rules);
    pasur_count count[PASUR_SEATS];
    pasur_round_count(along->round, count);
    assert_int_equal(counts[PASUR_COUNT_PLY], pasur_round_ply(along->round));
    const int ply = pasur_round_ply(along->round);
    assert_int_equal(counts[PASUR_COUNT_DEAL], ply == PASUR_PLAYS ? PASUR_PLAYS / 4 / players - 1 : ply / 4 / players);
    for (int i = 0; i < PASUR_SEATS; i++) {
        const int other = (seat + i) % players, side = pasur_rules_side(along->rules, other);
        const pasur_count none = {0}, *of = i < sides ? &count[side] : &none;
        const int held = i < players ? set_count(pasur_round_hand(along->round, other)) : 0;
        assert_int_equal(counts[PASUR_COUNT_HANDS + i], held);
        assert_int_equal(counts[PASUR_COUNT_SURS + i], of->surs);
        assert_int_equal(counts[PASUR_COUNT_CLUBS + i], of->clubs);
        assert_int_equal(counts[PASUR_COUNT_CARDS + i], of->cards);
        assert_int_equal(counts[PASUR_COUNT_POINTS + i], of->points);
        assert_int_equal(counts[PASUR_COUNT_LAST + i], i < sides && side == along->last);
        assert_int_equal(counts[PASUR_COUNT_SCORES + i], 0);
    }
}

/* What each seat sees by its view. */
static void views_hold(const Along *along)
{
    for (int seat = 0; seat < pasur_rules_players(along->rules); seat++) {
        uint8_t planes[PLANE_BYTES];
        int16_t counts[PASUR_COUNTS];
        pasur_view view;
        pasur_round_view(&view, along->round, seat);
        pasur_view_observe(&view, along->rules, planes, counts);
        planes_hold(planes, along, seat);
        counts_hold(counts, along, seat);
    }
}

static void round_holds(const Arrays *now, const Along *along, const pasur_env *env, int i)
{
    static pasur_cards plays[PASUR_LEGAL];
    char here[PASUR_RECORD_TEXT], there[PASUR_RECORD_TEXT];
    const size_t count = pasur_round_legal(along->round, plays);
    const int seat = pasur_round_turn(along->round);
    assert_int_equal(now->turn[i], seat);
    assert_int_equal(now->first[i + 1] - now->first[i], count);
    for (size_t j = 0; j < count; j++) {
        const size_t at = now->first[i] + j;
        assert_cards_equal(now->plays[at], plays[j]);
        assert_int_equal(now->actions[at], pasur_action(plays[j], pasur_round_hand(along->round, seat)));
    }
    planes_hold(now->planes + i * PLANE_BYTES, along, seat);
    counts_hold(now->counts + i * PASUR_COUNTS, along, seat);
    pasur_round *copy = pasur_round_new(along->rules, &error);
    pasur_env_round(copy, env, (size_t)i);
    assert_string_equal(pasur_round_text(here, copy), pasur_round_text(there, along->round));
    pasur_round_free(copy);
}

/* After a play in round i, with what the step wrote of it. */
static void end_holds(const Arrays *now, Along *along, int i)
{
    pasur_count count[PASUR_SEATS];
    const int players = pasur_rules_players(along->rules), over = pasur_round_over(along->round);
    pasur_round_count(along->round, count);
    assert_int_equal(now->ended[i], over);
    for (int seat = 0; seat < PASUR_SEATS; seat++) {
        const bool counted = over && seat < players;
        const int points = counted ? count[pasur_rules_side(along->rules, seat)].points : 0;
        assert_int_equal(now->points[i * PASUR_SEATS + seat], points);
    }
    views_hold(along);
    if (over) along_deal(along, along->board + N);
}

static void rounds_are_those_played_one_by_one(void **state)
{
    (void)state;
    static Arrays now;
    const pasur_env_arrays out = all_of(&now);
    for (int preset = 0; preset < PRESET_RULES_COUNT; preset++) {
        about_text(PRESET_RULES[preset]);
        pasur_rules *rules = rules_new(PRESET_RULES[preset]);
        pasur_env *env = env_new(rules, SEED);
        Along along[N];
        pasur_cards chosen[N];
        Rng rng = rng_for(1, (uint64_t)preset, PURPOSE_TEST);
        for (int i = 0; i < N; i++) {
            along[i] = (Along){.rules = rules, .round = pasur_round_new(rules, &error)};
            along_deal(&along[i], (uint64_t)i);
        }
        memset(&now, 0xff, sizeof now);
        pasur_env_observe(env, &out);
        for (int i = 0; i < N; i++)
            end_holds(&now, &along[i], i);
        for (int step = 0; step < BOARDS_EACH * PASUR_PLAYS + 5; step++) {
            for (int i = 0; i < N; i++)
                round_holds(&now, &along[i], env, i);
            choose(chosen, &now, &rng);
            memset(&now, 0xff, sizeof now);
            assert_int_equal(pasur_step(env, chosen, &out, &error), PASUR_OK);
            assert_int_equal(now.first[0], 0);
            for (int i = 0; i < N; i++) {
                along_play(&along[i], chosen[i]);
                end_holds(&now, &along[i], i);
            }
        }
        for (int i = 0; i < N; i++) {
            assert_int_equal(along[i].board, i + BOARDS_EACH * N);
            pasur_round_free(along[i].round);
        }
        pasur_env_free(env);
        pasur_rules_free(rules);
    }
}

/* ---- views that rounds of the environment do not have */

static void views_with_scores_and_without_a_past(void **state)
{
    (void)state;
    pasur_rules *rules = rules_new("pagat,players=3");
    pasur_round *round = pasur_round_new(rules, &error);
    uint8_t planes[PLANE_BYTES], pack[PASUR_CARDS];
    int16_t counts[PASUR_COUNTS];
    const int32_t scores[] = {11, -22, 33};
    pasur_view view;
    for (uint8_t card = 0; card < PASUR_CARDS; card++)
        pack[card] = card;
    assert_int_equal(pasur_round_deal_pack(round, pack, scores, &error), PASUR_OK);
    assert_int_equal(pasur_round_play(round, cards_of("Ac"), &error), PASUR_OK);
    pasur_round_view(&view, round, 1);
    pasur_view_observe(&view, rules, NULL, counts);
    const int16_t order[] = {-22, 33, 11, 0};
    assert_memory_equal(counts + PASUR_COUNT_SCORES, order, sizeof order);
    pasur_view_observe(&view, rules, planes, NULL);
    assert_int_equal(in_plane(planes, PASUR_PLANE_PLAYS + 2, 0), 1);
    view.history_known = 0;
    pasur_view_observe(&view, rules, planes, NULL);
    for (int i = PASUR_PLANE_PLAYS * PASUR_CARDS; i < PLANE_BYTES; i++)
        assert_int_equal(planes[i], 0);
    pasur_round_free(round);
    pasur_rules_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rounds_are_those_played_one_by_one),
                                       cmocka_unit_test(views_with_scores_and_without_a_past)};
    return cmocka_run_group_tests_name("library/env", tests, NULL, NULL);
}
