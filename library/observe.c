/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one seat sees, as planes of 52 bytes and as counts. */
#include "library/observe.h"

#include <string.h>

#include "engine/count.h"
#include "engine/sums.h"
#include "library/handles.h"

/* ---- planes */

/* The low seven bits, a byte each, as they lie in memory: the products of the bits by the factor's do not meet, and the
   first bit of each byte is kept. */
static inline uint64_t bits_spread(uint64_t bits)
{
    const uint64_t spread = (bits & 0x7f) * UINT64_C(0x0002040810204081) & EACH_BYTE(1);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(spread) : spread;
}

static inline void plane_write(uint8_t plane[static CARDS], CardSet cards)
{
    enum { BITS = 7, LAST = CARDS / BITS * BITS };
    if (!cards) { /* always so for seats and sides that the rules do not have */
        memset(plane, 0, CARDS);
        return;
    }
    for (int card = 0; card < LAST; card += BITS) {
        const uint64_t spread = bits_spread(cards >> card);
        memcpy(plane + card, &spread, sizeof spread); /* the last byte is written again */
    }
    const uint64_t spread = bits_spread(cards >> LAST);
    memcpy(plane + LAST, &spread, CARDS - LAST);
}

/* The next of so many seats or sides, at a round table. */
static inline int next(int at, int count) { return at + 1 == count ? 0 : at + 1; }

/* The last play of each seat, in order. */
static void plays_find(CardSet plays[static MAX_SEATS], const Seen *seen)
{
    const int players = seen->rules->players, ply = seen->table->ply;
    const int turn = ply % players;
    int seat = seen->seat;
    for (int i = 0; i < players; i++, seat = next(seat, players)) {
        const int back = turn > seat ? turn - seat : turn - seat + players;
        plays[i] = back <= ply ? seen->history[ply - back] : 0;
    }
}

void planes_write(uint8_t *planes, const Seen *seen)
{
    const Table *table = seen->table;
    const int sides = seen->rules->sides;
    CardSet shown[PASUR_PLANES] = {[PASUR_PLANE_HAND] = seen->hand, [PASUR_PLANE_POOL] = table->pool};
    CardSet known = seen->hand | table->pool;
    int side = rules_side(seen->rules, seen->seat);
    for (int i = 0; i < sides; i++, side = next(side, sides)) {
        shown[PASUR_PLANE_PILES + i] = table->piles[side];
        known |= table->piles[side];
    }
    shown[PASUR_PLANE_UNSEEN] = PACK & ~known;
    if (seen->history) plays_find(shown + PASUR_PLANE_PLAYS, seen);
    for (int i = 0; i < PASUR_PLANES; i++)
        plane_write(planes + i * CARDS, shown[i]);
}

/* ---- counts */

void counts_write(int16_t *counts, const Seen *seen)
{
    const Table *table = seen->table;
    const Rules *rules = seen->rules;
    const int turn = table->ply % rules->players;
    const int tricks = table->ply / rules->players - table->deal * HAND; /* of this deal, in which all have played */
    int seat = seen->seat, side = rules_side(rules, seat), points[MAX_SIDES];
    memset(counts, 0, PASUR_COUNTS * sizeof *counts);
    counts[PASUR_COUNT_PLY] = table->ply;
    counts[PASUR_COUNT_DEAL] = table->deal;
    for (int i = 0; i < rules->players; i++, seat = next(seat, rules->players))
        counts[PASUR_COUNT_HANDS + i] = (int16_t)(HAND - tricks - (seat < turn));
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++, side = next(side, rules->sides)) {
        const CardSet pile = table->piles[side];
        counts[PASUR_COUNT_SURS + i] = table->surs[side];
        counts[PASUR_COUNT_CLUBS + i] = (int16_t)set_count(pile & CLUBS);
        counts[PASUR_COUNT_CARDS + i] = (int16_t)set_count(pile);
        counts[PASUR_COUNT_POINTS + i] = (int16_t)points[side];
        counts[PASUR_COUNT_LAST + i] = table->last == side;
        counts[PASUR_COUNT_SCORES + i] = table->scores[side];
    }
}

/* ---- of a view */

void pasur_view_observe(const pasur_view *view, const pasur_rules *rules, uint8_t *planes, int16_t *counts)
{
    Table table;
    view_told(&table, view);
    const bool history = view->history_known && view->ply >= 0 && view->ply <= PLAYS;
    const Seen seen = {.rules = &rules->rules,
                       .table = &table,
                       .hand = view->hand & PACK,
                       .seat = view->seat >= 0 && view->seat < rules->rules.players ? view->seat : 0,
                       .history = history ? view->history : NULL};
    if (planes) planes_write(planes, &seen);
    if (counts) counts_write(counts, &seen);
}
