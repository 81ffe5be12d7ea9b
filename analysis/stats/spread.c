/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spread of boards with its own error, by the jackknife. */
#include "analysis/stats/spread.h"

#include <math.h>

enum { GROUPS_LEAST = 5 };

Spread spread_of(const Moments *groups, size_t count, double scale)
{
    Moments all = {0};
    for (size_t i = 0; i < count; i++)
        moments_merge(&all, &groups[i]);
    Spread spread = {.sd = estimate_of(&all, scale).sd, .log_se = NAN, .n = all.n};
    double used = 0, sum = 0, sum_sq = 0;
    for (size_t i = 0; i < count; i++) {
        const Moments *group = &groups[i];
        if (!group->n) continue;
        const Moments rest = {all.n - group->n, all.sum - group->sum, all.sum_sq - group->sum_sq};
        const double change = log(estimate_of(&rest, scale).sd / spread.sd);
        used++;
        sum += change;
        sum_sq += change * change;
    }
    const double variance = (used - 1) / used * (sum_sq - sum * sum / used);
    spread.dof = used - 1;
    if (used >= GROUPS_LEAST && isfinite(variance) && variance > 0) spread.log_se = sqrt(variance);
    return spread;
}

Interval spread_interval(const Spread *spread, double alpha, double ahead)
{
    if (isnan(spread->log_se)) return (Interval){NAN, NAN};
    const double se = spread->log_se * sqrt(1 + (double)spread->n / ahead);
    const double factor = exp(student_upper(alpha / 2, spread->dof) * se);
    return (Interval){spread->sd / factor, spread->sd * factor};
}
