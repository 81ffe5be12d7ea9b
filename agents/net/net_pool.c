/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what cards of each rank can do to a pool. */
#include "agents/net/net_pool.h"

#include "engine/table.h"

/* The ranks whose numerals make eleven with one of these sums: bit s of `sums`, 1 … 10. */
static inline uint32_t ranks_of_sums(uint32_t sums)
{
    uint32_t ranks = 0;
    for (int sum = 1; sum < ELEVEN; sum++)
        ranks |= (sums >> sum & 1) << (ELEVEN - 1 - sum);
    return ranks;
}

/* The ranks that can capture one of the cards `wanted` of the pool, whatever else they take. */
static uint32_t pool_takers(CardSet pool, CardSet wanted)
{
    uint32_t ranks = 0, sums = 0;
    if (wanted & (NUMERALS | JACKS)) ranks |= 1u << JACK;
    if (wanted & QUEENS) ranks |= 1u << QUEEN;
    if (wanted & KINGS) ranks |= 1u << KING;
    for (CardSet rest = wanted & NUMERALS; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        sums |= capture_reach(pool & ~set_of(card)) << (card_rank(card) + 1);
    }
    return ranks | ranks_of_sums(sums);
}

uint32_t pool_capturers(CardSet pool)
{
    uint32_t ranks = ranks_of_sums(capture_reach(pool));
    return ranks | (uint32_t)((pool & (NUMERALS | JACKS)) != 0) << JACK | (uint32_t)((pool & QUEENS) != 0) << QUEEN |
           (uint32_t)((pool & KINGS) != 0) << KING;
}

uint32_t pool_clearers(CardSet pool, const Rules *rules)
{
    uint32_t ranks = 0;
    if (!pool) return 0;
    if (!(pool & (QUEENS | KINGS)) && sur_by_rank(JACK, rules)) ranks |= 1u << JACK;
    if (!(pool & ~NUMERALS)) {
        int sum = numerals_sum(pool);
        if (sum < ELEVEN) ranks |= 1u << (ELEVEN - 1 - sum);
    } else if (!set_rest(pool) && card_rank(set_first(pool)) > JACK && sur_by_rank(card_rank(set_first(pool)), rules)) {
        ranks |= 1u << card_rank(set_first(pool));
    }
    return ranks;
}

void pool_replies(uint32_t ranks[static NET_REPLIES], const NetPosition *position, const Table *after, CardSet pool)
{
    const Rules *rules = position->view->rules;
    CardSet clubs = pool & position->clubs, points = pool & position->points, two = pool & position->two_points;
    uint32_t sur = 0;
    if (table_sur_points(after, rules))
        for (uint32_t rest = pool_clearers(pool, rules); rest; rest &= rest - 1)
            if (table_sur_possible(after, rules, __builtin_ctz(rest))) sur |= rest & -rest;
    ranks[NET_REPLY_NONE] = (1u << RANKS) - 1;
    ranks[NET_REPLY_SUR] = sur;
    ranks[NET_REPLY_POINTS] = sur | (two ? pool_takers(pool, two) : 0);
    ranks[NET_REPLY_POINT] = ranks[NET_REPLY_POINTS] | (points & ~two ? pool_takers(pool, points & ~two) : 0);
    ranks[NET_REPLY_CLUB] = ranks[NET_REPLY_POINT] | (clubs & ~points ? pool_takers(pool, clubs & ~points) : 0);
    ranks[NET_REPLY_PLAIN] = ranks[NET_REPLY_CLUB] | pool_capturers(pool);
}

void pool_worths(int worths[static RANKS], const NetPosition *position, const Table *after, CardSet pool,
                 uint32_t clearing)
{
    const int sur = table_sur_points(after, position->view->rules) * NET_POINT;
    int best[ELEVEN], jack = -1;
    best[0] = 0;
    for (int sum = 1; sum < ELEVEN; sum++)
        best[sum] = -1;
    worths[QUEEN] = worths[KING] = -1;
    for (CardSet rest = pool; rest; rest = set_rest(rest)) {
        const Card card = set_first(rest);
        const int rank = card_rank(card), worth = position->worths[card];
        if (rank > JACK) {
            if (worth > worths[rank]) worths[rank] = worth;
            continue;
        }
        jack = (jack < 0 ? 0 : jack) + worth;
        for (int sum = ELEVEN - 1; rank < JACK && sum > rank; sum--)
            if (best[sum - rank - 1] >= 0 && best[sum - rank - 1] + worth > best[sum])
                best[sum] = best[sum - rank - 1] + worth;
    }
    for (int rank = ACE; rank < JACK; rank++)
        worths[rank] = best[ELEVEN - 1 - rank];
    worths[JACK] = jack;
    for (; clearing; clearing &= clearing - 1)
        worths[__builtin_ctz(clearing)] += sur;
}
