/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings and their intervals. */
#include "analysis/stats/rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/stats/bootstrap.h"
#include "analysis/stats/rating_fit.h"

double elo_of_share(double share) { return ELO_PER_NAT * log(share / (1 - share)); }

double share_of_elo(double elo) { return 1 / (1 + exp(-elo / ELO_PER_NAT)); }

Interval elo_of_interval(Interval share) { return (Interval){elo_of_share(share.low), elo_of_share(share.high)}; }

/* Intervals out of replicates[agent][replicate]. */
static void set_intervals(Rating *out, double *replicates, size_t agents, uint32_t boards, const Resampling *resampling)
{
    const size_t count = resampling->replicates;
    for (size_t i = 0; i < agents; i++) {
        const Interval drawn = bootstrap_interval(replicates + i * count, count, boards, resampling->alpha);
        out[i].interval = (Interval){fmin(drawn.low, out[i].value), fmax(drawn.high, out[i].value)};
    }
}

typedef struct {
    size_t agents;
    const Rankings *rankings;
    double rounds_per_board;
    Rng *rng;
    bool *met;           /* met[i * agents + j], i < j: sat at one table */
    double *virtual_won; /* virtual_won[i * agents + j]: rounds that i won of j by the prior */
    double *center;      /* of the normal prior */
    double *weights;     /* rounds of each choice */
} EloFit;

/* -log of a uniform in (0, 1]. */
static double draw_exponential(Rng *rng) { return -log(1 - rng_double(rng)); }

static double draw_normal(Rng *rng) { return sqrt(2 * draw_exponential(rng)) * cos(2 * M_PI * rng_double(rng)); }

/* Gamma of shape 1/2 (mean 1/2): half the square of a normal. */
static double draw_half_gamma(Rng *rng)
{
    const double z = draw_normal(rng);
    return z * z / 2;
}

static void set_prior(EloFit *fit, bool drawn)
{
    for (size_t i = 0; i < fit->agents; i++) {
        fit->center[i] = drawn ? ELO_PRIOR_SD / ELO_PER_NAT * draw_normal(fit->rng) : 0;
        for (size_t j = 0; j < fit->agents; j++) {
            const bool met = fit->met[i < j ? i * fit->agents + j : j * fit->agents + i];
            fit->virtual_won[i * fit->agents + j] =
                !met ? 0 : fit->rounds_per_board * (drawn ? draw_half_gamma(fit->rng) : 0.5);
        }
    }
}

/* Elo with mean 0 from the totals of the choices' columns. */
static bool fit_elo(double *elo, const double *totals, EloFit *fit)
{
    for (size_t c = 0; c < fit->rankings->count; c++)
        fit->weights[c] = totals[c] / RANKING_UNIT;
    if (!fit_choices(elo, fit->agents, fit->rankings->choices, fit->weights, fit->rankings->count, fit->virtual_won,
                     fit->center))
        return false;
    double mean = 0;
    for (size_t i = 0; i < fit->agents; i++)
        mean += elo[i] / (double)fit->agents;
    for (size_t i = 0; i < fit->agents; i++)
        elo[i] = (elo[i] - mean) * ELO_PER_NAT;
    return true;
}

static bool replicate_elo(double *elo, const double *totals, void *context)
{
    EloFit *fit = context;
    set_prior(fit, true);
    return fit_elo(elo, totals, fit);
}

static void mark_met(EloFit *fit)
{
    for (size_t c = 0; c < fit->rankings->count; c++) {
        const Choice *choice = &fit->rankings->choices[c];
        for (size_t i = 0; i < choice->size; i++)
            for (size_t j = i + 1; j < choice->size; j++)
                if (choice->agent[i] != choice->agent[j])
                    fit->met[choice->agent[i] * fit->agents + choice->agent[j]] = true;
    }
}

bool rating_elo(Rating *out, size_t agents, const Rankings *rankings, double rounds_per_board,
                const Resampling *resampling)
{
    const size_t replicates = resampling->replicates;
    assert(agents >= 1 && rounds_per_board > 0 && replicates >= 1);
    EloFit fit = {.agents = agents, .rankings = rankings, .rounds_per_board = rounds_per_board, .rng = resampling->rng};
    fit.met = calloc(agents * agents, sizeof *fit.met);
    fit.virtual_won = calloc(agents * agents, sizeof *fit.virtual_won);
    fit.center = calloc(agents, sizeof *fit.center);
    fit.weights = calloc(rankings->count + 1, sizeof *fit.weights);
    double *totals = calloc(rankings->count + agents, sizeof *totals);
    double *drawn = calloc(agents * replicates, sizeof *drawn);
    bool done = fit.met && fit.virtual_won && fit.center && fit.weights && totals && drawn;
    if (done) {
        const int32_t *const *columns = (const int32_t *const *)rankings->columns;
        double *elo = totals + rankings->count;
        mark_met(&fit);
        set_prior(&fit, false);
        bootstrap_totals(totals, columns, rankings->count, rankings->boards);
        const Bootstrap bootstrap = {columns, rankings->count, rankings->boards, agents, replicates, replicate_elo,
                                     &fit};
        done = fit_elo(elo, totals, &fit) && bootstrap_run(drawn, &bootstrap, resampling->rng);
        if (done) {
            for (size_t i = 0; i < agents; i++)
                out[i].value = elo[i];
            set_intervals(out, drawn, agents, rankings->boards, resampling);
        }
    }
    free(fit.met);
    free(fit.virtual_won);
    free(fit.center);
    free(fit.weights);
    free(totals);
    free(drawn);
    return done;
}

typedef struct {
    size_t agents, count;
    double scale;
    PairMean *pairs;
} PointsFit;

/* Totals come in the order diff of pair 0, rounds of pair 0, diff of pair 1 ... */
static bool fit_points(double *points, const double *totals, void *context)
{
    PointsFit *fit = context;
    for (size_t p = 0; p < fit->count; p++) {
        const double rounds = totals[2 * p + 1];
        fit->pairs[p].rounds = rounds;
        fit->pairs[p].diff = rounds > 0 ? totals[2 * p] / (rounds * fit->scale) : 0;
    }
    return fit_differences(points, fit->agents, fit->pairs, fit->count);
}

bool rating_points(Rating *out, const PairTable *table, const Resampling *resampling)
{
    const PairBoards *pairs = table->pairs;
    const size_t agents = table->agents, count = table->count, replicates = resampling->replicates;
    assert(agents >= 1 && table->boards >= 1 && table->scale > 0 && replicates >= 1);
    PointsFit fit = {agents, count, table->scale, calloc(count + 1, sizeof *fit.pairs)};
    const int32_t **columns = calloc(2 * count + 1, sizeof *columns);
    double *totals = calloc(2 * count + agents, sizeof *totals);
    double *drawn = calloc(agents * replicates, sizeof *drawn);
    bool done = fit.pairs && columns && totals && drawn;
    if (done) {
        double *points = totals + 2 * count;
        for (size_t p = 0; p < count; p++) {
            assert(pairs[p].a != pairs[p].b && pairs[p].a < agents && pairs[p].b < agents);
            fit.pairs[p] = (PairMean){pairs[p].a, pairs[p].b, 0, 0};
            columns[2 * p] = pairs[p].diff;
            columns[2 * p + 1] = pairs[p].rounds;
        }
        bootstrap_totals(totals, columns, 2 * count, table->boards);
        const Bootstrap bootstrap = {columns, 2 * count, table->boards, agents, replicates, fit_points, &fit};
        done = fit_points(points, totals, &fit) && bootstrap_run(drawn, &bootstrap, resampling->rng);
        if (done) {
            for (size_t i = 0; i < agents; i++)
                out[i].value = points[i];
            set_intervals(out, drawn, agents, table->boards, resampling);
            for (size_t i = 0; i < agents; i++)
                if (out[i].interval.low >= out[i].interval.high) out[i].interval = (Interval){NAN, NAN};
        }
    }
    free(fit.pairs);
    free(columns);
    free(totals);
    free(drawn);
    return done;
}
