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

/* What the i-th of three numerals adds to the sums of the eight subsets, by the card's index; a numeral that is missing
   counts 15, which is in no sum up to ten. */
#define FOUR(x) x, x, x, x
#define VALUES(held)                                                                                                   \
    {                                                                                                                  \
        FOUR(1 * (held)), FOUR(2 * (held)), FOUR(3 * (held)), FOUR(4 * (held)), FOUR(5 * (held)), FOUR(6 * (held)),    \
            FOUR(7 * (held)), FOUR(8 * (held)), FOUR(9 * (held)), FOUR(10 * (held)), [64] = 15 * (held)                \
    }
static const uint64_t HOLDING_VALUE[SUMMED][65] = {
    VALUES(UINT64_C(0x0100010001000100)), VALUES(UINT64_C(0x0101000001010000)), VALUES(UINT64_C(0x0101010100000000))};

/* `numerals` are at most MOST_SUMMED. */
INLINE SubsetSums subset_sums(CardSet numerals)
{
    uint64_t parts[2] = {0, 0}; /* the sums of the first three, and of the others */
    for (int i = 0; i < MOST_SUMMED; i++) {
        parts[i / SUMMED] += HOLDING_VALUE[i % SUMMED][_tzcnt_u64(numerals)];
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

/* What a card of a rank captures: of these numerals a subset with the right sum, one of these cards, or all of these. */
typedef struct {
    CardSet numerals, one, all, unused; /* 32 bytes, so that an index is a shift */
} RankTakes;

#define NUMERAL_TAKES                                                                                                  \
    {                                                                                                                  \
        NUMERALS, 0, 0, 0                                                                                              \
    }
static const RankTakes RANK_TAKES[RANKS] = {
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    NUMERAL_TAKES,
    [JACK] = {0, 0, NUMERALS | JACKS, 0},
    [QUEEN] = {0, QUEENS, 0, 0},
    [KING] = {0, KINGS, 0, 0},
};

/* The subsets of the pool's numerals that a card of this rank captures. A jack has the empty one, queens and kings look for
   a sum that none has. */
INLINE uint64_t rank_subsets(SubsetSums sums, int rank) { return subsets_with(sums, (uint8_t)(JACK - rank)); }

/* In how many ways a card may be played. */
INLINE int rank_ways(CardSet pool, uint64_t subsets, int rank)
{
    const int captures = (int)_mm_popcnt_u64(subsets) + (int)_mm_popcnt_u64(pool & RANK_TAKES[rank].one);
    return captures > 1 ? captures : 1;
}

/* What a card captures in way number `way`, in the order of capture_list, which has subsets from the last. Where a numeral
   has no subset, the bit that is looked for is beyond all of them. */
INLINE CardSet way_captured(CardSet pool, uint64_t subsets, int rank, int way)
{
    const RankTakes *takes = &RANK_TAKES[rank];
    const int place = (int)_mm_popcnt_u64(subsets) - 1 - way;
    const uint64_t subset = _tzcnt_u64(_pdep_u64(UINT64_C(1) << (place & 63), subsets));
    return _pdep_u64(subset, pool & takes->numerals) | _pdep_u64(UINT64_C(1) << way, pool & takes->one) |
           (pool & takes->all);
}
