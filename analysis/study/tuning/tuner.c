/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches by SPSA or CMA-ES, tries on the way where it stands, and polishes one parameter at a time. */
#include "analysis/study/tuning/tuner.h"

#include <assert.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

/* Shares of the budget, in percent; the search has the rest. */
enum { TRIAL_SHARE = 10, POLISH_SHARE = 25 };
enum { TRIALS = 20, POLISH_PASSES = 2, TRIALS_ALL = TRIALS + POLISH_PASSES + 1 };
enum { POLISH_CANDIDATES = 4, PROBES = 16, CMAES_GENERATIONS = 200 };
/* A longer trial would tell little more. */
enum { TRIAL_MOST = 1 << 20, CANDIDATES_MOST = 16, DIMS_MOST = 64 };
/* No method makes fewer steps: that limits --batch. */
enum { LEAST_STEPS = 10 };

static const double FIRST_MOVE = 0.05;  /* of a parameter in SPSA's first step, in perturbations */
static const double POLISH_REACH = 2;   /* in first perturbations; the second pass goes a third as far */
static const double POLISH_DOUBT = 1.5; /* standard errors that a gain must exceed */
static const double CMAES_SIGMA = 3;    /* first standard deviation, in first perturbations */

typedef struct {
    const Tuner *tuner;
    Rng rng;
    uint64_t used[SHARE_TRIAL + 1]; /* [share]: boards so far */
    uint64_t evaluations;           /* boards that candidates played so far, all together */
    uint64_t trial;                 /* boards of a trial, the same each time */
    uint64_t steps;
    double *best, best_score;
    double *points; /* candidates of one question */
} Search;

/* Is a trial due after step k of the search? */
static bool trial_due(const Search *search, uint64_t k)
{
    return k * TRIALS / search->steps != (k - 1) * TRIALS / search->steps;
}

static double tuner_unit(const Tuner *t, size_t i) { return t->ranges[i].unit; }

static double into_range(const TunerRange *range, double value)
{
    if (range->whole) value = round(value);
    return fmax(range->low, fmin(range->high, value));
}

static void tuner_copy(double *to, const double *from, size_t dims) { memcpy(to, from, dims * sizeof *to); }

/* Plays search->points. Boards are never used twice, but for those of the trials. */
static ArenaEnd tuner_ask(Search *search, size_t candidates, const double *base, BoardShare share, uint64_t boards,
                          TunerScore *scores)
{
    const Tuner *t = search->tuner;
    uint64_t *used = &search->used[share];
    const ArenaEnd end = t->play(t->context, search->points, candidates, base, share, *used, boards, scores);
    if (end != ARENA_DONE) return end;
    if (share != SHARE_TRIAL) *used += boards;
    search->evaluations += candidates * boards;
    return ARENA_DONE;
}

static Estimate tuner_estimate(const Search *search, const Moments *moments)
{
    return estimate_of(moments, search->tuner->scale);
}

/* Compares a point with the start on the boards of trials, and keeps it if it is the best so far. */
static ArenaEnd try_point(Search *search, const double *point, uint64_t step)
{
    const Tuner *t = search->tuner;
    TunerScore found;
    for (size_t i = 0; i < t->dims; i++)
        search->points[i] = into_range(&t->ranges[i], point[i]);
    const ArenaEnd end = tuner_ask(search, 1, t->start, SHARE_TRIAL, search->trial, &found);
    if (end != ARENA_DONE) return end;
    TunerView view = {.step = step,
                      .steps = search->steps,
                      .evaluations = search->evaluations,
                      .boards = search->trial,
                      .dims = t->dims,
                      .point = search->points,
                      .score = tuner_estimate(search, &found.score),
                      .gain = tuner_estimate(search, &found.gain)};
    view.best = view.score.mean > search->best_score;
    if (view.best) {
        search->best_score = view.score.mean;
        tuner_copy(search->best, search->points, t->dims);
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
        double reach = c_k * tuner_unit(t, i);
        if (t->ranges[i].whole) reach = fmax(reach, 1);
        spsa->push[i] = rng_bounded(&search->rng, 2) ? 1 : -1;
        search->points[i] = into_range(&t->ranges[i], spsa->point[i] + spsa->push[i] * reach);
        search->points[t->dims + i] = into_range(&t->ranges[i], spsa->point[i] - spsa->push[i] * reach);
    }
    TunerScore scores[2];
    const ArenaEnd end = tuner_ask(search, 2, search->points + t->dims, SHARE_SEARCH, batch, scores);
    if (end != ARENA_DONE) return end;
    const Estimate gain = tuner_estimate(search, &scores[0].gain);
    *slope = gain.n ? gain.mean / (2 * c_k) : 0;
    return ARENA_DONE;
}

static void spsa_move(const Search *search, Spsa *spsa, double a_k, double slope, double keep)
{
    const Tuner *t = search->tuner;
    for (size_t i = 0; i < t->dims; i++) {
        const TunerRange *range = &t->ranges[i];
        const double next = spsa->point[i] + a_k * slope * spsa->push[i] * tuner_unit(t, i);
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
    search->steps = looks - PROBES;
    double *memory = calloc(3 * t->dims, sizeof *memory);
    if (!memory) return ARENA_FAILED;
    Spsa spsa = {memory, memory + t->dims, memory + 2 * t->dims, 0, (double)search->steps / 10};
    tuner_copy(spsa.point, t->start, t->dims);
    tuner_copy(spsa.average, t->start, t->dims);
    ArenaEnd end = spsa_calibrate(search, &spsa, batch);
    for (uint64_t k = 1; k <= search->steps && end == ARENA_DONE; k++) {
        double slope;
        end = spsa_look(search, &spsa, t->step / pow((double)k, 0.101), batch, &slope);
        if (end != ARENA_DONE) break;
        /* The average is over about the last quarter of the steps. */
        spsa_move(search, &spsa, spsa.gain / pow(spsa.stability + (double)k, 0.602), slope, 1 - fmin(1, 4 / (double)k));
        if (trial_due(search, k)) end = try_point(search, spsa.average, k);
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
        search->points[i] = into_range(&t->ranges[param], t->start[param] + offsets[i] * tuner_unit(t, param));
        if (!t->ranges[param].whole) offsets[i] = (search->points[i] - t->start[param]) / tuner_unit(t, param);
    }
    TunerScore scores[CANDIDATES_MOST];
    const ArenaEnd end = tuner_ask(search, population, search->points, SHARE_SEARCH, batch, scores);
    if (end != ARENA_DONE) return end;
    for (size_t p = 0; p < population; p++) {
        const Estimate score = tuner_estimate(search, &scores[p].score);
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
    double *memory = calloc((population + 1) * t->dims + population, sizeof *memory);
    double *offsets = memory, *point = memory + population * t->dims, *values = point + t->dims;
    CmaEs *es = memory ? cmaes_open(t->dims, point, CMAES_SIGMA * t->step) : NULL;
    ArenaEnd end = es ? ARENA_DONE : ARENA_FAILED;
    for (uint64_t k = 1; k <= search->steps && end == ARENA_DONE; k++) {
        end = cmaes_generation(search, es, offsets, values, population, batch);
        if (end != ARENA_DONE || !trial_due(search, k)) continue;
        for (size_t i = 0; i < t->dims; i++)
            point[i] = t->start[i] + cmaes_mean(es)[i] * tuner_unit(t, i);
        end = try_point(search, point, k);
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
    double move = reach * tuner_unit(t, i);
    if (range->whole) move = fmax(move, 1);
    const double far = into_range(range, 0); /* as good as leaving it out */
    const double values[POLISH_CANDIDATES] = {point[i], into_range(range, point[i] + move),
                                              into_range(range, point[i] - move), far};
    for (size_t c = 0; c < POLISH_CANDIDATES; c++) {
        tuner_copy(search->points + c * t->dims, point, t->dims);
        search->points[c * t->dims + i] = values[c];
    }
    TunerScore scores[POLISH_CANDIDATES];
    const ArenaEnd end = tuner_ask(search, POLISH_CANDIDATES, search->points, SHARE_POLISH, boards, scores);
    if (end != ARENA_DONE) return end;
    double best = 0;
    for (size_t c = 1; c < POLISH_CANDIDATES; c++) {
        const Estimate gain = tuner_estimate(search, &scores[c].gain);
        if (!(gain.mean > best && gain.mean > POLISH_DOUBT * gain.se)) continue;
        best = gain.mean;
        point[i] = values[c];
    }
    return ARENA_DONE;
}

static ArenaEnd tuner_polish(Search *search, uint64_t evaluations)
{
    const Tuner *t = search->tuner;
    const uint64_t one = POLISH_CANDIDATES * t->dims * TUNER_LEAST_BATCH; /* the shortest pass */
    const uint64_t passes = evaluations / one < POLISH_PASSES ? evaluations / one : POLISH_PASSES;
    double *point = calloc(t->dims, sizeof *point);
    if (!point) return ARENA_FAILED;
    ArenaEnd end = ARENA_DONE;
    double reach = POLISH_REACH * t->step;
    const uint64_t boards = passes ? evaluations / (passes * POLISH_CANDIDATES * t->dims) : 0;
    tuner_copy(point, search->best, t->dims);
    for (uint64_t pass = 0; pass < passes && end == ARENA_DONE; pass++, reach /= 3) {
        for (size_t i = 0; i < t->dims && end == ARENA_DONE; i++)
            end = polish_one(search, point, i, reach, boards);
        if (end == ARENA_DONE) end = try_point(search, point, search->steps + pass + 1);
    }
    free(point);
    return end;
}

/* ---- the whole */

/* Boards of a trial. */
static uint64_t trial_boards(uint64_t budget)
{
    const uint64_t boards = budget * TRIAL_SHARE / 100 / TRIALS_ALL;
    return boards < TRIAL_MOST ? boards : TRIAL_MOST;
}

/* Boards that candidates play in the steps of the search; what the longest trials leave over goes there. */
static uint64_t search_boards(uint64_t budget)
{
    const uint64_t rest = budget * TRIAL_SHARE / 100 / TRIALS_ALL - trial_boards(budget);
    return budget * (100 - TRIAL_SHARE - POLISH_SHARE) / 100 + rest * TRIALS_ALL;
}

uint64_t tuner_most_batch(TunerMethod method, size_t dims, uint64_t budget)
{
    const uint64_t searched = search_boards(budget);
    return method == TUNER_CMAES ? searched / (LEAST_STEPS * cmaes_population(dims))
                                 : searched / (2 * (PROBES + LEAST_STEPS));
}

ArenaEnd tuner_run(const Tuner *t, double *best)
{
    assert(t->dims >= 1 && t->dims <= DIMS_MOST && t->budget >= TUNER_LEAST_BUDGET && t->step > 0 && t->scale > 0);
    assert(t->batch <= tuner_most_batch(t->method, t->dims, t->budget));
    Search search = {.tuner = t, .rng = rng_for(t->seed, 0, PURPOSE_TUNE), .best = best, .best_score = -INFINITY};
    const uint64_t searched = search_boards(t->budget);
    search.trial = trial_boards(t->budget);
    search.points = calloc(CANDIDATES_MOST * t->dims, sizeof *search.points);
    tuner_copy(best, t->start, t->dims);
    ArenaEnd end = search.points ? try_point(&search, t->start, 0) : ARENA_FAILED;
    if (end == ARENA_DONE) end = t->method == TUNER_CMAES ? cmaes_run(&search, searched) : spsa_run(&search, searched);
    if (end == ARENA_DONE) end = tuner_polish(&search, t->budget * POLISH_SHARE / 100);
    free(search.points);
    return end;
}

/* ---- CMA-ES: a cloud of points that moves and stretches towards the better ones */

struct CmaEs {
    size_t dims, population, parents;
    double sigma, weight_mass;                    /* mu_eff */
    double c_sigma, d_sigma, c_c, c_1, c_mu, chi; /* chi: expected length of a standard normal vector */
    double generation;
    double *mean, *old_mean, *step, *path_sigma, *path_c, *weights; /* all in one block, from `mean` on */
    double *covariance, *vectors, *scratch; /* matrices: [row * dims + column]; axis `a` is column `a` of the vectors */
    double *spread;                         /* square roots of the eigenvalues */
    size_t *order;
    gsl_eigen_symmv_workspace *work;
};

size_t cmaes_population(size_t dims) { return 4 + (size_t)floor(3 * log((double)dims)); }

void cmaes_close(CmaEs *es)
{
    if (!es) return;
    free(es->mean);
    free(es->order);
    if (es->work) gsl_eigen_symmv_free(es->work);
    free(es);
}

static void constants_set(CmaEs *es)
{
    const double n = (double)es->dims;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < es->parents; i++)
        sum += es->weights[i] = log((double)(es->population + 1) / 2) - log((double)(i + 1));
    for (size_t i = 0; i < es->parents; i++) {
        es->weights[i] /= sum;
        squares += es->weights[i] * es->weights[i];
    }
    const double mu = es->weight_mass = 1 / squares;
    es->c_sigma = (mu + 2) / (n + mu + 5);
    es->d_sigma = 1 + 2 * fmax(0, sqrt((mu - 1) / (n + 1)) - 1) + es->c_sigma;
    es->c_c = (4 + mu / n) / (n + 4 + 2 * mu / n);
    es->c_1 = 2 / ((n + 1.3) * (n + 1.3) + mu);
    es->c_mu = fmin(1 - es->c_1, 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));
    es->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

CmaEs *cmaes_open(size_t dims, const double *mean, double sigma)
{
    CmaEs *es = calloc(1, sizeof *es);
    if (!es) return NULL;
    es->dims = dims;
    es->population = cmaes_population(dims);
    es->parents = es->population / 2;
    es->sigma = sigma;
    es->mean = calloc(6 * dims + 3 * dims * dims + es->parents, sizeof *es->mean);
    es->order = calloc(es->population, sizeof *es->order);
    /* GSL's handler aborts; here out of memory is the caller's to tell. */
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    es->work = gsl_eigen_symmv_alloc(dims);
    gsl_set_error_handler(handler);
    if (!es->mean || !es->order || !es->work) {
        cmaes_close(es);
        return NULL;
    }
    es->old_mean = es->mean + dims;
    es->step = es->old_mean + dims;
    es->path_sigma = es->step + dims;
    es->path_c = es->path_sigma + dims;
    es->spread = es->path_c + dims;
    es->covariance = es->spread + dims;
    es->vectors = es->covariance + dims * dims;
    es->scratch = es->vectors + dims * dims;
    es->weights = es->scratch + dims * dims;
    memcpy(es->mean, mean, dims * sizeof *mean);
    constants_set(es);
    for (size_t i = 0; i < dims; i++)
        es->covariance[i * dims + i] = es->vectors[i * dims + i] = es->spread[i] = 1;
    return es;
}

static double draw_normal(Rng *rng) { return sqrt(-2 * log(1 - rng_double(rng))) * cos(2 * M_PI * rng_double(rng)); }

void cmaes_ask(CmaEs *es, double *points, Rng *rng)
{
    for (size_t p = 0; p < es->population; p++) {
        double *point = points + p * es->dims;
        memcpy(point, es->mean, es->dims * sizeof *point);
        for (size_t axis = 0; axis < es->dims; axis++) {
            const double length = es->sigma * es->spread[axis] * draw_normal(rng);
            for (size_t i = 0; i < es->dims; i++)
                point[i] += length * es->vectors[i * es->dims + axis];
        }
    }
}

/* Best first; equal values in order of the points. */
static void order_set(CmaEs *es, const double *values)
{
    for (size_t i = 0; i < es->population; i++) {
        size_t at = i;
        for (; at > 0 && values[es->order[at - 1]] < values[i]; at--)
            es->order[at] = es->order[at - 1];
        es->order[at] = i;
    }
}

/* path_sigma moves by the step in the cloud's own axes, where every direction is as likely. Returns its length. */
static double path_sigma_move(CmaEs *es)
{
    const double keep = 1 - es->c_sigma, gain = sqrt(es->c_sigma * (2 - es->c_sigma) * es->weight_mass);
    double squares = 0;
    for (size_t i = 0; i < es->dims; i++)
        es->path_sigma[i] *= keep;
    for (size_t axis = 0; axis < es->dims; axis++) {
        double along = 0;
        for (size_t i = 0; i < es->dims; i++)
            along += es->vectors[i * es->dims + axis] * es->step[i];
        along *= gain / es->spread[axis];
        for (size_t i = 0; i < es->dims; i++)
            es->path_sigma[i] += along * es->vectors[i * es->dims + axis];
    }
    for (size_t i = 0; i < es->dims; i++)
        squares += es->path_sigma[i] * es->path_sigma[i];
    return sqrt(squares);
}

static void covariance_move(CmaEs *es, const double *points, bool stalled)
{
    const double gain = stalled ? 0 : sqrt(es->c_c * (2 - es->c_c) * es->weight_mass);
    for (size_t i = 0; i < es->dims; i++)
        es->path_c[i] = (1 - es->c_c) * es->path_c[i] + gain * es->step[i];
    const double keep = 1 - es->c_1 - es->c_mu + (stalled ? es->c_1 * es->c_c * (2 - es->c_c) : 0);
    for (size_t i = 0; i < es->dims; i++)
        for (size_t k = 0; k <= i; k++) {
            double rank = 0;
            for (size_t p = 0; p < es->parents; p++) {
                const double *point = points + es->order[p] * es->dims;
                rank += es->weights[p] * (point[i] - es->old_mean[i]) * (point[k] - es->old_mean[k]);
            }
            double *value = &es->covariance[i * es->dims + k];
            *value =
                keep * *value + es->c_1 * es->path_c[i] * es->path_c[k] + es->c_mu * rank / (es->sigma * es->sigma);
            es->covariance[k * es->dims + i] = *value;
        }
}

bool cmaes_tell(CmaEs *es, const double *points, const double *values)
{
    order_set(es, values);
    memcpy(es->old_mean, es->mean, es->dims * sizeof *es->mean);
    for (size_t i = 0; i < es->dims; i++) {
        es->mean[i] = 0;
        for (size_t p = 0; p < es->parents; p++)
            es->mean[i] += es->weights[p] * points[es->order[p] * es->dims + i];
        es->step[i] = (es->mean[i] - es->old_mean[i]) / es->sigma;
    }
    const double length = path_sigma_move(es);
    es->generation++;
    const double warm = sqrt(1 - pow(1 - es->c_sigma, 2 * es->generation));
    covariance_move(es, points, length / warm >= (1.4 + 2 / ((double)es->dims + 1)) * es->chi);
    es->sigma *= exp(es->c_sigma / es->d_sigma * (length / es->chi - 1));
    memcpy(es->scratch, es->covariance, es->dims * es->dims * sizeof *es->scratch);
    gsl_matrix_view scratch = gsl_matrix_view_array(es->scratch, es->dims, es->dims);
    gsl_matrix_view vectors = gsl_matrix_view_array(es->vectors, es->dims, es->dims);
    gsl_vector_view spread = gsl_vector_view_array(es->spread, es->dims);
    if (gsl_eigen_symmv(&scratch.matrix, &spread.vector, &vectors.matrix, es->work) != GSL_SUCCESS) return false;
    for (size_t axis = 0; axis < es->dims; axis++)
        es->spread[axis] = sqrt(fmax(1e-20, es->spread[axis]));
    return true;
}

const double *cmaes_mean(const CmaEs *es) { return es->mean; }
