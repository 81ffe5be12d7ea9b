/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches by SPSA or CMA-ES, validates on the way, and polishes one parameter at a time. */
#include "analysis/study/tuning/tuner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

/* Shares of the budget, in percent; the search has the rest. */
enum { VALIDATION_SHARE = 10, POLISH_SHARE = 25 };
enum { VALIDATIONS = 20, POLISH_PASSES = 2, POLISH_CANDIDATES = 4, PROBES = 16, CMAES_GENERATIONS = 200 };

static const double FIRST_MOVE = 0.05;  /* of a parameter in SPSA's first step, in perturbations */
static const double POLISH_REACH = 2;   /* in first perturbations; the second pass goes a third as far */
static const double POLISH_DOUBT = 1.5; /* standard errors that a gain must exceed */
static const double CMAES_SIGMA = 3;    /* first standard deviation, in first perturbations */

typedef struct {
    const Tuner *tuner;
    Rng rng;
    uint64_t used[SHARE_VALIDATION + 1]; /* [share]: boards so far; those of the validation are used again */
    uint64_t evaluations;                /* boards that candidates played so far, all together */
    uint64_t validation;                 /* boards of a validation */
    uint64_t steps;
    double *best, best_score;
    double *points;              /* candidates of one question */
    int32_t *scores, *validated; /* validated: of a validation, then of the start's */
} Search;

/* Is a validation due after step k of the search? */
static bool validation_due(const Search *search, uint64_t k)
{
    return k * VALIDATIONS / search->steps != (k - 1) * VALIDATIONS / search->steps;
}

static double unit(const Tuner *t, size_t i) { return t->ranges[i].unit; }

static double into_range(const TunerRange *range, double value)
{
    if (range->whole) value = round(value);
    return fmax(range->low, fmin(range->high, value));
}

static void copy(double *to, const double *from, size_t dims) { memcpy(to, from, dims * sizeof *to); }

Moments scores_gain(const int32_t *scores, uint64_t boards, size_t a, size_t b)
{
    Moments gain = {0};
    const int32_t *x = scores + a * boards, *y = scores + b * boards;
    for (uint64_t i = 0; i < boards; i++)
        if (x[i] != SCORE_VOID && y[i] != SCORE_VOID) moments_add(&gain, a == b ? x[i] : (int64_t)x[i] - y[i]);
    return gain;
}

/* The same as an estimate. */
static Estimate gain_of(const Search *search, const int32_t *scores, uint64_t boards, size_t a, size_t b)
{
    const Moments gain = scores_gain(scores, boards, a, b);
    return estimate_of(&gain, search->tuner->scale);
}

/* Plays search->points; the scores lie in search->scores. */
static ArenaEnd ask(Search *search, size_t candidates, BoardShare kind, uint64_t boards)
{
    const Tuner *t = search->tuner;
    int32_t *scores = realloc(search->scores, candidates * boards * sizeof *scores);
    if (!scores) return ARENA_FAILED;
    search->scores = scores;
    const ArenaEnd end = t->play(t->context, search->points, candidates, kind, search->used[kind], boards, scores);
    if (kind != SHARE_VALIDATION) search->used[kind] += boards;
    search->evaluations += candidates * boards;
    return end;
}

/* Compares a point with the start on the reserved boards, and keeps it if it is the best so far. */
static ArenaEnd validate(Search *search, const double *point, uint64_t step)
{
    const Tuner *t = search->tuner;
    const uint64_t boards = search->validation;
    for (size_t i = 0; i < t->dims; i++)
        search->points[i] = into_range(&t->ranges[i], point[i]);
    const ArenaEnd end = ask(search, 1, SHARE_VALIDATION, boards);
    if (end != ARENA_DONE) return end;
    int32_t *scores = search->validated;
    memcpy(scores, search->scores, boards * sizeof *scores);
    if (step == 0) memcpy(scores + boards, scores, boards * sizeof *scores); /* the start's stay there */
    const TunerView view = {.step = step,
                            .steps = search->steps,
                            .evaluations = search->evaluations,
                            .dims = t->dims,
                            .point = search->points,
                            .score = gain_of(search, scores, boards, 0, 0),
                            .gain = gain_of(search, scores, boards, 0, 1)};
    if (view.score.mean > search->best_score) {
        search->best_score = view.score.mean;
        copy(search->best, search->points, t->dims);
    }
    t->watch(t->context, &view);
    return ARENA_DONE;
}

/* ---- SPSA: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
   IEEE Trans. Aerosp. Electron. Syst. 34 (1998), with the exponents 0.602 and 0.101. */

typedef struct {
    double *point, *average, *push; /* push: +-1 */
    double gain;                    /* a of a_k, per unit of score, in squared units */
    double stability;               /* A */
} Spsa;

/* Plays point + and - c_k; *slope is by how much the plus side scores more, per perturbation of both. */
static ArenaEnd spsa_look(Search *search, Spsa *spsa, double c_k, uint64_t batch, double *slope)
{
    const Tuner *t = search->tuner;
    for (size_t i = 0; i < t->dims; i++) {
        double reach = c_k * unit(t, i);
        if (t->ranges[i].whole) reach = fmax(reach, 1);
        spsa->push[i] = rng_bounded(&search->rng, 2) ? 1 : -1;
        search->points[i] = into_range(&t->ranges[i], spsa->point[i] + spsa->push[i] * reach);
        search->points[t->dims + i] = into_range(&t->ranges[i], spsa->point[i] - spsa->push[i] * reach);
    }
    const ArenaEnd end = ask(search, 2, SHARE_SEARCH, batch);
    if (end != ARENA_DONE) return end;
    const Estimate gain = gain_of(search, search->scores, batch, 0, 1);
    *slope = gain.n ? gain.mean / (2 * c_k) : 0;
    return ARENA_DONE;
}

static void spsa_move(const Search *search, Spsa *spsa, double a_k, double slope, double keep)
{
    const Tuner *t = search->tuner;
    for (size_t i = 0; i < t->dims; i++) {
        const TunerRange *range = &t->ranges[i];
        const double next = spsa->point[i] + a_k * slope * spsa->push[i] * unit(t, i);
        spsa->point[i] = fmax(range->low, fmin(range->high, next));
        spsa->average[i] += (1 - keep) * (spsa->point[i] - spsa->average[i]);
    }
}

/* Steps so that the first one moves each parameter by FIRST_MOVE perturbations when the slope is as steep as the looks
   at the start say, noise included. */
static ArenaEnd spsa_calibrate(Search *search, Spsa *spsa, uint64_t batch)
{
    const double c = search->tuner->step;
    double steepness = 0;
    for (int probe = 0; probe < PROBES; probe++) {
        double slope;
        const ArenaEnd end = spsa_look(search, spsa, c, batch, &slope);
        if (end != ARENA_DONE) return end;
        steepness += fabs(slope) / PROBES;
    }
    spsa->gain = steepness > 0 ? FIRST_MOVE * c * pow(spsa->stability + 1, 0.602) / steepness : 0;
    return ARENA_DONE;
}

static ArenaEnd spsa_run(Search *search, uint64_t evaluations)
{
    const Tuner *t = search->tuner;
    const uint64_t batch = t->batch ? t->batch : TUNER_LEAST_BATCH;
    const uint64_t looks = evaluations / (2 * batch);
    search->steps = looks > PROBES ? looks - PROBES : 1;
    double *memory = calloc(3 * t->dims, sizeof *memory);
    if (!memory) return ARENA_FAILED;
    Spsa spsa = {memory, memory + t->dims, memory + 2 * t->dims, 0, (double)search->steps / 10};
    copy(spsa.point, t->start, t->dims);
    copy(spsa.average, t->start, t->dims);
    ArenaEnd end = spsa_calibrate(search, &spsa, batch);
    for (uint64_t k = 1; k <= search->steps && end == ARENA_DONE; k++) {
        double slope;
        end = spsa_look(search, &spsa, t->step / pow((double)k, 0.101), batch, &slope);
        if (end != ARENA_DONE) break;
        /* The average is over about the last quarter of the steps. */
        spsa_move(search, &spsa, spsa.gain / pow(spsa.stability + (double)k, 0.602), slope, 1 - fmin(1, 4 / (double)k));
        if (validation_due(search, k)) end = validate(search, spsa.average, k);
    }
    free(memory);
    return end;
}

/* ---- CMA-ES, in coordinates where each parameter starts at 0 and its unit is 1 */

static ArenaEnd cmaes_generation(Search *search, CmaEs *es, double *offsets, double *values, size_t population,
                                 uint64_t batch)
{
    const Tuner *t = search->tuner;
    cmaes_ask(es, offsets, &search->rng);
    for (size_t i = 0; i < population * t->dims; i++) {
        const size_t param = i % t->dims;
        search->points[i] = into_range(&t->ranges[param], t->start[param] + offsets[i] * unit(t, param));
        if (!t->ranges[param].whole) offsets[i] = (search->points[i] - t->start[param]) / unit(t, param);
    }
    const ArenaEnd end = ask(search, population, SHARE_SEARCH, batch);
    if (end != ARENA_DONE) return end;
    for (size_t p = 0; p < population; p++) {
        const Estimate score = gain_of(search, search->scores, batch, p, p);
        values[p] = score.n ? score.mean : -INFINITY;
    }
    return cmaes_tell(es, offsets, values) ? ARENA_DONE : ARENA_FAILED;
}

static ArenaEnd cmaes_run(Search *search, uint64_t evaluations)
{
    const Tuner *t = search->tuner;
    const size_t population = cmaes_population(t->dims);
    uint64_t batch = t->batch ? t->batch : evaluations / (population * CMAES_GENERATIONS);
    if (batch < TUNER_LEAST_BATCH) batch = TUNER_LEAST_BATCH;
    search->steps = evaluations / (population * batch);
    if (!search->steps) search->steps = 1;
    double *memory = calloc((population + 1) * t->dims + population, sizeof *memory);
    double *offsets = memory, *point = memory + population * t->dims, *values = point + t->dims;
    CmaEs *es = memory ? cmaes_open(t->dims, point, CMAES_SIGMA * t->step) : NULL;
    ArenaEnd end = es ? ARENA_DONE : ARENA_FAILED;
    for (uint64_t k = 1; k <= search->steps && end == ARENA_DONE; k++) {
        end = cmaes_generation(search, es, offsets, values, population, batch);
        if (end != ARENA_DONE || !validation_due(search, k)) continue;
        for (size_t i = 0; i < t->dims; i++)
            point[i] = t->start[i] + cmaes_mean(es)[i] * unit(t, i);
        end = validate(search, point, k);
    }
    cmaes_close(es);
    free(memory);
    return end;
}

/* ---- one parameter at a time */

/* Tries other values of parameter i; *point is changed where one of them is better beyond doubt. */
static ArenaEnd polish_one(Search *search, double *point, size_t i, double reach, uint64_t boards)
{
    const Tuner *t = search->tuner;
    const TunerRange *range = &t->ranges[i];
    double move = reach * unit(t, i);
    if (range->whole) move = fmax(move, 1);
    const double far = into_range(range, 0); /* as good as leaving it out */
    const double values[POLISH_CANDIDATES] = {point[i], into_range(range, point[i] + move),
                                              into_range(range, point[i] - move), far};
    for (size_t c = 0; c < POLISH_CANDIDATES; c++) {
        copy(search->points + c * t->dims, point, t->dims);
        search->points[c * t->dims + i] = values[c];
    }
    const ArenaEnd end = ask(search, POLISH_CANDIDATES, SHARE_POLISH, boards);
    if (end != ARENA_DONE) return end;
    double best = 0;
    for (size_t c = 1; c < POLISH_CANDIDATES; c++) {
        const Estimate gain = gain_of(search, search->scores, boards, c, 0);
        if (!(gain.mean > best && gain.mean > POLISH_DOUBT * gain.se)) continue;
        best = gain.mean;
        point[i] = values[c];
    }
    return ARENA_DONE;
}

static ArenaEnd polish(Search *search, uint64_t evaluations)
{
    const Tuner *t = search->tuner;
    uint64_t boards = evaluations / (POLISH_PASSES * POLISH_CANDIDATES * t->dims);
    if (boards < TUNER_LEAST_BATCH) boards = TUNER_LEAST_BATCH;
    double *point = calloc(t->dims, sizeof *point);
    if (!point) return ARENA_FAILED;
    ArenaEnd end = ARENA_DONE;
    double reach = POLISH_REACH * t->step;
    copy(point, search->best, t->dims);
    for (int pass = 0; pass < POLISH_PASSES && end == ARENA_DONE; pass++, reach /= 3) {
        for (size_t i = 0; i < t->dims && end == ARENA_DONE; i++)
            end = polish_one(search, point, i, reach, boards);
        if (end == ARENA_DONE) end = validate(search, point, search->steps + (uint64_t)pass + 1);
    }
    free(point);
    return end;
}

ArenaEnd tuner_run(const Tuner *t, double *best)
{
    assert(t->dims >= 1 && t->budget >= TUNER_LEAST_BUDGET && t->step > 0 && t->scale > 0);
    Search search = {.tuner = t, .rng = rng_for(t->seed, 0, PURPOSE_TUNE), .best = best, .best_score = -INFINITY};
    const size_t population = cmaes_population(t->dims);
    search.points =
        calloc((population > POLISH_CANDIDATES ? population : POLISH_CANDIDATES) * t->dims, sizeof *search.points);
    search.validation = t->budget * VALIDATION_SHARE / 100 / (VALIDATIONS + POLISH_PASSES + 1);
    search.validated = calloc(2 * search.validation, sizeof *search.validated);
    copy(best, t->start, t->dims);
    const uint64_t searched = t->budget * (100 - VALIDATION_SHARE - POLISH_SHARE) / 100;
    ArenaEnd end = search.points && search.validated ? validate(&search, t->start, 0) : ARENA_FAILED;
    if (end == ARENA_DONE) end = t->method == TUNER_CMAES ? cmaes_run(&search, searched) : spsa_run(&search, searched);
    if (end == ARENA_DONE) end = polish(&search, t->budget * POLISH_SHARE / 100);
    free(search.points);
    free(search.scores);
    free(search.validated);
    return end;
}
