/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed rounds come back as they were, under all rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "sim/run/round_pack.h"
#include "tests/engine/claims.h"

static void assert_same(const RoundSide *a, const RoundSide *b, bool scores)
{
    assert_int_equal(a->count.points, b->count.points);
    assert_int_equal(a->count.surs, b->count.surs);
    assert_int_equal(a->count.clubs, b->count.clubs);
    assert_int_equal(a->count.clubs_won, b->count.clubs_won);
    assert_memory_equal(a->count.paying, b->count.paying, sizeof a->count.paying);
    assert_int_equal(a->count.cards, b->count.cards);
    assert_int_equal(a->captures, b->captures);
    assert_int_equal(b->score, scores ? a->score : 0);
}

static void assert_returns(const RoundSide sides[], const Rules *rules, bool scores)
{
    TextBuffer text = {0};
    RoundSide back[MAX_SIDES];
    assert_true(round_pack(&text, sides, rules, scores));
    assert_int_equal(text.length, rules->sides * round_side_bytes(scores));
    assert_true(round_unpack(back, text.data, rules, scores));
    for (int side = 0; side < rules->sides; side++)
        assert_same(&sides[side], &back[side], scores);
    text_buffer_free(&text);
}

/* Rounds after so many random plays: over, and stopped as per shodam stops them. */
static void try_rules(const Rules *rules, int rounds, Rng *rng)
{
    for (int i = 0; i < rounds; i++) {
        const Round round = random_round(rules, i % 3 ? PLAYS : (int)rng_bounded(rng, PLAYS), rng);
        SideCount counts[MAX_SIDES];
        RoundSide sides[MAX_SIDES] = {{{0}, 0, 0}};
        count_sides(counts, &round.table, rules);
        for (int side = 0; side < rules->sides; side++)
            sides[side] =
                (RoundSide){counts[side], (uint8_t)rng_bounded(rng, PLAYS / 2 + 1), (int16_t)(rng_next(rng) & 0xffff)};
        assert_returns(sides, rules, false);
        assert_returns(sides, rules, true);
    }
}

static void rounds_come_back_under_every_preset(void **state)
{
    (void)state;
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    for (int i = 0; i < PRESET_RULES_COUNT; i++) {
        const Rules rules = rules_of(PRESET_RULES[i]);
        try_rules(&rules, 500, &rng);
    }
}

static void rounds_come_back_under_house_rules(void **state)
{
    (void)state;
    char text[RULES_TEXT];
    Rng rng = rng_for(2, 0, PURPOSE_TEST);
    for (int i = 0; i < 300; i++) {
        random_rules(text, &rng);
        const Rules rules = rules_of(text);
        try_rules(&rules, 20, &rng);
    }
}

static void the_most_of_everything_fits(void **state)
{
    (void)state;
    const Rules rules = rules_of("pagat");
    /* surs, clubs, aces, jacks, tens, two_c, ten_d, clubs_won, cards; 4 aces, 4 jacks, 2c 2, Td 3, clubs 7, a Sur 5 */
    const SideCount all = {.points = 4 + 4 + 2 + 3 + 7 + 24 * 5,
                           .surs = 24,
                           .clubs = 13,
                           .aces = 4,
                           .jacks = 4,
                           .tens = 3,
                           .two_c = 1,
                           .ten_d = 1,
                           .clubs_won = 1,
                           .cards = 52};
    const RoundSide sides[MAX_SIDES] = {{all, 24, INT16_MAX}, {{0}, 0, INT16_MIN}};
    assert_returns(sides, &rules, true);
}

static void bytes_of_no_round_are_refused(void **state)
{
    (void)state;
    RoundSide out[MAX_SIDES];
    const Rules rules = rules_of("pagat");
    static const struct {
        int at; /* the lowest bit */
        unsigned value;
    } BAD[] = {
        {0, 25},               /* Surs */
        {5, 14},               /* clubs */
        {9, 5},                /* aces */
        {ROUND_BITS - 11, 53}, /* cards */
        {ROUND_BITS - 5, 25},  /* captures */
        {ROUND_BITS, 1},       /* a bit that means nothing */
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        const uint64_t bits = (uint64_t)BAD[i].value << BAD[i].at;
        char bytes[2 * sizeof bits] = {0};
        for (size_t k = 0; k < sizeof bits; k++)
            bytes[k] = (char)(bits >> 8 * k);
        assert_false(round_unpack(out, bytes, &rules, false));
    }
    assert_true(round_unpack(out, (const char[2 * sizeof(uint64_t)]){0}, &rules, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_come_back_under_every_preset),
        cmocka_unit_test(rounds_come_back_under_house_rules),
        cmocka_unit_test(the_most_of_everything_fits),
        cmocka_unit_test(bytes_of_no_round_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
