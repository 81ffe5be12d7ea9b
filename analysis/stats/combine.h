/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several results together: one estimate from independent estimates of one quantity, and how far they agree; the
   difference of two. */
#pragma once

#include "analysis/stats/estimate.h"

typedef struct {
    double value, se; /* se > 0 */
    double boards;    /* from which the error is estimated; not above 1: it is taken as known */
} Measured;

/* From fewer boards of any of them estimates are not put together: their errors are hardly known. */
enum { POOL_BOARDS_LEAST = 20 };

/* What `count` (>= 1) estimates say together. With common weights 1/se^2 (inverse variance; W. G. Cochran, "The
   combination of estimates from different experiments", Biometrics 10, 1954) the value is best where all measure the
   same quantity.

   Weights that rest on few boards are errors of their own: `error` is larger than se by that (P. Meier, "Variance of a
   weighted mean", Biometrics 9, 1953), with dof degrees of freedom (Satterthwaite).

   Q is Cochran's statistic, the weighted sum of squares about that value, chi-square with df = count - 1 where they do;
   p is Welch's, which allows for the boards (B. L. Welch, "On the comparison of several mean values", Biometrika 38,
   1951).
   I^2 = max(0, (Q - df)/Q) is the share of their variance that is not chance (Higgins and Thompson, Statistics in
   Medicine 21, 2002).

   Where they do not, tau2 estimates the variance of the truths (R. C. Paule and J. Mandel, J. Res. Natl. Bur. Stand.
   87, 1982): the tau2 at which Q with the weights 1/(se^2 + tau2) is df, or 0. `spread` is the mean of the truths with
   those weights. */
typedef struct {
    int count, df;
    double value, se, error, dof;
    double q, p, i2, tau2;    /* NAN with one estimate */
    double spread, spread_se; /* NAN where tau2 is 0 */
} Pooled;
Pooled pool_of(const Measured list[], int count);

/* Student's interval of `value`. */
Interval pool_interval(const Pooled *pool, double alpha);
/* Of tau2: where Q with those weights has the chances alpha/2 and 1 - alpha/2 (W. Viechtbauer, Statistics in Medicine 26,
   2007). Unknown with one estimate. */
Interval pool_tau2_interval(const Measured list[], int count, double alpha);
/* Student's t with df degrees of freedom around `spread`: Hartung and Knapp's interval (Statistics in Medicine 20,
   2001), whose factor is 1 at Paule and Mandel's tau2. Unknown where tau2 is 0. */
Interval pool_spread_interval(const Pooled *pool, double alpha);

/* ---- the difference of two results, b - a */

typedef struct {
    double value, se, df; /* df of Student's t; se 0 or NAN: there is no interval */
} Difference;

/* Of two independent estimates: Welch's, with Satterthwaite's degrees of freedom (B. L. Welch, Biometrika 34, 1947). */
Difference difference_of(Measured a, Measured b);

/* A block of boards that both results have, or one board. A result's figure is a ratio of sums, such as the points over
   the rounds of its boards: of result a numbers 0 and 1, of b 2 and 3. */
typedef struct {
    double numbers[4];
    int64_t boards; /* at least 1: a block's sum has this many times the variance of one board */
} PairedBlock;

typedef struct {
    Estimate of[2];        /* a and b, each by itself: by linearisation, as estimate_ratio has it */
    Difference difference; /* from those on each block, so that what both owe to the same cards drops out: Student's
                              with one degree of freedom less than there are blocks */
} Paired;
Paired paired_of(const PairedBlock blocks[], size_t count);

Interval difference_interval(const Difference *difference, double alpha);
/* Two-sided p of "there is no difference". NAN without an error. */
double difference_p(const Difference *difference);
/* The p of "the difference is at most `within` (> 0), to either side": at most alpha just where the interval of level 1 -
   alpha lies beyond it. */
double difference_p_beyond(const Difference *difference, double within);
/* The p of "the difference is `within` (> 0) or more, to either side", by two one-sided tests (D. J. Schuirmann, J.
   Pharmacokin. Biopharm. 15, 1987): the larger of theirs. It is at most alpha just where the interval of level 1 - 2
   alpha lies between -within and within. */
double difference_p_within(const Difference *difference, double within);
