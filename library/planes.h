/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets as planes, a byte of 0 or 1 for each card, by what the including file is compiled for. */
#pragma once

#include <string.h>

#include "engine/card.h"
#include "library/pasur.h"

#if defined __AVX2__ && !defined PASUR_PLAIN
#include <immintrin.h>
#endif

/* Writes a plane for the set, and anything behind it, as far as PLANE_ROOM bytes from its beginning. */
enum { PLANE_ROOM = 64 };
static inline void plane_put(uint8_t plane[static PLANE_ROOM], CardSet cards)
{
#if defined __AVX512BW__ && !defined PASUR_PLAIN
    _mm512_storeu_si512(plane, _mm512_maskz_mov_epi8(cards, _mm512_set1_epi8(1)));
#elif defined __AVX2__ && !defined PASUR_PLAIN
    const __m256i each = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    const __m256i bits = _mm256_set1_epi64x((int64_t)0x8040201008040201);
    for (int i = 0; i < 2; i++) {
        const __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32((int)(cards >> 32 * i)), each);
        const __m256i found = _mm256_min_epu8(_mm256_and_si256(bytes, bits), _mm256_set1_epi8(1));
        _mm256_storeu_si256((__m256i *)(plane + 32 * i), found);
    }
#else
    static const uint8_t SUITS_OF[1 << SUITS][SUITS] = {
        {0},          {1},          {0, 1},       {1, 1},       {0, 0, 1},    {1, 0, 1},    {0, 1, 1},    {1, 1, 1},
        {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
    if (!cards) memset(plane, 0, CARDS);
    for (int rank = 0; cards && rank < RANKS; rank++)
        memcpy(plane + rank * SUITS, SUITS_OF[cards >> rank * SUITS & 15], SUITS);
#endif
}

/* Writes over what stands behind the planes, too, unless they are the last. */
static inline void planes_put(uint8_t *planes, const CardSet sets[static PASUR_PLANES], bool last)
{
    for (int i = 0; i < PASUR_PLANES - last; i++)
        plane_put(planes + i * CARDS, sets[i]);
    if (!last) return;
    uint8_t room[PLANE_ROOM];
    plane_put(room, sets[PASUR_PLANES - 1]);
    memcpy(planes + (PASUR_PLANES - 1) * CARDS, room, CARDS);
}
