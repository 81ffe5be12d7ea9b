/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What everybody at the table sees, what a play changes there, and the count. */
#pragma once

#include "engine/worth.h"

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

/* ---- the count */

typedef struct {
    int16_t points; /* of this round */
    uint8_t surs, clubs;
    union {
        struct {
#define CLASS_MEMBER(name, ...) uint8_t name;
            PAYING_ROWS(CLASS_MEMBER)
#undef CLASS_MEMBER
        };
        uint8_t paying[PAYING]; /* the same: cards of each class */
    };
    uint8_t clubs_won; /* 0 or 1: won the clubs, whether or not the rules pay for that */
    uint8_t cards;     /* in the pile */
} SideCount;
_Static_assert(ROUND_POINTS <= INT16_MAX, "the points of a round fit");

/* Counts every side. A round that is not over is counted as per shodam does: as if it ended here, and clubs only to a
   side with seven or more. out has rules->sides entries. */
void count_sides(SideCount out[static MAX_SIDES], const Table *table, const Rules *rules);
/* The points alone. */
void count_points(int out[static MAX_SIDES], const Table *table, const Rules *rules);
/* The points of a side of which all but the points is counted. */
int count_worth(const SideCount *count, const Rules *rules);
/* True if per shodam is on and some side may stop the match now (counted midway); *side is set then. */
bool table_shodam(const Table *table, const Rules *rules, int *side);
