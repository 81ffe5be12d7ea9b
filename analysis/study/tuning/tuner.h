/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search for the numbers that score most, where every look is noisy: SPSA or CMA-ES, then one number at a time.

   The tuner knows nothing of games. It asks for scores of candidates, vectors of `dims` numbers, on boards that all
   candidates of one question share, so that their differences are known better than their scores. Boards of the search
   are never used twice; those of the trials, where the search stands now and then, are the same each time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stats/estimate.h"
#include "engine/rng.h"
#include "sim/run/arena.h"
#include "sim/schedule.h"

typedef enum { TUNER_SPSA, TUNER_CMAES } TunerMethod;

enum { TUNER_LEAST_BATCH = 64, TUNER_LEAST_BUDGET = 20000 };

/* What a candidate came to on boards: its scores, and those less the scores of another point there. */
typedef struct {
    Moments score, gain;
} TunerScore;

typedef struct {
    double low, high; /* inclusive, low < high */
    double unit;      /* > 0: a change that may well matter; steps are shares of it */
    bool whole;       /* takes whole numbers only */
} TunerRange;

/* What a trial says. */
typedef struct {
    uint64_t step, steps; /* of the search; step > steps: polish */
    uint64_t evaluations; /* boards that candidates played so far, all together */
    uint64_t boards;      /* of the trial */
    bool best;            /* none before it scored as much */
    size_t dims;
    const double *point; /* [dims] */
    Estimate score;      /* on the boards of the trials, in units of `scale` */
    Estimate gain;       /* over the start, on the same boards */
} TunerView;

typedef struct {
    size_t dims; /* >= 1 */
    const TunerRange *ranges;
    const double *start; /* within the ranges */
    TunerMethod method;
    uint64_t budget; /* boards that candidates may play, all together; >= TUNER_LEAST_BUDGET */
    uint64_t batch;  /* boards of a step, TUNER_LEAST_BATCH to tuner_most_batch; 0: the method's own choice */
    double step;     /* first perturbation, in units of each parameter; > 0 */
    double scale;    /* integer scores per unit of the result */
    uint64_t seed;
    /* Plays candidates points[candidate * dims] on boards first … first + boards - 1 of the share of the search, the
       polish or the trials: scores[candidate], with what it gains over the point `base`. */
    ArenaEnd (*play)(void *context, const double *points, size_t candidates, const double *base, BoardShare kind,
                     uint64_t first, uint64_t boards, TunerScore *scores);
    /* After each trial. */
    void (*watch)(void *context, const TunerView *view);
    void *context;
} Tuner;

/* The most boards of a step that leave the budget room for some steps. */
uint64_t tuner_most_batch(TunerMethod method, size_t dims, uint64_t budget);

/* Writes the point that did best in the trials, the start included. ARENA_INTERRUPTED and ARENA_FAILED (as play said,
   or its own) leave the best so far there. */
ArenaEnd tuner_run(const Tuner *tuner, double *best);

/* CMA-ES after N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv 1604.00772), without negative weights: a
   normal cloud of points that moves and stretches towards the better ones. Maximises. */
typedef struct CmaEs CmaEs;

/* Starts at mean[dims] with standard deviation sigma in every direction. NULL: out of memory. */
CmaEs *cmaes_open(size_t dims, const double *mean, double sigma);
void cmaes_close(CmaEs *es);

/* Points of a generation: 4 + floor(3 ln dims). */
size_t cmaes_population(size_t dims);
/* Draws points[population * dims]. */
void cmaes_ask(CmaEs *es, double *points, Rng *rng);
/* Takes what they are worth, more is better; points may have been moved (into their ranges) since. False: out of
   memory. */
bool cmaes_tell(CmaEs *es, const double *points, const double *values);
const double *cmaes_mean(const CmaEs *es);
