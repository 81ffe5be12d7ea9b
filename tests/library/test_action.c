/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions by number: the enumeration that the header states, and both directions in positions of all presets. */
#include "tests/engine/claims.h"

#include "library/pasur.h"

enum { NUMERAL_CARDS = 40, ROUNDS_EACH = 1300, PROBES = 2, STRANGE = 200000 };

/* ---- every number */

static int32_t next_number;

/* The next number is of this play, where the pool holds what it captures, and of no play where it does not. */
static void comes_next(Card card, CardSet captured, CardSet pool)
{
    const CardSet play = set_of(card) | captured;
    assert_int_equal(pasur_action(play, set_of(card)), next_number);
    assert_cards_equal(pasur_action_play(next_number, pool), play);
    assert_cards_equal(pasur_action_play(next_number, pool | set_of(card)), 0);
    if (captured) assert_cards_equal(pasur_action_play(next_number, pool & ~captured), 0);
    next_number++;
}

/* All sets of numerals below `end` that sum to `need`, ascending: first those without the highest card. */
static void captures_come(Card card, int end, int need, CardSet taken)
{
    if (!need) {
        comes_next(card, taken, taken);
        return;
    }
    if (!end) return;
    const int top = end - 1, value = top / SUITS + 1;
    captures_come(card, top, need, taken);
    if (top != card && value <= need) captures_come(card, top, need - value, taken | set_of((Card)top));
}

static void every_number_is_as_the_header_says(void **state)
{
    (void)state;
    next_number = 0;
    for (Card card = 0; card < CARDS; card++)
        comes_next(card, 0, 0);
    for (Card card = 0; card < NUMERAL_CARDS; card++)
        captures_come(card, NUMERAL_CARDS, 10 - card_rank(card), 0);
    for (int suit = 0; suit < SUITS; suit++)
        comes_next(card_of(JACK, suit), cards_of("Ac9h") | (JACKS & ~CARD_SET(JACK, suit)),
                   cards_of("Ac9hQd") | (JACKS & ~CARD_SET(JACK, suit)));
    for (int rank = QUEEN; rank <= KING; rank++)
        for (int suit = 0; suit < SUITS; suit++)
            for (int other = 0; other < SUITS; other++)
                if (other != suit)
                    comes_next(card_of(rank, suit), CARD_SET(rank, other), RANK_SET(rank) & ~CARD_SET(rank, suit));
    assert_int_equal(next_number, PASUR_ACTIONS);
    assert_cards_equal(pasur_action_play(-1, PACK), 0);
    assert_cards_equal(pasur_action_play(PASUR_ACTIONS, 0), 0);
}

/* ---- what is no play */

static void what_no_pool_allows_has_no_number(void **state)
{
    (void)state;
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    int plays = 0;
    for (int i = 0; i < STRANGE; i++) {
        const Card card = (Card)rng_bounded(&rng, CARDS);
        CardSet captured = 0;
        const char *why;
        for (uint32_t left = rng_bounded(&rng, 5); left; left--)
            captured |= set_of((Card)rng_bounded(&rng, CARDS)) & ~set_of(card);
        const bool legal = play_legal(set_of(card), captured, set_of(card) | captured, &why);
        assert_int_equal(pasur_action(set_of(card) | captured, set_of(card)) >= 0, legal);
        plays += legal;
    }
    assert_true(plays > STRANGE / 10 && plays < STRANGE / 2);
    assert_int_equal(pasur_action(0, PACK), -1);
    assert_int_equal(pasur_action(cards_of("Ac"), 0), -1);
    assert_int_equal(pasur_action(cards_of("4cQd"), cards_of("4cQd")), -1);
    assert_int_equal(pasur_action(cards_of("4c") | UINT64_C(1) << 60, cards_of("4c")), -1);
    assert_int_equal(pasur_action(UINT64_C(1) << 60, UINT64_C(1) << 60), -1);
}

/* ---- positions */

static void plays_and_numbers_agree(const Round *round, Rng *rng)
{
    CardSet plays[MAX_MOVES];
    const CardSet hand = round_hand(round), pool = round->table.pool;
    const int count = moves_list(plays, hand, pool, NULL);
    for (int i = 0; i < count; i++) {
        const int32_t action = pasur_action(plays[i], hand);
        assert_true(action >= 0 && action < PASUR_ACTIONS);
        assert_play_equal(pasur_action_play(action, pool), plays[i]);
    }
    for (int i = 0; i < PROBES; i++) {
        const int32_t action = (int32_t)rng_bounded(rng, PASUR_ACTIONS);
        const CardSet play = pasur_action_play(action, pool);
        const char *why;
        if (!play) continue;
        assert_true(play_legal(play & ~pool, pool, play, &why));
        assert_int_equal(pasur_action(play, play & ~pool), action);
    }
}

/* As many numbers as legal plays have a play whose card is in the hand: no other number has one. */
static void as_many_numbers_as_plays(const Round *round)
{
    CardSet plays[MAX_MOVES];
    const CardSet hand = round_hand(round), pool = round->table.pool;
    int found = 0;
    for (int32_t action = 0; action < PASUR_ACTIONS; action++)
        found += (pasur_action_play(action, pool) & hand) != 0;
    assert_int_equal(found, moves_list(plays, hand, pool, NULL));
}

static void numbers_in_positions_of_all_presets(void **state)
{
    (void)state;
    CardSet plays[MAX_MOVES];
    for (int preset = 0; preset < PRESET_RULES_COUNT; preset++) {
        const Rules rules = rules_of(PRESET_RULES[preset]);
        Rng rng = rng_for(1, (uint64_t)preset, PURPOSE_TEST);
        for (int i = 0; i < ROUNDS_EACH; i++) {
            Round round = random_round(&rules, 0, &rng);
            while (!table_over(&round.table)) {
                about_round(&rules, &round);
                plays_and_numbers_agree(&round, &rng);
                if (i == 0) as_many_numbers_as_plays(&round);
                const int count = moves_list(plays, round_hand(&round), round.table.pool, NULL);
                round_play(&round, &rules, plays[rng_bounded(&rng, (uint32_t)count)]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_number_is_as_the_header_says),
                                       cmocka_unit_test(what_no_pool_allows_has_no_number),
                                       cmocka_unit_test(numbers_in_positions_of_all_presets)};
    return cmocka_run_group_tests_name("library/action", tests, NULL, NULL);
}
