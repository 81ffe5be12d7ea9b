/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finished rounds counted as choices, the ratings that fit them, and circles of "better than". */
#include "analysis/stats/rating.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint16_t agent[RANKING_SEATS]; /* ascending */
    int32_t points[RANKING_SEATS];
    size_t size;
} Seats;

static Seats without(const Seats *s, size_t seat)
{
    Seats rest = {.size = s->size - 1};
    for (size_t i = 0; i < rest.size; i++) {
        rest.agent[i] = s->agent[i + (i >= seat)];
        rest.points[i] = s->points[i + (i >= seat)];
    }
    return rest;
}

void rankings_init(Rankings *rankings, uint32_t boards)
{
    assert(boards >= 1);
    *rankings = (Rankings){.boards = boards};
}

void rankings_free(Rankings *rankings)
{
    for (size_t i = 0; i < rankings->count; i++)
        free(rankings->columns[i]);
    free(rankings->columns);
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
        uint32_t *slot = &rankings->slots[at & (rankings->slot_count - 1)];
        if (*slot == 0 || memcmp(&rankings->choices[*slot - 1], choice, sizeof *choice) == 0) return slot;
    }
}

/* Room for one more choice, with at most half of the slots in use. */
static bool rankings_grow(Rankings *rankings)
{
    if (rankings->count < rankings->capacity) return true;
    const size_t capacity = rankings->capacity ? 2 * rankings->capacity : 64;
    Choice *choices = realloc(rankings->choices, capacity * sizeof *choices);
    if (choices) rankings->choices = choices;
    int32_t **columns = realloc(rankings->columns, capacity * sizeof *columns);
    if (columns) rankings->columns = columns;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    if (!choices || !columns || !slots) {
        free(slots);
        return false;
    }
    free(rankings->slots);
    rankings->slots = slots;
    rankings->slot_count = 2 * capacity;
    rankings->capacity = capacity;
    for (size_t i = 0; i < rankings->count; i++)
        *find_slot(rankings, &rankings->choices[i]) = (uint32_t)i + 1;
    return true;
}

/* Adds the weight to the choice of `taken` among these seats. False: memory ran out. */
static bool choice_add(Rankings *rankings, uint32_t board, const Seats *s, uint16_t taken, int32_t weight)
{
    Choice choice = {.size = (uint16_t)s->size, .taken = taken};
    memcpy(choice.agent, s->agent, s->size * sizeof *s->agent);
    if (!rankings_grow(rankings)) return false;
    uint32_t *slot = find_slot(rankings, &choice);
    if (*slot == 0) {
        int32_t *column = calloc(rankings->boards, sizeof *column);
        if (!column) return false;
        rankings->choices[rankings->count] = choice;
        rankings->columns[rankings->count] = column;
        *slot = (uint32_t)++rankings->count;
    }
    rankings->columns[*slot - 1][board] += weight;
    return true;
}

/* Every seat of the best is on top in an equal part of the weight. */
static bool choices_add(Rankings *rankings, uint32_t board, const Seats *s, int32_t weight)
{
    if (s->size < 2 || s->agent[0] == s->agent[s->size - 1]) return true; /* one agent: they are ascending */
    int32_t best = s->points[0], tied = 0;
    for (size_t i = 1; i < s->size; i++)
        if (s->points[i] > best) best = s->points[i];
    for (size_t i = 0; i < s->size; i++)
        tied += s->points[i] == best;
    for (size_t i = 0; i < s->size; i++) {
        if (s->points[i] != best) continue;
        const Seats rest = without(s, i);
        if (!choice_add(rankings, board, s, s->agent[i], weight / tied)) return false;
        if (!rankings->winners_alone && !choices_add(rankings, board, &rest, weight / tied)) return false;
    }
    return true;
}

bool rankings_add(Rankings *rankings, uint32_t board, const uint16_t *agent, const int32_t *points, size_t seats)
{
    assert(board < rankings->boards && seats >= 2 && seats <= RANKING_SEATS);
    Seats sorted = {.size = seats};
    for (size_t i = 0; i < seats; i++) {
        size_t at = i;
        for (; at > 0 && sorted.agent[at - 1] > agent[i]; at--) {
            sorted.agent[at] = sorted.agent[at - 1];
            sorted.points[at] = sorted.points[at - 1];
        }
        sorted.agent[at] = agent[i];
        sorted.points[at] = points[i];
    }
    return choices_add(rankings, board, &sorted, RANKING_UNIT);
}

/* ---- ratings and their intervals: fits to the boards as they are, and to resamples of them */

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

size_t rating_replicates(double alpha) { return (size_t)(RATING_REPLICATES * fmax(1, USUAL_ALPHA / alpha)); }

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

/* ---- the fits behind ratings: maximum a posteriori, least squares */

/* The log posterior at `nats`, with its gradient and minus its second derivatives where asked for. */
typedef struct {
    size_t agents;
    const double *nats;
    double value;
    double *gradient;  /* [agents], or NULL: only the value */
    double *curvature; /* [agents * agents], symmetric, positive definite */
} Posterior;

/* Adds `weight` choices of `taken` among the seats. */
static void add_choice(Posterior *p, const uint16_t *agent, size_t size, size_t taken, double weight)
{
    double chance[RANKING_SEATS], sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += chance[i] = exp(p->nats[agent[i]] - p->nats[taken]);
    p->value -= weight * log(sum);
    if (!p->gradient) return;
    p->gradient[taken] += weight;
    for (size_t i = 0; i < size; i++) {
        const double mine = weight * chance[i] / sum;
        p->gradient[agent[i]] -= mine;
        p->curvature[agent[i] * p->agents + agent[i]] += mine;
        for (size_t j = 0; j < size; j++)
            p->curvature[agent[i] * p->agents + agent[j]] -= mine * chance[j] / sum;
    }
}

typedef struct {
    size_t agents, count;
    const Choice *choices;
    const double *weights, *virtual_won, *center;
} Evidence;

static void evaluate(Posterior *p, const Evidence *e)
{
    const double precision = pow(ELO_PER_NAT / ELO_PRIOR_SD, 2);
    p->value = 0;
    if (p->gradient) {
        memset(p->gradient, 0, e->agents * sizeof *p->gradient);
        memset(p->curvature, 0, e->agents * e->agents * sizeof *p->curvature);
    }
    for (size_t c = 0; c < e->count; c++)
        if (e->weights[c] > 0)
            add_choice(p, e->choices[c].agent, e->choices[c].size, e->choices[c].taken, e->weights[c]);
    for (size_t i = 0; i < e->agents; i++) {
        const double off = p->nats[i] - e->center[i];
        p->value -= precision * off * off / 2;
        if (p->gradient) {
            p->gradient[i] -= precision * off;
            p->curvature[i * e->agents + i] += precision;
        }
        for (size_t j = 0; j < e->agents; j++)
            if (e->virtual_won[i * e->agents + j] > 0)
                add_choice(p, (const uint16_t[]){(uint16_t)i, (uint16_t)j}, 2, i, e->virtual_won[i * e->agents + j]);
    }
}

bool fit_choices(double *nats, size_t agents, const Choice *choices, const double *weights, size_t count,
                 const double *virtual_won, const double *center)
{
    const Evidence evidence = {agents, count, choices, weights, virtual_won, center};
    double *memory = malloc((agents * agents + 3 * agents) * sizeof *memory);
    if (!memory) return false;
    double *curvature = memory, *gradient = memory + agents * agents, *step = gradient + agents, *trial = step + agents;
    memset(nats, 0, agents * sizeof *nats);
    for (int round = 0; round < 200; round++) {
        Posterior here = {agents, nats, 0, gradient, curvature};
        evaluate(&here, &evidence);
        gsl_matrix_view matrix = gsl_matrix_view_array(curvature, agents, agents);
        gsl_vector_view solution = gsl_vector_view_array(step, agents);
        memcpy(step, gradient, agents * sizeof *step);
        gsl_linalg_cholesky_decomp1(&matrix.matrix);
        gsl_linalg_cholesky_svx(&matrix.matrix, &solution.vector);
        double gain = 0; /* twice what a full step would add to the log posterior */
        for (size_t i = 0; i < agents; i++)
            gain += gradient[i] * step[i];
        double share = 1;
        for (int halving = 0; halving < 50; halving++, share /= 2) {
            for (size_t i = 0; i < agents; i++)
                trial[i] = nats[i] + share * step[i];
            Posterior there = {agents, trial, 0, NULL, NULL};
            evaluate(&there, &evidence);
            if (there.value >= here.value - 1e-13 * fabs(here.value)) break;
        }
        memcpy(nats, trial, agents * sizeof *nats);
        if (gain < 1e-12) break;
    }
    free(memory);
    return true;
}

/* group[i]: the smallest agent that pairs connect with i. */
static void find_groups(size_t *group, size_t agents, const PairMean *pairs, size_t count)
{
    for (size_t i = 0; i < agents; i++)
        group[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t p = 0; p < count; p++) {
            size_t *a = &group[pairs[p].a], *b = &group[pairs[p].b];
            if (pairs[p].rounds <= 0 || *a == *b) continue;
            *a = *b = *a < *b ? *a : *b;
            changed = true;
        }
    }
}

bool fit_differences(double *points, size_t agents, const PairMean *pairs, size_t count)
{
    double *normal = calloc(agents * agents, sizeof *normal);
    size_t *group = malloc(agents * sizeof *group);
    if (!normal || !group) {
        free(normal);
        free(group);
        return false;
    }
    double total = 0;
    for (size_t p = 0; p < count; p++)
        total += pairs[p].rounds;
    find_groups(group, agents, pairs, count);
    /* Normal equations, made regular by a 1 for each two agents of a group: it costs nothing where the mean is 0. */
    for (size_t i = 0; i < agents; i++) {
        points[i] = 0;
        for (size_t j = 0; j < agents; j++)
            normal[i * agents + j] = group[i] == group[j];
    }
    for (size_t p = 0; p < count; p++) {
        if (pairs[p].rounds <= 0) continue;
        const size_t a = pairs[p].a, b = pairs[p].b;
        const double weight = pairs[p].rounds / total;
        normal[a * agents + a] += weight;
        normal[b * agents + b] += weight;
        normal[a * agents + b] -= weight;
        normal[b * agents + a] -= weight;
        points[a] += weight * pairs[p].diff;
        points[b] -= weight * pairs[p].diff;
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(normal, agents, agents);
    gsl_vector_view solution = gsl_vector_view_array(points, agents);
    gsl_linalg_cholesky_decomp1(&matrix.matrix);
    gsl_linalg_cholesky_svx(&matrix.matrix, &solution.vector);
    free(normal);
    free(group);
    return true;
}

/* ---- circles of "better than" among agents, found by breadth-first search */

typedef struct {
    const bool *beats;
    size_t agents;
    size_t to_start[CYCLES_MAX_AGENTS]; /* fewest steps back to path[0] by way of agents after it; 0 is unknown */
    uint16_t path[CYCLES_MAX_AGENTS];
    uint16_t *members;
    size_t capacity, length, found;
} CycleSearch;

static bool beats(const CycleSearch *s, size_t a, size_t b) { return a != b && s->beats[a * s->agents + b]; }

/* Breadth first, backwards from start, among the agents from start on. Returns the length of its shortest cycle or 0. */
static size_t measure(CycleSearch *s, size_t start)
{
    uint16_t queue[CYCLES_MAX_AGENTS];
    size_t head = 0, tail = 0;
    memset(s->to_start, 0, sizeof s->to_start);
    queue[tail++] = (uint16_t)start;
    while (head < tail) {
        const size_t to = queue[head++];
        for (size_t from = start; from < s->agents; from++)
            if (beats(s, from, to) && s->to_start[from] == 0) {
                s->to_start[from] = to == start ? 1 : s->to_start[to] + 1;
                if (from == start) return s->to_start[start];
                queue[tail++] = (uint16_t)from;
            }
    }
    return 0;
}

/* Extends path[0 ... depth - 1] to all cycles of the length. */
static void extend(CycleSearch *s, size_t depth)
{
    const size_t last = s->path[depth - 1];
    if (depth == s->length) {
        if (!beats(s, last, s->path[0])) return;
        if ((s->found + 1) * s->length <= s->capacity)
            memcpy(s->members + s->found * s->length, s->path, s->length * sizeof *s->path);
        s->found++;
        return;
    }
    for (size_t next = s->path[0] + 1u; next < s->agents; next++)
        if (beats(s, last, next) && s->to_start[next] != 0 && s->to_start[next] <= s->length - depth) {
            s->path[depth] = (uint16_t)next;
            extend(s, depth + 1);
        }
}

size_t cycles_find(uint16_t *members, size_t capacity, size_t *length, const bool *beats_matrix, size_t agents)
{
    assert(agents <= CYCLES_MAX_AGENTS);
    CycleSearch search = {.beats = beats_matrix, .agents = agents, .members = members, .capacity = capacity};
    for (size_t start = 0; start < agents; start++) {
        const size_t shortest = measure(&search, start);
        if (shortest != 0 && (search.length == 0 || shortest < search.length)) search.length = shortest;
    }
    *length = search.length;
    for (size_t start = 0; search.length != 0 && start < agents; start++)
        if (measure(&search, start) == search.length) {
            search.path[0] = (uint16_t)start;
            extend(&search, 1);
        }
    return search.found;
}
