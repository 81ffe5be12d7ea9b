/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one seat sees, as planes of 52 bytes and as counts. */
#include "library/observe.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "engine/table.h"
#include "library/handles.h"

/* ---- planes */

#if defined(__SSE2__) && !defined(PASUR_PLAIN)

/* A byte of 0 or 1 for each of two bytes' bits, which stand there eight times each. */
static inline __m128i bits_spread(__m128i bytes)
{
    return _mm_min_epu8(_mm_and_si128(bytes, _mm_set1_epi64x((int64_t)0x8040201008040201)), _mm_set1_epi8(1));
}

static inline void plane_write(uint8_t plane[static CARDS], CardSet cards)
{
    const __m128i once = _mm_cvtsi64_si128((int64_t)cards), twice = _mm_unpacklo_epi8(once, once);
    const __m128i low = _mm_unpacklo_epi16(twice, twice), high = _mm_unpackhi_epi16(twice, twice);
    const __m128i spread[] = {bits_spread(_mm_unpacklo_epi32(low, low)), bits_spread(_mm_unpackhi_epi32(low, low)),
                              bits_spread(_mm_unpacklo_epi32(high, high)), bits_spread(_mm_unpackhi_epi32(high, high))};
    memcpy(plane, spread, CARDS);
}

#else

static inline void plane_write(uint8_t plane[static CARDS], CardSet cards)
{
    for (int card = 0; card < CARDS; card++)
        plane[card] = cards >> card & 1;
}

#endif

/* The next of so many seats or sides, at a round table. */
static inline int next(int at, int count) { return at + 1 == count ? 0 : at + 1; }

/* The last play of each seat, in order. */
static void plays_find(CardSet plays[], const Seen *seen)
{
    const int players = seen->rules->players, ply = seen->table->ply, turn = seen->turn;
    int seat = seen->seat;
    for (int i = 0; i < players; i++, seat = next(seat, players)) {
        const int back = turn > seat ? turn - seat : turn - seat + players;
        if (back <= ply) plays[i] = seen->history[ply - back];
    }
}

void planes_write(uint8_t *planes, const Seen *seen)
{
    const Table *table = seen->table;
    const int sides = seen->rules->sides;
    CardSet sets[PASUR_PLANES] = {[PASUR_PLANE_HAND] = seen->hand, [PASUR_PLANE_POOL] = table->pool};
    CardSet known = seen->hand | table->pool;
    int side = rules_side(seen->rules, seen->seat);
    for (int i = 0; i < sides; i++, side = next(side, sides)) {
        sets[PASUR_PLANE_PILES + i] = table->piles[side];
        known |= table->piles[side];
    }
    sets[PASUR_PLANE_UNSEEN] = PACK & ~known;
    if (seen->history) plays_find(sets + PASUR_PLANE_PLAYS, seen);
    if (seen->wide) {
        planes_wide(planes, sets);
        return;
    }
    for (int i = 0; i < PASUR_PLANES; i++)
        if (sets[i])
            plane_write(planes + i * CARDS, sets[i]);
        else
            memset(planes + i * CARDS, 0, CARDS);
}

/* ---- counts */

void counts_write(int16_t *counts, const Seen *seen)
{
    const Table *table = seen->table;
    const Rules *rules = seen->rules;
    const int tricks = seen->tricks - table->deal * HAND; /* of this deal */
    int seat = seen->seat, side = rules_side(rules, seat), points[MAX_SIDES];
    memset(counts, 0, PASUR_COUNTS * sizeof *counts);
    counts[PASUR_COUNT_PLY] = table->ply;
    counts[PASUR_COUNT_DEAL] = table->deal;
    for (int i = 0; i < rules->players; i++, seat = next(seat, rules->players))
        counts[PASUR_COUNT_HANDS + i] = (int16_t)(HAND - tricks - (seat < seen->turn));
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++, side = next(side, rules->sides)) {
        const CardSet pile = table->piles[side];
        counts[PASUR_COUNT_SURS + i] = table->surs[side];
        counts[PASUR_COUNT_CLUBS + i] = (int16_t)clubs_count(pile);
        counts[PASUR_COUNT_CARDS + i] = (int16_t)set_count(pile);
        counts[PASUR_COUNT_POINTS + i] = (int16_t)points[side];
        counts[PASUR_COUNT_LAST + i] = table->last == side;
        counts[PASUR_COUNT_SCORES + i] = table->scores[side];
    }
}

/* ---- of a view */

void view_observe(const View *view, uint8_t *planes, int16_t *counts)
{
    const Table *table = view->table;
    const int players = view->rules->players;
    const Seen seen = {.rules = view->rules,
                       .table = table,
                       .hand = view->hand,
                       .seat = view->seat,
                       .turn = table->ply % players,
                       .tricks = table->ply / players,
                       .history = view->history};
    if (planes) planes_write(planes, &seen);
    if (counts) counts_write(counts, &seen);
}

void pasur_view_observe(const pasur_view *view, const pasur_rules *rules, uint8_t *planes, int16_t *counts)
{
    Table table;
    view_table_unchecked(&table, view);
    const bool history = view->history_known && view->ply >= 0 && view->ply <= PLAYS;
    const View seen = {.rules = &rules->rules,
                       .table = &table,
                       .hand = view->hand & PACK,
                       .seat = view->seat >= 0 && view->seat < rules->rules.players ? view->seat : 0,
                       .history = history ? view->history : NULL};
    view_observe(&seen, planes, counts);
}
