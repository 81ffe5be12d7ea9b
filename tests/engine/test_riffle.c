/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The imperfect shuffle: riffles against exact chances, and the order in which cards are gathered. */
#include "tests/engine/claims.h"

#include <math.h>

#include "engine/match.h"
#include "engine/notation.h"
#include "tests/referee/referee.h"
#include "tests/test.h"

/* ---- riffles */

/* Rising sequences of an order of the cards 0 … count-1: runs of consecutive values that are met from left to right. */
static int rising_sequences(const Card *cards, int count)
{
    int place[CARDS], sequences = 1;
    for (int i = 0; i < count; i++)
        place[cards[i]] = i;
    for (int card = 1; card < count; card++)
        sequences += place[card] < place[card - 1];
    return sequences;
}

/* n over k; 0 where k > n. */
static double binomial(double n, int k)
{
    double value = 1;
    for (int i = 0; i < k; i++)
        value *= (n - i) / (i + 1);
    return value;
}

/* Permutations of n cards with r rising sequences: Eulerian numbers. */
static double eulerian(int n, int r)
{
    double sum = 0;
    for (int j = 0; j < r; j++)
        sum += (j % 2 ? -1 : 1) * binomial(n + 1, j) * pow(r - j, n);
    return sum;
}

/* After K riffles an order of n cards with r rising sequences has the chance C(2^K + n - r, n) / 2^(Kn): Bayer and
   Diaconis, theorem 1. */
TEST(riffles_have_their_exact_rising_sequences)
{
    static const int SIZES[] = {5, 8, 52};
    enum { SAMPLES = 40000 };
    for (int k = 1; k <= 4; k++)
        for (int size = 0; size < COUNT(SIZES); size++) {
            const int n = SIZES[size];
            double counts[CARDS + 1] = {0};
            Rng rng = rng_for(11, (uint64_t)(k * CARDS + n), PURPOSE_TEST);
            for (int sample = 0; sample < SAMPLES; sample++) {
                Card cards[CARDS];
                for (int i = 0; i < n; i++)
                    cards[i] = (Card)i;
                for (int i = 0; i < k; i++)
                    cards_riffle(cards, n, &rng);
                const int r = rising_sequences(cards, n);
                assert_true(r <= 1 << k);
                counts[r]++;
            }
            if (n > 8 && k > 1) continue; /* alternating sums of 52 cards lose all digits */
            double chi = 0, degrees = -1;
            for (int r = 1; r <= n; r++) {
                const double a = 1 << k, chance = eulerian(n, r) * binomial(a + n - r, n) / pow(a, n);
                if (chance * SAMPLES < 5) continue;
                chi += (counts[r] - chance * SAMPLES) * (counts[r] - chance * SAMPLES) / (chance * SAMPLES);
                degrees++;
            }
            if (degrees > 0 && chi_square_tail(chi, degrees) < 1e-4)
                fail_msg("%d riffles of %d cards: chi-square %g with %g degrees", k, n, chi, degrees);
        }
}

/* Many riffles leave nothing of the order: neither of places nor of neighbours. */
TEST(many_riffles_are_a_perfect_shuffle)
{
    enum { SAMPLES = 20000, RIFFLES = 14 };
    static double all[CARDS][CARDS]; /* [card][place] */
    double places[CARDS] = {0}, gaps[CARDS] = {0};
    Rng rng = rng_for(12, 0, PURPOSE_TEST);
    for (int sample = 0; sample < SAMPLES; sample++) {
        Card cards[CARDS];
        int place[CARDS];
        for (int i = 0; i < CARDS; i++)
            cards[i] = (Card)i;
        for (int i = 0; i < RIFFLES; i++)
            cards_riffle(cards, CARDS, &rng);
        for (int i = 0; i < CARDS; i++)
            place[cards[i]] = i;
        for (int i = 0; i < CARDS; i++)
            all[i][place[i]]++;
        places[place[0]]++;
        gaps[(place[26] - place[25] + CARDS) % CARDS]++; /* how far behind its old neighbour; never 0 */
    }
    double chi_places = 0, chi_gaps = 0, chi_all = 0;
    for (int i = 0; i < CARDS * CARDS; i++) {
        const double place = SAMPLES / 52.0, off = all[i / CARDS][i % CARDS] - place;
        chi_all += off * off / place * 51 / 52; /* rows and columns add up: 51 x 51 degrees of freedom */
    }
    for (int i = 0; i < CARDS; i++) {
        const double place = SAMPLES / 52.0, gap = SAMPLES / 51.0;
        chi_places += (places[i] - place) * (places[i] - place) / place;
        if (i) chi_gaps += (gaps[i] - gap) * (gaps[i] - gap) / gap;
    }
    assert_true(chi_square_tail(chi_all, 51 * 51) > 1e-4);
    assert_true(chi_square_tail(chi_places, 51) > 1e-4);
    assert_true(chi_square_tail(chi_gaps, 50) > 1e-4);
    /* the same sight of two riffles is anything but even */
    int64_t next = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
        Card cards[CARDS];
        for (int i = 0; i < CARDS; i++)
            cards[i] = (Card)i;
        cards_riffle(cards, CARDS, &rng), cards_riffle(cards, CARDS, &rng);
        for (int i = 1; i < CARDS; i++)
            next += cards[i - 1] == 25 && cards[i] == 26;
    }
    assert_true(next > SAMPLES / 10);
}

/* ---- gathering */

static void read_first(Record *record, const char *name)
{
    char line[REF_TEXT];
    RecordReader reader = {0};
    Error error;
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    ReadStatus status = READ_MORE;
    while (status == READ_MORE && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        status = record_feed(&reader, record, line, &error);
    }
    fclose(file);
    assert_int_equal(status, READ_RECORD);
}

static void gather(Card order[static CARDS], const Record *record, unsigned splits)
{
    CardSet history[PLAYS];
    for (int ply = 0; ply < PLAYS; ply++)
        history[ply] = record->plays[ply].captured | set_of(record->plays[ply].card);
    pack_gather(order, &record->rules, &record->pack, history, splits);
}

/* Asserts that the whole gathered pack is, from its bottom, the cards of seat 0's pile and then those of seat 1's. */
static void lies(const Record *record, unsigned splits, const char *pile0, const char *pile1)
{
    char text[3 * CARDS];
    Card order[CARDS], cards[CARDS];
    CardSet set;
    Error error;
    snprintf(text, sizeof text, "%s%s", pile0, pile1);
    assert_true(cards_parse(&set, cards, text, &error));
    assert_true(set == PACK);
    gather(order, record, splits);
    for (int i = 0; i < CARDS; i++)
        assert_int_equal(order[CARDS - 1 - i], cards[i]);
}

/* By hand, from the first round of the public log: seat 0's pile lies below seat 1's, first captures below later ones,
   and what is left in the pool on the pile of seat 0, who captured last. */
#define UNTIL_KH "6s7d8c9sJs AsTs Ah3s4d3h 7s4h "
#define UNTIL_KS "2s6c3d 6hTdJd Ac6d4c 9d2d "
#define LEFT "2h5h7c7h8dTcTh "

/* Seat 1 takes KhxKd, QdxQs and KsxKc, seat 0 takes QcxQh: the other pile gets Kd, Qs, Ks, since the captured king is a
   club, and Qh. */
TEST(pairs_are_split_as_by_hand)
{
    static Record record;
    read_first(&record, "tests/data/public_log.txt");
    lies(&record, 2, UNTIL_KH "Kd 8h3c Qs " UNTIL_KS "Ks QhQc " LEFT, "4s5sJc Kh Qd 8s9cJh 5c5dAd Kc 9h2c");
    lies(&record, 1, UNTIL_KH "8h3c " UNTIL_KS "Qc " LEFT, "4s5sJc KdKh QsQd 8s9cJh 5c5dAd KcKs 9h2c Qh");
    lies(&record, 3, UNTIL_KH "Kd 8h3c Qs " UNTIL_KS "Ks Qc " LEFT, "4s5sJc Kh Qd 8s9cJh 5c5dAd Kc 9h2c Qh");
}

TEST(gathering_agrees_with_the_referee)
{
    RefRandom random = {.state = 13};
    Rng rng = rng_for(13, 0, PURPOSE_TEST);
    for (int i = 0; i < 200; i++) {
        static RefRecord ref;
        static Record record;
        char text[RULES_TEXT];
        RefCards expected;
        Card order[CARDS];
        random_rules(text, &rng);
        ref_random_round(&ref, text, false, &random);
        about_text(text);
        record.rules = rules_of(text);
        for (int card = 0; card < CARDS; card++)
            record.pack.cards[card] = (Card)ref.pack.card[card];
        for (int ply = 0; ply < PLAYS; ply++) {
            record.plays[ply] = (Play){.card = (Card)ref.play[ply].card};
            for (int k = 0; k < ref.play[ply].taken.n; k++)
                record.plays[ply].captured |= set_of((Card)ref.play[ply].taken.card[k]);
        }
        bool splits[REF_SEATS];
        const unsigned seats = rng_bounded(&rng, 1 << MAX_SEATS);
        for (int seat = 0; seat < REF_SEATS; seat++)
            splits[seat] = seats >> seat & 1;
        gather(order, &record, seats);
        ref_gather(&expected, &ref, splits);
        assert_int_equal(expected.n, CARDS);
        for (int card = 0; card < CARDS; card++)
            assert_int_equal(order[card], expected.card[card]);
    }
}

/* The next pack is those cards, riffled; its first pool is right. */
TEST(riffled_packs_are_whole_and_right)
{
    Rng rng = rng_for(14, 0, PURPOSE_TEST);
    for (int i = 0; i < 500; i++) {
        char text[RULES_TEXT];
        const char *why;
        Card order[CARDS];
        Pack pack;
        CardSet seen = 0;
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        rules.shuffle = (uint16_t)(1 + i % 9);
        for (int card = 0; card < CARDS; card++)
            order[card] = (Card)card;
        pack_deal_riffled(&pack, order, &rules, &rng);
        for (int card = 0; card < CARDS; card++)
            seen |= set_of(pack.cards[card]);
        assert_true(seen == PACK);
        if (!first_pool_allowed(pack_pool(&pack, &rules), &rules, &why)) fail_msg("%s: %s", text, why);
    }
}
