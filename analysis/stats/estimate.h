/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From exact integer sums to means and intervals.

   The unit of observation is the board. Observations are integers; `scale` says how many of them make one unit of
   the result (a board's sum over two rounds has scale 2 when the result is wanted in points per round).

   Unknown is NAN, never 0 and never a made-up width: the mean of nothing, the spread of one board, and the width of
   an interval when all boards so far were equal (the spread is then not known to be zero, only not yet seen).
   `alpha` is always the chance of missing the true value on either side together, 0 < alpha < 1. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/moments.h"

/* Below this many observations no anytime interval is given: the boundary is asymptotic, and its first steps would
   lean on a standard deviation that is hardly known. */
enum { ANYTIME_MIN_N = 100 };

/* A mean with what is known of its error, in units of the result. */
typedef struct {
    int64_t n;
    double mean; /* NAN when n = 0 */
    double sd;   /* of one observation, divisor n - 1; NAN when n < 2 */
    double se;   /* of the mean: sd / sqrt(n) */
} Estimate;

typedef struct {
    double low, high; /* both NAN when unknown */
} Interval;

/* scale > 0, integer observations per unit of the result. */
Estimate estimate_of(const Moments *moments, double scale);

/* variance_plain / variance_reduced; NAN when either is unknown or the reduced one is 0. */
double variance_ratio(double variance_plain, double variance_reduced);

/* Half the width; NAN when unknown. */
double interval_half_width(Interval interval);
bool interval_known(Interval interval);

/* Quantile x with P(T > x) = tail for Student's t with `dof` > 0 degrees of freedom, 0 < tail < 1. */
double student_upper(double tail, double dof);

/* Student's t interval for a number of boards that was fixed beforehand. Unknown when n < 2 or sd = 0. */
Interval interval_t(const Estimate *estimate, double alpha);

/* The parameter rho (> 0) of the normal mixture that makes interval_anytime narrowest at planned_n (> 0)
   observations: x = n rho^2 minimises (x + 1)/x log((x + 1)/alpha^2), so x = -W_{-1}(-alpha^2/e) - 1
   (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
   sequences", arXiv 2103.06476). */
double anytime_rho(double alpha, double planned_n);

/* Interval that holds at all times together, so that one may look after every board and stop when one likes:
   mean +- sd sqrt(2 (n rho^2 + 1) / (n^2 rho^2) log(sqrt(n rho^2 + 1) / alpha))   (ibid.).
   rho must not depend on the data: take anytime_rho of the planned size, where the interval is about 1.5 times as
   wide as interval_t. It is asymptotic: with a planned size of 1000 boards or more it keeps its promise for skewed
   results, but where only one board in many is not zero and those few are skewed, plan (or wait) until dozens of
   boards are not zero. Unknown when n < ANYTIME_MIN_N or sd = 0. */
Interval interval_anytime(const Estimate *estimate, double alpha, double rho);

/* The factor in front of sd above, for any n > 0 (a real number, for planning). */
double anytime_factor(double n, double alpha, double rho);

/* The n (a real number >= 1) at which interval_anytime, with rho tuned to that very n, has the wanted
   half-width in units of sd: half_width_sd = half-width / sd > 0. */
double anytime_n_for(double half_width_sd, double alpha);

/* Wilson's score interval for a proportion of independent yes/no trials: 0 <= successes <= n, and may be half
   integers. Always inside [0, 1] and known when n >= 1. Where draws count half it is too wide, never too narrow:
   a share in [0, 1] varies at most as much as a yes/no trial with the same mean. */
Interval interval_wilson(double successes, int64_t n, double alpha);

/* Interval for a mean share of boards that each lie in [0, 1] (draws half, several rounds a board). Wilson's
   form with the variance that was seen in place of p(1 - p), and Student's quantile; plain Wilson on boards where
   none was seen. Always inside [0, 1] and known when n >= 1. */
Interval interval_share(const Estimate *estimate, double alpha);
