/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/moves.h"
#include <stddef.h>

Fold fold_for(const Rules *rules)
{
    return (Fold){CLUBS | (rules->ten_points != rules->tens_points ? TEN_OF_DIAMONDS : 0)};
}

CardSet fold_set(CardSet set, CardSet within, const Fold *fold)
{
    CardSet folded = set & fold->alone;
    for (CardSet rest = set & ~fold->alone; rest;) {
        CardSet rank = RANK_SET(card_rank(set_first(rest))) & ~fold->alone;
        int surplus = set_count(within & rank) - set_count(set & rank);
        CardSet last = within & rank;
        while (surplus-- > 0)
            last = set_rest(last);
        folded |= last;
        rest &= ~rank;
    }
    return folded;
}

uint32_t capture_reach(CardSet pool)
{
    uint32_t reach = 1;
    for (CardSet rest = pool & NUMERALS; rest; rest = set_rest(rest))
        reach |= reach << (card_rank(set_first(rest)) + 1);
    return reach & 0x7ff;
}

/* True if a card of `from` that is equal to `card` and comes after it is not taken: then `card` stands for nothing new. */
static inline bool is_folded(Card card, CardSet pool, CardSet taken, const Fold *fold)
{
    CardSet later = RANK_SET(card_rank(card)) & ~fold->alone & ~((set_of(card) << 1) - 1);
    return !set_has(fold->alone, card) && (pool & later & ~taken);
}

/* Appends `taken` with every subset of `from` that sums to `need`; larger cards first. */
static CardSet *subsets(CardSet *out, CardSet from, int need, CardSet taken, CardSet pool, const Fold *fold)
{
    from &= NUMERALS_TO(need);
    while (from) {
        Card card = set_last(from);
        int value = card_rank(card) + 1;
        from ^= set_of(card);
        if (fold && is_folded(card, pool, taken, fold)) continue;
        if (value == need)
            *out++ = taken | set_of(card);
        else
            out = subsets(out, from, need - value, taken | set_of(card), pool, fold);
    }
    return out;
}

int capture_list(CardSet out[static MAX_CAPTURES], CardSet pool, int rank, const Fold *fold)
{
    if (rank < JACK) return (int)(subsets(out, pool, 10 - rank, 0, pool, fold) - out);
    if (rank == JACK) {
        *out = pool & (NUMERALS | JACKS);
        return *out != 0;
    }
    int count = 0;
    for (CardSet rest = pool & RANK_SET(rank); rest; rest = set_rest(rest))
        if (!fold || !is_folded(set_first(rest), pool, 0, fold)) out[count++] = set_of(set_first(rest));
    return count;
}

int moves_list(CardSet out[static MAX_MOVES], CardSet hand, CardSet pool, const Fold *fold)
{
    uint32_t reach = capture_reach(pool);
    int count = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int rank = card_rank(card);
        if (fold && is_folded(card, hand, 0, fold)) continue;
        if (!capture_possible(pool, reach, rank)) {
            out[count++] = set_of(card);
            continue;
        }
        int captures = capture_list(out + count, pool, rank, fold);
        for (int i = 0; i < captures; i++)
            out[count++] |= set_of(card);
    }
    return count;
}

int moves_count(CardSet hand, CardSet pool)
{
    CardSet moves[MAX_MOVES];
    return moves_list(moves, hand, pool, NULL);
}
