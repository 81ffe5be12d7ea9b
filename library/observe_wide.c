/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seen, by AVX-512: planes, where a set is a mask of bytes, and counts, a side in each lane. */
#include "library/observe.h"

#include <limits.h>
#include <string.h>

#include "agents/isa.h"
#include "engine/table.h"

static void prices_share(CountsShared *shared, const Rules *rules)
{
    for (int i = 0; i < PRICED; i++)
        for (int lane = 0; lane < 8; lane++) {
            const int class = 2 * i + lane / MAX_SIDES; /* the upper lanes count another class of the same sides */
            shared->cards[i][lane] = class < PAYING ? (int64_t)PAYING_CARDS[class] : 0;
            shared->each[i][lane] = class < PAYING ? rules->paying[class] : 0;
        }
}

void counts_share(CountsShared *shared, const Seen *seen)
{
    const Rules *rules = seen->rules;
    const int side = rules_side(rules, seen->seat);
    int16_t counts[PASUR_COUNTS];
    counts_write(counts, seen);
    memcpy(shared->head, counts, sizeof shared->head);
    for (int i = 0; i < 16; i++) {
        const int place = i / 2 % MAX_SIDES;
        const int from = place < rules->sides ? (side + place) % rules->sides : place;
        shared->order[i] = (uint8_t)(i / 8 * 8 + 2 * from + i % 2);
    }
    prices_share(shared, rules);
    shared->sur = (int16_t)sur_points(1, rules);
    for (int count = 0; count < 16; count++) {
        const int clubs[MAX_SIDES] = {count <= CLUBS_IN_PACK ? count : 0};
        shared->clubs[count] =
            (int16_t)(scoring_clubs_winner(clubs, rules, false) == 0 ? scoring_clubs(count, rules) : 0);
    }
}

#if defined __AVX512VPOPCNTDQ__ && defined __AVX512BW__ && !defined PASUR_PLAIN

#include <immintrin.h>

bool observe_wide_possible(void) { return isa_used() == ISA_AVX512; }

void planes_wide(uint8_t *planes, const CardSet sets[static PASUR_PLANES])
{
    const __m512i ones = _mm512_set1_epi8(1);
    /* what stands behind a plane is written over by the next one */
    for (int i = 0; i < PASUR_PLANES - 1; i++)
        _mm512_storeu_si512(planes + i * CARDS, _mm512_maskz_mov_epi8(sets[i], ones));
    const int last = PASUR_PLANES - 1;
    _mm512_mask_storeu_epi8(planes + last * CARDS, PACK, _mm512_maskz_mov_epi8(sets[last], ones));
}

/* How many of these cards each pile holds. */
static inline __m512i held(__m512i piles, __m512i cards) { return _mm512_popcnt_epi64(_mm512_and_si512(piles, cards)); }

/* What the sides' cards are worth, 16 bits each. */
static inline __m128i cards_points(__m512i piles, const CountsShared *shared)
{
    __m512i points = _mm512_setzero_si512();
    for (int i = 0; i < PRICED; i++) {
        const __m512i count = held(piles, _mm512_loadu_si512(shared->cards[i]));
        points = _mm512_add_epi64(points, _mm512_mul_epi32(count, _mm512_loadu_si512(shared->each[i])));
    }
    const __m128i both = _mm512_cvtepi64_epi16(points);
    return _mm_add_epi16(both, _mm_unpackhi_epi64(both, both));
}

void counts_wide(int16_t *counts, const Table *table, const CountsShared *shared)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)shared->order);
    const __m512i piles = _mm512_broadcast_i64x4(_mm256_loadu_si256((const __m256i *)table->piles));
    const __m512i clubs_all =
        _mm512_inserti64x4(_mm512_set1_epi64((long long)PACK), _mm256_set1_epi64x((long long)CLUBS), 0);
    const __m128i clubs = _mm512_cvtepi64_epi16(held(piles, clubs_all)); /* and cards */
    int32_t surs_held;
    memcpy(&surs_held, table->surs, sizeof surs_held);
    const __m128i surs = _mm_cvtepu8_epi16(_mm_cvtsi32_si128(surs_held));
    const __m512i by_clubs = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)shared->clubs));
    const __m128i clubs_scoring =
        _mm512_castsi512_si128(_mm512_permutexvar_epi16(_mm512_castsi128_si512(clubs), by_clubs));
    const __m128i surs_scoring = _mm_mullo_epi16(surs, _mm_set1_epi16(shared->sur));
    const __m128i points = _mm_add_epi16(cards_points(piles, shared), _mm_add_epi16(clubs_scoring, surs_scoring));
    const __m128i last =
        _mm_srli_epi16(_mm_cmpeq_epi16(_mm_set1_epi16(table->last), _mm_set_epi16(-2, -2, -2, -2, 3, 2, 1, 0)), 15);
    memcpy(counts, shared->head, sizeof shared->head);
    _mm_storel_epi64((__m128i *)(counts + PASUR_COUNT_SURS), _mm_shuffle_epi8(surs, order));
    _mm_storeu_si128((__m128i *)(counts + PASUR_COUNT_CLUBS), _mm_shuffle_epi8(clubs, order));
    _mm_storeu_si128((__m128i *)(counts + PASUR_COUNT_POINTS),
                     _mm_shuffle_epi8(_mm_unpacklo_epi64(points, last), order));
    _mm_storel_epi64((__m128i *)(counts + PASUR_COUNT_SCORES),
                     _mm_shuffle_epi8(_mm_loadl_epi64((const __m128i *)table->scores), order));
}

#else

bool observe_wide_possible(void) { return false; }

void planes_wide(uint8_t *planes, const CardSet sets[static PASUR_PLANES]) { (void)planes, (void)sets; }

void counts_wide(int16_t *counts, const Table *table, const CountsShared *shared)
{
    (void)counts, (void)table, (void)shared;
}

#endif
