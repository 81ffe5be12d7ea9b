/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All captures of a position at once, without a branch: the sums of all subsets of up to five numerals lie in the bytes
   of a register, so that one comparison finds every subset that a card captures (docs/speed.md). For files that are
   compiled for AVX2 and BMI2 (Makefile). */
#pragma once

#include <immintrin.h>

#include "agents/agent.h"
#include "engine/table.h"

#define INLINE __attribute__((always_inline)) static inline

/* Numerals whose subsets fit; bit i of a subset's number is for the i-th of them in pack order. */
enum { SUMMED = 3, MOST_SUMMED = 5 };

typedef struct {
    __m256i sums; /* of subsets 0 … 31, a byte each */
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
    return (SubsetSums){_mm256_add_epi8(first, _mm256_shuffle_epi8(others, each))};
}

/* Bit s: subset s has this sum. */
INLINE uint32_t subsets_with(SubsetSums subsets, uint8_t sum)
{
    const __m256i wanted = _mm256_set1_epi8((char)sum);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(subsets.sums, wanted));
}

/* What a card of a rank captures: numerals among these with the right sum, one of these cards, or all of these. */
typedef struct {
    CardSet numerals, one, all;
    int64_t
        sum; /* of the values that are captured, where queens and kings count 1; 0: any. 32 bytes: an index is a shift */
} RankTakes;

#define NUMERAL_TAKES(rank)                                                                                            \
    {                                                                                                                  \
        NUMERALS_TO(JACK - (rank)), 0, 0, JACK - (rank)                                                                \
    }
static const RankTakes RANK_TAKES[RANKS] = {
    NUMERAL_TAKES(0),
    NUMERAL_TAKES(1),
    NUMERAL_TAKES(2),
    NUMERAL_TAKES(3),
    NUMERAL_TAKES(4),
    NUMERAL_TAKES(5),
    NUMERAL_TAKES(6),
    NUMERAL_TAKES(7),
    NUMERAL_TAKES(8),
    NUMERAL_TAKES(9),
    [JACK] = {0, 0, NUMERALS | JACKS, 0},
    [QUEEN] = {0, QUEENS, 0, 1},
    [KING] = {0, KINGS, 0, 1},
};

/* The pool's numerals but for those that are too high for every card of the hand: its first card captures the
   highest. */
INLINE CardSet numerals_in_reach(CardSet pool, CardSet hand)
{
    return pool & RANK_TAKES[_tzcnt_u64(hand) >> 2].numerals;
}

/* The subsets of the numerals in reach that a card of this rank captures. A jack has the empty one, queens and kings
   look for a sum that none has. */
INLINE uint32_t rank_subsets(SubsetSums sums, int rank) { return subsets_with(sums, (uint8_t)(JACK - rank)); }

/* In how many ways a card may be played. */
INLINE int rank_ways(CardSet pool, uint32_t subsets, int rank)
{
    const int captures = (int)_mm_popcnt_u32(subsets) + (int)_mm_popcnt_u64(pool & RANK_TAKES[rank].one);
    return captures > 1 ? captures : 1;
}

/* What a card captures in way number `way`, in the order of capture_list, which has subsets from the last. Where there
   is no subset, the bit that is looked for is beyond all of them, and the number found beyond all numerals. */
INLINE CardSet way_captured(CardSet pool, CardSet numerals, uint32_t subsets, int rank, int way)
{
    const RankTakes *takes = &RANK_TAKES[rank];
    const int place = (int)_mm_popcnt_u32(subsets) - 1 - way;
    const uint32_t subset = _tzcnt_u32(_pdep_u32(UINT32_C(1) << (place & 31), subsets));
    return _pdep_u64(subset, numerals) | _pdep_u64(UINT64_C(1) << way, pool & takes->one) | (pool & takes->all);
}
