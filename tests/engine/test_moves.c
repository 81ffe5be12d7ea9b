/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds of captures and plays, by which buffers are sized: no pool and no hand has more, and some have as many. */
#include "engine/table.h"
#include "tests/test.h"

/* Whatever a card captures from some pool it captures from a larger one, so that all cards that are not in the hand are
   the worst pool; and suits do not matter to captures, so that a hand is how many of its cards have each rank. */
TEST(bounds_are_reached_and_never_passed)
{
    static CardSet captures[MAX_CAPTURES], plays[MAX_MOVES];
    int most_captures = 0, most_plays = 0, hands = 0;
    for (int a = 0; a < RANKS; a++)
        for (int b = a; b < RANKS; b++)
            for (int c = b; c < RANKS; c++)
                for (int d = c; d < RANKS; d++) {
                    const int ranks[HAND] = {a, b, c, d};
                    CardSet hand = 0;
                    int expected = 0;
                    for (int i = 0; i < HAND; i++)
                        hand |= set_of(card_of(ranks[i], set_count(hand & RANK_SET(ranks[i]))));
                    for (int i = 0; i < HAND; i++) {
                        const int found = capture_list(captures, PACK & ~hand, ranks[i], NULL);
                        most_captures = found > most_captures ? found : most_captures;
                        expected += found ? found : 1;
                    }
                    assert_int_equal(moves_list(plays, hand, PACK & ~hand, NULL), expected);
                    most_plays = expected > most_plays ? expected : most_plays;
                    hands++;
                }
    assert_int_equal(hands, 1820);
    /* a hand of fewer cards: one card on all others */
    for (int rank = 0; rank < RANKS; rank++) {
        const int found = capture_list(captures, PACK & ~CARD_SET(rank, CLUB), rank, NULL);
        most_captures = found > most_captures ? found : most_captures;
    }
    assert_int_equal(most_captures, MAX_CAPTURES);
    assert_int_equal(most_plays, MAX_MOVES);
}
