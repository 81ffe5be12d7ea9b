/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plays of positions in lanes, by their numbers in the order of moves_list. Captures are counted: nibble v is for
   cards of value v, 1 … 13 for ace … king, and holds the number of subsets of the pool's numerals that such a card
   captures, whose sum is 11 - v; the empty subset, which a jack finds, is in nibble 11. Numerals are added one by one
   from the lowest. */
#pragma once

#include "agents/lanes.h"

#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of numerals that are not counted */
#endif

/* Numerals that are counted, and cards in a hand, at most; what a nibble has no room for is left to plain code, too. */
enum { COUNTED = 8, WAYS_HAND = 4 };

/* Calls `sized` with these arguments and, as a constant behind them, the number of cards in the hands, which is the same
   for all. */
#define BY_SIZE(size, sized, ...)                                                                                      \
    ((size) == 1   ? sized(__VA_ARGS__, 1)                                                                             \
     : (size) == 2 ? sized(__VA_ARGS__, 2)                                                                             \
     : (size) == 3 ? sized(__VA_ARGS__, 3)                                                                             \
                   : sized(__VA_ARGS__, WAYS_HAND))

typedef struct {
    Lanes pool;
    Lanes numerals[COUNTED], shifts[COUNTED]; /* those that some card of the hand may capture, and their places */
    Lanes with[COUNTED];                      /* subsets with this one and none behind it, by who captures them */
    int few, counted;
    Mask over; /* there are more of them: the lane's plays are not these */
    /* of the hand's cards: its place, which is that of its nibble, its ways to be played, and the number of the first */
    Lanes cards[WAYS_HAND], places[WAYS_HAND], found[WAYS_HAND], firsts[WAYS_HAND];
    Lanes count; /* of ways to play */
} Ways;

/* Counts the numerals of that number and on, which are taken out of the rest. Where there are none left, cards that are
   no numerals are: of their sums there is no nibble. */
INLINE void numerals_count(Ways *ways, Lanes *counts, Lanes *rest, int first, int end)
{
    for (int i = first; i < end; i++) {
        ways->numerals[i] = first_taken(rest);
        ways->shifts[i] = place_of(ways->numerals[i]);
        ways->with[i] = down(*counts, ways->shifts[i]);
        if (first >= ways->few) ways->over |= some(nibbles_carry(*counts, ways->with[i]));
        *counts += ways->with[i];
    }
    ways->counted = end;
}

/* Counts the plays of hands of `size` cards, which are not empty. So `few` numerals, five at most, of which no sum has
   more subsets than there is room for, are looked at in any case: the more plays of a position somebody looks at, the
   fewer it should be. */
INLINE void ways_count(Ways *ways, Lanes pool, Lanes hand, int size, int few)
{
    Lanes counts = all(UINT64_C(1) << 4 * (JACK + 1)), rest = hand;
    ways->pool = pool;
    ways->few = few;
    ways->over = mask_all(false);
    for (int i = 0; i < size; i++) {
        ways->cards[i] = first_taken(&rest);
        ways->places[i] = place_of(ways->cards[i]);
    }
    /* the lowest card captures the highest numerals */
    rest = (pool & down(all(NUMERALS << 4), ways->places[0])) | all(PACK & ~NUMERALS);
    numerals_count(ways, &counts, &rest, 0, few);
    if (any(meets(rest, all(NUMERALS)))) {
        numerals_count(ways, &counts, &rest, few, COUNTED);
        ways->over |= meets(rest, all(NUMERALS));
    }
    counts += nibble_counts(pool & (QUEENS | KINGS)) << 4;
    ways->count = all(0);
    for (int i = 0; i < size; i++) {
        ways->found[i] = larger_byte(down(counts, ways->places[i]) & 0xf, all(1));
        ways->firsts[i] = ways->count;
        ways->count += ways->found[i];
    }
}

/* Takes the numerals of that number and on, from the highest to the lowest, which fit that way among those of the
   subsets at the place; among NULL: the first. */
INLINE void numerals_take(const Ways *ways, Lanes *taken, Lanes *place, Lanes *among, int first, int end)
{
    for (int i = end - 1; i >= first; i--) {
        const Lanes with = down(ways->with[i], *place);
        const Mask takes = among ? below(*among, with & 0xf) : meets(with, all(0xf));
        if (among) *among = minus_where(no(takes), *among, with & 0xf);
        *place = plus_where(takes, *place, ways->shifts[i]);
        *taken = plus_where(takes, *taken, ways->numerals[i]);
    }
}

/* The play of a card in the way of that number, among its own; NULL: in the first. */
INLINE Lanes way_of(const Ways *ways, Lanes card, Lanes place, const Lanes *way)
{
    Lanes kin = ways->pool & (QUEENS | KINGS) & up(all(0xf), place) >> 4;
    Lanes left = way ? *way : all(0), *among = way ? &left : NULL, taken = all(0); /* the highest numeral comes first */
    if (ways->counted > ways->few) numerals_take(ways, &taken, &place, among, ways->few, COUNTED);
    numerals_take(ways, &taken, &place, among, 0, ways->few);
    for (int i = 0; way && i < SUITS - 1 && any(some(kin & (kin - 1))); i++)
        kin = blend(below(all((uint64_t)i), *way), kin & (kin - 1), kin);
    const Lanes swept = keep(meets(card, all(JACKS)), ways->pool & (NUMERALS | JACKS));
    return card | taken | swept | first_of(kin);
}

/* The play of the hand's card number `i` in that way. */
INLINE Lanes card_way(const Ways *ways, int i, uint64_t way)
{
    const Lanes number = all(way);
    if (!way) return way_of(ways, ways->cards[i], ways->places[i], NULL);
    return way_of(ways, ways->cards[i], ways->places[i], &number);
}

/* The play of that number, which is below ways->count. */
INLINE Lanes way_play(const Ways *ways, Lanes way, int size)
{
    Lanes card = ways->cards[0], place = ways->places[0], first = ways->firsts[0];
    for (int i = 1; i < size; i++) {
        const Mask before = below(way, ways->firsts[i]);
        card = blend(before, card, ways->cards[i]);
        place = blend(before, place, ways->places[i]);
        first = blend(before, first, ways->firsts[i]);
    }
    way -= first;
    return way_of(ways, card, place, &way);
}

/* ---- one of the best plays */

/* The highest of this many values, and how many there are of it. */
INLINE Lanes values_best(const Lanes values[], int count, Lanes *ties)
{
    Lanes best = all((uint64_t)INT64_MIN);
    *ties = all(0);
    for (int i = 0; i < count; i++)
        best = larger(best, values[i]);
    for (int i = 0; i < count; i++)
        *ties += keep(equal(values[i], best), all(1));
    return best;
}

/* The play of the best value of which this many stand before it. */
INLINE Lanes tie_play(const Lanes plays[], const Lanes values[], int count, Lanes best, Lanes wanted)
{
    Lanes seen = all(0), chosen = all(0);
    for (int i = 0; i < count; i++) {
        const Mask tie = equal(values[i], best);
        chosen = blend(tie & equal(seen, wanted), plays[i], chosen);
        seen += keep(tie, all(1));
    }
    return chosen;
}

/* ---- groups of rounds, as many as there are lanes */

/* The next number of each stream, as the low half: rng_next. */
INLINE Lanes next_drawn(Lanes *states, Lanes sequences)
{
    const Lanes old = *states;
    *states = old * all(UINT64_C(6364136223846793005)) + sequences;
    return low_turned((old >> 18 ^ old) >> 27, old >> 59);
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

#ifndef __clang__
#pragma GCC diagnostic pop
#endif
