/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight 64-bit numbers side by side, in a register of AVX-512, and what is done with all of them at once. A mask has a
   bit for each lane. For files that are compiled for it (Makefile). */
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "engine/card.h"

typedef uint64_t Lanes __attribute__((vector_size(64), may_alias));
typedef __mmask8 Mask;
typedef __m512i SmallTable; /* SMALL_TABLE numbers of 32 bits */

enum { LANES = 8, SMALL_TABLE = 16 };

#define INLINE __attribute__((always_inline)) static inline

INLINE Lanes all(uint64_t x) { return (Lanes)_mm512_set1_epi64((long long)x); }
INLINE Lanes keep(Mask mask, Lanes x) { return (Lanes)_mm512_maskz_mov_epi64(mask, (__m512i)x); }
INLINE Lanes pick(Mask mask, Lanes yes, Lanes no)
{
    return (Lanes)_mm512_mask_mov_epi64((__m512i)no, mask, (__m512i)yes);
}
INLINE Mask meets(Lanes a, Lanes b) { return _mm512_test_epi64_mask((__m512i)a, (__m512i)b); }
INLINE Mask some(Lanes a) { return meets(a, a); }
INLINE Mask equal(Lanes a, Lanes b) { return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b); }
INLINE Mask below(Lanes a, Lanes b) { return _mm512_cmplt_epi64_mask((__m512i)a, (__m512i)b); }
INLINE Lanes larger(Lanes a, Lanes b) { return (Lanes)_mm512_max_epi64((__m512i)a, (__m512i)b); }
INLINE Lanes smaller(Lanes a, Lanes b) { return (Lanes)_mm512_min_epi64((__m512i)a, (__m512i)b); }
INLINE Lanes ones(Lanes a) { return (Lanes)_mm512_popcnt_epi64((__m512i)a); }
/* Shifts by 64 and more leave nothing. */
INLINE Lanes up(Lanes a, Lanes by) { return (Lanes)_mm512_sllv_epi64((__m512i)a, (__m512i)by); }
INLINE Lanes down(Lanes a, Lanes by) { return (Lanes)_mm512_srlv_epi64((__m512i)a, (__m512i)by); }
INLINE Lanes first_of(Lanes set) { return set & -set; }
/* The index of the one bit that is set; 64 if none is. */
INLINE Lanes index_of(Lanes one) { return ones(one - 1); }
/* The product of the low halves, which are int32_t. */
INLINE Lanes times(Lanes a, Lanes b) { return (Lanes)_mm512_mul_epi32((__m512i)a, (__m512i)b); }

INLINE SmallTable small_table(const int32_t table[static SMALL_TABLE]) { return _mm512_loadu_si512(table); }
/* table[index] for indices 0 … 15; only the low halves of the result mean something. */
INLINE Lanes small_entry(SmallTable table, Lanes index)
{
    return (Lanes)_mm512_permutexvar_epi32((__m512i)index, table);
}
/* table[index] where the mask is set, else 0. */
INLINE Lanes entry_of(const int32_t *table, Mask mask, Lanes index)
{
    return (Lanes)_mm512_cvtepi32_epi64(
        _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), mask, (__m512i)index, table, 4));
}

INLINE Lanes load(const uint64_t values[static LANES]) { return (Lanes)_mm512_loadu_si512(values); }

/* The three below do as nibble_counts, partners_of and nibbles_sum of features.[ch]. */
INLINE Lanes nibble_counts(Lanes set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    return (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
}

INLINE Lanes partners_of(Lanes nibbles)
{
    const Lanes turn = {UINT64_C(0x0001020304050607), UINT64_C(0x08090a0b0c0d0e0f), UINT64_C(0x0001020304050607),
                        UINT64_C(0x08090a0b0c0d0e0f), UINT64_C(0x0001020304050607), UINT64_C(0x08090a0b0c0d0e0f),
                        UINT64_C(0x0001020304050607), UINT64_C(0x08090a0b0c0d0e0f)};
    nibbles &= NUMERALS;
    nibbles = (nibbles & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (nibbles >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return (Lanes)_mm512_shuffle_epi8((__m512i)nibbles, (__m512i)turn) >> 4 * 5;
}

INLINE Lanes nibbles_total(Lanes x)
{
    Lanes bytes = (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) + (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return (Lanes)_mm512_sad_epu8((__m512i)bytes, _mm512_setzero_si512());
}
