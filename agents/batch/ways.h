/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plays of positions in lanes, by their numbers in the order of moves_list. What a numeral captures is counted: the
   subsets of the pool's numerals by their sum, 0 … 10, six bits for each sum, the sum 0, which has one, in the highest,
   with numeral after numeral from the lowest on. No sum has more than 44 subsets of eight numerals, so that six bits are
   enough. */
#pragma once

#include "agents/lanes.h"

/* Most pools have a few numerals that a hand may capture; more than are counted are left to plain code. */
enum { FEW = 4, COUNTED = 8, SUM_BITS = 6, SUBSETS_MOST = 63, WAYS_HAND = 4 };

/* Calls `sized` with these arguments and, as a constant behind them, the number of cards in the hands, which is the same
   for all. */
#define BY_SIZE(size, sized, ...)                                                                                      \
    ((size) == 1   ? sized(__VA_ARGS__, 1)                                                                             \
     : (size) == 2 ? sized(__VA_ARGS__, 2)                                                                             \
     : (size) == 3 ? sized(__VA_ARGS__, 3)                                                                             \
                   : sized(__VA_ARGS__, WAYS_HAND))

typedef struct {
    Lanes pool;
    Lanes numerals[COUNTED],
        shifts[COUNTED]; /* those that some card of the hand may capture, and the bits of a value */
    Lanes with[COUNTED]; /* subsets with this one and none behind it, by sum */
    int counted;
    Mask over; /* there are more of them: the lane's plays are not these */
    /* of the hand's cards: the place of the sum that it captures, its kin in the pool if it is a queen or king, and the
       number of its first play */
    Lanes cards[WAYS_HAND], needs[WAYS_HAND], kins[WAYS_HAND], firsts[WAYS_HAND];
    Lanes count; /* of ways to play */
} Ways;

/* Counts the numerals of that number and on, which are taken out of the rest. */
INLINE void numerals_count(Ways *ways, Lanes *counts, Lanes *rest, int first, int end)
{
    for (int i = first; i < end; i++) {
        const Lanes card = first_of(*rest), index = index_of(card) & ~UINT64_C(3);
        ways->numerals[i] = card;
        ways->shifts[i] = (index >> 1) + index + SUM_BITS;
        ways->with[i] = down_or_none(*counts, ways->shifts[i]);
        *counts += ways->with[i];
        *rest ^= card;
    }
    ways->counted = end;
}

/* Counts the plays of hands of `size` cards, which are not empty. */
INLINE void ways_count(Ways *ways, Lanes pool, Lanes hand, int size)
{
    const Lanes first = index_of(first_of(hand)) & ~UINT64_C(3); /* the lowest card captures the highest numerals */
    const Lanes faces = pool & (QUEENS | KINGS), faces_counts = nibble_counts(faces);
    Lanes rest = pool & down(all(NUMERALS), first), counts = all(UINT64_C(1) << SUM_BITS * JACK);
    if (LANES == 1) *ways = (Ways){.counted = 0}; /* compilers cannot see that what is not counted is not read */
    ways->pool = pool;
    numerals_count(ways, &counts, &rest, 0, FEW);
    if (any(some(rest))) numerals_count(ways, &counts, &rest, FEW, COUNTED);
    ways->over = some(rest);
    ways->count = all(0);
    rest = hand;
    for (int i = 0; i < size; i++) {
        const Lanes card = first_of(rest), index = index_of(card) & ~UINT64_C(3);
        rest ^= card;
        ways->cards[i] = card;
        ways->needs[i] = (index >> 1) + index; /* a jack has the empty subset, queens and kings none */
        ways->kins[i] = faces & up(all(15), index);
        ways->firsts[i] = ways->count;
        const Lanes found = (down_or_none(counts, ways->needs[i]) & SUBSETS_MOST) + (down(faces_counts, index) & 15);
        ways->count += larger(found, all(1));
    }
}

/* Takes the numerals of that number and on, from the highest to the lowest, which fit that way among those of the sum
   that is needed. */
INLINE void numerals_take(const Ways *ways, Lanes *taken, Lanes *need, Lanes *among, int first, int end)
{
    for (int i = end - 1; i >= first; i--) {
        const Lanes with = down_or_none(ways->with[i], *need) & SUBSETS_MOST;
        const Mask takes = below(*among, with);
        *need = plus_where(takes, *need, ways->shifts[i]);
        *among = minus_where(no(takes), *among, with);
        *taken = plus_where(takes, *taken, ways->numerals[i]);
    }
}

/* The play of a card in the way of that number, among its own. */
INLINE Lanes way_of(const Ways *ways, Lanes card, Lanes need, Lanes kin, Lanes way)
{
    Lanes among = way, taken = all(0); /* the subsets with the highest numeral come first */
    if (ways->counted > FEW) numerals_take(ways, &taken, &need, &among, FEW, COUNTED);
    numerals_take(ways, &taken, &need, &among, 0, FEW);
    for (int i = 0; i < SUITS - 1 && any(some(kin & (kin - 1))); i++)
        kin = blend(below(all((uint64_t)i), way), kin & (kin - 1), kin);
    const Lanes swept = keep(meets(card, all(JACKS)), ways->pool & (NUMERALS | JACKS));
    return card | taken | swept | first_of(kin);
}

/* The play of the hand's card number `i` in that way. */
INLINE Lanes card_way(const Ways *ways, int i, Lanes way)
{
    return way_of(ways, ways->cards[i], ways->needs[i], ways->kins[i], way);
}

/* The play of that number, which is below ways->count. */
INLINE Lanes way_play(const Ways *ways, Lanes way, int size)
{
    Lanes card = ways->cards[0], need = ways->needs[0], kin = ways->kins[0], left = way;
    for (int i = 1; i < size; i++) {
        const Mask before = below(way, ways->firsts[i]);
        card = blend(before, card, ways->cards[i]);
        need = blend(before, need, ways->needs[i]);
        kin = blend(before, kin, ways->kins[i]);
        left = blend(before, left, way - ways->firsts[i]);
    }
    return way_of(ways, card, need, kin, left);
}

/* ---- groups of rounds, as many as there are lanes */

/* The next number of each stream: rng_next. */
INLINE Lanes next_drawn(Lanes *states, Lanes sequences)
{
    const Lanes old = *states, mixed = (old >> 18 ^ old) >> 27 & UINT32_MAX;
    *states = old * all(UINT64_C(6364136223846793005)) + sequences;
    return down(mixed | mixed << 32, old >> 59) & UINT32_MAX;
}

/* Lanes of the group at that place that are of rounds before `end`. */
INLINE unsigned group_lanes(int place, int end)
{
    return place + LANES <= end ? (1u << LANES) - 1 : (1u << (end - place)) - 1;
}

INLINE void group_store(uint64_t out[], Lanes lanes, int place, int end)
{
    if (place + LANES <= end)
        memcpy(out + place, &lanes, sizeof lanes);
    else
        memcpy(out + place, &lanes, (size_t)(end - place) * sizeof *out);
}
