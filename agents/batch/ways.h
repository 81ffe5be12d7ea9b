/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plays of positions in lanes, by their numbers in the order of moves_list. What a numeral captures is counted: the
   subsets of the pool's numerals by their sum, 0 … 10, five bits for each sum, before each numeral from the lowest on.
   No sum has more than 24 subsets of seven numerals, so that five bits are enough. */
#pragma once

#include "agents/lanes.h"

enum { COUNTED = 7, SUM_BITS = 5, SUBSETS_MOST = 31, WAYS_HAND = 4 };

typedef struct {
    Lanes pool;
    Lanes numerals[COUNTED],
        shifts[COUNTED];   /* those that some card of the hand may capture, and the bits of a value */
    Lanes before[COUNTED]; /* subsets of those before, by sum; where there is no numeral, none */
    int counted;
    Mask over; /* there are more of them: the lane's plays are not these */
    /* of the hand's cards: the place of the sum that it captures, its kin in the pool if it is a queen or king, and the
       number of its first play */
    Lanes cards[WAYS_HAND], needs[WAYS_HAND], kins[WAYS_HAND], firsts[WAYS_HAND];
    Lanes count; /* of ways to play */
} Ways;

INLINE Lanes five_times(Lanes x) { return x + (x << 2); }

/* Counts the plays of hands of `size` cards, which are not empty. */
INLINE void ways_count(Ways *ways, Lanes pool, Lanes hand, int size)
{
    const Lanes first = index_of(first_of(hand)) & ~UINT64_C(3); /* the lowest card captures the highest numerals */
    const Lanes faces = pool & (QUEENS | KINGS), faces_counts = nibble_counts(faces);
    Lanes rest = pool & down(all(NUMERALS), first), counts = all(1);
    ways->pool = pool;
    ways->counted = 0;
    for (; ways->counted < COUNTED && any(some(rest)); ways->counted++) {
        const int i = ways->counted;
        const Lanes card = first_of(rest);
        ways->numerals[i] = card;
        ways->shifts[i] = five_times((index_of(card) >> 2) + 1);
        ways->before[i] = keep(some(rest), counts);
        counts += up_or_none(counts, ways->shifts[i]);
        rest ^= card;
    }
    ways->over = some(rest);
    ways->count = all(0);
    rest = hand;
    for (int i = 0; i < size; i++) {
        const Lanes card = first_of(rest), index = index_of(card) & ~UINT64_C(3);
        rest ^= card;
        ways->cards[i] = card;
        ways->needs[i] = all(SUM_BITS * JACK) - five_times(index >> 2); /* a jack has the empty subset, others none */
        ways->kins[i] = faces & up(all(15), index);
        ways->firsts[i] = ways->count;
        const Lanes found = (down_or_none(counts, ways->needs[i]) & SUBSETS_MOST) + (down(faces_counts, index) & 15);
        ways->count += larger(found, all(1));
    }
}

/* The play of that number, which is below ways->count. */
INLINE Lanes way_play(const Ways *ways, Lanes way, int size)
{
    Lanes card = ways->cards[0], need = ways->needs[0], kin = ways->kins[0], left = way, taken = all(0);
    for (int i = 1; i < size; i++) {
        const Mask before = below(way, ways->firsts[i]);
        card = blend(before, card, ways->cards[i]);
        need = blend(before, need, ways->needs[i]);
        kin = blend(before, kin, ways->kins[i]);
        left = blend(before, left, way - ways->firsts[i]);
    }
    Lanes among = left; /* the subsets with the highest numeral come first */
    for (int i = ways->counted - 1; i >= 0; i--) {
        const Lanes rest = need - ways->shifts[i];
        const Lanes with = down_or_none(ways->before[i], rest) & SUBSETS_MOST;
        const Mask takes = below(among, with);
        need = blend(takes, rest, need);
        among = blend(takes, among, among - with);
        taken |= keep(takes, ways->numerals[i]);
    }
    for (int i = 0; i < SUITS - 1 && any(some(kin & (kin - 1))); i++)
        kin = blend(below(all((uint64_t)i), left), kin & (kin - 1), kin);
    const Lanes swept = keep(meets(card, all(JACKS)), ways->pool & (NUMERALS | JACKS));
    return card | taken | swept | first_of(kin);
}
