/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings and their intervals: fits to the boards as they are, and to resamples of them. */
#include "analysis/stats/rating.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

double elo_of_share(double share) { return ELO_PER_NAT * log(share / (1 - share)); }

double share_of_elo(double elo) { return 1 / (1 + exp(-elo / ELO_PER_NAT)); }

Interval elo_of_interval(Interval share) { return (Interval){elo_of_share(share.low), elo_of_share(share.high)}; }

/* ---- resampling of boards */

/* Ratings are fitted to column totals (points of a pair, wins of an agent), and a board is one row; all columns of a board
   stay together, since they share its cards. */
typedef struct {
    size_t agents;
    const int32_t *const *columns; /* columns[c][board] */
    size_t column_count;
    uint32_t boards; /* rows, >= 1 */
    /* Ratings from the columns' totals, of the boards as they are or drawn. False: out of memory. */
    bool (*fit)(double *ratings, const double *totals, bool drawn, void *context);
    void *context;
} Sample;

/* The value below which a further draw falls with chance `share`: `count` draws cut the line into count + 1 pieces of equal
   chance. gsl_stats_quantile_from_sorted_data lies further in, by one draw at the ends. */
static double drawn_quantile(const double *sorted, size_t count, double share)
{
    const double place = fmin(fmax(share * (double)(count + 1) - 1, 0), (double)(count - 1));
    return gsl_stats_quantile_from_sorted_data(sorted, 1, count, count > 1 ? place / (double)(count - 1) : 0);
}

/* Expanded percentile interval of drawn values, which are sorted in place. Resampling n boards shows sqrt((n - 1) / n) of
   their spread, and a percentile stands for a normal quantile where a mean of few boards asks for Student's: so the interval
   is taken further out, at the percentiles P(Z < -sqrt(n / (n - 1)) t) and 1 less that, with t the quantile of Student's t
   for n - 1 degrees of freedom (Hesterberg, "What teachers should know about the bootstrap", arXiv 1411.5279, section 4.2).
   One board: the percentiles alpha / 2 and 1 less that. */
static Interval drawn_interval(double *values, const Resampling *resampling, uint32_t boards)
{
    const size_t count = resampling->replicates;
    double tail = resampling->alpha / 2;
    if (boards > 1) {
        const double dof = boards - 1;
        tail = gsl_cdf_ugaussian_Q(sqrt(boards / dof) * student_upper(tail, dof));
    }
    gsl_sort(values, 1, count);
    return (Interval){drawn_quantile(values, count, tail), drawn_quantile(values, count, 1 - tail)};
}

/* Rates the boards as they are, and draws as many with replacement for each replicate. False: out of memory. */
static bool sample_rate(Rating *out, const Sample *sample, const Resampling *resampling)
{
    const size_t replicates = resampling->replicates, agents = sample->agents;
    assert(agents >= 1 && sample->boards >= 1 && replicates >= 1);
    uint32_t *times = malloc(sample->boards * sizeof *times); /* how often each board counts */
    double *totals = malloc((sample->column_count + agents) * sizeof *totals), *ratings = totals + sample->column_count;
    double *drawn = malloc(agents * replicates * sizeof *drawn);
    bool done = times && totals && drawn;
    for (size_t r = 0; done && r <= replicates; r++) {
        for (uint32_t i = 0; i < sample->boards; i++)
            times[i] = r == 0;
        for (uint32_t i = 0; r && i < sample->boards; i++)
            times[rng_bounded(resampling->rng, sample->boards)]++;
        for (size_t c = 0; c < sample->column_count; c++) {
            int64_t sum = 0;
            for (uint32_t i = 0; i < sample->boards; i++)
                sum += (int64_t)times[i] * sample->columns[c][i];
            totals[c] = (double)sum;
        }
        done = sample->fit(ratings, totals, r > 0, sample->context);
        for (size_t i = 0; done && i < agents; i++)
            *(r ? &drawn[i * replicates + r - 1] : &out[i].value) = ratings[i];
    }
    for (size_t i = 0; done && i < agents; i++) {
        const Interval interval = drawn_interval(drawn + i * replicates, resampling, sample->boards);
        out[i].interval = (Interval){fmin(interval.low, out[i].value), fmax(interval.high, out[i].value)};
    }
    free(times);
    free(totals);
    free(drawn);
    return done;
}

/* ---- Elo */

typedef struct {
    size_t agents;
    const Rankings *rankings;
    double rounds_per_board;
    Rng *rng;
    double *met;         /* met[i * agents + j]: 1 where i and j sat at one table */
    double *virtual_won; /* virtual_won[i * agents + j]: rounds that i won of j by the prior */
    double *center;      /* of the normal prior */
    double *weights;     /* rounds of each choice */
} EloFit;

static double draw_normal(Rng *rng) { return sqrt(-2 * log(1 - rng_double(rng))) * cos(2 * M_PI * rng_double(rng)); }

static void set_prior(EloFit *fit, bool drawn)
{
    for (size_t i = 0; i < fit->agents; i++) {
        fit->center[i] = drawn ? ELO_PRIOR_SD / ELO_PER_NAT * draw_normal(fit->rng) : 0;
        for (size_t at = i * fit->agents; at < (i + 1) * fit->agents; at++)
            if (fit->met[at] > 0) { /* drawn: gamma of shape 1/2 (mean 1/2), half the square of a normal */
                const double z = drawn ? draw_normal(fit->rng) : 1;
                fit->virtual_won[at] = fit->rounds_per_board * (z * z / 2);
            }
    }
}

/* Elo with mean 0 from the totals of the choices' columns. */
static bool fit_elo(double *elo, const double *totals, bool drawn, void *context)
{
    EloFit *fit = context;
    set_prior(fit, drawn);
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

bool rating_elo(Rating *out, size_t agents, const Rankings *rankings, double rounds_per_board,
                const Resampling *resampling)
{
    assert(rounds_per_board > 0);
    const size_t pairs = agents * agents;
    double *memory = calloc(2 * pairs + agents + rankings->count, sizeof *memory);
    if (!memory) return false;
    EloFit fit = {agents, rankings,       rounds_per_board,   resampling->rng,
                  memory, memory + pairs, memory + 2 * pairs, memory + 2 * pairs + agents};
    for (size_t c = 0; c < rankings->count; c++) {
        const Choice *choice = &rankings->choices[c];
        for (size_t i = 0; i < choice->size; i++)
            for (size_t j = 0; j < choice->size; j++)
                if (choice->agent[i] != choice->agent[j]) fit.met[choice->agent[i] * agents + choice->agent[j]] = 1;
    }
    const Sample sample = {
        agents, (const int32_t *const *)rankings->columns, rankings->count, rankings->boards, fit_elo, &fit};
    const bool done = sample_rate(out, &sample, resampling);
    free(memory);
    return done;
}

/* ---- points a round */

typedef struct {
    const PairTable *table;
    PairMean *pairs;
} PointsFit;

/* Totals come in the order diff of pair 0, rounds of pair 0, diff of pair 1 ... */
static bool fit_points(double *points, const double *totals, bool drawn, void *context)
{
    const PointsFit *fit = context;
    (void)drawn;
    for (size_t p = 0; p < fit->table->count; p++) {
        const double rounds = totals[2 * p + 1];
        fit->pairs[p].rounds = rounds;
        fit->pairs[p].diff = rounds > 0 ? totals[2 * p] / (rounds * fit->table->scale) : 0;
    }
    return fit_differences(points, fit->table->agents, fit->pairs, fit->table->count);
}

bool rating_points(Rating *out, const PairTable *table, const Resampling *resampling)
{
    const size_t agents = table->agents, count = table->count;
    assert(table->scale > 0);
    PointsFit fit = {table, calloc(count + 1, sizeof *fit.pairs)};
    const int32_t **columns = calloc(2 * count + 1, sizeof *columns);
    bool done = fit.pairs && columns;
    for (size_t p = 0; done && p < count; p++) {
        const PairBoards *pair = &table->pairs[p];
        assert(pair->a != pair->b && pair->a < agents && pair->b < agents);
        fit.pairs[p] = (PairMean){pair->a, pair->b, 0, 0};
        columns[2 * p] = pair->diff;
        columns[2 * p + 1] = pair->rounds;
    }
    const Sample sample = {agents, columns, 2 * count, table->boards, fit_points, &fit};
    done = done && sample_rate(out, &sample, resampling);
    for (size_t i = 0; done && i < agents; i++)
        if (out[i].interval.low >= out[i].interval.high) out[i].interval = (Interval){NAN, NAN};
    free(fit.pairs);
    free(columns);
    return done;
}
