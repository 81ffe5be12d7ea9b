/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the playout share with each other, with their tests and with the program that fits the values. */
#pragma once

#include <string.h>

#include "agents/search/playout.h"
#include "engine/worth.h"

/* ---- the pool */

static inline uint16_t reach_with(uint64_t reach, int value) { return (uint16_t)((reach | reach << value) & 0x7ff); }

static inline bool pool_empty(const Pool *pool)
{
    return !(pool->numerals | pool->jacks | pool->faces[0] | pool->faces[1]);
}
static inline bool pool_reaches(const Pool *pool, int sum) { return pool->reach[pool->numerals] >> sum & 1; }

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
        pool->worth += classes->worth[class];
    } else if (value == 11) {
        pool->jacks++;
        pool->worth += classes->worth[class];
    } else {
        pool->faces[value - 12]++;
        pool->face_worth[value - 12] += classes->worth[class];
    }
}

static inline void pool_load(Pool *pool, const Classes *classes, CardSet cards)
{
    pool_clear_numerals(pool);
    pool->jacks = pool->faces[0] = pool->faces[1] = 0;
    pool->worth = pool->face_worth[0] = pool->face_worth[1] = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        pool_add(pool, classes, classes->of[set_first(rest)]);
}

/* A random set of numerals with this sum, which is reachable, as a mask of places: every such set has a chance, though not
   the same one. From the last place to the first, a coin decides where both taking and leaving can lead to the sum. */
static inline uint64_t pool_pick(const Pool *pool, int sum, uint32_t coins)
{
    uint64_t taken = 0;
    for (int i = pool->numerals - 1; i >= 0; i--) {
        uint64_t reach = pool->reach[i];
        uint64_t take = reach << pool->values[i] >> sum & (~(reach >> sum) | coins >> (i & 31)) & 1;
        sum -= (int)take * pool->values[i];
        taken |= take << i;
    }
    return taken;
}

/* Removes the numerals of the mask; returns their tally. */
static inline uint32_t pool_remove(Pool *pool, const Classes *classes, uint64_t taken)
{
    uint32_t gain = 0;
    int kept = 0;
    for (int i = 0; i < pool->numerals; i++) {
        uint32_t take = taken >> i & 1;
        int class = pool->classes[i], value = pool->values[i];
        gain += classes->worth[class] & -take;
        pool->classes[kept] = (uint8_t) class;
        pool->values[kept] = (uint8_t)value;
        pool->reach[kept + 1] = reach_with(pool->reach[kept], value);
        kept += !take;
    }
    pool->numerals = kept;
    pool->worth -= gain;
    return gain;
}

/* A jack takes all numerals and jacks; returns their tally. */
static inline uint32_t pool_sweep(Pool *pool)
{
    uint32_t gain = pool->worth;
    pool_clear_numerals(pool);
    pool->jacks = 0;
    pool->worth = 0;
    return gain;
}

/* A queen (kind 0) or king (kind 1) takes one of its kind; returns its tally. Where several lie there it takes the one that
   counts, of which there is one at most: the club. */
static inline uint32_t pool_take_face(Pool *pool, int kind)
{
    uint32_t gain = pool->face_worth[kind];
    pool->face_worth[kind] = 0;
    pool->faces[kind]--;
    return gain;
}

static inline uint32_t pool_worth(const Pool *pool) { return pool->worth + pool->face_worth[0] + pool->face_worth[1]; }

/* ---- playing on */

/* A playout on its way. */
typedef struct {
    uint8_t *order;
    const Playout *playout;
    PublicState *state; /* all but its pool, which is in `pool` meanwhile */
    Pool *pool;
} PlayoutRun;

static inline uint32_t tally_of(CardSet cards, const Classes *classes)
{
    uint32_t tally = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        tally += classes->worth[classes->of[set_first(rest)]];
    return tally;
}

/* SUR_… of a card of this value. */
static inline int sur_kind(int value) { return value <= 10 ? SUR_NUMERAL : value == 11 ? SUR_JACK : SUR_FACE; }

/* A Sur by `side`: cancels one of another side's, or counts. */
static inline void sur_score(uint8_t surs[], const Playout *playout, int side, int last)
{
    int victim = sur_victim(surs, side, playout->rules);
    if (victim != NOBODY)
        surs[victim]--;
    else
        surs[side] = (uint8_t)(surs[side] + playout->sur_counts[last]);
}

/* How random playouts handle each class. */
void handling_init(Handling handling[static CARDS], const Classes *classes);
/* Plays on at random as far as it can: to playout->end, or until the pool holds too many numerals for it. The pool is
   loaded. */
void run_random_fast(PlayoutRun *run, Rng *rng);
/* Does this processor have what the next function needs? */
bool random_wide_possible(void);
/* The same, of a pool that is not loaded yet. False if it holds too many numerals from the first: nothing was done. */
bool run_random_wide(PlayoutRun *run, Rng *rng);

/* ---- what playout_value adds up, for tests/bench/fit_value.c to fit */

enum { TWO_SIDES = 2 };

/* The terms of what the side that leads the next deal gains by that, with their weights for two sides and for more. */
enum { VALUE_OVER, VALUE_CARDS, VALUE_POINTS, VALUE_CLUBS, VALUE_SUR, VALUE_TERMS };
typedef struct {
    const char *name;
    float weights[2];
} ValueTerm;
extern const ValueTerm VALUE_TERM[VALUE_TERMS];

/* What a club weighs in the race for the clubs, for two sides and for more. */
extern const float CLUB_STEEPNESS[2];

/* Adds the points that each side may expect of the clubs: a softmax of its number of clubs, with steepness / sqrt(clubs
   left), until a side has won them. Returns true while nobody has. */
bool value_clubs(float points[], const PublicState *state, const Playout *playout, float steepness);
/* The other terms, for the side to move; the arguments are those of playout_value. */
void value_terms(float terms[static VALUE_TERMS], const PublicState *state, const Pool *pool, const Playout *playout,
                 const uint8_t order[static PLAYS], bool clubs_open);
