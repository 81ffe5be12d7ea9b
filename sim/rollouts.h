/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of plays when each of them is made in the same deals, and by how much a chosen play is better than
   others: for advice, hints, reviews, openings and pages, so that one question has one answer.

   Deals are consistent with what a seat knows; after a play, an agent plays at every seat, or the round is solved with
   open cards. All random numbers depend only on (seed, deal, seat), and sums are exact: neither threads nor steps
   matter, and two plays differ in a deal only by their effects.

   The best of the other plays is found by sequential halving (Karnin, Koren, Somekh 2013) over separate deals, so that
   the deals of the measurement take no part in the choice and their intervals hold. */
#pragma once

#include "engine/solve.h"
#include "sim/moments.h"
#include "sim/players.h"

/* Whole numbers: points times the number of other sides, or chances in 1/EQUITY_ONE. */
typedef struct {
    Moments value, behind; /* behind: the choice's value minus this one's, where both were made */
    Moments points;        /* where values are chances: points times the number of other sides; else empty */
    int64_t apart;         /* deals in which the choice and this one came to something else */
} RolloutSums;

/* ---- one play of one round */

/* What a round comes to for `side`: it is over, or stopped by per shodam; equity NULL: values are points. *lead is that
   in points, times the number of other sides. */
int rollout_scoring(int *lead, const Round *round, const Rules *rules, int side, const MatchEquity *equity);
/* Who plays on: a player for each seat, with the streams of this seed. */
typedef struct {
    Player *players;
    const Rules *rules;
    uint64_t seed;
    int seating; /* of whoever fails, who is added to … */
    Voids *voids;
} RolloutSeats;
/* Makes the play in the game, which begins for the players where it stands, and lets them play on, each with the stream
   of (seed, deal) of its seat. False if one failed. */
bool rollout_play(Game *game, const RolloutSeats *seats, CardSet play, uint64_t deal);

/* ---- plays of a view in sampled deals */

typedef struct {
    const View *view;
    const Agent *agent;        /* who plays on; NULL: deals are solved with open cards (two sides) */
    const MatchEquity *equity; /* values are chances to win the match; NULL: points */
    const CardSet *plays;      /* `count`, which differ by folding, in the order of moves_list */
    int count, threads;
    uint64_t seed;
    Voids *voids; /* deals that were left out, since the agent failed in them */
} RolloutTask;
typedef struct Rollouts Rollouts;

/* NULL if memory runs out. What the task points to must outlive it. */
Rollouts *rollouts_open(const RolloutTask *task);
void rollouts_close(Rollouts *rollouts);
enum { NO_PLAY = -1 };
/* Makes the plays, `count` numbers in ascending order, in the deals first … end - 1, and adds what they come to:
   sums[play]. behind is the value of the play `choice` less the play's own; NO_PLAY: it is not wanted. */
void rollouts_make(Rollouts *rollouts, RolloutSums sums[], const int plays[], int count, int choice, uint64_t first,
                   uint64_t end);
/* The round in one deal, played on after that play. False: the agent failed. */
bool rollouts_game(Game *out, Rollouts *rollouts, int play, uint64_t deal);

/* ---- how much better a choice is */

/* As rollouts_make, for whoever has the deals. False: stop. */
typedef bool RolloutDeals(void *context, RolloutSums sums[], const int plays[], int count, int choice, uint64_t first,
                          uint64_t deals);
typedef struct {
    RolloutDeals *make;
    void *context;
    const int *plays; /* that are measured, `count` in ascending order, the choice among them */
    int count, choice;
    RolloutSums *sums; /* [play]: empty; filled with what was measured */
    uint64_t made;     /* plays to make in all: about a quarter of them to find the rival */
} RolloutJob;

/* Deals in which every play is measured at least. */
enum { ROLLOUT_DEALS = 200 };

/* Measures the plays. *rival is the best of the others; NO_PLAY: there is none. False: stopped before any play
   was measured; what was measured when it stopped later counts. */
bool rollouts_measure(int *rival, const RolloutJob *job);

/* ---- means with intervals */

typedef struct {
    double scale;     /* this many whole numbers are one */
    double reach;     /* standard errors to the ends of an interval; 0: those of 95 % */
    double low, high; /* no observation lies beyond these, in whole numbers … */
    bool edged; /* … and the mean may lie near them, as chances do; else they count where hardly any deal differs */
    bool plain; /* ends are `reach` standard errors away, whatever the deals are like */
} RolloutUnit;

/* The unit of values of plays, of their differences (`behind`), or of points where values are chances. */
typedef enum { ROLLOUT_VALUE, ROLLOUT_BEHIND, ROLLOUT_POINTS } RolloutMeasure;
RolloutUnit rollout_unit(RolloutMeasure measure, const Rules *rules, const MatchEquity *equity, double reach);

typedef struct {
    double mean, low, high;
} RolloutMean;

/* The mean of two deals or more with its interval. `apart` is the number of deals that were not like all others (the
   number of deals, where that is not known). Near an edge, and where fewer than RARE_DEALS were apart or all came to
   the same, each end is that of the same deals and reach^2 / 2 more at the edge beyond it: what was not seen yet may be
   there (the interval of Agresti and Coull 1998, for each end by itself). So it never has the width 0. */
enum { RARE_DEALS = 40 };
RolloutMean rollout_mean(const Moments *moments, int64_t apart, const RolloutUnit *unit);
