/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All captures of a position at once, without a branch: the sums of all subsets of the pool's numerals lie in the 64 bytes
   of two registers, so that one comparison finds every subset that a card captures (docs/lockstep.md). For files that are
   compiled for AVX2 and BMI2 (Makefile). */
#pragma once

#include <immintrin.h>

#include "agents/agent.h"
#include "engine/sums.h"

#define INLINE __attribute__((always_inline)) static inline

/* Numerals of a pool whose subsets fit; bit i of a subset's number is for the i-th of them in pack order. */
enum { MOST_SUMMED = 2 * SUMMED };

typedef struct {
    __m256i sums[2]; /* of subsets 0 … 31, 32 … 63, a byte each */
} SubsetSums;

/* `numerals` are at most MOST_SUMMED. One that is missing counts 15, which is in no sum up to ten. */
INLINE SubsetSums subset_sums(CardSet numerals)
{
    const CardSet missing = RANK_SET(14);
    uint64_t parts[2] = {0, 0}; /* the sums of the first three, and of the others */
    for (int i = 0; i < MOST_SUMMED; i++) {
        parts[i / SUMMED] += HOLDING[i % SUMMED] * (uint64_t)(card_rank(set_first(numerals | missing)) + 1);
        numerals &= numerals - 1;
    }
    const __m256i first = _mm256_set1_epi64x((long long)parts[0]), others = _mm256_set1_epi64x((long long)parts[1]);
    const __m256i each = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    const __m256i more = _mm256_add_epi8(each, _mm256_set1_epi8(4));
    return (SubsetSums){{_mm256_add_epi8(first, _mm256_shuffle_epi8(others, each)),
                         _mm256_add_epi8(first, _mm256_shuffle_epi8(others, more))}};
}

/* Bit s: subset s has this sum. */
INLINE uint64_t subsets_with(SubsetSums subsets, uint8_t sum)
{
    const __m256i wanted = _mm256_set1_epi8((char)sum);
    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(subsets.sums[0], wanted));
    const uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(subsets.sums[1], wanted));
    return (uint64_t)high << 32 | low;
}

/* What a card of each rank captures. */
typedef struct {
    CardSet numerals; /* a subset of these that has this sum … */
    CardSet one;      /* … or one of these … */
    CardSet all;      /* … or all of these */
    uint8_t sum;
} RankTakes;

enum { NO_SUM = 0xff };

#define TAKES_SUM(rank) [rank] = {NUMERALS, 0, 0, 10 - (rank)}
static const RankTakes RANK_TAKES[RANKS] = {
    TAKES_SUM(0),
    TAKES_SUM(1),
    TAKES_SUM(2),
    TAKES_SUM(3),
    TAKES_SUM(4),
    TAKES_SUM(5),
    TAKES_SUM(6),
    TAKES_SUM(7),
    TAKES_SUM(8),
    TAKES_SUM(9),
    [JACK] = {0, 0, NUMERALS | JACKS, NO_SUM},
    [QUEEN] = {0, QUEENS, 0, NO_SUM},
    [KING] = {0, KINGS, 0, NO_SUM},
};

/* The ways to play a card: `count` plays, in the order of moves_list. */
typedef struct {
    CardSet card, one, all;
    CardSet numerals;
    uint64_t subsets; /* of the pool's numerals, as bits */
    int count;
} CardWays;

INLINE CardWays card_ways(CardSet pool, SubsetSums sums, Card card)
{
    const RankTakes *takes = &RANK_TAKES[card_rank(card)];
    CardWays ways = {.card = set_of(card),
                     .one = pool & takes->one,
                     .all = pool & takes->all,
                     .numerals = pool & takes->numerals,
                     .subsets = subsets_with(sums, takes->sum)};
    const int count = (int)_mm_popcnt_u64(ways.subsets) + (int)_mm_popcnt_u64(ways.one);
    ways.count = count + !count; /* it trails, or it is a jack */
    return ways;
}

/* Play number `i` of the card, from 0. Subsets are listed from the last. */
INLINE CardSet ways_play(const CardWays *ways, int i)
{
    const int last = (int)_mm_popcnt_u64(ways->subsets) - 1;
    const uint64_t subset = _tzcnt_u64(_pdep_u64(UINT64_C(1) << ((last - i) & 63), ways->subsets));
    const CardSet summed = _pdep_u64(ways->subsets ? subset : 0, ways->numerals);
    return ways->card | summed | _pdep_u64(UINT64_C(1) << i, ways->one) | ways->all;
}
