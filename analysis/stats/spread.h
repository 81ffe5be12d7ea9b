/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard deviation of one board as a pilot shows it, and how well the pilot knows it. */
#pragma once

#include <stddef.h>

#include "analysis/stats/estimate.h"

typedef struct {
    double sd;     /* of one board; NAN when unknown */
    double log_se; /* standard error of ln sd; NAN when unknown, as of an sd that was given */
    double dof;    /* degrees of freedom of log_se */
    int64_t n;     /* boards */
} Spread;

/* A pilot's boards in a row make a group: as many groups as this, and in which board number `board` of `boards` lies. */
enum { SPREAD_GROUPS = 50 };
static inline size_t spread_group(uint64_t board, uint64_t boards)
{
    return (size_t)((__uint128_t)board * SPREAD_GROUPS / boards);
}

/* From groups of boards, each as many boards or (a few) nearly so: the jackknife that leaves out one group after the other,
   on ln sd (B. Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", 1982, ch. 3), so that no shape of the
   boards' results is assumed. Groups without boards are left out. log_se is unknown with fewer than 5 groups. */
Spread spread_of(const Moments *groups, size_t count, double scale);

/* Interval of the standard deviation that `ahead` boards of a run to come will show: Student's t on ln sd. ahead INFINITY: of
   the true one. Unknown where log_se is. */
Interval spread_interval(const Spread *spread, double alpha, double ahead);
