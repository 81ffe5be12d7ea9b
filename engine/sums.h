/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of all subsets of three numerals at once, one in each byte of a word: byte j is about the numerals whose bits are
   in j. No branch is taken. */
#pragma once

#include <stdint.h>

enum { SUMMED = 3 };

#define EACH_BYTE(byte) ((uint64_t)(byte)*UINT64_C(0x0101010101010101))

/* 1 in each byte whose subset holds numeral 0, 1, 2. */
static const uint64_t HOLDING[SUMMED] = {0x0100010001000100, 0x0101000001010000, 0x0101010100000000};

/* The top bit of each byte that is `byte`; all are below 128. */
static inline uint64_t bytes_equal(uint64_t bytes, int byte)
{
    return ~(((bytes ^ EACH_BYTE(byte)) | EACH_BYTE(0x80)) - EACH_BYTE(1)) & EACH_BYTE(0x80);
}

/* The last byte with a bit; there is one. */
static inline int top_byte(uint64_t bits) { return (63 - __builtin_clzll(bits)) >> 3; }
