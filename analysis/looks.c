/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/looks.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

double look_share(int look) { return look ? LOOK_LATER * ldexp(1, -look) : LOOK_SHARE; }

double look_first(double sd, int64_t pilot_n, double half_width, double alpha)
{
    /* The relative error of a variance is sqrt((kurtosis - 1) / n); results of boards have a kurtosis of about 5. */
    double margin = 1 + 2 * sqrt(4 / (double)pilot_n);
    double z = gsl_cdf_ugaussian_Qinv(alpha * LOOK_SHARE / 2) * sd / half_width;
    return fmax(LOOK_MIN_BOARDS, ceil(margin * z * z));
}

double look_next(double boards, int look) { return ceil(boards * (look < 3 ? 1.1 : 1.5)); }

Interval interval_look(const Estimate *estimate, double alpha, int look)
{
    return interval_t(estimate, alpha * look_share(look));
}

Interval interval_between(const Estimate *estimate, double alpha, double first)
{
    return interval_anytime(estimate, alpha * LOOK_BETWEEN, anytime_rho(alpha * LOOK_BETWEEN, first));
}
