/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings of many agents, on two scales: Elo from who came out on top, and points per round.

   Both have mean 0 over the agents; intervals come from resampling boards, and hold for one agent at a time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stats/estimate.h"
#include "analysis/stats/rankings.h"
#include "engine/rng.h"

enum { RATING_REPLICATES = 400 }; /* enough for 95 % intervals */

typedef struct {
    double value;
    Interval interval; /* contains value */
} Rating;

/* How intervals are drawn. */
typedef struct {
    double alpha;      /* in (0, 1): an interval misses with this chance */
    size_t replicates; /* >= 1 */
    Rng *rng;
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
   agent that won everything is rated by how much it won.
   The interval is a bootstrap over boards in which the virtual boards are drawn too (gamma weights of shape 1/2, Jeffreys'
   prior for one pair), so that it has width even where all results were the same. Never NAN.
   Agents in the rankings are < agents; out[agents]. False: memory ran out. */
bool rating_elo(Rating *out, size_t agents, const Rankings *rankings, double rounds_per_board,
                const Resampling *resampling);

/* What two agents did on the boards of a run. */
typedef struct {
    uint16_t a, b;
    const int32_t *diff;   /* diff[board]: sum over its rounds of a's points minus b's, times an integer scale */
    const int32_t *rounds; /* rounds[board]: how many; 0 where the board was not played or is void */
} PairBoards;

typedef struct {
    size_t agents;
    const PairBoards *pairs; /* a != b, both < agents */
    size_t count;            /* of pairs */
    uint32_t boards;         /* >= 1 */
    double scale;            /* > 0: of the pairs' diff */
} PairTable;

/* Points per round: the ratings whose differences come nearest to the mean differences of the pairs, by least squares
   with the pairs' rounds as weights. Agents that no chain of pairs connects are not comparable: each connected group has
   mean 0. The interval is a bootstrap over boards; unknown (NAN) where no resample differs, as with one board.
   out[table->agents]. False: memory ran out. */
bool rating_points(Rating *out, const PairTable *table, const Resampling *resampling);

/* ---- the two fits behind the ratings, from totals to values; no resampling here */

static const double ELO_PER_NAT = 400 / 2.302585092994046; /* a strength is exp(nats) = 10^(Elo/400) */
static const double ELO_PRIOR_SD = 1000;

/* Strengths in nats, the maximum a posteriori: choices with weights >= 0 in rounds, virtual_won[i * agents + j] rounds
   in which i beat j, and a normal prior with standard deviation ELO_PRIOR_SD around center[i] (nats). The posterior is
   log-concave and Newton's method finds its one maximum. False: out of memory. */
bool fit_choices(double *nats, size_t agents, const Choice *choices, const double *weights, size_t count,
                 const double *virtual_won, const double *center);

typedef struct {
    uint16_t a, b; /* different */
    double diff;   /* mean of a's points minus b's */
    double rounds; /* weight >= 0 */
} PairMean;

/* Minimises sum rounds (diff - (points[a] - points[b]))^2 with mean 0 in each group of agents that pairs with
   rounds > 0 connect. False: out of memory. */
bool fit_differences(double *points, size_t agents, const PairMean *pairs, size_t count);
