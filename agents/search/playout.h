/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round as a search sees it: cards that score the same are one class, and piles are running totals. Playouts play
   such rounds to the end. Nothing here allocates. */
#pragma once

#include <string.h>

#include "engine/round.h"
#include "engine/scoring.h"
#include "engine/table.h"

/* A tally is the sum of the points of cards, and of this for each club among them. */
enum { TALLY_CLUB = 1 << 16 };

/* The classes of cards that a search does not tell apart. Without folding each card is a class of its own. */
typedef struct {
    int count;
    uint8_t of[CARDS];     /* by card: its class */
    uint8_t value[CARDS];  /* by class: 1 … 10, 11 jack, 12 queen, 13 king */
    uint32_t tally[CARDS]; /* by class: the tally of one of its cards */
    CardSet cards[CARDS];  /* by class: its cards */
    uint32_t plain[2];     /* of queens, of kings: the tally of one that is not worth more than others, nor a club */
} Classes;

/* What everybody sees of a round. Some cards of a class stand for those of the class that really lie there. */
typedef struct {
    Table table; /* playouts leave its piles as they were and count in `tally` alone */
    uint32_t tally[MAX_SIDES];
} PublicState;

typedef enum { POLICY_RANDOM, POLICY_GREEDY, POLICY_GUARDED } PlayoutPolicy;

/* By which cards Surs are made. */
enum { SUR_NUMERAL, SUR_JACK, SUR_FACE, SUR_KINDS };

/* What does not change while a decision is searched. */
typedef struct {
    const Rules *rules;
    Classes classes;
    Fold fold; /* that makes the classes; all cards alone without folding */
    uint8_t side[MAX_SEATS];
    uint8_t sur_possible[2][MAX_SIDES][SUR_KINDS]; /* [last deal or not][side][SUR_…]: whether a Sur can be made */
    uint8_t sur_counts[2];                         /* [last deal or not]: whether a Sur counts that cancels none */
    float club_points;                             /* what a club is worth to a policy while the clubs are open */
    PlayoutPolicy policy;
    uint32_t noise; /* a play of the policy is random with probability noise / 2^32 */
    int end;        /* the ply at which the round is valued instead of played on; PLAYS: it never is */
} Playout;

/* Prepares playouts with random plays to the end of the round; `scores` are those of the match. The rules must outlive
   the playout. */
void playout_init(Playout *playout, const Rules *rules, const int16_t scores[], bool fold);
void public_init(PublicState *state, const Playout *playout, const Table *table);
/* Cards of these classes that lie nowhere in the position: a hand that may be there. */
CardSet public_hand(const PublicState *state, const Playout *playout, const uint8_t classes[], int size);
/* Plays a card of the class from the hand of the seat to move, capturing `captured` of the pool. */
void public_play(PublicState *state, const Playout *playout, int class, CardSet captured);
/* The points of each side: at the end of the round, or counted midway. */
void public_points(int points[], const PublicState *state, const Playout *playout);
/* Lists what a card of the class can capture, or 0 alone if it can only be trailed. Returns how many there are. */
int public_captures(CardSet out[static MAX_CAPTURES], const PublicState *state, const Playout *playout, int class);

/* The pool of a playout: numerals are a list with the sums that they reach, everything else is counted. */
typedef struct {
    uint8_t values[CARDS];
    uint8_t classes[CARDS];
    uint16_t reach[CARDS + 1]; /* reach[i]: bit s set if some of the first i numerals sum to s */
    int numerals, jacks;
    int faces[2];             /* number of queens, of kings */
    uint32_t tally;           /* tally of the numerals and jacks */
    uint32_t face_scoring[2]; /* tally of the queens, of the kings */
} Pool;

/* Plays on from *state to the end of the round, or to the ply playout->end. order[ply … PLAYS - 1] are the classes
   that the seats hold, by the ply at which a seat may play them; within a deal the cards of a seat are in any order.
   The table's pool is not kept: *pool is what lies there in the end, nothing at the end of the round. */
void playout_run(PublicState *state, Pool *pool, const Playout *playout, uint8_t order[static PLAYS], Rng *rng);

/* The points that each side may expect at the end of a round that stands between two deals, all less the same
   amount. The numbers are fitted: docs/notes. order[ply … PLAYS - 1] are the classes still to be dealt, in any
   order. */
void playout_value(float points[static MAX_SIDES], const PublicState *state, const Pool *pool, const Playout *playout,
                   const uint8_t order[static PLAYS]);
/* The same for a round in full, for playouts with these rules and scores. */
void playout_round_value(float points[static MAX_SIDES], const Round *round, const Playout *playout);

/* ---- what the files of the playout share, with their tests: the pool */

static inline uint16_t reach_with(uint64_t reach, int value) { return (uint16_t)((reach | reach << value) & 0x7ff); }

static inline bool pool_empty(const Pool *pool)
{
    return !(pool->numerals | pool->jacks | pool->faces[0] | pool->faces[1]);
}
static inline void pool_clear_numerals(Pool *pool)
{
    pool->numerals = 0;
    pool->reach[0] = 1;
}

static inline void pool_add(Pool *pool, const Classes *classes, int class)
{
    int value = classes->value[class];
    if (value <= 10) {
        int n = pool->numerals++;
        pool->values[n] = (uint8_t)value;
        pool->classes[n] = (uint8_t) class;
        pool->reach[n + 1] = reach_with(pool->reach[n], value);
        pool->tally += classes->tally[class];
    } else if (value == 11) {
        pool->jacks++;
        pool->tally += classes->tally[class];
    } else {
        pool->faces[value - 12]++;
        pool->face_scoring[value - 12] += classes->tally[class];
    }
}

static inline void pool_load(Pool *pool, const Classes *classes, CardSet cards)
{
    pool_clear_numerals(pool);
    pool->jacks = pool->faces[0] = pool->faces[1] = 0;
    pool->tally = pool->face_scoring[0] = pool->face_scoring[1] = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        pool_add(pool, classes, classes->of[set_first(rest)]);
}

static inline uint32_t pool_scoring(const Pool *pool)
{
    return pool->tally + pool->face_scoring[0] + pool->face_scoring[1];
}

static inline uint32_t tally_of(CardSet cards, const Classes *classes)
{
    uint32_t tally = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        tally += classes->tally[classes->of[set_first(rest)]];
    return tally;
}
