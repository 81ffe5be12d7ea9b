/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates from the tally of `sim`. */
#include "analysis/study/sim_figures.h"

#include <math.h>

Interval sim_interval(const Estimate *estimate, const SimResult *result)
{
    return result->rho > 0 ? interval_anytime(estimate, SIM_ALPHA, result->rho) : interval_t(estimate, SIM_ALPHA);
}

AgentFigures agent_figures(const SimResult *result, int agent)
{
    const AgentTally *tally = &result->tally->agents[agent];
    const Schedule *schedule = result->schedule;
    const Moments *rounds = &result->tally->rounds;
    const double scale = tally_scale(schedule, agent), sides = schedule->side_count[agent],
                 others = schedule->rules.sides - 1;
    const bool matches = sim_matches(result);
    AgentFigures figures = {
        .points = matches ? estimate_ratio(&tally->points, rounds, &tally->points_rounds, sides)
                          : estimate_of(&tally->points, scale),
        .diff = matches ? estimate_ratio(&tally->diff, rounds, &tally->diff_rounds, sides * others)
                        : estimate_of(&tally->diff, scale * others),
        .wins = estimate_of(&tally->wins, scale * win_scale(schedule->rules.sides)),
    };
    figures.points_interval = sim_interval(&figures.points, result);
    figures.diff_interval = sim_interval(&figures.diff, result);
    figures.win_interval =
        result->rho > 0 ? sim_interval(&figures.wins, result) : interval_share(&figures.wins, SIM_ALPHA);
    if (interval_known(figures.win_interval)) {
        figures.win_interval.low = fmax(0, figures.win_interval.low);
        figures.win_interval.high = fmin(1, figures.win_interval.high);
    }
    return figures;
}

Estimate seat_figures(const SimResult *result, int seat)
{
    static const Moments NONE;
    const Schedule *schedule = result->schedule;
    const Moments *moments = schedule->seatings > 1 ? &result->tally->by_seat[seat] : &NONE;
    return estimate_of(moments, schedule->seatings * (schedule->rules.sides - !sim_matches(result)));
}

double duplicate_gain(const SimResult *result, int agent)
{
    const AgentTally *tally = &result->tally->agents[agent];
    if (result->schedule->seatings == 1) return NAN;
    double single = 0;
    for (int place = 0; place < result->schedule->seatings; place++) {
        double sd = estimate_of(&tally->by_place[place], 1).sd;
        single += sd * sd;
    }
    const int sides = result->schedule->rules.sides;
    const double sd =
        sim_matches(result) ? sides * estimate_of(&tally->wins, win_scale(sides)).sd : estimate_of(&tally->diff, 1).sd;
    return variance_ratio(single, sd * sd);
}
