/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finished rounds counted as choices, and the ratings that fit them. */
#include "analysis/stats/rating.h"

#include <assert.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_permute_vector.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sim/arena.h"

void rankings_free(Rankings *rankings)
{
    free(rankings->cells);
    free(rankings->choices);
    free(rankings->slots);
    *rankings = (Rankings){.boards = rankings->boards, .winners_alone = rankings->winners_alone};
}

/* The slot where the choice is, or the free one where it belongs. */
static uint32_t *find_slot(const Rankings *rankings, const Choice *choice)
{
    uint64_t hash = choice->taken;
    for (size_t i = 0; i < RANKING_SEATS; i++)
        hash = (hash + choice->agent[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ choice->size) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t at = (size_t)(hash >> 32);; at++) {
        uint32_t *slot = &rankings->slots[at & (2 * rankings->room - 1)];
        if (*slot == 0 || memcmp(&rankings->choices[*slot - 1], choice, sizeof *choice) == 0) return slot;
    }
}

/* Room for one more choice, with at most half of the slots in use. */
static bool rankings_grow(Rankings *rankings)
{
    enum { FIRST = 64 };
    const size_t before = rankings->room, room = before ? 2 * before : FIRST;
    if (rankings->count < before) return true;
    Choice *choices = realloc(rankings->choices, room * sizeof *choices);
    if (choices) rankings->choices = choices;
    int32_t *cells = choices ? calloc(room * rankings->boards, sizeof *cells) : NULL;
    uint32_t *slots = cells ? calloc(2 * room, sizeof *slots) : NULL;
    if (!slots) return free(cells), false;
    for (size_t board = 0; before && board < rankings->boards; board++)
        memcpy(cells + board * room, rankings->cells + board * before, before * sizeof *cells);
    free(rankings->cells);
    free(rankings->slots);
    rankings->cells = cells;
    rankings->slots = slots;
    rankings->room = room;
    for (size_t i = 0; i < rankings->count; i++)
        *find_slot(rankings, &rankings->choices[i]) = (uint32_t)i + 1;
    return true;
}

/* Adds the weight to that choice. False: memory ran out. */
static bool choice_add(Rankings *rankings, uint32_t board, const Choice *choice, int32_t weight)
{
    if (!rankings_grow(rankings)) return false;
    uint32_t *slot = find_slot(rankings, choice);
    if (*slot == 0) {
        rankings->choices[rankings->count] = *choice;
        *slot = (uint32_t)++rankings->count;
    }
    rankings->cells[board * rankings->room + *slot - 1] += weight;
    return true;
}

/* The seats of a round, by ascending agents. */
typedef struct {
    uint16_t agent[RANKING_SEATS];
    int32_t points[RANKING_SEATS];
} Seats;

/* Of the seats that are left, a bit for each, every one of the best is on top in an equal part of the weight. */
static bool choices_add(Rankings *rankings, uint32_t board, const Seats *seats, unsigned left, int32_t weight)
{
    Choice choice = {.size = 0};
    int32_t best = INT32_MIN, tied = 0;
    for (int i = 0; i < RANKING_SEATS; i++) {
        if (!(left >> i & 1)) continue;
        choice.agent[choice.size++] = seats->agent[i];
        if (seats->points[i] > best) best = seats->points[i], tied = 0;
        tied += seats->points[i] == best;
    }
    if (choice.size < 2 || choice.agent[0] == choice.agent[choice.size - 1]) return true; /* one agent */
    for (int i = 0; i < RANKING_SEATS; i++) {
        if (!(left >> i & 1) || seats->points[i] != best) continue;
        choice.taken = seats->agent[i];
        if (!choice_add(rankings, board, &choice, weight / tied)) return false;
        if (!rankings->winners_alone && !choices_add(rankings, board, seats, left & ~(1u << i), weight / tied))
            return false;
    }
    return true;
}

bool rankings_add(Rankings *rankings, uint32_t board, const uint16_t *agent, const int32_t *points, size_t seats)
{
    assert(board < rankings->boards && seats >= 2 && seats <= RANKING_SEATS);
    Seats sorted;
    for (size_t i = 0; i < seats; i++) {
        size_t at = i;
        for (; at > 0 && sorted.agent[at - 1] > agent[i]; at--) {
            sorted.agent[at] = sorted.agent[at - 1];
            sorted.points[at] = sorted.points[at - 1];
        }
        sorted.agent[at] = agent[i];
        sorted.points[at] = points[i];
    }
    return choices_add(rankings, board, &sorted, (1u << seats) - 1, RANKING_UNIT);
}

/* ---- the two fits, from totals to values */

static const double ELO_PER_NAT = 400 / 2.302585092994046; /* a strength is exp(nats) = 10^(Elo/400) */
static const double ELO_PRIOR_SD = 1000;

/* The log posterior at some strengths: its gradient, and minus its second derivatives. */
typedef struct {
    size_t agents;
    double *gradient, *curvature; /* [agents]; [agents * agents], the lower half */
    double *odds; /* [agents * agents]: of each (the second) to be taken, where that of the first is 1 */
} Posterior;

/* Adds `weight` such choices. */
static void choice_count(Posterior *p, const Choice *choice, double weight)
{
    const uint16_t *agent = choice->agent;
    const size_t size = choice->size, taken = choice->taken;
    double chance[RANKING_SEATS], sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += chance[i] = p->odds[taken * p->agents + agent[i]];
    p->gradient[taken] += weight;
    for (size_t i = 0; i < size; i++) {
        const double mine = weight * chance[i] / sum;
        double *row = p->curvature + agent[i] * p->agents;
        p->gradient[agent[i]] -= mine;
        row[agent[i]] += mine;
        for (size_t j = 0; j < size; j++)
            if (agent[j] <= agent[i]) row[agent[j]] -= mine * chance[j] / sum;
    }
}

/* The same of two agents, without a loop, since most choices are such: two divisions at a time. */
static inline void pair_count(Posterior *p, size_t taken, size_t other, double weight)
{
    typedef double Both __attribute__((vector_size(2 * sizeof(double))));
    const double odds = p->odds[taken * p->agents + other], sum = 1 + odds;
    const Both chance = {1, odds}, mine = weight * chance / sum, own = mine * chance / sum;
    double *const row = p->curvature + taken * p->agents, *const other_row = p->curvature + other * p->agents;
    p->gradient[taken] = p->gradient[taken] + weight - mine[0];
    p->gradient[other] -= mine[1];
    row[taken] = row[taken] + mine[0] - own[0];
    other_row[other] = other_row[other] + mine[1] - own[1];
    *(taken > other ? row + other : other_row + taken) -= (taken > other ? mine[0] * odds : mine[1]) / sum;
}

static void posterior_find(Posterior *p, const double *nats, const Choice *choices, const double *weights, size_t count,
                           const double *virtual_won, const double *center)
{
    const size_t agents = p->agents;
    const double precision = pow(ELO_PER_NAT / ELO_PRIOR_SD, 2);
    memset(p->gradient, 0, agents * sizeof *p->gradient);
    memset(p->curvature, 0, agents * agents * sizeof *p->curvature);
    for (size_t i = 0; i < agents; i++)
        for (size_t j = 0; j < agents; j++)
            p->odds[i * agents + j] = nats[i] == nats[j] ? 1 : exp(nats[j] - nats[i]);
    for (size_t c = 0; c < count; c++)
        if (weights[c] > 0 && choices[c].size == 2)
            pair_count(p, choices[c].taken, choices[c].agent[choices[c].agent[0] == choices[c].taken], weights[c]);
        else if (weights[c] > 0)
            choice_count(p, &choices[c], weights[c]);
    for (size_t i = 0; i < agents; i++) {
        const double *won = virtual_won + i * agents;
        p->gradient[i] -= precision * (nats[i] - center[i]);
        p->curvature[i * (agents + 1)] += precision;
        for (size_t j = 0; j < agents; j++)
            if (won[j] > 0) pair_count(p, i, j, won[j]);
    }
}

bool fit_choices(double *nats, size_t agents, const Choice *choices, const double *weights, size_t count,
                 const double *virtual_won, const double *center)
{
    const size_t pairs = agents * agents;
    double *memory = malloc((2 * pairs + 2 * agents) * sizeof *memory), *step = memory + agents;
    if (!memory) return false;
    Posterior p = {agents, memory, step + agents, step + agents + pairs};
    gsl_matrix_view matrix = gsl_matrix_view_array(p.curvature, agents, agents);
    gsl_vector_view gradient = gsl_vector_view_array(p.gradient, agents);
    gsl_vector_view change = gsl_vector_view_array(step, agents), values = gsl_vector_view_array(nats, agents);
    double gain = 1, share = 1, slope; /* gain: twice what the whole step would add to the log posterior */
    memset(nats, 0, agents * sizeof *nats);
    memset(step, 0, agents * sizeof *step);
    for (int round = 0; round < 200 && gain >= 1e-12; round++) {
        posterior_find(&p, nats, choices, weights, count, virtual_won, center);
        gsl_blas_ddot(&gradient.vector, &change.vector, &slope);
        if (!(slope > -0.9 * gain)) { /* as steep down as it was up: too far */
            gsl_blas_daxpy(-(share /= 2), &change.vector, &values.vector);
            continue;
        }
        gsl_linalg_cholesky_decomp1(&matrix.matrix);
        gsl_linalg_cholesky_solve(&matrix.matrix, &gradient.vector, &change.vector);
        gsl_blas_ddot(&gradient.vector, &change.vector, &gain);
        gsl_blas_daxpy(share = 1, &change.vector, &values.vector);
    }
    free(memory);
    return true;
}

/* group[i]: one of the agents that pairs connect with i. closing: the pairs that connect nobody anew, unless NULL; returns
   how many. */
static size_t groups_find(size_t *group, size_t *closing, const PairTable *table, const double *means)
{
    size_t closed = 0;
    for (size_t i = 0; i < table->agents; i++)
        group[i] = i;
    for (size_t p = 0; p < table->count; p++) {
        if (!(means[2 * p + 1] > 0)) continue;
        const size_t into = group[table->pairs[p].a], from = group[table->pairs[p].b];
        if (into == from && closing) closing[closed] = p;
        closed += into == from;
        for (size_t i = 0; into != from && i < table->agents; i++)
            if (group[i] == from) group[i] = into;
    }
    return closed;
}

static double rounds_total(const PairTable *table, const double *means)
{
    double total = 0;
    for (size_t p = 0; p < table->count; p++)
        total += means[2 * p + 1];
    return total;
}

/* Cholesky's factor [agents * agents] of the normal equations, which the pairs' rounds alone make. False: out of memory. */
static bool rounds_factor(double *factor, const PairTable *table, const double *means)
{
    const size_t agents = table->agents;
    const double total = rounds_total(table, means);
    size_t *group = malloc(agents * sizeof *group);
    if (!group) return false;
    groups_find(group, NULL, table, means);
    /* They are made regular by a 1 for each two agents of a group: it costs nothing where the mean is 0. */
    for (size_t i = 0; i < agents; i++)
        for (size_t j = 0; j < agents; j++)
            factor[i * agents + j] = group[i] == group[j];
    free(group);
    for (size_t p = 0; p < table->count; p++) {
        const size_t a = table->pairs[p].a, b = table->pairs[p].b;
        const double weight = means[2 * p + 1] / total;
        if (!(weight > 0)) continue;
        factor[a * agents + a] += weight;
        factor[b * agents + b] += weight;
        factor[a * agents + b] -= weight;
        factor[b * agents + a] -= weight;
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(factor, agents, agents);
    gsl_linalg_cholesky_decomp1(&matrix.matrix);
    return true;
}

/* What fit_differences finds, by the factor of these rounds. */
static void differences_solve(double *points, const double *factor, const PairTable *table, const double *means)
{
    const double total = rounds_total(table, means);
    memset(points, 0, table->agents * sizeof *points);
    for (size_t p = 0; p < table->count; p++) {
        const double weight = means[2 * p + 1] / total;
        if (!(weight > 0)) continue;
        points[table->pairs[p].a] += weight * means[2 * p];
        points[table->pairs[p].b] -= weight * means[2 * p];
    }
    gsl_matrix_const_view matrix = gsl_matrix_const_view_array(factor, table->agents, table->agents);
    gsl_vector_view solution = gsl_vector_view_array(points, table->agents);
    gsl_linalg_cholesky_svx(&matrix.matrix, &solution.vector);
}

bool fit_differences(double *points, const PairTable *table, const double *means)
{
    double *factor = malloc(table->agents * table->agents * sizeof *factor);
    const bool done = factor && rounds_factor(factor, table, means);
    if (done) differences_solve(points, factor, table, means);
    free(factor);
    return done;
}

/* ---- ratings and their intervals: fits to the boards as they are, and to resamples of them */

double elo_of_share(double share) { return ELO_PER_NAT * log(share / (1 - share)); }

double share_of_elo(double elo) { return 1 / (1 + exp(-elo / ELO_PER_NAT)); }

Interval elo_of_interval(Interval share) { return (Interval){elo_of_share(share.low), elo_of_share(share.high)}; }

/* ---- resampling of boards */

/* Ratings from the totals of columns, which may be overwritten; rng NULL: of the boards as they are. False: out of
   memory. */
typedef bool SampleFit(double *ratings, double *totals, Rng *rng, const void *context);

/* Ratings are fitted to column totals (points of a pair, wins of an agent), and a board is one row; all columns of a
   board stay together, since they share its cards. */
typedef struct {
    size_t agents;
    uint32_t boards; /* >= 1 */
    size_t columns, stride;
    const int32_t *cells; /* [board * stride + column] */
    uint64_t draws;       /* random numbers that each fit to a resample takes */
    SampleFit *fit;
    const void *context;
} Sample;

/* The value below which a further draw falls with chance `share`: `count` draws cut the line into count + 1 pieces of
   equal chance. gsl_stats_quantile_from_sorted_data lies further in, by one draw at the ends. */
static double drawn_quantile(const double *sorted, size_t count, double share)
{
    const double place = fmin(fmax(share * (double)(count + 1) - 1, 0), (double)(count - 1));
    return gsl_stats_quantile_from_sorted_data(sorted, 1, count, count > 1 ? place / (double)(count - 1) : 0);
}

size_t rating_replicates(double alpha) { return (size_t)(RATING_REPLICATES * fmax(1, USUAL_ALPHA / alpha)); }

/* Expanded percentile interval of drawn values, which are sorted in place. Resampling n boards shows sqrt((n - 1) / n)
   of their spread, and a percentile stands for a normal quantile where a mean of few boards asks for Student's: so the
   interval is taken further out, at the percentiles P(Z < -sqrt(n / (n - 1)) t) and 1 less that, with t the quantile of
   Student's t for n - 1 degrees of freedom (Hesterberg, "What teachers should know about the bootstrap", arXiv
   1411.5279, section 4.2). One board: the percentiles alpha / 2 and 1 less that. */
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

/* Rates a resample, or with rng NULL the boards as they are. False: out of memory. */
static bool replicate_rate(double *ratings, const Sample *sample, Rng *rng)
{
    double *totals = calloc(sample->columns + sample->boards, sizeof *totals), *times = totals + sample->columns;
    for (uint32_t i = 0; totals && i < sample->boards; i++)
        times[rng ? rng_bounded(rng, sample->boards) : i]++;
    for (uint32_t i = 0; totals && i < sample->boards; i++) {
        const int32_t *row = sample->cells + i * sample->stride;
        const double weight = times[i];
        for (size_t c = 0; weight > 0 && c < sample->columns; c++)
            totals[c] += weight * row[c];
    }
    const bool done = totals && sample->fit(ratings, totals, rng, sample->context);
    free(totals);
    return done;
}

/* The replicates of a sample, the first of the boards as they are. */
typedef struct {
    const Sample *sample;
    double *rated; /* [replicate][agent] */
    Rng *streams;  /* [replicate], but for the first */
    size_t count;
    atomic_size_t next;
    atomic_bool failed; /* memory ran out */
} Replicates;

static void *replicates_rate(void *arg)
{
    Replicates *all = arg;
    for (size_t r; !all->failed && (r = atomic_fetch_add(&all->next, 1)) < all->count;)
        if (!replicate_rate(all->rated + r * all->sample->agents, all->sample, r ? &all->streams[r] : NULL))
            all->failed = true;
    return NULL;
}

/* Rates the boards as they are, and draws as many with replacement for each replicate: in any order, since each begins
   where those before it leave the stream. False: out of memory. */
static bool sample_rate(Rating *out, const Sample *sample, const Resampling *resampling)
{
    const size_t replicates = resampling->replicates, agents = sample->agents;
    assert(agents >= 1 && sample->boards >= 1 && replicates >= 1);
    double *rated = malloc(agents * (replicates + 1) * sizeof *rated);
    double *drawn = malloc(replicates * sizeof *drawn);
    Rng *streams = malloc((replicates + 1) * sizeof *streams), *rng = resampling->rng;
    Replicates all = {.sample = sample, .rated = rated, .streams = streams, .count = replicates + 1};
    bool failed = !rated || !drawn || !streams;
    for (size_t r = 1; !failed && r <= replicates; r++) {
        streams[r] = *rng;
        for (uint32_t i = 0; i < sample->boards; i++)
            rng_bounded(rng, sample->boards);
        rng_skip(rng, sample->draws);
    }
    if (!failed) threads_run(resampling->threads, replicates_rate, &all);
    failed |= all.failed;
    for (size_t i = 0; !failed && i < agents; i++) {
        for (size_t r = 0; r < replicates; r++)
            drawn[r] = rated[(r + 1) * agents + i];
        const Interval interval = drawn_interval(drawn, resampling, sample->boards);
        out[i] = (Rating){rated[i], {fmin(interval.low, rated[i]), fmax(interval.high, rated[i])}};
    }
    free(rated);
    free(drawn);
    free(streams);
    return !failed;
}

/* ---- Elo */

typedef struct {
    size_t agents;
    const Rankings *rankings;
    double rounds_per_board;
    const bool *met; /* met[i * agents + j]: i and j sat at one table */
} EloFit;

static double draw_normal(Rng *rng) { return sqrt(-2 * log(1 - rng_double(rng))) * cos(2 * M_PI * rng_double(rng)); }
enum { NORMAL_DRAWS = 2 };

/* The rounds that each won of each by the prior, and the center of the normal one. */
static void prior_fill(double *virtual_won, double *center, const EloFit *fit, Rng *rng)
{
    for (size_t i = 0; i < fit->agents; i++) {
        center[i] = rng ? ELO_PRIOR_SD / ELO_PER_NAT * draw_normal(rng) : 0;
        for (size_t at = i * fit->agents; at < (i + 1) * fit->agents; at++) {
            /* drawn: gamma of shape 1/2 (mean 1/2), half the square of a normal */
            const double z = !fit->met[at] ? 0 : rng ? draw_normal(rng) : 1;
            virtual_won[at] = fit->rounds_per_board * (z * z / 2);
        }
    }
}

/* Elo with mean 0 from the totals of the choices' columns. */
static bool fit_elo(double *elo, double *totals, Rng *rng, const void *context)
{
    const EloFit *fit = context;
    const size_t agents = fit->agents, choices = fit->rankings->count;
    double *won = calloc(agents * agents + agents, sizeof *won), mean = 0;
    if (!won) return false;
    double *const center = won + agents * agents;
    prior_fill(won, center, fit, rng);
    for (size_t c = 0; c < choices; c++)
        totals[c] /= RANKING_UNIT;
    const bool done = fit_choices(elo, agents, fit->rankings->choices, totals, choices, won, center);
    free(won);
    for (size_t i = 0; done && i < agents; i++)
        mean += elo[i] / (double)agents;
    for (size_t i = 0; done && i < agents; i++)
        elo[i] = (elo[i] - mean) * ELO_PER_NAT;
    return done;
}

bool rating_elo(Rating *out, size_t agents, const Rankings *rankings, double rounds_per_board,
                const Resampling *resampling)
{
    assert(rounds_per_board > 0);
    bool *met = calloc(agents * agents, sizeof *met);
    if (!met) return false;
    uint64_t normals = agents;
    for (const Choice *choice = rankings->choices; choice < rankings->choices + rankings->count; choice++)
        for (size_t i = 0; i < choice->size; i++)
            for (size_t j = 0; j < choice->size; j++)
                if (choice->agent[i] != choice->agent[j]) met[choice->agent[i] * agents + choice->agent[j]] = true;
    for (size_t i = 0; i < agents * agents; i++)
        normals += met[i];
    const EloFit fit = {agents, rankings, rounds_per_board, met};
    const Sample sample = {agents,          rankings->boards,       rankings->count, rankings->room,
                           rankings->cells, NORMAL_DRAWS * normals, fit_elo,         &fit};
    const bool done = sample_rate(out, &sample, resampling);
    free(met);
    return done;
}

/* ---- what is rated by the mean differences of pairs */

/* Makes mean differences of the totals of the columns, which are the differences and rounds of each pair. */
static void means_find(double *totals, const PairTable *table)
{
    for (double *pair = totals; pair < totals + 2 * table->count; pair += 2)
        pair[0] = pair[1] > 0 ? pair[0] / (pair[1] * table->scale) : 0;
}

/* Those of all boards. NULL, of which the caller frees nothing: memory ran out. */
static double *means_whole(const PairTable *table)
{
    const size_t columns = 2 * table->count;
    double *totals = calloc(columns + 1, sizeof *totals);
    for (size_t i = 0; totals && i < table->boards * columns; i++)
        totals[i % columns] += table->cells[i];
    if (totals) means_find(totals, table);
    return totals;
}

static bool fit_points(double *points, double *totals, Rng *rng, const void *context)
{
    const PairTable *table = context;
    (void)rng;
    means_find(totals, table);
    return fit_differences(points, table, totals);
}

static bool pairs_rate(Rating *out, const PairTable *table, SampleFit *fit, const Resampling *resampling)
{
    const size_t columns = 2 * table->count;
    const Sample sample = {table->agents, table->boards, columns, columns, table->cells, 0, fit, table};
    assert(table->scale > 0);
    return sample_rate(out, &sample, resampling);
}

bool rating_points(Rating *out, const PairTable *table, const Resampling *resampling)
{
    const bool done = pairs_rate(out, table, fit_points, resampling);
    for (size_t i = 0; done && i < table->agents; i++)
        if (out[i].interval.low >= out[i].interval.high) out[i].interval = (Interval){NAN, NAN};
    return done;
}

/* The mean differences as a table, with `unmet` where two did not meet; returns how many pairs did. */
static size_t wins_fill(double *wins, const PairTable *table, const double *means, double unmet)
{
    const size_t agents = table->agents;
    size_t met = 0;
    for (size_t i = 0; i < agents * agents; i++)
        wins[i] = i % (agents + 1) ? unmet : 0;
    for (size_t p = 0; p < table->count; p++) {
        const RatedPair pair = table->pairs[p];
        if (!(means[2 * p + 1] > 0)) continue;
        wins[pair.a * agents + pair.b] = means[2 * p];
        wins[pair.b * agents + pair.a] = -means[2 * p];
        met++;
    }
    return met;
}

static bool fit_nash(double *weights, double *totals, Rng *rng, const void *context)
{
    const PairTable *table = context;
    double *wins = malloc(table->agents * table->agents * sizeof *wins);
    (void)rng;
    means_find(totals, table);
    if (wins) wins_fill(wins, table, totals, 0);
    const bool done = wins && nash_mixture(weights, wins, table->agents);
    free(wins);
    return done;
}

bool rating_nash(Rating *weights, double *against, const PairTable *table, const Resampling *resampling)
{
    const size_t agents = table->agents;
    double *means = means_whole(table);
    double *wins = malloc(agents * agents * sizeof *wins);
    bool done = means && wins;
    const bool met = done && resampling && wins_fill(wins, table, means, 0) == agents * (agents - 1) / 2;
    if (met) done = pairs_rate(weights, table, fit_nash, resampling);
    for (size_t i = 0; done && i < agents; i++) {
        if (!met) weights[i] = (Rating){NAN, {NAN, NAN}};
        against[i] = met ? 0 : NAN;
        for (size_t j = 0; met && j < agents; j++)
            against[i] += wins[i * agents + j] * weights[j].value;
    }
    free(means);
    free(wins);
    return done;
}

/* ---- do ratings explain the pairs? */

enum { CIRCLE_BOARDS = 30 }; /* that the test takes more than it has circles */

typedef struct {
    const PairTable *table;
    double *means, *shares;   /* over all boards; what a board adds to each */
    double *factor;           /* of the rounds, which both have */
    size_t *closing, circles; /* the pairs that close a circle with those before them */
    double *points, *left;    /* the ratings, and what they leave of each pair */
    double whole, cyclic;     /* weighted sums of squares: of the differences, and of what no ratings explain */
} Explained;

/* What a board adds to the error of each pair's mean. */
static void board_shares(const Explained *x, uint32_t board)
{
    const int32_t *cells = x->table->cells + 2 * (board * x->table->count);
    for (size_t i = 0; i < 2 * x->table->count; i += 2) {
        const double rounds = x->shares[i + 1] = x->means[i + 1];
        const double error = cells[i] / x->table->scale - x->means[i] * cells[i + 1];
        x->shares[i] = rounds > 0 ? error / rounds : 0;
    }
}

/* Adds this many times the sums of squares of these differences; row: what ratings leave of the pairs that close circles,
   unless NULL. */
static void squares_add(Explained *x, const double *means, double times, double *row)
{
    differences_solve(x->points, x->factor, x->table, means);
    for (size_t p = 0; p < x->table->count; p++) {
        const RatedPair pair = x->table->pairs[p];
        const double diff = means[2 * p], rounds = means[2 * p + 1];
        const double left = x->left[p] = diff - (x->points[pair.a] - x->points[pair.b]);
        x->whole += times * rounds * diff * diff;
        x->cyclic += times * rounds * left * left;
    }
    for (size_t c = 0; row && c < x->circles; c++)
        row[c] = x->left[x->closing[c]];
}

/* Tests what is left of the pairs that close circles, which says as much as the sums around those, by its covariance, of
   which the lower half is overwritten. False: memory ran out. */
static bool circles_test(RatingFit *out, const Explained *x, double *left, double *covariance)
{
    const size_t count = x->circles;
    const double boards = x->table->boards;
    double least = 0, largest = 0, square = 0; /* least: a pivot that is nothing but rounding */
    bool certain = false;                      /* something is left without chance */
    for (size_t p = 0; p < x->table->count; p++)
        largest = fmax(largest, fabs(x->means[2 * p]));
    for (size_t c = 0; c < count; c++)
        least = fmax(least, 1e-12 * covariance[c * (count + 1)]);
    least = fmax(least, 1e-24 * largest * largest);
    if (!(least > 0)) return true; /* all were equal on all boards */
    for (size_t c = 0; c < count; c++)
        covariance[c * (count + 1)] += least / 100; /* no pivot is 0 */
    gsl_matrix_view matrix = gsl_matrix_view_array(covariance, count, count);
    gsl_vector_view sums = gsl_vector_view_array(left, count);
    gsl_permutation *order = gsl_permutation_alloc(count);
    if (!order) return false;
    gsl_linalg_pcholesky_decomp(&matrix.matrix, order);
    gsl_permute_vector(order, &sums.vector);
    gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasUnit, &matrix.matrix, &sums.vector);
    gsl_permutation_free(order);
    for (size_t c = 0; c < count; c++) {
        const double pivot = covariance[c * (count + 1)];
        const bool fixed = pivot < least;
        if (fixed && fabs(left[c]) <= 1e-9 * largest) continue;
        out->df++;
        certain |= fixed;
        if (!fixed) square += left[c] * left[c] / pivot;
    }
    const double df = (double)out->df, rest = boards - df;
    if (out->df) out->p = certain ? 0 : gsl_cdf_fdist_Q(square * rest / (df * (boards - 1)), df, rest);
    return true;
}

/* The sums of squares and, with enough boards, the test. */
static bool fit_measure(RatingFit *out, Explained *x)
{
    const size_t count = x->circles, boards = x->table->boards;
    const bool test = count && count + CIRCLE_BOARDS <= boards;
    const double unbiased = (double)boards / ((double)boards - 1);
    double *rows = test ? calloc((boards + count + 1) * count, sizeof *rows) : NULL; /* of the boards, and of all */
    bool done = true;
    if (test && !rows) return false;
    squares_add(x, x->means, 1, test ? rows + boards * count : NULL);
    for (uint32_t board = 0; board < boards; board++) {
        board_shares(x, board);
        squares_add(x, x->shares, -unbiased, test ? rows + board * count : NULL);
    }
    if (x->whole > 0) out->cyclic = fmin(fmax(x->cyclic, 0) / x->whole, 1);
    if (test) {
        double *const left = rows + boards * count, *const covariance = left + count;
        gsl_matrix_view all = gsl_matrix_view_array(rows, boards, count);
        gsl_matrix_view product = gsl_matrix_view_array(covariance, count, count);
        gsl_blas_dsyrk(CblasLower, CblasTrans, unbiased, &all.matrix, 0, &product.matrix);
        done = circles_test(out, x, left, covariance);
    }
    free(rows);
    return done;
}

/* The strongest circle of three through each agent. */
static void circles_of_three(RatingCircle *circles, const double *wins, size_t agents)
{
    for (size_t a = 0; a < agents; a++) {
        circles[a] = (RatingCircle){.sum = NAN};
        for (size_t b = 0; b < agents; b++)
            for (size_t c = 0; c < agents; c++) {
                const double sum = wins[a * agents + b] + wins[b * agents + c] + wins[c * agents + a];
                if (a == b || b == c || c == a || isnan(sum) || sum <= circles[a].sum) continue;
                circles[a] = (RatingCircle){(uint16_t)b, (uint16_t)c, sum};
            }
    }
}

bool rating_fit(RatingFit *out, RatingCircle *circles, const PairTable *table)
{
    const size_t agents = table->agents, count = table->count;
    Explained x = {.table = table, .means = means_whole(table)};
    size_t *places = malloc((agents + count) * sizeof *places);
    double *memory = malloc((2 * agents * agents + agents + 3 * count) * sizeof *memory);
    bool done = x.means && places && memory;
    *out = (RatingFit){.p = NAN, .cyclic = NAN};
    if (done) {
        x.closing = places + agents;
        x.circles = groups_find(places, x.closing, table, x.means);
        x.factor = memory + agents * agents;
        x.points = x.factor + agents * agents;
        x.left = x.points + agents;
        x.shares = x.left + count;
        wins_fill(memory, table, x.means, NAN);
        circles_of_three(circles, memory, agents);
        done = table->boards < 2 || (rounds_factor(x.factor, table, x.means) && fit_measure(out, &x));
    }
    free(x.means);
    free(places);
    free(memory);
    return done;
}

/* ---- the mixture of highest entropy from which nobody wins, by a primal-dual interior-point method */

typedef struct {
    size_t agents;
    double *wins;                 /* 1 at most */
    double *weights, *excess;     /* of the agents in the mixture, and the multipliers of "none is below 0" */
    double *slack, *chances;      /* how much less each agent wins than `value`, and the multipliers of "not below 0" */
    double *matrix, *step, *side; /* of Newton's step */
    size_t *order;                /* of its rows */
} Mixture;

/* Least is what is won from the mixture at most, plus ENTROPY_PRICE sum p log(p + ENTROPY_FLOOR): the price is so small
   that it only chooses among mixtures from which nobody wins. */
static const double ENTROPY_PRICE = 1e-6, ENTROPY_FLOOR = 1e-8;

/* What agent j wins from these weights of all. */
static double won_from(const Mixture *m, size_t j, const double *weights)
{
    double sum = 0;
    for (size_t i = 0; i < m->agents; i++)
        sum += m->wins[j * m->agents + i] * weights[i];
    return sum;
}

/* Newton's equations of weights, value and the multiplier of "the weights are 1 in all", at barrier `mu`. */
static void mixture_equations(Mixture *m, double mu)
{
    const size_t n = m->agents, size = n + 2;
    memset(m->matrix, 0, size * size * sizeof *m->matrix);
    memset(m->side, 0, size * sizeof *m->side);
    m->side[n] = -1;
    m->side[n + 1] = 1;
    for (size_t j = 0; j < n; j++) {
        const double *row = m->wins + j * n, weight = m->chances[j] / m->slack[j];
        for (size_t i = 0; i < n; i++) {
            m->side[i] -= row[i] * mu / m->slack[j];
            m->matrix[i * size + n] -= row[i] * weight;
            for (size_t k = 0; k <= i; k++)
                m->matrix[i * size + k] += row[i] * weight * row[k];
        }
        m->matrix[n * size + n] += weight;
        m->side[n] += mu / m->slack[j];
    }
    for (size_t i = 0; i < n; i++) {
        const double p = m->weights[i];
        m->side[n + 1] -= p;
        m->matrix[i * size + i] += ENTROPY_PRICE / (p + ENTROPY_FLOOR) + m->excess[i] / p;
        m->side[i] += mu / p - ENTROPY_PRICE * (log(p + ENTROPY_FLOOR) + 1);
        m->matrix[i * size + n + 1] = m->matrix[(n + 1) * size + i] = 1;
        m->matrix[n * size + i] = m->matrix[i * size + n];
        for (size_t k = 0; k < i; k++)
            m->matrix[k * size + i] = m->matrix[i * size + k];
    }
}

/* The longest step of at most `most` with which value + step * change stays above 0. */
static double step_bound(double most, double value, double change)
{
    return change < 0 ? fmin(most, -0.99 * value / change) : most;
}

/* One step towards the mixture. Returns what is left of the complementary products. */
static double mixture_step(Mixture *m, double mu)
{
    const size_t n = m->agents;
    double share = 1, left = 0;
    int sign;
    mixture_equations(m, mu);
    gsl_matrix_view matrix = gsl_matrix_view_array(m->matrix, n + 2, n + 2);
    gsl_vector_view side = gsl_vector_view_array(m->side, n + 2), step = gsl_vector_view_array(m->step, n + 2);
    gsl_permutation permutation = {n + 2, m->order};
    gsl_linalg_LU_decomp(&matrix.matrix, &permutation, &sign);
    for (size_t i = 0; i < n + 2; i++)
        if (!(fabs(gsl_matrix_get(&matrix.matrix, i, i)) > 0)) return 0; /* as near as numbers allow */
    gsl_linalg_LU_solve(&matrix.matrix, &permutation, &side.vector, &step.vector);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n; i++) {
            const double p = m->weights[i], s = m->slack[i], change = m->step[n] - won_from(m, i, m->step);
            const double excess = mu / p - m->excess[i] - m->excess[i] / p * m->step[i];
            const double chance = mu / s - m->chances[i] - m->chances[i] / s * change;
            if (!pass) {
                share = step_bound(step_bound(share, p, m->step[i]), s, change);
                share = step_bound(step_bound(share, m->excess[i], excess), m->chances[i], chance);
                continue;
            }
            m->excess[i] += share * excess;
            m->chances[i] += share * chance;
            m->slack[i] += share * change; /* worked out anew it might round to 0 */
        }
    for (size_t i = 0; i < n; i++) {
        m->weights[i] += share * m->step[i];
        left += m->weights[i] * m->excess[i] + m->slack[i] * m->chances[i];
    }
    return left / (2 * (double)n);
}

bool nash_mixture(double *weights, const double *wins, size_t agents)
{
    enum { STEPS_MOST = 100 };
    const size_t size = agents + 2;
    double *memory = calloc(agents * agents + size * size + 2 * size + 3 * agents, sizeof *memory);
    Mixture m = {.agents = agents, .wins = memory, .weights = weights, .order = malloc(size * sizeof *m.order)};
    const bool room = memory && m.order;
    if (room) {
        double scale = 0, left = 1, sum = 0;
        m.matrix = m.wins + agents * agents;
        m.side = m.matrix + size * size;
        m.step = m.side + size;
        m.excess = m.step + size;
        m.slack = m.excess + agents;
        m.chances = m.slack + agents;
        for (size_t i = 0; i < agents * agents; i++)
            scale = fmax(scale, fabs(wins[i]));
        for (size_t i = 0; i < agents; i++) {
            weights[i] = m.chances[i] = 1 / (double)agents;
            m.excess[i] = 1;
        }
        for (size_t i = 0; scale > 0 && i < agents * agents; i++)
            m.wins[i] = wins[i] / scale;
        for (size_t i = 0; i < agents; i++)
            m.slack[i] = 2 - won_from(&m, i, weights);
        for (int step = 0; scale > 0 && step < STEPS_MOST && left > 1e-11; step++)
            left = mixture_step(&m, left / 10);
        for (size_t i = 0; i < agents; i++)
            sum += weights[i] = weights[i] < 1e-6 ? 0 : weights[i];
        for (size_t i = 0; i < agents; i++)
            weights[i] /= sum;
    }
    free(m.order);
    free(memory);
    return room;
}
