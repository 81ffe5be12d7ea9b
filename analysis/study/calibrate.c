/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the promises of intervals and tests on trial. */
#include "analysis/study/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stats/estimate.h"
#include "analysis/stats/sprt.h"
#include "analysis/study/tactics/tactic_run.h"
#include "sim/arena.h"

enum { MAX_CELLS = 64 };
#define ALPHA 0.05

typedef struct Check Check;

/* What trials of a promise use, and what they came to. */
typedef struct {
    const Calibration *calibration;
    const Check *check;
    double *factors; /* of anytime intervals, by number of boards */
    CheckWatch watch;
    uint64_t trials, errors; /* so far */
} Trial;

/* One promise, and what its trials are made of. */
struct Check {
    CheckPromise promise;
    bool (*fails)(const Trial *trial, Rng *rng); /* one trial: is the answer wrong? */
    const char *tactic;                          /* whose boards, without it, are drawn; NULL: those of `sim` */
    int boards;                                  /* of a trial */
    double width;                                /* of --stop ci=, points a round */
    bool high;                                   /* tests: the high hypothesis is true */
    bool results;                                /* tests: on results, else on points */
    double effect;                               /* tests: high - low */
};

/* The boards of one row, or those of `sim`, one after the other. */
typedef struct {
    const int32_t *values;
    size_t stride;
    double truth;
} Source;

static Source source_of(const Trial *trial)
{
    const Calibration *calibration = trial->calibration;
    const TacticStudy *study = &calibration->study;
    if (!trial->check->tactic) return (Source){calibration->points, 1, calibration->points_mean};
    int found = 0;
    for (int row = 0; row < study->row_count; row++)
        if (study->rows[row].measure == MEASURE_WITHOUT &&
            !strcmp(tactic_name(study->rows[row].tactic), trial->check->tactic))
            found = row;
    return (Source){calibration->values + found, (size_t)study->row_count, calibration->means[found]};
}

static bool misses(Interval interval, double truth)
{
    return interval_known(interval) && (truth < interval.low || truth > interval.high);
}

/* What is known after some boards; nothing is claimed while boards that are not zero are rare. */
typedef struct {
    Moments moments;
    int changed; /* boards that are not zero */
} Seen;

static void seen_draw(Seen *seen, const Source *source, const Trial *trial, Rng *rng)
{
    int32_t value = source->values[rng_bounded(rng, trial->calibration->boards) * source->stride];
    moments_add(&seen->moments, value);
    seen->changed += value != 0;
}

static bool seen_rare(const Seen *seen) { return seen->changed < RARE_BOARDS; }

static bool fixed_fails(const Trial *trial, Rng *rng)
{
    Source source = source_of(trial);
    Seen seen = {0};
    for (int i = 0; i < trial->check->boards; i++)
        seen_draw(&seen, &source, trial, rng);
    Estimate estimate = estimate_of(&seen.moments, 1);
    return !seen_rare(&seen) && misses(interval_t(&estimate, ALPHA), source.truth);
}

/* Looks after every board; wrong if any look misses. Planned for a tenth of the boards. */
static bool anytime_fails(const Trial *trial, Rng *rng)
{
    Source source = source_of(trial);
    Seen seen = {0};
    for (int n = 1; n <= trial->check->boards; n++) {
        seen_draw(&seen, &source, trial, rng);
        if (n < ANYTIME_MIN_N || seen_rare(&seen)) continue;
        Estimate estimate = estimate_of(&seen.moments, 1);
        if (fabs(estimate.mean - source.truth) > estimate.sd * trial->factors[n]) return true;
    }
    return false;
}

/* The whole course of --stop ci=: a plan, looks until the interval is narrow enough, and a glance in between after every
   GLANCE boards. */
static bool looks_fail(const Trial *trial, Rng *rng)
{
    enum { GLANCE = 64 };
    Source source = source_of(trial);
    double scale = tactic_value_scale(&trial->calibration->study), width = trial->check->width, first = 0;
    Seen seen = {0};
    for (double wanted = LOOK_PLAN_BOARDS; (double)seen.moments.n < wanted;
         wanted = fmax(wanted, first / LOOK_PLAN_PART)) {
        while ((double)seen.moments.n < wanted)
            seen_draw(&seen, &source, trial, rng);
        first = look_first(estimate_of(&seen.moments, scale).sd, seen.moments.n, width, ALPHA);
    }
    double next = fmax(first, (double)seen.moments.n), rho = anytime_rho(ALPHA * LOOK_BETWEEN, first);
    for (int look = 0;; seen_draw(&seen, &source, trial, rng)) {
        bool looking = (double)seen.moments.n >= next;
        if (!looking && seen.moments.n % GLANCE) continue;
        Estimate estimate = estimate_of(&seen.moments, scale);
        Interval interval =
            looking ? interval_look(&estimate, ALPHA, look) : interval_anytime(&estimate, ALPHA * LOOK_BETWEEN, rho);
        if (!seen_rare(&seen) && misses(interval, source.truth / scale)) return true;
        if (!looking) continue;
        if (!seen_rare(&seen) && interval_half_width(interval) <= width) return false;
        next = look_next((double)seen.moments.n, ++look);
    }
}

/* Estimates of those rows of null tactics that are not too rare, after the check's number of boards; returns how many. */
static int null_rows(Estimate out[static MAX_CELLS], const Trial *trial, Rng *rng)
{
    const Calibration *calibration = trial->calibration;
    const int rows = calibration->study.row_count;
    Seen seen[MAX_CELLS] = {0};
    uint32_t coins = 0;
    for (int i = 0; i < trial->check->boards; i++) {
        const int32_t *values = calibration->values + (size_t)rng_bounded(rng, calibration->boards) * (size_t)rows;
        if (i % 32 == 0) coins = rng_next(rng);
        const int sign = coins >> i % 32 & 1 ? 1 : -1;
        for (int row = 0; row < rows && row < MAX_CELLS; row++) {
            moments_add(&seen[row].moments, sign * values[row]);
            seen[row].changed += values[row] != 0;
        }
    }
    int count = 0;
    for (int row = 0; row < rows && row < MAX_CELLS; row++)
        if (!seen_rare(&seen[row])) out[count++] = estimate_of(&seen[row].moments, 1);
    return count;
}

static bool simultaneous_fails(const Trial *trial, Rng *rng)
{
    Estimate rows[MAX_CELLS];
    int count = null_rows(rows, trial, rng);
    bool fails = false;
    for (int i = 0; i < count; i++)
        fails |= misses(interval_t(&rows[i], bonferroni_alpha(ALPHA, (size_t)count)), 0);
    return fails;
}

static bool holm_fails(const Trial *trial, Rng *rng)
{
    Estimate rows[MAX_CELLS];
    double p[MAX_CELLS], adjusted[MAX_CELLS];
    int count = null_rows(rows, trial, rng);
    bool fails = false;
    for (int i = 0; i < count; i++)
        p[i] = p_two_sided(&rows[i], 0);
    holm_adjust(adjusted, p, (size_t)count);
    for (int i = 0; i < count; i++)
        fails |= adjusted[i] <= ALPHA;
    return fails;
}

static bool test_fails(const Trial *trial, Rng *rng)
{
    const Calibration *calibration = trial->calibration;
    const Check *check = trial->check;
    const SprtTrial test = {.pool = check->results ? calibration->results : calibration->points,
                            .count = calibration->boards,
                            .scale = check->results ? 4 : tactic_value_scale(&calibration->study),
                            .results = check->results,
                            .effect = check->effect,
                            .truth_high = check->high,
                            .alpha = check->promise.nominal,
                            .beta = check->promise.nominal,
                            .runs = 1,
                            .most = 1000000};
    return sprt_errors(&test, rng).wrong > 0;
}

#define AT_MOST(name) .promise = {name, "at most 5 %", ALPHA, 0}
#define ALL_ROWS(name) .promise = {name, "at most 5 %, all rows together", ALPHA, 0}
#define WITHIN(name) .promise = {name, "5 +- 1 %", ALPHA, 0.01}

static const Check CHECKS[] = {
    {ALL_ROWS("null tactics: an interval without 0"), simultaneous_fails, .boards = 1000},
    {ALL_ROWS("null tactics: Holm's p below 0.05"), holm_fails, .boards = 1000},
    {AT_MOST("anytime interval misses, sim, every board"), anytime_fails, .boards = 10000},
    {AT_MOST("anytime interval misses, leave_11, every board"), anytime_fails, "leave_11", .boards = 10000},
    {AT_MOST("--stop ci=0.1 misses, leave_11, at any time"), looks_fail, "leave_11", .width = 0.1},
    {AT_MOST("--stop ci=0.02 misses, face_over_ace, at any time"), looks_fail, "face_over_ace", .width = 0.02},
    {WITHIN("fixed interval misses, sim, 100 boards"), fixed_fails, .boards = 100},
    {WITHIN("fixed interval misses, leave_11, 500 boards"), fixed_fails, "leave_11", .boards = 500},
    {WITHIN("fixed interval misses, face_over_ace, 4000 boards"), fixed_fails, "face_over_ace", .boards = 4000},
    {WITHIN("test of points says high, low is true"), test_fails, .effect = 0.5},
    {WITHIN("test of points says low, high is true"), test_fails, .effect = 0.5, .high = true},
    {WITHIN("test of results says high, low is true"), test_fails, .results = true, .effect = 10},
    {WITHIN("test of results says low, high is true"), test_fails, .results = true, .effect = 10, .high = true},
};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS };

int check_count(void) { return CHECK_COUNT; }
const CheckPromise *check_promise(int check) { return &CHECKS[check].promise; }

/* ---- many trials */

static bool work(void *worker, uint64_t index, void *result)
{
    const Trial *trial = worker;
    uint64_t *errors = result;
    Rng rng = rng_for(trial->calibration->seed, index << 8 | (uint64_t)(trial->check - CHECKS), PURPOSE_BOOTSTRAP);
    *errors += trial->check->fails(trial, &rng);
    return true;
}

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Trial *trial = shared;
    const CheckWatch *watch = &trial->watch;
    trial->trials = first + count;
    trial->errors += *(const uint64_t *)result;
    if (watch->watch) watch->watch(watch->arg, (int)(trial->check - CHECKS), trial->trials, trial->errors);
    return true;
}

CheckResult check_judge(const CheckPromise *promise, uint64_t trials, uint64_t errors)
{
    const double SIGNIFICANT = 0.002; /* two-sided; one side matters */
    CheckResult result = {.trials = trials, .errors = errors, .rate = NAN, .error_se = NAN};
    if (!trials) return result;
    Interval interval = interval_wilson((double)errors, (int64_t)trials, SIGNIFICANT);
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
    Trial trial = {.calibration = calibration, .check = &CHECKS[check], .watch = watch};
    int boards = CHECKS[check].boards;
    if (CHECKS[check].fails == anytime_fails) {
        trial.factors = calloc((size_t)boards + 1, sizeof *trial.factors);
        if (!trial.factors) return false;
        double rho = anytime_rho(ALPHA, boards / 10);
        for (int n = 1; n <= boards; n++)
            trial.factors[n] = anytime_factor(n, ALPHA, rho);
    }
    const ArenaJob job = {.count = repetitions,
                          .chunk = arena_chunk(repetitions, 64),
                          .threads = calibration->threads,
                          .shared = &trial,
                          .result_size = sizeof(uint64_t),
                          .work = work,
                          .release = release};
    ArenaEnd end = arena_run(&job);
    free(trial.factors);
    *out = check_judge(&CHECKS[check].promise, trial.trials, trial.errors);
    out->interrupted = end == ARENA_INTERRUPTED;
    return end != ARENA_FAILED;
}
