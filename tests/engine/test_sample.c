/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampled rounds agree with what the seat knows, and each that does is equally likely. */
#include "tests/engine/claims.h"

#include "engine/round.h"
#include "tests/test.h"

TEST(draws_every_sequence_equally_often)
{
    enum { CARDS_IN = 7, DRAWN = 3, SEQUENCES = CARDS_IN * (CARDS_IN - 1) * (CARDS_IN - 2), TIMES = 200 };
    static int seen[CARDS_IN][CARDS_IN][CARDS_IN];
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    Card cards[CARDS_IN] = {0, 1, 2, 3, 4, 5, 6};
    for (int i = 0; i < SEQUENCES * TIMES; i++) {
        cards_draw(cards, CARDS_IN, DRAWN, &rng);
        seen[cards[0]][cards[1]][cards[2]]++;
    }
    double chi_square = 0;
    for (int a = 0; a < CARDS_IN; a++)
        for (int b = 0; b < CARDS_IN; b++)
            for (int c = 0; c < CARDS_IN; c++) {
                double gap = seen[a][b][c] - TIMES;
                if (a == b || b == c || a == c)
                    assert_int_equal(seen[a][b][c], 0);
                else
                    chi_square += gap * gap / TIMES;
            }
    assert_true(chi_square_tail(chi_square, SEQUENCES - 1) > 1e-4);
}

TEST(rounds_agree_with_the_view)
{
    Rng rng = rng_for(1, 1, PURPOSE_TEST);
    char text[RULES_TEXT];
    for (int i = 0; i < 3000; i++) {
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        Round real = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng), round;
        Sampler sampler;
        const char *why = "";
        assert_true(sampler_init(&sampler, &rules, &real.table, round_hand(&real), NULL));
        for (int j = 0; j < 3; j++) {
            sampler_round(&round, &sampler, &rng);
            if (!round_valid(&round, &rules, &why)) fail_msg("%s: %s", text, why);
            assert_tables_equal(&rules, &round.table, &real.table);
            assert_cards_equal(round_hand(&round), round_hand(&real));
        }
        if (rules.players == 2 && table_last_deal(&real.table, &rules))
            assert_cards_equal(round.hands[!round.table.turn], real.hands[!round.table.turn]);
    }
}

/* Hands that lie open are those of every round, in which the stock alone changes. */
TEST(open_hands_stay)
{
    Rng rng = rng_for(1, 7, PURPOSE_TEST);
    for (int i = 0; i < 1000; i++) {
        const Rules rules = rules_of(PRESET_RULES[i % PRESET_RULES_COUNT]);
        Round real = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng), round;
        Sampler sampler;
        const char *why = "";
        assert_true(sampler_init(&sampler, &rules, &real.table, round_hand(&real), real.hands));
        for (int j = 0; j < 3; j++) {
            sampler_round(&round, &sampler, &rng);
            if (!round_valid(&round, &rules, &why)) fail_msg("%s", why);
            assert_memory_equal(round.hands, real.hands, sizeof real.hands);
        }
        const int next = (real.table.turn + 1) % rules.players;
        if (!real.hands[next]) continue;
        real.hands[next] = set_rest(real.hands[next]);
        assert_false(sampler_init(&sampler, &rules, &real.table, round_hand(&real), real.hands));
    }
}

/* Card by place: each unseen card lies in each hidden place equally often. */
TEST(every_card_may_lie_anywhere)
{
    enum { TIMES = 40000, PLACES = MAX_SEATS - 1 + MAX_STOCK };
    Rng rng = rng_for(1, 2, PURPOSE_TEST);
    Rules rules = rules_of("pagat,players=3");
    Round real = random_round(&rules, 17, &rng);
    static int seen[PLACES + 1][CARDS];
    int expected[PLACES + 1] = {0};
    Sampler sampler;
    assert_true(sampler_init(&sampler, &rules, &real.table, round_hand(&real), NULL));
    int from = real.table.deal * HAND * rules.players;
    int stock = PLAYS - (real.table.deal + 1) * HAND * rules.players;
    for (int i = 0; i < TIMES; i++) {
        Round round;
        sampler_round(&round, &sampler, &rng);
        for (int seat = 0; seat < rules.players; seat++)
            for (CardSet rest = round.hands[seat]; rest; rest = set_rest(rest))
                seen[seat][set_first(rest)]++;
        for (int j = 0; j < stock; j++)
            seen[rules.players + j][round.stock[from + j]]++;
    }
    for (int seat = 0; seat < rules.players; seat++)
        expected[seat] = seat == real.table.turn ? 0 : set_count(real.hands[seat]);
    for (int j = 0; j < stock; j++)
        expected[rules.players + j] = 1;
    for (int place = 0; place < rules.players + stock; place++) {
        if (!expected[place]) continue;
        double mean = (double)TIMES * expected[place] / sampler.count, chi_square = 0;
        for (int i = 0; i < sampler.count; i++) {
            double gap = seen[place][sampler.unseen[i]] - mean;
            chi_square += gap * gap / mean;
        }
        /* counts within a hand exclude each other, which only lowers the statistic */
        assert_true(chi_square_tail(chi_square, sampler.count - 1) > 1e-5);
    }
}

TEST(cards_captured_unseen_go_to_piles)
{
    Rng rng = rng_for(1, 3, PURPOSE_TEST);
    Rules rules = rules_of("pagat");
    Table table = {.last = NOBODY, .ply = 20, .deal = 2, .pool = cards_of("Ac5d")};
    Sampler sampler;
    Round round;
    const char *why = "";
    assert_true(sampler_init(&sampler, &rules, &table, cards_of("2c3c"), NULL));
    sampler_round(&round, &sampler, &rng);
    if (!round_valid(&round, &rules, &why)) fail_msg("%s", why);
    assert_int_equal(set_count(round.table.piles[0] | round.table.piles[1]), 4 + 20 - 2);
}

TEST(refuses_a_view_that_cannot_be)
{
    Rules rules = rules_of("pagat");
    Table table = {.last = NOBODY, .pool = cards_of("Ac5d6h7s8c")};
    Sampler sampler;
    assert_false(sampler_init(&sampler, &rules, &table, cards_of("2c3c4c5c"), NULL));
}
