/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of many rounds side by side, which are all before the same play: what counts_write writes, for all sides at
   once. */
#pragma once

#include "library/observe.h"

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

/* Does this processor have what the last function needs? */
bool counts_wide_possible(void);
/* `seen` is any of the rounds, none of which is over, by the seat to move. */
void counts_share(CountsShared *shared, const Seen *seen);
/* counts[PASUR_COUNTS] */
void counts_wide(int16_t *counts, const Table *table, const CountsShared *shared);
