/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chances that a player asks about: that the next player captures something, makes a Sur or holds a jack; and who
   wins the clubs. They come in two forms: by counting, where every unseen card lies anywhere with equal chance; and by
   what the plays of this deal reveal about the hands (agents/planner/hands.h). */
#pragma once

#include "agents/agent.h"

/* A chance and its interval, which is the chance itself where nothing was sampled. NAN: unknown. */
typedef struct {
    double value, low, high;
} Likely;

typedef struct {
    Likely counted; /* by counting */
    Likely told;    /* by what the plays tell; unknown without a history */
} Chance;

/* What follows one play. */
typedef struct {
    Chance capture;          /* the next player captures something */
    Chance sur;              /* it makes a Sur that counts, or cancels one */
    Chance clubs[MAX_SIDES]; /* the side wins the clubs, if `tactic` plays on at every seat: by sampled deals */
} PlayChances;

typedef struct {
    int seat, held;            /* the next player, and the cards that it then holds; none: the play ends the round */
    Chance ranks[CARDS / 4];   /* it holds a card of the rank */
    int hands;                 /* ways in which other hands may lie that were weighed; 0: the plays tell nothing */
    bool all;                  /* they are all there are; else a sample */
    int deals;                 /* sampled for the clubs, each way; 0: none */
    CardSet plays[MAX_MOVES];  /* legal plays of the view, `count` of them … */
    PlayChances of[MAX_MOVES]; /* … and what follows each */
    int count;
    double reach; /* standard errors to the ends of intervals; 0: those of 95 % */
} Chances;

/* So many deals are sampled where the caller has no wish. */
enum { CHANCES_DEALS = 400 };
/* out->plays, count and reach are set by the caller, the rest is filled in. What was sampled depends on the seed alone. False
   if no round agrees with the view, or memory runs out. */
bool chances_find(Chances *out, const View *view, int deals, uint64_t seed);
/* The cards with which the next player makes a Sur that counts, or cancels one, after a play; `after` is the table
   then. */
CardSet chances_sur_cards(const Table *after, const Rules *rules);
