/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the promises of intervals and tests on trial. */
#include "analysis/study/calibrate.h"

#include <math.h>

#include "analysis/stats/estimate.h"
#include "analysis/study/calibrate_trials.h"
#include "analysis/study/tactics/tactic_run.h"
#include "sim/run/arena.h"

/* One promise, and what its trials are made of. */
typedef struct {
    CheckPromise promise;
    TrialFunction *run;
    TrialSetup setup;
} Check;

#define AT_MOST(name)                                                                                                  \
    {                                                                                                                  \
        name, "at most 5 %", 0.05, 0                                                                                   \
    }
#define ALL_ROWS(name)                                                                                                 \
    {                                                                                                                  \
        name, "at most 5 %, all rows together", 0.05, 0                                                                \
    }
#define WITHIN(name)                                                                                                   \
    {                                                                                                                  \
        name, "5 +- 1 %", 0.05, 0.01                                                                                   \
    }
/* `sim` looks after chunks of boards, so that a test goes on a little beyond its bounds. */
#define TEST(name)                                                                                                     \
    {                                                                                                                  \
        name, "4.5 +- 1.5 %", 0.045, 0.015                                                                             \
    }

static const Check CHECKS[] = {
    {ALL_ROWS("null tactics: an interval without 0"), trial_null_intervals, {.boards = 1000}},
    {ALL_ROWS("null tactics: Holm's p below 0.05"), trial_null_holm, {.boards = 1000}},
    {AT_MOST("anytime interval misses, leave_11, at any look"), trial_tactic_watched, {"leave_11", .boards = 10000}},
    {AT_MOST("--stop ci=0.1 misses, leave_11, at any time"), trial_tactic_watched, {"leave_11", .width = 0.1}},
    {AT_MOST("--stop ci=0.02 misses, face_over_ace, at any time"),
     trial_tactic_watched,
     {"face_over_ace", .width = 0.02}},
    {AT_MOST("--stop ci=0.5 misses, sim, at any time"), trial_sim_watched, {.boards = 100000, .width = 0.5}},
    {AT_MOST("--stop ci=0.5 misses the win share, sim, at any time"),
     trial_sim_watched,
     {.boards = 100000, .width = 0.5, .results = true}},
    {WITHIN("fixed interval misses, sim, 100 boards"), trial_sim, {.boards = 100}},
    {WITHIN("fixed interval misses the win share, sim, 100 boards"), trial_sim, {.boards = 100, .results = true}},
    {WITHIN("fixed interval misses, leave_11, 500 boards"), trial_tactic, {"leave_11", .boards = 500}},
    {WITHIN("fixed interval misses, face_over_ace, 4000 boards"), trial_tactic, {"face_over_ace", .boards = 4000}},
    {TEST("test of points says high, low is true"), trial_sim_test, {.effect = 0.5}},
    {TEST("test of points says low, high is true"), trial_sim_test, {.effect = 0.5, .high = true}},
    {TEST("test of results says high, low is true"), trial_sim_test, {.effect = 20, .results = true}},
    {TEST("test of results says low, high is true"), trial_sim_test, {.effect = 20, .results = true, .high = true}},
    {WITHIN("rating in points misses, rate, 30 boards"), trial_rate_points, {.boards = 30}},
    {WITHIN("rating in points misses, rate, 50 boards"), trial_rate_points, {.boards = 50}},
    {AT_MOST("Elo misses, rate, 30 boards"), trial_rate_elo, {.boards = 30, .part = 10}},
    /* So little is to be gained that the sequential test alone would accept more than is promised. */
    {{"tune accepts what is not better", "at most 2.5 %", 0.025, 0}, trial_tune, {.boards = 300000, .effect = 0.07}},
    {WITHIN("standard deviation of a pilot of 500 misses, power"), trial_pilot, {.boards = 500}},
    {WITHIN("the same for that of a run of 600, power"), trial_pilot_ahead, {.boards = 500}},
    /* Of whole matches: */
    {WITHIN("fixed interval misses the share of matches, sim, 100 boards"),
     trial_sim,
     {.boards = 100, .matches = true, .results = true}},
    {WITHIN("fixed interval misses points a round of matches, sim, 100 boards"),
     trial_sim,
     {.boards = 100, .matches = true}},
    {WITHIN("rating in matches won misses, rate, 50 boards"), trial_rate_points, {.boards = 50, .matches = true}},
    {{"tune --matches accepts what is not better", "at most 2.5 %", 0.025, 0},
     trial_tune,
     {.boards = 300000, .effect = 0.0045, .matches = true, .part = 10}},
};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS };

int check_count(void) { return CHECK_COUNT; }
const CheckPromise *check_promise(int check) { return &CHECKS[check].promise; }

uint64_t check_trials(int check, uint64_t repetitions)
{
    const uint32_t part = CHECKS[check].setup.part;
    return part && repetitions > part ? repetitions / part : repetitions;
}

/* ---- many trials */

typedef struct {
    const Calibration *calibration;
    int check;
    CheckWatch watch;
    uint64_t trials, errors; /* so far */
} Trials;

static bool trial_run(void *worker, uint64_t index, void *result)
{
    const Trials *trials = worker;
    const Check *check = &CHECKS[trials->check];
    uint64_t *errors = result;
    bool wrong = false;
    Rng rng = rng_for(trials->calibration->seed, index << 8 | (uint64_t)trials->check, PURPOSE_BOOTSTRAP);
    const bool good = check->run(&wrong, trials->calibration, &check->setup, &rng);
    *errors += wrong;
    return good;
}

static uint64_t work(void *worker, const ArenaRange *range) { return arena_each(range, worker, trial_run); }

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Trials *trials = shared;
    const CheckWatch *watch = &trials->watch;
    trials->trials = first + count;
    trials->errors += *(const uint64_t *)result;
    if (watch->watch) watch->watch(watch->arg, trials->check, trials->trials, trials->errors);
    return true;
}

CheckResult check_judge(const CheckPromise *promise, uint64_t trials, uint64_t errors)
{
    CheckResult result = {.trials = trials, .errors = errors, .rate = NAN, .error_se = NAN};
    if (!trials) return result;
    /* Two-sided, and one side matters: a rate cannot be at both ends of what was promised. */
    const double level = 2 * bonferroni_alpha(CHECK_LEVEL, CHECK_COUNT);
    Interval interval = interval_wilson((double)errors, (int64_t)trials, level);
    result.rate = (double)errors / (double)trials;
    result.error_se = sqrt(result.rate * (1 - result.rate) / (double)trials);
    result.broken = interval.low > promise->nominal + promise->tolerance ||
                    (promise->tolerance > 0 && interval.high < promise->nominal - promise->tolerance);
    return result;
}

Interval check_interval(uint64_t trials, uint64_t errors, double rho)
{
    const Moments moments = {.n = (int64_t)trials, .sum = errors, .sum_sq = errors};
    const Estimate rate = estimate_of(&moments, 1);
    Interval interval = errors < RARE_BOARDS ? (Interval){NAN, NAN} : interval_anytime(&rate, CHECK_ALPHA, rho);
    if (interval.low < 0) interval.low = 0;
    return interval;
}

bool check_run(CheckResult *out, const Calibration *calibration, int check, uint64_t repetitions, CheckWatch watch)
{
    Trials trials = {.calibration = calibration, .check = check, .watch = watch};
    const uint64_t count = check_trials(check, repetitions);
    const ArenaJob job = {.count = count,
                          .chunk = arena_chunk(count, 64),
                          .threads = calibration->threads,
                          .shared = &trials,
                          .result_size = sizeof(uint64_t),
                          .work = work,
                          .release = release};
    ArenaEnd end = arena_run(&job);
    *out = check_judge(&CHECKS[check].promise, trials.trials, trials.errors);
    out->interrupted = end == ARENA_INTERRUPTED;
    return end != ARENA_FAILED;
}
