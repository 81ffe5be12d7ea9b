/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values rounds and points by the chances to win the match. */
#include "analysis/study/match_worth.h"

#include <math.h>

/* The chance from these scores, where both sides play first in turn. */
static double both_turns(const MatchEquity *equity, int score, int opponent)
{
    return (match_equity(equity, score, opponent, true) + match_equity(equity, score, opponent, false)) / 2;
}

RoundWorth round_worth(const SimResult *result, int agent)
{
    const Schedule *schedule = result->schedule;
    RoundWorth worth = {NAN, {0, NAN, NAN, NAN}, {NAN, NAN}};
    if (!schedule->equity) return worth;
    worth.before = both_turns(schedule->equity, schedule->scores[0], schedule->scores[1]);
    worth.gain = estimate_of(&result->tally->chances, (double)schedule->seatings * EQUITY_ONE);
    worth.gain.mean -= worth.before;
    if (agent) { /* the chances of both sides add up to 1 */
        worth.before = 1 - worth.before;
        worth.gain.mean = -worth.gain.mean;
    }
    worth.interval = sim_interval(&worth.gain, result);
    return worth;
}

int worth_score(const Rules *rules, int which)
{
    static const int OF_62[WORTH_SCORES] = {0, 30, 55};
    return OF_62[which] * rules->target / 62;
}

double point_worth(const MatchEquity *equity, int score)
{
    return (both_turns(equity, score + 1, score) - both_turns(equity, score, score + 1)) / 2;
}
