/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many boards a wanted interval or test needs. */
#include "analysis/stats/power.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "analysis/stats/estimate.h"
#include "analysis/stats/sprt.h"

static const double MEAN_OVERSHOOT = 0.5826; /* of a normal random walk's maximum, in steps: -zeta(1/2)/sqrt(2 pi) */

static double t_half_width(double sd, double boards, double alpha)
{
    return student_upper(alpha / 2, boards - 1) * sd / sqrt(boards);
}

double boards_for_interval(double sd, double half_width, double alpha)
{
    assert(sd > 0 && half_width > 0);
    double too_few = 1, enough = 2;
    while (t_half_width(sd, enough, alpha) > half_width) {
        too_few = enough;
        enough *= 2;
    }
    while (enough - too_few > fmax(1, enough * 1e-12)) {
        const double middle = floor((too_few + enough) / 2);
        *(t_half_width(sd, middle, alpha) > half_width ? &too_few : &enough) = middle;
    }
    return enough;
}

double boards_for_anytime(double sd, double half_width, double alpha)
{
    assert(sd > 0 && half_width > 0);
    return fmax(ANYTIME_MIN_N, ceil(anytime_n_for(half_width / sd, alpha)));
}

double boards_for_test(double sd, double effect, double alpha, double power)
{
    assert(sd > 0 && effect != 0 && alpha < power && power < 1);
    const double size = gsl_cdf_ugaussian_Qinv(alpha / 2);
    const double sum = (size + gsl_cdf_ugaussian_Pinv(power)) * sd / effect;
    return fmax(2, ceil(sum * sum + size * size / 2));
}

SprtOutlook sprt_outlook(double low, double high, double alpha, double beta, double sd, double truth)
{
    SprtPlan plan;
    const char *why;
    const bool valid = sprt_plan(&plan, low, high, alpha, beta, &why);
    assert(valid && sd > 0);
    (void)valid;
    const double step = (high - low) / sd; /* standard deviation of the LLR of one board */
    const double drift = (truth - (low + high) / 2) * (high - low) / (sd * sd);
    const double a = plan.bound_low - MEAN_OVERSHOOT * step, b = plan.bound_high + MEAN_OVERSHOOT * step;
    const double k = 2 * drift / (step * step);
    SprtOutlook outlook;
    if (fabs(k) * (b - a) < 1e-6) {
        outlook.pass = -a / (b - a);
        outlook.boards = -a * b / (step * step);
    } else {
        /* (1 - e^(-ka)) / (e^(-kb) - e^(-ka)), written so that no exponent is positive. */
        outlook.pass = k > 0 ? expm1(k * a) / expm1(k * (a - b)) : exp(k * b) * expm1(-k * a) / expm1(k * (b - a));
        outlook.boards = (outlook.pass * b + (1 - outlook.pass) * a) / drift;
    }
    outlook.boards = ceil(fmax(SPRT_MIN_BOARDS, outlook.boards));
    return outlook;
}
