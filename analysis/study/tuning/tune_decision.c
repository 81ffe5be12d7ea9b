/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides whether tuned numbers are better than those where the tuning started. */
#include "analysis/study/tuning/tune_decision.h"

enum { PLANNED_BOARDS = 50000 }; /* where the interval is narrowest */

TuneDecision tune_decision_start(double gain)
{
    TuneDecision decision = {.verdict = SPRT_UNDECIDED};
    sprt_plan(&decision.plan, 0, gain, TUNE_ALPHA, TUNE_ALPHA, NULL);
    return decision;
}

bool tune_decision_look(TuneDecision *decision, const Moments *gains, double scale)
{
    decision->gain = estimate_of(gains, scale);
    decision->llr = sprt_llr_mean(&decision->gain, decision->plan.low, decision->plan.high);
    if (decision->verdict == SPRT_UNDECIDED) {
        decision->verdict = sprt_verdict(&decision->plan, decision->gain.n, decision->llr);
        decision->decided = decision->gain.n;
    }
    return decision->gain.n >= TUNE_TEST_LEAST && tune_decision_settled(decision);
}

Interval tune_decision_interval(const TuneDecision *decision)
{
    return interval_anytime(&decision->gain, TUNE_ALPHA, anytime_rho(TUNE_ALPHA, PLANNED_BOARDS));
}

bool tune_decision_settled(const TuneDecision *decision)
{
    const Interval gain = tune_decision_interval(decision);
    return (decision->verdict == SPRT_HIGH && gain.low > decision->plan.low) ||
           (decision->verdict == SPRT_LOW && gain.high < decision->plan.high);
}

bool tune_decision_accepted(const TuneDecision *decision)
{
    return decision->verdict == SPRT_HIGH && tune_decision_settled(decision);
}
