/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error rates and lengths of sequential tests. */
#include "analysis/stats/sprt_errors.h"

#include <assert.h>

#include "analysis/stats/rating.h"

enum { RESULTS_LOOK = 16 };

static double truth_of(const SprtTrial *trial)
{
    Moments moments = {0};
    for (uint32_t i = 0; i < trial->count; i++)
        moments_add(&moments, trial->pool[i]);
    const double mean = estimate_of(&moments, trial->scale).mean;
    return trial->results ? elo_of_share(mean) : mean;
}

static SprtVerdict run_points(uint64_t *boards, const SprtTrial *trial, const SprtPlan *plan, Rng *rng)
{
    Sprt sprt = sprt_start(plan, trial->scale);
    for (*boards = 0; *boards < trial->most; ++*boards)
        if (sprt_add(&sprt, trial->pool[rng_bounded(rng, trial->count)]) != SPRT_UNDECIDED) break;
    return sprt.verdict;
}

static SprtVerdict run_results(uint64_t *boards, const SprtTrial *trial, const SprtPlan *plan, Rng *rng)
{
    int64_t counts[SPRT_MAX_CATEGORIES] = {0};
    const size_t categories = (size_t)trial->scale + 1;
    SprtVerdict verdict = SPRT_UNDECIDED;
    for (*boards = 0; *boards < trial->most && verdict == SPRT_UNDECIDED; ++*boards) {
        counts[trial->pool[rng_bounded(rng, trial->count)]]++;
        if ((*boards + 1) % RESULTS_LOOK == 0)
            verdict =
                sprt_verdict(plan, (int64_t)*boards + 1, sprt_llr_logistic(counts, categories, plan->low, plan->high));
    }
    return verdict;
}

SprtErrors sprt_errors(const SprtTrial *trial, Rng *rng)
{
    SprtPlan plan;
    const char *why;
    const double truth = truth_of(trial), low = trial->truth_high ? truth - trial->effect : truth;
    const bool good = sprt_plan(&plan, low, low + trial->effect, trial->alpha, trial->beta, &why);
    assert(good && trial->count >= 1 && trial->runs >= 1);
    (void)good;
    SprtErrors errors = {0};
    for (uint32_t run = 0; run < trial->runs; run++) {
        uint64_t boards;
        const SprtVerdict verdict =
            trial->results ? run_results(&boards, trial, &plan, rng) : run_points(&boards, trial, &plan, rng);
        errors.wrong += verdict == (trial->truth_high ? SPRT_LOW : SPRT_HIGH);
        errors.undecided += verdict == SPRT_UNDECIDED;
        errors.boards += (double)boards;
    }
    errors.wrong /= trial->runs;
    errors.undecided /= trial->runs;
    errors.boards /= trial->runs;
    return errors;
}
