/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of rounds side by side in lanes, and what a seat sees as planes and counts, one by one or in lanes. */
#pragma once

#include <string.h>
#if defined __AVX2__ && !defined PASUR_PLAIN
#include <immintrin.h>
#endif

#include "agents/batch/batch.h"
#include "engine/table.h"
#include "library/pasur.h"

/* ---- what one seat sees */

/* Writes planes[PASUR_PLANES][CARDS] and counts[PASUR_COUNTS]; either may be NULL. */
void view_observe(const View *view, uint8_t *planes, int16_t *counts);

/* ---- sets as planes, a byte of 0 or 1 for each card, by what the including file is compiled for */

/* Writes a plane for the set, and anything behind it, as far as PLANE_ROOM bytes from its beginning. */
enum { PLANE_ROOM = 64 };
static inline void plane_put(uint8_t plane[static PLANE_ROOM], CardSet cards)
{
#if defined __AVX2__ && !defined PASUR_PLAIN
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

/* Writes the planes of rounds side by side; sets: where each plane's begin, NULL: in no round is there any. Which cards
   are unseen follows from the planes before. */
static inline void planes_put(uint8_t *planes, const CardSet *sets[static PASUR_PLANES], int rounds)
{
    static const CardSet NONE[BATCH_ROOM];
    uint8_t last[PLANE_ROOM];
    for (int i = 0; i < PASUR_PLANES; i++)
        if (!sets[i]) sets[i] = NONE;
    for (int round = 0; round < rounds; round++, planes += PASUR_PLANES * CARDS) {
        CardSet here[PASUR_PLANES], known = 0;
        for (int i = 0; i < PASUR_PLANES; i++)
            here[i] = sets[i][round];
        for (int i = 0; i < PASUR_PLANE_UNSEEN; i++)
            known |= here[i];
        here[PASUR_PLANE_UNSEEN] = PACK & ~known;
        const bool ends = round + 1 == rounds; /* behind the last plane stands something else */
        for (int i = 0; i < PASUR_PLANES - ends; i++)
            plane_put(planes + i * CARDS, here[i]);
        if (!ends) continue;
        plane_put(last, here[PASUR_PLANES - 1]);
        memcpy(planes + (PASUR_PLANES - 1) * CARDS, last, CARDS);
    }
}

/* ---- numbers of plays: library/action.c */

/* The number of the play; -1: no such play exists. */
int32_t action_of(Card card, CardSet captured);

/* What action_of finds by counting, as tables. The number of a play is its card's first one, and for each captured card
   in pack order what `before` says, by the rank of the card that captures (ALL_VALUES: it comes behind the captured
   one), the sum of the captured values up to there, and the captured card. */
enum { ALL_VALUES = RANKS, SUMS = 15, ENDS = 64 };
typedef struct {
    int32_t first[CARDS];
    int32_t before[(ALL_VALUES + 1) * SUMS * ENDS];
} ActionNumbers;

void action_numbers(ActionNumbers *numbers);

/* ---- rounds side by side */

/* What is the same in the counts of all rounds before one play. */
enum { STEP_CLUBS = 16 };
typedef struct {
    int16_t head[PASUR_COUNT_SURS]; /* the counts before the sides' */
    int side;                       /* of the seat to move */
    int32_t clubs[STEP_CLUBS];      /* by number of clubs: the points that they are sure to win */
    uint64_t sur;                   /* points of a Sur */
    int price_count;
    Price prices[PAYING];
} StepCounts;

/* many: some of them. */
void step_counts(StepCounts *out, const BatchRounds *batch);

/* What a set of instructions does with rounds that are all before the same play; arrays begin with the first of them. */
typedef struct {
    /* The first round whose next play is not legal; as many as there are rounds: in none. */
    int (*illegal)(const BatchRounds *batch);
    /* Lists the legal plays, and writes where those of each round begin, behind `listed` of other rounds; the lists
       themselves, plays and actions, begin with the first block (either may be NULL). Returns how many stand there
       then. */
    uint32_t (*list)(uint32_t first[], CardSet *plays, int32_t *actions, uint32_t listed, const BatchRounds *batch,
                     const ActionNumbers *numbers);
    /* Either may be NULL. */
    void (*observe)(uint8_t *planes, int16_t *counts, const BatchRounds *batch, const StepCounts *shared);
} StepLanes;

/* That of this processor. */
const StepLanes *step_lanes(void);

extern const StepLanes step_lanes_plain, step_lanes_avx2, step_lanes_avx512, step_lanes_neon;
