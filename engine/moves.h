/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captures and legal plays. A play is one CardSet: the card (its part in the hand) with what it captures (its part in
   the pool). Order: by the played card in pack order, then by capture (see capture_list). */
#pragma once

#include "engine/card.h"
#include "engine/rules.h"

/* Exact bounds over all pools and hands (speed notes in docs/speed.md). */
enum { MAX_CAPTURES = 1059, MAX_MOVES = 1320 };

/* Which cards are the same for everything that scores: these are equal to no other, see worth_alone, and the rest of a
   rank is equal. */
typedef CardSet Fold;

Fold fold_for(const Rules *rules);
/* The representative of `set` among the subsets of `within`: in each class of equal cards the same number, the last in
   pack order. Folded lists hold representatives only. */
CardSet fold_set(CardSet set, CardSet within, const Fold *fold);
/* What a folded list has in the place of a play. */
CardSet fold_play(CardSet play, CardSet hand, CardSet pool, const Fold *fold);

/* Sums that pool numerals can reach: bit s is set if some subset of `pool` sums to s, s = 0 … 10. */
uint32_t capture_reach(CardSet pool);
/* True if a card of this rank can capture something; `reach` is capture_reach(pool). */
static inline bool capture_possible(CardSet pool, uint32_t reach, int rank)
{
    return rank < JACK    ? reach >> (10 - rank) & 1
           : rank == JACK ? (pool & (NUMERALS | JACKS)) != 0
                          : (pool & RANK_SET(rank)) != 0;
}
/* Writes the sets that a card of this rank may capture (none: nothing is written); returns how many. Fixed order.
   With a fold, one of each class of equal captures. */
int capture_list(CardSet out[static MAX_CAPTURES], CardSet pool, int rank, const Fold *fold);

/* Is it legal that a card of this rank captures just these cards of the pool (none: that it trails)? Else *why says why
   not. */
bool capture_legal(CardSet pool, int rank, CardSet captured, const char **why);
/* The same for a play, the card with what it captures, and who has `hand`. Any set of cards may be asked about. */
bool play_legal(CardSet hand, CardSet pool, CardSet play, const char **why);

/* All legal plays with `hand` (not empty) on `pool`; returns how many. fold NULL: cards are told apart by suit. */
int moves_list(CardSet out[static MAX_MOVES], CardSet hand, CardSet pool, const Fold *fold);
