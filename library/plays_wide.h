/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal plays of many positions and their numbers, one position after the other, but hardly with a branch that
   depends on the cards. The same lists as moves_list, the same numbers as action_of. */
#pragma once

#include "engine/card.h"
#include "library/pasur.h"

/* What action_of finds by counting, as tables. The number of a play is its card's first one, and for each captured card
   in pack order what `before` says, by the rank of the card that captures (ALL_VALUES: it comes behind the captured
   one), the sum of the captured values up to there, and the captured card. */
enum { ALL_VALUES = RANKS, SUMS = 15, ENDS = 64 };
typedef struct {
    int32_t first[CARDS];
    uint16_t before[ALL_VALUES + 1][SUMS][ENDS];
} ActionNumbers;

/* library/action.c */
void action_numbers(ActionNumbers *numbers);

/* A position: the hand of the seat to move, the pool, and which cards of the hand can capture nothing. */
typedef struct {
    CardSet hand, pool, trails;
} Position;

/* Does this processor have what the next functions need? */
bool plays_wide_possible(void);
/* Lists the plays of `count` positions with hands of one size; `listed` of others stand there already. Writes
   out->plays, out->actions unless that is NULL, for each position where its plays begin, and its `trails`. Returns how
   many plays stand there then. */
uint32_t plays_wide(const pasur_env_arrays *out, uint32_t first[], uint32_t listed, Position positions[], int count,
                    const ActionNumbers *numbers);
/* Is each of the plays, which may be any sets, legal in its position? */
bool plays_wide_legal(const CardSet plays[], const Position positions[], size_t count);
