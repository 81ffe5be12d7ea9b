/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one seat sees, as planes and counts; and the numbers of plays. */
#pragma once

#include "engine/table.h"
#include "library/pasur.h"

/* What is seen: all that planes and counts follow from. */
typedef struct {
    const Rules *rules;
    const Table *table;
    CardSet hand;
    int seat;               /* who sees it */
    int turn, tricks;       /* of the plays so far: whose turn it is, and how often every seat has played */
    const CardSet *history; /* as in View */
    bool wide;              /* planes are written by observe_wide.c */
} Seen;

/* planes[PASUR_PLANES][CARDS]. */
void planes_write(uint8_t *planes, const Seen *seen);
/* counts[PASUR_COUNTS] */
void counts_write(int16_t *counts, const Seen *seen);

/* ---- by wide registers; counts are of many rounds side by side, which are all before the same play */

/* Does this processor have what these functions need? */
bool observe_wide_possible(void);
/* Writes a plane for each of the sets. */
void planes_wide(uint8_t *planes, const CardSet sets[static PASUR_PLANES]);

/* What is the same for all rounds. */
enum { PRICED = (PAYING + 1) / 2 }; /* classes of paying cards, two at a time */
typedef struct {
    int16_t head[PASUR_COUNT_SURS]; /* the counts before the sides' */
    uint8_t order[16];              /* which byte comes where, so that sides stand in order, twice four */
    int64_t cards[PRICED][8];       /* cards that are worth points, once for four sides and others once more … */
    int64_t each[PRICED][8];        /* … so much each */
    int16_t sur;                    /* points of a Sur */
    int16_t clubs[16];              /* by number of clubs: the points that they are sure to win */
} CountsShared;

/* `seen` is any of the rounds, none of which is over, by the seat to move. */
void counts_share(CountsShared *shared, const Seen *seen);
/* counts[PASUR_COUNTS] */
void counts_wide(int16_t *counts, const Table *table, const CountsShared *shared);

/* The number of the play; -1: no such play exists. */
int32_t action_of(Card card, CardSet captured);
