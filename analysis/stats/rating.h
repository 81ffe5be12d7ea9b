/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings of many agents, on two scales: Elo from who came out on top, and points per round. Both have mean 0 over the
   agents; intervals come from resampling boards, and hold for one agent at a time. Also where "better than" runs in a
   circle.

   Elo comes from rankings: each finished round is one, and is taken as the choices that Bradley-Terry and Plackett-Luce
   are made of: "of these seats, that agent's came out on top". A round of two seats is one choice; a round of four is
   up to three (first of four, first of the remaining three, first of two). Tied seats count as every order of them in
   equal parts, so a draw of two is half a win for each. An agent may hold several seats of a table (A B B). Partners
   are one seat. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stats/estimate.h"
#include "engine/rng.h"

enum {
    RANKING_SEATS = 4,
    RANKING_UNIT = 24 /* integer weights count 1/24 of a round: every split of a tie among four is whole */
};

typedef struct {
    uint16_t agent[RANKING_SEATS]; /* ascending, one entry for each seat; 0 past `size` */
    uint16_t size;                 /* 2 ... 4; not all the same agent */
    uint16_t taken;                /* the agent on top */
} Choice;

/* Every choice that ever occurred, with its weight on every board. All but the first two is 0 before the first round;
   rankings_free in the end. */
typedef struct {
    uint32_t boards;    /* >= 1 */
    bool winners_alone; /* rounds say who came out on top, and nothing of the others; set before the first is added */
    size_t count, room; /* room: a power of two, or 0 */
    Choice *choices;
    int32_t *cells;  /* [board * room + choice], in 1/RANKING_UNIT rounds */
    uint32_t *slots; /* hash table of 2 * room indices + 1; 0 is free */
} Rankings;

void rankings_free(Rankings *rankings);

/* Counts one round of `board` (< boards) with `seats` (2 ... 4), of whose points more are better. False: memory ran
   out; the rankings are then incomplete. */
bool rankings_add(Rankings *rankings, uint32_t board, const uint16_t *agent, const int32_t *points, size_t seats);

enum { RATING_REPLICATES = 400 }; /* enough for 95 % intervals */
/* As many as have as many beyond the ends of an interval that misses with alpha; never fewer. */
size_t rating_replicates(double alpha);

typedef struct {
    double value;
    Interval interval; /* contains value */
} Rating;

/* How intervals are drawn. */
typedef struct {
    double alpha;      /* in (0, 1): an interval misses with this chance */
    size_t replicates; /* >= 1 */
    Rng *rng;
    int threads; /* that share the replicates; the same bits with any number; 0: one */
} Resampling;

/* Elo of an expected score (draws half) and back: 400 log10(share / (1 - share)); infinite at 0 and 1. An interval of
   a share becomes one of Elo by its end points. */
double elo_of_share(double share);
double share_of_elo(double elo);
Interval elo_of_interval(Interval share);

/* Bradley-Terry for two at a table, Plackett-Luce for more: an agent is chosen from those left with a chance
   proportional to 10^(Elo/400). The value is the maximum a posteriori under a weak prior: between each two agents that
   ever sat at one table, one virtual board (`rounds_per_board` > 0 rounds), half won by each, and Elo normal around 0
   with standard deviation 1000, which matters only where there are hardly any results. So all values are finite: an
   agent that won everything is rated by how much it won. The interval is a bootstrap over boards in which the virtual
   boards are drawn too (gamma weights of shape 1/2, Jeffreys' prior for one pair), so that it has width even where all
   results were the same. Never NAN. Agents in the rankings are < agents; out[agents]. False: memory ran out. */
bool rating_elo(Rating *out, size_t agents, const Rankings *rankings, double rounds_per_board,
                const Resampling *resampling);

/* a != b, both < agents. */
typedef struct {
    uint16_t a, b;
} RatedPair;

/* What pairs of agents did on the boards of a run: of each board and pair the sum over its rounds of a's points minus b's,
   times an integer scale, and how many rounds; none where the board was not played or is void. */
typedef struct {
    size_t agents;
    RatedPair *pairs;
    size_t count;    /* of pairs */
    int32_t *cells;  /* [2 * (board * count + pair)] and the next */
    uint32_t boards; /* >= 1 */
    double scale;    /* > 0 */
} PairTable;

/* Points per round: the ratings whose differences come nearest to the mean differences of the pairs, by least squares
   with the pairs' rounds as weights. Agents that no chain of pairs connects are not comparable: each connected group
   has mean 0. The interval is a bootstrap over boards; unknown (NAN) where no resample differs, as with one board.
   out[table->agents]. False: memory ran out. */
bool rating_points(Rating *out, const PairTable *table, const Resampling *resampling);

/* ---- is one number for each agent enough? */

/* What an agent wins from `second`, the second from `third` and the third from the agent comes to `sum`; wherever
   ratings explain all three that is 0. Of the circles through the agent it is the one with the highest sum. */
typedef struct {
    uint16_t second, third;
    double sum; /* NAN: no three agents met one another */
} RatingCircle;

/* How well ratings explain the pairs. Differences of ratings add up to 0 around every circle of pairs. The sums around
   `df` independent circles, (agents - 1)(agents - 2)/2 where all met, are tested by Hotelling's T^2 (Annals of
   Mathematical Statistics 2, 1931) with their covariance over boards, which all pairs share. A circle in which every
   board said the same has no chance in it: it counts only if it does not come to 0, and p is 0 then. What no ratings
   explain is the cyclic part of X. Jiang, L.-H. Lim, Y. Yao, Y. Ye, Mathematical Programming 127, 2011. */
typedef struct {
    int64_t df; /* 0: nothing is tested */
    double p;   /* NAN: df is 0 */
    /* The share that no ratings explain of the weighted sum of squares of the differences, both less what chance adds
       to them; NAN: chance explains the whole. */
    double cyclic;
} RatingFit;

/* circles[agents]. False: memory ran out. */
bool rating_fit(RatingFit *out, RatingCircle *circles, const PairTable *table);

/* The Nash average (D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel, "Re-evaluating evaluation", NeurIPS 2018): how much
   of each agent is in the mixture from which nobody wins on average, the one of the highest entropy if there are
   several, in the game where two choose an agent each and win its mean difference from the other. against[agents]: what
   each agent wins from that mixture, 0 at most. Intervals are bootstraps over boards. All is NAN unless each two agents
   met, and where nobody asks for it (resampling NULL). False: memory ran out. */
bool rating_nash(Rating *weights, double *against, const PairTable *table, const Resampling *resampling);

/* That mixture for wins[i * agents + j], what i wins from j (the table is antisymmetric). Weights below a millionth are
   taken as 0. False: memory ran out. */
bool nash_mixture(double *weights, const double *wins, size_t agents);

/* ---- the two fits behind the ratings, from totals to values; no resampling here */

/* Strengths in nats, the maximum a posteriori: choices with weights >= 0 in rounds, virtual_won[i * agents + j] rounds
   in which i beat j, and the normal prior around center[i] (nats). The posterior is log-concave and Newton's method finds
   its one maximum. False: out of memory. */
bool fit_choices(double *nats, size_t agents, const Choice *choices, const double *weights, size_t count,
                 const double *virtual_won, const double *center);

/* Minimises sum rounds (diff - (points[a] - points[b]))^2 with mean 0 in each group of agents that pairs with rounds > 0
   connect. means[2 * pair]: diff, the mean of a's points minus b's; [2 * pair + 1]: rounds, its weight >= 0. Of the table
   its agents and pairs count alone. False: out of memory. */
bool fit_differences(double *points, const PairTable *table, const double *means);
