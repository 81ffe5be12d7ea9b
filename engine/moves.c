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

static int moves_list_any(CardSet *out, CardSet hand, CardSet pool, const Fold *fold)
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

/* ---- the same for pools of few numerals, where mispredicted branches would cost more than the work: all sums at once */

enum { FEW = 4, SUBSETS = 1 << FEW };

/* All subsets of up to FEW numerals. Larger index, larger set as a number: the order of capture_list, backwards. */
typedef struct {
    CardSet sets[SUBSETS];
    uint64_t sums[SUBSETS / 8]; /* a byte each */
} Subsets;

#define EACH_BYTE(byte) ((uint64_t)(byte)*UINT64_C(0x0101010101010101))

static inline void subsets_fill(Subsets *subsets, CardSet numerals)
{
    const CardSet missing = RANK_SET(14); /* value 15: in no sum up to ten */
    uint64_t values[FEW];
    subsets->sets[0] = 0;
    for (int i = 0; i < FEW; i++) {
        Card card = set_first(numerals | missing);
        values[i] = (uint64_t)card_rank(card) + 1;
        for (int j = 0; j < 1 << i; j++)
            subsets->sets[j | 1 << i] = subsets->sets[j] | set_of(card);
        numerals &= numerals - 1;
    }
    subsets->sums[0] = values[0] * UINT64_C(0x0100010001000100) + values[1] * UINT64_C(0x0101000001010000) +
                       values[2] * UINT64_C(0x0101010100000000);
    subsets->sums[1] = subsets->sums[0] + EACH_BYTE(values[3]);
}

/* Bit i of the result: byte i is `byte`; all bytes are below 128. */
static inline uint32_t bytes_equal(uint64_t bytes, int byte)
{
    uint64_t differ = (bytes ^ EACH_BYTE(byte)) | EACH_BYTE(0x80);
    uint64_t equal = ~(differ - EACH_BYTE(1)) >> 7 & EACH_BYTE(1);
    return (uint32_t)(equal * UINT64_C(0x0102040810204080) >> 56);
}

/* Bit i: subset i sums to `need`; the empty one left out. */
static inline uint32_t subsets_matching(const Subsets *subsets, int need)
{
    return (bytes_equal(subsets->sums[0], need) | bytes_equal(subsets->sums[1], need) << 8) & ~1u;
}

static int top_bit(uint32_t bits) { return 31 - __builtin_clz(bits); }

static int moves_list_few(CardSet *out, CardSet hand, CardSet pool)
{
    static const CardSet FACE_TAKES[RANKS] = {[JACK] = NUMERALS | JACKS, [QUEEN] = QUEENS, [KING] = KINGS};
    Subsets subsets;
    subsets_fill(&subsets, pool & NUMERALS);
    int count = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest)) {
        Card card = set_first(rest);
        int rank = card_rank(card);
        CardSet one = set_of(card), taken = pool & FACE_TAKES[rank], kin = rank > JACK ? taken & (taken - 1) : 0;
        uint32_t matching = subsets_matching(&subsets, rank < JACK ? 10 - rank : 0);
        int first = top_bit(matching | 1);
        /* the first capture, or none; seldom are there more */
        out[count++] = one | subsets.sets[first] | (taken ^ kin);
        for (matching ^= matching & 1u << first; matching; matching ^= 1u << first) {
            first = top_bit(matching);
            out[count++] = one | subsets.sets[first];
        }
        for (; kin; kin = set_rest(kin))
            out[count++] = one | set_of(set_first(kin));
    }
    return count;
}

int moves_list(CardSet out[static MAX_MOVES], CardSet hand, CardSet pool, const Fold *fold)
{
    CardSet fifth = pool & NUMERALS;
    for (int i = 0; i < FEW; i++)
        fifth &= fifth - 1;
    return fold || fifth ? moves_list_any(out, hand, pool, fold) : moves_list_few(out, hand, pool);
}

int moves_count(CardSet hand, CardSet pool)
{
    CardSet moves[MAX_MOVES];
    return moves_list(moves, hand, pool, NULL);
}
