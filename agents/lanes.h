/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of 64 bits side by side, and operations on all of them at once: one vocabulary for every instruction set. The
   Makefile compiles a file written with it once for each set, with LANES defined as 4 (AVX2, NEON) or 8 (AVX-512);
   elsewhere there is one lane, a plain number, so that the same source makes plain code. All of them give the same
   numbers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/scoring.h"

#ifndef LANES
#define LANES 1
#endif

#define INLINE __attribute__((always_inline)) static inline

/* The numbers in a small and in a large table that a lane looks something up in. */
enum { SMALL_TABLE = 16, LARGE_TABLE = 32 };

/* ---- what differs: `Lanes`, `Mask`, which says yes or no for each lane, and the operations that need instructions of
   their own. With GCC and clang + - & | ^ ~ and shifts by one number for all lanes are operators of C, & and | also of
   masks. */

#if LANES == 1

typedef uint64_t Lanes;
typedef bool Mask;
/* Both sides of & and | are wanted, as in the wider masks. */
#if defined(__clang__) && defined(__has_warning)
#if __has_warning("-Wbitwise-instead-of-logical")
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical"
#endif
#endif
typedef const int32_t *SmallTable, *LargeTable;
#define LANE(x, lane) (*((void)(lane), &(x)))

INLINE Lanes all(uint64_t x) { return x; }
INLINE Mask mask_all(bool yes) { return yes; }
INLINE Mask no(Mask mask) { return !mask; }
INLINE Lanes keep(Mask mask, Lanes x) { return mask ? x : 0; }
INLINE Lanes blend(Mask mask, Lanes yes, Lanes no) { return mask ? yes : no; }
INLINE bool any(Mask mask) { return mask; }
INLINE unsigned mask_bits(Mask mask) { return mask; }
INLINE Mask meets(Lanes a, Lanes b) { return (a & b) != 0; }
INLINE Mask equal(Lanes a, Lanes b) { return a == b; }
INLINE Mask below(Lanes a, Lanes b) { return (int64_t)a < (int64_t)b; }
INLINE Lanes popcount(Lanes a) { return (Lanes)set_count(a); }
INLINE Lanes up(Lanes a, Lanes by) { return a << (by & 63); }
INLINE Lanes down(Lanes a, Lanes by) { return a >> (by & 63); }
INLINE Lanes down_signed(Lanes a, int by) { return (Lanes)((int64_t)a >> by); }
INLINE Lanes times(Lanes a, Lanes b) { return a * b; }
INLINE Lanes times_unsigned(Lanes a, Lanes b) { return (a & UINT32_MAX) * (b & UINT32_MAX); }
INLINE Lanes entry_of(const int32_t *table, Mask mask, Lanes index) { return mask ? (Lanes)(int64_t)table[index] : 0; }
INLINE SmallTable small_table(const int32_t table[static SMALL_TABLE]) { return table; }
INLINE Lanes small_entry(SmallTable table, Lanes index) { return (Lanes)(int64_t)table[index]; }
INLINE Lanes bytes_turned(Lanes a) { return __builtin_bswap64(a); }
INLINE Lanes bytes_total(Lanes a) { return a * UINT64_C(0x0101010101010101) >> 56; }

#elif LANES == 8 && defined __AVX512VPOPCNTDQ__

#include <immintrin.h>

typedef uint64_t Lanes __attribute__((vector_size(64)));
typedef __mmask8 Mask;
typedef __m512i SmallTable;
typedef struct {
    __m512i halves[2];
} LargeTable;
#define LANE(x, lane) ((x)[lane])

INLINE Lanes all(uint64_t x) { return (Lanes)_mm512_set1_epi64((long long)x); }
INLINE Mask mask_all(bool yes) { return yes ? 0xff : 0; }
INLINE Mask no(Mask mask) { return (Mask)~mask; }
INLINE Lanes keep(Mask mask, Lanes x) { return (Lanes)_mm512_maskz_mov_epi64(mask, (__m512i)x); }
INLINE Lanes blend(Mask mask, Lanes yes, Lanes no)
{
    return (Lanes)_mm512_mask_mov_epi64((__m512i)no, mask, (__m512i)yes);
}
INLINE bool any(Mask mask) { return mask; }
INLINE unsigned mask_bits(Mask mask) { return mask; }
INLINE Mask meets(Lanes a, Lanes b) { return _mm512_test_epi64_mask((__m512i)a, (__m512i)b); }
INLINE Mask equal(Lanes a, Lanes b) { return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b); }
INLINE Mask below(Lanes a, Lanes b) { return _mm512_cmplt_epi64_mask((__m512i)a, (__m512i)b); }
INLINE Lanes popcount(Lanes a) { return (Lanes)_mm512_popcnt_epi64((__m512i)a); }
INLINE Lanes up(Lanes a, Lanes by) { return (Lanes)_mm512_sllv_epi64((__m512i)a, (__m512i)by); }
INLINE Lanes down(Lanes a, Lanes by) { return (Lanes)_mm512_srlv_epi64((__m512i)a, (__m512i)by); }
INLINE Lanes down_signed(Lanes a, int by) { return (Lanes)_mm512_srai_epi64((__m512i)a, (unsigned)by); }
INLINE Lanes times(Lanes a, Lanes b) { return (Lanes)_mm512_mul_epi32((__m512i)a, (__m512i)b); }
INLINE Lanes times_unsigned(Lanes a, Lanes b) { return (Lanes)_mm512_mul_epu32((__m512i)a, (__m512i)b); }
INLINE Lanes entry_of(const int32_t *table, Mask mask, Lanes index)
{
    return (Lanes)_mm512_cvtepi32_epi64(
        _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), mask, (__m512i)index, table, 4));
}
INLINE SmallTable small_table(const int32_t table[static SMALL_TABLE]) { return _mm512_loadu_si512(table); }
INLINE Lanes small_entry(SmallTable table, Lanes index)
{
    return (Lanes)_mm512_permutexvar_epi32((__m512i)index, table);
}
INLINE LargeTable large_table(const int32_t table[static LARGE_TABLE])
{
    return (LargeTable){{_mm512_loadu_si512(table), _mm512_loadu_si512(table + SMALL_TABLE)}};
}
INLINE Lanes large_entry(LargeTable table, Lanes index)
{
    return (Lanes)_mm512_permutex2var_epi32(table.halves[0], (__m512i)index, table.halves[1]);
}
INLINE Lanes lanes_at(Lanes a, Lanes at) { return (Lanes)_mm512_permutexvar_epi64((__m512i)at, (__m512i)a); }
INLINE Lanes bytes_turned(Lanes a)
{
    const __m128i turn = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
    return (Lanes)_mm512_shuffle_epi8((__m512i)a, _mm512_broadcast_i32x4(turn));
}
INLINE Lanes bytes_total(Lanes a) { return (Lanes)_mm512_sad_epu8((__m512i)a, _mm512_setzero_si512()); }

#else

typedef uint64_t Lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t SignedLanes __attribute__((vector_size(8 * LANES)));
typedef Lanes Mask; /* all bits of a lane, or none */
typedef const int32_t *SmallTable, *LargeTable;
#define LANE(x, lane) ((x)[lane])

INLINE Lanes all(uint64_t x) { return (Lanes){0} + x; }
INLINE Mask mask_all(bool yes) { return all(-(uint64_t)yes); }
INLINE Mask no(Mask mask) { return ~mask; }
INLINE Lanes keep(Mask mask, Lanes x) { return mask & x; }
INLINE Mask equal(Lanes a, Lanes b) { return (Mask)(a == b); }
INLINE Mask meets(Lanes a, Lanes b) { return (Mask)((a & b) != 0); }
INLINE Mask below(Lanes a, Lanes b) { return (Mask)((SignedLanes)a < (SignedLanes)b); }
INLINE Lanes down_signed(Lanes a, int by)
{
    const uint64_t top = UINT64_C(1) << 63;
    return ((a ^ top) >> by) - (top >> by);
}
INLINE SmallTable small_table(const int32_t table[static SMALL_TABLE]) { return table; }
INLINE LargeTable large_table(const int32_t table[static LARGE_TABLE]) { return table; }

#if LANES == 4 && defined __AVX2__

#include <immintrin.h>

INLINE Lanes blend(Mask mask, Lanes yes, Lanes no)
{
    return (Lanes)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)mask);
}
INLINE bool any(Mask mask) { return !_mm256_testz_si256((__m256i)mask, (__m256i)mask); }
INLINE unsigned mask_bits(Mask mask) { return (unsigned)_mm256_movemask_pd((__m256d)mask); }
INLINE Lanes bytes_total(Lanes a) { return (Lanes)_mm256_sad_epu8((__m256i)a, _mm256_setzero_si256()); }
INLINE Lanes popcount(Lanes a)
{
    const __m256i counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const Lanes nibbles = all(UINT64_C(0x0f0f0f0f0f0f0f0f));
    const __m256i low = _mm256_shuffle_epi8(counts, (__m256i)(a & nibbles)),
                  high = _mm256_shuffle_epi8(counts, (__m256i)(a >> 4 & nibbles));
    return bytes_total((Lanes)_mm256_add_epi8(low, high));
}
INLINE Lanes up(Lanes a, Lanes by) { return (Lanes)_mm256_sllv_epi64((__m256i)a, (__m256i)by); }
INLINE Lanes down(Lanes a, Lanes by) { return (Lanes)_mm256_srlv_epi64((__m256i)a, (__m256i)by); }
INLINE Lanes times(Lanes a, Lanes b) { return (Lanes)_mm256_mul_epi32((__m256i)a, (__m256i)b); }
INLINE Lanes times_unsigned(Lanes a, Lanes b) { return (Lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b); }
INLINE Lanes lanes_at(Lanes a, Lanes at)
{
    const Lanes halves = at << 1 | at << 33 | all(UINT64_C(1) << 32);
    return (Lanes)_mm256_permutevar8x32_epi32((__m256i)a, (__m256i)halves);
}
INLINE Lanes bytes_turned(Lanes a)
{
    const __m128i turn = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
    return (Lanes)_mm256_shuffle_epi8((__m256i)a, _mm256_broadcastsi128_si256(turn));
}
INLINE Lanes small_entry(SmallTable table, Lanes index)
{
    return (Lanes)_mm256_cvtepi32_epi64(_mm256_i64gather_epi32(table, (__m256i)index, 4));
}
INLINE Lanes entry_of(const int32_t *table, Mask mask, Lanes index)
{
    return keep(mask, small_entry(table, keep(mask, index)));
}

#else

INLINE Lanes blend(Mask mask, Lanes yes, Lanes no) { return (yes & mask) | (no & ~mask); }
INLINE unsigned mask_bits(Mask mask)
{
    unsigned bits = 0;
    for (int lane = 0; lane < LANES; lane++)
        bits |= (unsigned)(mask[lane] & 1) << lane;
    return bits;
}
INLINE bool any(Mask mask) { return mask_bits(mask); }
INLINE Lanes bytes_total(Lanes a)
{
    a = (a & UINT64_C(0x00ff00ff00ff00ff)) + (a >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    a += a >> 16;
    return (a + (a >> 32)) & 0xffff;
}
INLINE Lanes popcount(Lanes a)
{
    a -= a >> 1 & UINT64_C(0x5555555555555555);
    a = (a & UINT64_C(0x3333333333333333)) + (a >> 2 & UINT64_C(0x3333333333333333));
    return bytes_total((a + (a >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f));
}
INLINE Lanes up(Lanes a, Lanes by) { return a << (by & 63); }
INLINE Lanes down(Lanes a, Lanes by) { return a >> (by & 63); }
INLINE Lanes times_unsigned(Lanes a, Lanes b) { return (a & UINT32_MAX) * (b & UINT32_MAX); }
INLINE Lanes times(Lanes a, Lanes b)
{
    return (Lanes)((SignedLanes)down_signed(a << 32, 32) * (SignedLanes)down_signed(b << 32, 32));
}
INLINE Lanes lanes_at(Lanes a, Lanes at)
{
    Lanes found = a;
    for (int lane = 0; lane < LANES; lane++)
        found[lane] = a[at[lane]];
    return found;
}
INLINE Lanes bytes_turned(Lanes a)
{
    a = (a & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (a >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    a = (a & UINT64_C(0x0000ffff0000ffff)) << 16 | (a >> 16 & UINT64_C(0x0000ffff0000ffff));
    return a << 32 | a >> 32;
}
INLINE Lanes entry_of(const int32_t *table, Mask mask, Lanes index)
{
    Lanes found = all(0);
    for (int lane = 0; lane < LANES; lane++)
        found[lane] = mask[lane] ? (uint64_t)(int64_t)table[index[lane]] : 0;
    return found;
}
INLINE Lanes small_entry(SmallTable table, Lanes index) { return entry_of(table, mask_all(true), index); }

#endif

INLINE Lanes large_entry(LargeTable table, Lanes index) { return small_entry(table, index); }

#endif

/* What these do, each in every lane:
   all: the same number. mask_all: the same answer. no: the opposite answers. keep: the number where the mask says yes,
   else 0. blend: one or the other. any: does the mask say yes in some lane? mask_bits: bit = lane. meets: have both a
   bit in common? some: not 0? equal, below, larger, smaller: as signed numbers. popcount: the bits that are set. index_of:
   the index of the one bit that is set, which stands for a card; where none is, CARDS or more, without a sign. up, down:
   shifts by a number of bits in each lane; by 64 and more they leave anything. down_signed: keeps
   the sign. times: the product of the low halves, which are int32_t; in one lane by itself the numbers are these, with
   their signs. times_unsigned: where they are uint32_t. entry_of: table[index] where the mask says yes, else 0.
   small_entry, large_entry: for indices within the table; only the low half of the result means something. lanes_at: the
   number in the lane that `at` says.
   bytes_turned: the last byte first. bytes_total: the sum of the bytes, which is below 256. */

/* ---- what all have in common */

INLINE Mask some(Lanes a) { return meets(a, a); }
INLINE Lanes larger(Lanes a, Lanes b) { return blend(below(a, b), b, a); }
/* The same of numbers below 256. */
INLINE Lanes larger_byte(Lanes a, Lanes b)
{
#if LANES == 8 && defined __AVX512VPOPCNTDQ__
    return (Lanes)_mm512_max_epu8((__m512i)a, (__m512i)b);
#elif LANES == 4 && defined __AVX2__
    return (Lanes)_mm256_max_epu8((__m256i)a, (__m256i)b);
#else
    return larger(a, b);
#endif
}
INLINE Lanes smaller(Lanes a, Lanes b) { return blend(below(a, b), a, b); }
INLINE Lanes index_of(Lanes one)
{
#if LANES == 1
    return one ? (Lanes)__builtin_ctzll(one) : 64;
#elif LANES == 4 && defined __AVX2__
    /* the exponent of a double, which begins as 2^52 and the number */
    const Lanes with = all(UINT64_C(0x4330000000000000));
    return ((Lanes)_mm256_sub_pd((__m256d)(one | with), (__m256d)with) >> 52) - 1023;
#else
    return popcount(one - 1);
#endif
}
INLINE Lanes first_of(Lanes set) { return set & -set; }
/* The same, and takes it out of the set. */
INLINE Lanes first_taken(Lanes *set)
{
    const Lanes rest = *set & (*set - 1), first = *set ^ rest;
    *set = rest;
    return first;
}
/* Four times the value of the one card, which is there. */
INLINE Lanes place_of(Lanes card)
{
#if LANES == 1
    return ((Lanes)__builtin_ctzll(card) & 60) + 4;
#elif LANES == 8 && defined __AVX512VPOPCNTDQ__
    return 64 - ((Lanes)_mm512_lzcnt_epi64((__m512i)card) & 60);
#elif LANES == 4 && defined __AVX2__
    /* the exponent of a double, which begins as 2^57 and 32 times the number; of it, the bits of 4 and less are those of
       the index + 4 */
    const Lanes with = all(UINT64_C(0x4380000000000000));
    return (Lanes)_mm256_sub_pd((__m256d)(card | with), (__m256d)with) >> 52 & 0xfc;
#else
    return (popcount(card - 1) & 60) + 4;
#endif
}

/* plus_where, minus_where: a + b or a - b where the mask says yes, else a. low_turned: the low half turned right by this
   many bits; the high one is left with anything. */
#if LANES == 8 && defined __AVX512VPOPCNTDQ__
INLINE Lanes plus_where(Mask mask, Lanes a, Lanes b)
{
    return (Lanes)_mm512_mask_add_epi64((__m512i)a, mask, (__m512i)a, (__m512i)b);
}
INLINE Lanes minus_where(Mask mask, Lanes a, Lanes b)
{
    return (Lanes)_mm512_mask_sub_epi64((__m512i)a, mask, (__m512i)a, (__m512i)b);
}
INLINE Lanes low_turned(Lanes a, Lanes by) { return (Lanes)_mm512_rorv_epi32((__m512i)a, (__m512i)by); }
#else
INLINE Lanes plus_where(Mask mask, Lanes a, Lanes b) { return a + keep(mask, b); }
INLINE Lanes minus_where(Mask mask, Lanes a, Lanes b) { return a - keep(mask, b); }
INLINE Lanes low_turned(Lanes a, Lanes by)
{
    const Lanes low = a & UINT32_MAX;
    return down(low | low << 32, by);
}
#endif

INLINE Lanes load(const uint64_t values[static LANES])
{
    Lanes lanes;
    memcpy(&lanes, values, sizeof lanes);
    return lanes;
}

/* Divided by 2^bits, towards zero. */
INLINE Lanes scaled_down(Lanes a, int bits)
{
    return down_signed(a + keep(below(a, all(0)), all((UINT64_C(1) << bits) - 1)), bits);
}

/* The number of cards in each nibble of a set. */
INLINE Lanes nibble_counts(Lanes set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    return (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
}

/* Not 0 where the sum of some nibble of these is more than it has room for. */
INLINE Lanes nibbles_carry(Lanes a, Lanes b) { return ((a & b) | ((a | b) & ~(a + b))) & UINT64_C(0x8888888888888888); }

/* The sum of the nibbles, each of which is at most 8. */
INLINE Lanes nibbles_total(Lanes x)
{
    return bytes_total((x & UINT64_C(0x0f0f0f0f0f0f0f0f)) + (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)));
}

/* Moves the nibble of the numerals of value v, nibble v - 1, to nibble 11 - v, and drops those of other cards. */
INLINE Lanes partners_of(Lanes nibbles)
{
    nibbles &= NUMERALS;
    nibbles = (nibbles & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (nibbles >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return bytes_turned(nibbles) >> 4 * 5;
}

/* What cards are worth by these prices. */
INLINE Lanes cards_scoring(const Price prices[], int count, Lanes cards)
{
    Lanes sum = all(0);
    for (int i = 0; i < count; i++) {
        const Lanes paid = cards & prices[i].cards, points = all((uint64_t)prices[i].points);
        sum += set_rest(prices[i].cards) ? times(popcount(paid), points) : keep(some(paid), points);
    }
    return sum;
}

/* ---- numbers of 16 bits side by side, and sums of 32 bits of two of them each */

#if LANES == 4 && defined __AVX2__
enum { SHORTS = 16 };
#else
enum { SHORTS = 8 };
#if defined __SSE2__
#include <emmintrin.h>
#elif defined __aarch64__
#include <arm_neon.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif
#endif

typedef int16_t Shorts __attribute__((vector_size(2 * SHORTS)));
typedef int32_t ShortSums __attribute__((vector_size(2 * SHORTS)));

INLINE Shorts shorts_load(const int16_t values[static SHORTS])
{
    Shorts shorts;
    memcpy(&shorts, values, sizeof shorts);
    return shorts;
}

INLINE void shorts_store(int16_t out[static SHORTS], Shorts shorts) { memcpy(out, &shorts, sizeof shorts); }

INLINE ShortSums sums_load(const int32_t values[static SHORTS / 2])
{
    ShortSums sums;
    memcpy(&sums, values, sizeof sums);
    return sums;
}

/* Numbers below 0 become 0, those above `most` become that. */
INLINE Shorts shorts_cut(Shorts a, int16_t most)
{
    a &= ~(a >> 15);
    const Shorts above = a > most;
    return (a & ~above) | (most & above);
}

/* Two numbers, again and again. */
INLINE Shorts pair_all(const int16_t pair[static 2])
{
    int32_t both;
    memcpy(&both, pair, sizeof both);
    return (Shorts)((ShortSums){0} + both);
}

/* a[2 i] b[2 i] + a[2 i + 1] b[2 i + 1] in each sum. */
INLINE ShortSums pairs_times(Shorts a, Shorts b)
{
#if LANES == 4 && defined __AVX2__
    return (ShortSums)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined __SSE2__
    return (ShortSums)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined __aarch64__
    const int16x8_t left = (int16x8_t)a, right = (int16x8_t)b;
    return (ShortSums)vpaddq_s32(vmull_s16(vget_low_s16(left), vget_low_s16(right)), vmull_high_s16(left, right));
#elif defined __wasm_simd128__
    return (ShortSums)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
#else
    return ((ShortSums)a << 16 >> 16) * ((ShortSums)b << 16 >> 16) + ((ShortSums)a >> 16) * ((ShortSums)b >> 16);
#endif
}
