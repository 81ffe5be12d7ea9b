/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several results together: one estimate from independent estimates of one quantity, and how far they agree. Each is taken
   to be normal around its own truth with a standard error that is known, so it should rest on some hundred boards. */
#pragma once

#include "analysis/stats/estimate.h"

typedef struct {
    double value, se; /* se > 0 */
} Measured;

/* What `count` (>= 1) estimates say together. With common weights 1/se^2 (inverse variance; W. G. Cochran, "The combination
   of estimates from different experiments", Biometrics 10, 1954) the value is best where all measure the same quantity.

   Q is Cochran's statistic, the weighted sum of squares about that value, chi-square with df = count - 1 where they do.
   I^2 = max(0, (Q - df)/Q) is the share of their variance that is not chance (Higgins and Thompson, Statistics in Medicine
   21, 2002).

   Where they do not, tau2 estimates the variance of the truths (R. C. Paule and J. Mandel, J. Res. Natl. Bur. Stand. 87,
   1982): the tau2 at which Q with the weights 1/(se^2 + tau2) is df, or 0. `spread` is the mean of the truths with those
   weights. */
typedef struct {
    int count, df;
    double value, se;
    double q, p, i2; /* NAN with one estimate */
    double tau2;
    double spread, spread_se; /* NAN where tau2 is 0 */
} Pooled;
Pooled pool_of(const Measured list[], int count);

/* Normal interval of `value`. */
Interval pool_interval(const Pooled *pool, double alpha);
/* Student's t with df degrees of freedom around `spread`: Hartung and Knapp's interval (Statistics in Medicine 20, 2001), whose
   factor is 1 at Paule and Mandel's tau2. Unknown where tau2 is 0. */
Interval pool_spread_interval(const Pooled *pool, double alpha);
