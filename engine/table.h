/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What everybody at the table sees. */
#pragma once

#include "engine/card.h"
#include "engine/rules.h"

typedef struct {
    CardSet pool;
    CardSet piles[MAX_SIDES];  /* captured cards, with the cards that captured them */
    int16_t scores[MAX_SIDES]; /* of the match, before this round */
    uint8_t surs[MAX_SIDES];   /* Surs that the side holds */
    uint8_t ply;               /* plays made in this round, 0 … 48 */
    uint8_t turn;              /* seat to play */
    uint8_t deal;              /* which deal is being played, from 0 */
    int8_t last;               /* side that captured last, or NOBODY */
} Table;

static inline bool table_over(const Table *table) { return table->ply == PLAYS; }
static inline bool table_last_deal(const Table *table, const Rules *rules) { return table->deal + 1 == rules->deals; }
/* Cards in the hand of `seat`, from the plays made. */
int table_hand_size(const Table *table, const Rules *rules, int seat);
/* True if a capture by the side to move that empties the pool with a card of this rank counts as a Sur, or cancels one. */
bool table_sur_possible(const Table *table, const Rules *rules, int rank);
/* By how many points such a Sur moves the difference between the sides now: a Sur's points, or 0 where it could only cancel
   and no other side holds one. */
int table_sur_points(const Table *table, const Rules *rules);
/* Makes the play of the seat to move: `card` from the hand, `captured` from the pool (may be empty). The play is legal. */
void table_play(Table *table, const Rules *rules, Card card, CardSet captured);
/* The pieces of table_play, for who plays many rounds side by side: moves the cards of a side's play … */
static inline void table_move(Table *table, int side, CardSet card, CardSet captured)
{
    /* whether a play captures is hard to predict: no branch */
    const CardSet taken = -(CardSet)(captured != 0);
    table->pool = (table->pool & ~captured) | (card & ~taken);
    table->piles[side] |= (captured | card) & taken;
    table->last = (int8_t)((side & (int)taken) | (table->last & ~(int)taken));
}
/* … scores the Sur, if it is one, of the side to move, whose card of this rank has emptied the pool … */
void table_emptied(Table *table, const Rules *rules, int rank);
/* … and gives what lies in the pool at the end to the last capturer. */
void table_finish(Table *table);
/* Side to move. */
static inline int table_side(const Table *table, const Rules *rules) { return rules_side(rules, table->turn); }
/* True if per shodam is on and some side may stop the match now (counted midway); *side is set then. */
bool table_shodam(const Table *table, const Rules *rules, int *side);
