/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a card of each rank can do to a pool: for the features of the net. Bit r of a mask stands for rank r. */
#pragma once

#include "agents/net/net_features.h"

enum { ELEVEN = 11 };

/* The sum of the numerals. */
static inline int numerals_sum(CardSet set)
{
    int sum = 0;
    for (set &= NUMERALS; set; set = set_rest(set))
        sum += card_rank(set_first(set)) + 1;
    return sum;
}

/* The ranks that can capture anything. */
uint32_t pool_capturers(CardSet pool);
/* The ranks that can empty the pool, jacks, queens and kings only where that is a Sur. */
uint32_t pool_clearers(CardSet pool, const Rules *rules);
/* What cards of each rank do to the pool that `after` has, for the seat to move there: ranks[reply] has those that do at
   least so much. */
void pool_replies(uint32_t ranks[static NET_REPLIES], const NetPosition *position, const Table *after, CardSet pool);
/* What the best capture of a card of each rank takes from that pool, in 1/NET_POINT; -1: it captures nothing. `clearing`
   are the ranks that make a Sur. */
void pool_worths(int worths[static RANKS], const NetPosition *position, const Table *after, CardSet pool,
                 uint32_t clearing);
