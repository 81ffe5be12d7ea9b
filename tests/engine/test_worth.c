/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cards are worth, and which of them the game tells apart, under random rules. */
#include "tests/engine/claims.h"

#include "engine/round.h"

enum { RULE_SETS = 300 };

static int scoring_of(Card card, const Rules *rules) { return scoring_cards(set_of(card), rules); }

/* Claims that `alone` leaves together only cards that are the same, and parts none from all of its rank without
   need. */
static void check_alone(CardSet alone, const Rules *rules, bool settled)
{
    for (int rank = ACE; rank < RANKS; rank++) {
        CardSet together = RANK_SET(rank) & ~alone;
        for (CardSet rest = together; rest; rest = set_rest(rest)) {
            assert_int_equal(scoring_of(set_first(rest), rules), scoring_of(set_first(together), rules));
            if (!settled) assert_int_not_equal(card_suit(set_first(rest)), CLUB);
        }
        for (CardSet rest = RANK_SET(rank) & alone & ~CLUBS; rest; rest = set_rest(rest))
            for (CardSet other = RANK_SET(rank) & ~CLUBS & ~set_of(set_first(rest)); other; other = set_rest(other))
                assert_int_not_equal(scoring_of(set_first(rest), rules), scoring_of(set_first(other), rules));
    }
}

static void cards_that_fold_are_worth_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < RULE_SETS; i++) {
        Rng rng = rng_for(2, (uint64_t)i, PURPOSE_TEST);
        char text[RULES_TEXT];
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        check_alone(scoring_alone(&rules, false), &rules, false);
        check_alone(scoring_alone(&rules, true), &rules, true);
    }
}

static void cards_add_up(void **state)
{
    (void)state;
    for (int i = 0; i < RULE_SETS; i++) {
        Rng rng = rng_for(3, (uint64_t)i, PURPOSE_TEST);
        char text[RULES_TEXT];
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        CardSet cards = (((uint64_t)rng_next(&rng) << 32) | rng_next(&rng)) & PACK;
        int sum = 0;
        for (CardSet rest = cards; rest; rest = set_rest(rest)) {
            int worth = scoring_of(set_first(rest), &rules);
            sum += worth;
            assert_int_equal(worth != 0, set_has(scoring_scoring(&rules), set_first(rest)));
        }
        assert_int_equal(scoring_cards(cards, &rules), sum);
    }
}

/* What fast paths make their tables of says the same as the sum over cards, and the count does, class by class. */
static void classes_add_up_to_the_count(void **state)
{
    (void)state;
    for (int i = 0; i < RULE_SETS; i++) {
        Rng rng = rng_for(4, (uint64_t)i, PURPOSE_TEST);
        char text[RULES_TEXT];
        random_rules(text, &rng);
        const Rules rules = rules_of(text);
        const Round round = random_round(&rules, PLAYS, &rng);
        SideCount counts[MAX_SIDES];
        count_sides(counts, &round.table, &rules);
        for (int side = 0; side < rules.sides; side++) {
            const CardSet pile = round.table.piles[side];
            int points = sur_points(counts[side].surs, &rules), cards = 0;
            for (int class = 0; class < PAYING; class ++) {
                assert_int_equal(counts[side].paying[class], set_count(pile & PAYING_CARDS[class]));
                cards += counts[side].paying[class] * rules.paying[class];
            }
            assert_int_equal(cards, scoring_cards(pile, &rules));
            if (counts[side].clubs_won) points += scoring_clubs(counts[side].clubs, &rules);
            assert_int_equal(counts[side].points, points + cards);
            assert_true(counts[side].points <= ROUND_POINTS);
        }
    }
}

/* Bounds leave room for that much. */
static void no_more_cards_pay_than_are_said_to(void **state)
{
    (void)state;
    Rules rules = rules_of("pagat");
    for (int i = 0; i < RULE_KEY_COUNT; i++) {
        const RuleKey *key = &RULE_KEYS[i];
        if (!key->words) *(uint16_t *)(void *)((char *)&rules + key->offset) = key->high;
    }
    assert_true(scoring_cards(PACK, &rules) <= PAYING_PACK * MAX_POINTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_that_fold_are_worth_the_same),
        cmocka_unit_test(cards_add_up),
        cmocka_unit_test(classes_add_up_to_the_count),
        cmocka_unit_test(no_more_cards_pay_than_are_said_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
