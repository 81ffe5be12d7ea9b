/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What everybody at the table sees, captures and plays, what a play changes, and the count. A play is one CardSet:
   the card (its part in the hand) with what it captures (its part in the pool). Lists are ordered by the played card
   in pack order, then by capture (see capture_list). */
#pragma once

#include <stdint.h>

#include "engine/card.h"
#include "engine/rules.h"
#include "engine/scoring.h"

/* ---- captures and legal plays */

/* Exact bounds over all pools and hands (speed notes in docs/speed.md). */
enum { MAX_CAPTURES = 1059, MAX_MOVES = 1320 };

/* Which cards are the same for everything that scores: these are equal to no other, see scoring_alone, and the rest of
   a rank is equal. */
typedef CardSet Fold;

Fold fold_for(const Rules *rules);
/* The representative of `set` among the subsets of `within`: in each class of equal cards the same number, the last in
   pack order. Folded lists hold representatives only. */
CardSet fold_set(CardSet set, CardSet within, const Fold *fold);
/* What a folded list has in the place of a play. */
CardSet fold_play(CardSet play, CardSet hand, CardSet pool, const Fold *fold);

/* Sums that pool numerals can reach: bit s is set if some subset of `pool` sums to s, s = 0 … 10. */
uint32_t capture_reach(CardSet pool);
/* True if a card of this rank can capture something; `reach` is capture_reach(pool). */
static inline bool capture_possible(CardSet pool, uint32_t reach, int rank)
{
    return rank < JACK    ? reach >> (10 - rank) & 1
           : rank == JACK ? (pool & (NUMERALS | JACKS)) != 0
                          : (pool & RANK_SET(rank)) != 0;
}
/* The ranks that can capture something: bit = rank. */
static inline uint32_t capture_ranks(CardSet pool)
{
    const uint32_t reach = capture_reach(pool);
    uint32_t ranks = 0;
    for (int rank = ACE; rank < RANKS; rank++)
        ranks |= (uint32_t)capture_possible(pool, reach, rank) << rank;
    return ranks;
}
/* Writes the sets that a card of this rank may capture (none: nothing is written); returns how many. Fixed order.
   With a fold, one of each class of equal captures. */
int capture_list(CardSet out[static MAX_CAPTURES], CardSet pool, int rank, const Fold *fold);

/* Is it legal that a card of this rank captures just these cards of the pool (none: that it trails)? Else *why says why
   not. */
bool capture_legal(CardSet pool, int rank, CardSet captured, const char **why);
/* The same for a play, the card with what it captures, and who has `hand`. Any set of cards may be asked about. */
bool play_legal(CardSet hand, CardSet pool, CardSet play, const char **why);

/* All legal plays with `hand` (not empty) on `pool`; returns how many. fold NULL: cards are told apart by suit. */
int moves_list(CardSet out[static MAX_MOVES], CardSet hand, CardSet pool, const Fold *fold);

/* ---- the table */

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
/* True if a capture by the side to move that empties the pool with a card of this rank counts as a Sur, or cancels
   one. */
bool table_sur_possible(const Table *table, const Rules *rules, int rank);
/* By how many points such a Sur moves the difference between the sides now: a Sur's points, or 0 where it could only
   cancel and no other side holds one. */
int table_sur_points(const Table *table, const Rules *rules);
/* The table before the first play of a round that begins with these scores. */
Table table_begun(CardSet first_pool, const int16_t scores[static MAX_SIDES]);
/* Makes the play of the seat to move, which is legal: the card of the hand with what it captures from the pool. */
void table_play(Table *table, const Rules *rules, CardSet play);
/* The piece of it for who plays many rounds side by side: gives what lies in the pool at the end to the last
   capturer. */
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
/* The only side with the highest score, each with its points added (NULL: none), or NOBODY where several have it;
   *best is that score. */
int scores_leader(int *best, const int16_t scores[], const int points[], int sides);
/* True if per shodam is on and some side may stop the match now (counted midway); *side is set then. */
bool table_shodam(const Table *table, const Rules *rules, int *side);
