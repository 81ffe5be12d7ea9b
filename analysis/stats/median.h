/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Medians, with intervals that ask nothing of the distribution but that it is continuous. */
#pragma once

#include "analysis/stats/estimate.h"

/* The median of values; NAN where there are none. They are put in order. */
double median_of(double values[], size_t count);

/* Interval of the median of what independent values are drawn from: between the k-th lowest and the k-th highest, with the
   largest k for which both tails together, binomial, have a chance of at most alpha (Thompson 1936; Conover, "Practical
   Nonparametric Statistics", 1999, section 3.2). Unknown with fewer than 6 values at alpha 0.05. `sorted` ascends. */
Interval interval_median(const double sorted[], size_t count, double alpha);
