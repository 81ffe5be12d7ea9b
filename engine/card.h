/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards and sets of cards. A card is rank * 4 + suit, ranks A 2 … T J Q K (0 … 12), suits c d h s (0 … 3).
   A set has bit `card` set: one nibble for each rank, so ascending bits are pack order. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t Card;
typedef uint64_t CardSet;

enum { RANKS = 13, SUITS = 4, CARDS = 52 };
enum { ACE = 0, TWO = 1, TEN = 9, JACK = 10, QUEEN = 11, KING = 12 };
enum { CLUB = 0, DIAMOND = 1, HEART = 2, SPADE = 3 };

#define PACK ((UINT64_C(1) << CARDS) - 1)
#define RANK_SET(rank) (UINT64_C(0xf) << (4 * (rank)))
#define CARD_SET(rank, suit) (UINT64_C(1) << (4 * (rank) + (suit)))
#define NUMERALS ((UINT64_C(1) << 40) - 1)
#define ACES RANK_SET(ACE)
#define TENS RANK_SET(TEN)
#define JACKS RANK_SET(JACK)
#define QUEENS RANK_SET(QUEEN)
#define KINGS RANK_SET(KING)
#define CLUBS UINT64_C(0x1111111111111)
#define TWO_OF_CLUBS CARD_SET(TWO, CLUB)
#define TEN_OF_DIAMONDS CARD_SET(TEN, DIAMOND)
/* The numerals of value 1 … value. */
#define NUMERALS_TO(value) ((UINT64_C(1) << (4 * (value))) - 1)

static inline Card card_of(int rank, int suit) { return (Card)(rank * SUITS + suit); }
static inline int card_rank(Card card) { return card >> 2; }
static inline int card_suit(Card card) { return card & 3; }
static inline CardSet set_of(Card card) { return UINT64_C(1) << card; }

static inline int set_count(CardSet set)
{
#if defined(__POPCNT__) || !defined(__x86_64__)
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The number of clubs in a set. Clubs are the lowest bits of the nibbles, and their number fits in one nibble. */
static inline int clubs_count(CardSet set) { return (int)((set & CLUBS) * UINT64_C(0x1111111111111111) >> 60); }

/* The sum of the numerals. */
static inline int numerals_total(CardSet set)
{
    int sum = 0;
    for (set &= NUMERALS; set; set &= set - 1)
        sum += card_rank((Card)__builtin_ctzll(set)) + 1;
    return sum;
}

static inline bool set_has(CardSet set, Card card) { return set >> card & 1; }
/* The first card in pack order; `set` is not empty. */
static inline Card set_first(CardSet set) { return (Card)__builtin_ctzll(set); }
/* The last card in pack order; `set` is not empty. */
static inline Card set_last(CardSet set) { return (Card)(63 - __builtin_clzll(set)); }

/* for (CardSet rest = set; rest; rest = set_rest(rest)) … set_first(rest) … */
static inline CardSet set_rest(CardSet set) { return set & (set - 1); }
