/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two fits behind the ratings, from totals to values; no resampling here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stats/rankings.h"

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
