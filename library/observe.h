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
    bool wide;              /* planes are written by planes_wide.c */
} Seen;

/* planes[PASUR_PLANES][CARDS]. */
void planes_write(uint8_t *planes, const Seen *seen);
/* Does this processor have what the next function needs? */
bool planes_wide_possible(void);
/* Writes a plane for each of the sets. */
void planes_wide(uint8_t *planes, const CardSet sets[static PASUR_PLANES]);
/* counts[PASUR_COUNTS] */
void counts_write(int16_t *counts, const Seen *seen);

/* The number of the play; -1: no such play exists. */
int32_t action_of(Card card, CardSet captured);
