/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planned looks: how alpha is shared out, where the looks come. */
#include "analysis/stats/looks.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

double look_share(int look) { return look ? LOOK_LATER * ldexp(1, -look) : LOOK_SHARE; }

double look_first(double sd, int64_t n, double half_width, double alpha)
{
    /* The relative error of a variance is sqrt((kurtosis - 1) / n); results of boards have a kurtosis of about 5. */
    double margin = 1 + 3 * sqrt(4 / (double)n);
    double z = gsl_cdf_ugaussian_Qinv(alpha * LOOK_SHARE / 2) * sd / half_width;
    return fmax(LOOK_MIN_BOARDS, ceil(margin * z * z));
}

/* What is left of alpha makes the second look's interval 1.45 times as wide on the same boards. */
double look_next(double boards, int look) { return ceil(boards * (look == 1 ? 2.2 : 1.5)); }

Interval interval_look(const Estimate *estimate, double alpha, int look)
{
    return interval_t(estimate, alpha * look_share(look));
}

Interval interval_between(const Estimate *estimate, double alpha, double first)
{
    return interval_anytime(estimate, alpha * LOOK_BETWEEN, anytime_rho(alpha * LOOK_BETWEEN, first));
}
