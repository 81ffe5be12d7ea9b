/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round as a search sees it: cards that score the same are one class, piles are running totals. Plays such rounds to
   the end. Nothing here allocates. */
#ifndef PASUR_AGENTS_SEARCH_PLAYOUT_H
#define PASUR_AGENTS_SEARCH_PLAYOUT_H

#include "engine/moves.h"
#include "engine/rng.h"
#include "engine/table.h"

enum { TALLY_CLUB = 1 << 16 }; /* a tally: points of cards, plus this for each club */

/* Cards that a search does not tell apart. Without folding each card is a class. */
typedef struct {
    int count;
    uint8_t of[CARDS];     /* class of a card */
    uint8_t value[CARDS];  /* by class: 1 … 10, 11 jack, 12 queen, 13 king */
    uint32_t worth[CARDS]; /* by class: the tally of one of its cards */
    CardSet cards[CARDS];  /* by class: its members */
} Classes;

/* How a random playout handles a card of a class: see playout_random.c. */
typedef struct {
    uint32_t worth;
    uint32_t set;   /* bits of the pool's word that a trail sets */
    uint8_t test;   /* bit of the pool's word that says whether it captures */
    uint8_t shift;  /* by how much a trail moves the sums: the value of a numeral */
    uint8_t listed; /* 0xff for a numeral, which is listed */
    uint8_t slot;   /* of the tallies: numerals and jacks, queens, kings */
} Handling;

/* What everybody sees. Of a class any members stand for those that lie there. */
typedef struct {
    CardSet pool;
    CardSet piles[MAX_SIDES]; /* a playout leaves them as they were */
    uint32_t tally[MAX_SIDES];
    uint8_t surs[MAX_SIDES];
    uint8_t ply, turn, deal;
    int8_t last;
} PublicState;

typedef enum { POLICY_RANDOM, POLICY_GREEDY, POLICY_TACTIC } PlayoutPolicy;

/* What does not change while a decision is searched. */
typedef struct {
    const Rules *rules;
    Classes classes;
    Handling handling[CARDS]; /* by class */
    Fold fold;                /* as moves.h; all cards alone without folding */
    uint8_t side[MAX_SEATS];
    uint8_t sur_possible[2][MAX_SIDES][3]; /* [last deal][side][numeral, jack, face] */
    uint8_t sur_counts[2];                 /* [last deal]: else it can only cancel */
    float club_points;                     /* what a club is worth to a policy while the clubs are open */
    PlayoutPolicy policy;
    uint32_t noise; /* a play of the policy is random with probability noise / 2^32 */
    int end;        /* plays after which the round is valued instead of played on; PLAYS: never */
} Playout;

/* *rules must outlive *playout. PlayoutPolicy random, no cut. */
void playout_init(Playout *playout, const Rules *rules, const int16_t scores[], bool fold);
void public_init(PublicState *state, const Playout *playout, const Table *table);
/* Cards of the classes that lie nowhere in the position. */
CardSet public_hand(const PublicState *state, const Playout *playout, const uint8_t classes[], int size);
/* The position as a table. scores: of the match. */
void public_table(Table *table, const PublicState *state, const int16_t scores[]);
/* Plays a card of the class from the hand of the seat to move, capturing `captured` of the pool. */
void public_play(PublicState *state, const Playout *playout, int class, CardSet captured);
/* Points of each side at the end of the round. */
void public_points(int points[static MAX_SIDES], const PublicState *state, const Playout *playout);
/* The captures open to a card of the class; writes 0 for a trail. Returns how many, at least 1. */
int public_captures(CardSet out[static MAX_CAPTURES], const PublicState *state, const Playout *playout, int class);

/* What lies in the pool where a playout stops. */
typedef struct {
    uint32_t tally;
    int cards, sum; /* sum: of the values of numerals */
    int jacks, queens, kings;
} PoolRest;

/* Plays on from *state to the end of the round, or to playout->end plays. order[state->ply … 47] are the classes that the
   seats will play, each deal's cards in any order within a seat. state->pool is not kept: *rest describes it, and is
   empty at the end of the round. */
void playout_run(PublicState *state, PoolRest *rest, const Playout *playout, uint8_t order[static PLAYS], Rng *rng);

/* What each side may expect to have at the end of a round that stands between two deals, but for what is the same for
   all: fitted, see docs/search.md. order[state->ply … 47]: the classes still to be dealt, in any order. */
void playout_value(float points[static MAX_SIDES], const PublicState *state, const PoolRest *rest,
                   const Playout *playout, const uint8_t order[static PLAYS]);

#endif
