/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets up a tuning and plays its variants; searches by SPSA or CMA-ES, tests its current values along the way, and
   polishes one parameter at a time; validates and decides. */
#include "analysis/study/tune.h"

#include <assert.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "engine/rng.h"
#include "engine/text/number.h"
#include "engine/text/words.h"
#include "sim/boards.h"
#include "sim/measures.h"

const AgentParam *tune_param(const TuneSetup *setup, size_t index)
{
    return &setup->agent.kind->params[setup->params[index]];
}

static void param_add(TuneSetup *setup, int index)
{
    const AgentParam *param = &setup->agent.kind->params[index];
    setup->params[setup->count] = index;
    setup->ranges[setup->count++] = (TuneRange){
        .low = param->low,
        .high = param->high,
        .unit = fmin(param->high - param->low,
                     fmax(1, fabs(agent_default(setup->agent.kind, index, &setup->schedule.rules)))),
        .whole = param->type == PARAM_INT,
    };
}

static bool params_read(TuneSetup *setup, Error *error)
{
    const AgentKind *kind = setup->agent.kind;
    const char *list = setup->request.params;
    if (!list && !kind->param_count) return error_set(error, "agent %s has no parameters to tune", kind->name);
    if (!list && !kind->tuning)
        return error_set(error, "--params: name what to tune of %s, such as --params a,b ('pasur agents' lists them)",
                         kind->name);
    if (!list || !strcmp(list, "all")) {
        for (int i = 0; i < kind->param_count; i++)
            if (kind->params[i].type == PARAM_DOUBLE && !(kind->tuning && kind->tuning->no_play >> i & 1))
                param_add(setup, i);
        if (setup->count) return true;
        return error_set(error, "agent %s has no parameter that is a real number", kind->name);
    }
    const Names names = agent_param_names(kind);
    Words words = {.rest = list, .separator = ',', .names = &names};
    while (words_next(&words, error)) {
        const ParamType type = kind->params[words.index].type;
        if (type != PARAM_DOUBLE && type != PARAM_INT)
            return error_set(error, "--params: '%s' is not a number that can be tuned", words.text);
        param_add(setup, words.index);
    }
    return !words.failed || error_under(error, "--params: agent %s", kind->name);
}

/* Sets the parameters where the search starts; those given with the agent stay. */
static bool start_set(TuneSetup *setup, Error *error)
{
    Agent *agent = &setup->agent;
    const char *from = setup->request.from ? setup->request.from : "defaults";
    const int base_count = agent->kind->tuning ? agent->kind->tuning->base_count : 0;
    setup->from = from;
    setup->from_file = strcmp(from, "base") && strcmp(from, "defaults");
    if (!strcmp(from, "base")) {
        if (!base_count)
            return error_set(error, "--from base: agent %s has none; takes defaults or a file of weights",
                             agent->kind->name);
        for (size_t i = 0; i < setup->count; i++) {
            const int index = setup->params[i];
            const TuneRange *range = &setup->ranges[i];
            if (agent->given >> index & 1 || index < base_count) continue;
            agent->values[index] = fmax(range->low, fmin(range->high, 0));
        }
    } else if (setup->from_file && !weights_read(agent, from, error)) {
        return false;
    }
    for (size_t i = 0; i < setup->count; i++) {
        setup->start[i] = agent->values[setup->params[i]];
        setup->defaults[i] = agent_default(agent->kind, setup->params[i], &setup->schedule.rules);
    }
    setup->from_defaults = !memcmp(setup->start, setup->defaults, setup->count * sizeof *setup->start);
    return true;
}

double variants_scale(const TuneSetup *setup)
{
    /* Of the winner's 1 point in a match its fair share is taken, not the mean of the others. */
    const int unit = setup->schedule.rules.sides - !setup->schedule.match_rounds;
    return (double)setup->opponent_count * board_scale(&setup->schedule, 0) * unit;
}

/* Rounds that one variant plays on a board. */
static uint64_t variants_rounds(const TuneSetup *setup)
{
    return (uint64_t)(setup->opponent_count * setup->schedule.seatings);
}

bool tune_setup_make(TuneSetup *setup, Error *error)
{
    const TuneRequest *request = &setup->request;
    setup->schedule = *request->schedule;
    const char *sample = setup->schedule.match_rounds ? "matches" : "rounds";
    if (!agent_parse(&setup->agent, request->agent, &setup->schedule.rules, error)) return false;
    if (!params_read(setup, error) || !start_set(setup, error)) return false;
    setup->opponent_count =
        agents_open_list(setup->opponents, TUNE_MAX_OPPONENTS, request->opponents, &setup->schedule.rules, error);
    if (!setup->opponent_count) return error_under(error, "--opponent");
    if (request->save && !setup->agent.kind->tuning)
        return error_set(error, "--save: agent %s reads no file of weights", setup->agent.kind->name);
    const uint64_t least = TUNE_LEAST_BUDGET * variants_rounds(setup);
    if (request->rounds < least)
        return error_set(error, "--%s: takes at least %llu with %d opponent%s", sample, (unsigned long long)least,
                         setup->opponent_count, PLURAL(setup->opponent_count));
    const uint64_t most = tune_most_batch(request->method, setup->count, request->rounds / variants_rounds(setup));
    if (request->batch > most)
        return error_set(error, "--batch: takes at most %llu with --%s %llu", (unsigned long long)most, sample,
                         (unsigned long long)request->rounds);
    return true;
}

void tune_setup_free(TuneSetup *setup)
{
    agent_free(&setup->agent);
    agents_free(setup->opponents, setup->opponent_count);
}

/* ---- the verdict */

uint64_t tune_boards(double sd, double gain, double alpha, uint64_t most)
{
    const double wanted = sd > 0 ? boards_for_interval(sd, gain / 4, alpha) : 0;
    return (uint64_t)fmin((double)most, fmax(TUNE_LEAST_BOARDS, wanted));
}

TuneVerdict tune_judge(Interval over_start, Interval over_defaults, double gain)
{
    if (over_start.low > 0 && over_defaults.low > 0) return TUNE_ACCEPTED;
    if (!interval_known(over_start) || over_start.high < gain || over_defaults.high < 0) return TUNE_REFUSED;
    return TUNE_UNDECIDED;
}

/* ---- variants of the agent, each against the same opponents on the same boards */

static const char *const VARIANT_SUMS[] = {"score", "gain"}; /* units: of a variant, and over the base */

typedef struct {
    const TuneSetup *setup;
    const Agent *agents; /* the variants, then the opponents */
    size_t count, all;   /* variants that are asked for, and those that are played */
    size_t base;         /* among the latter */
} VariantRun;

/* The agent of the setup as whose copy or variant somebody sat down. */
static const Agent *agent_known(const VariantRun *run, const Agent *seated)
{
    if (!seated) return NULL; /* the match found no end */
    const size_t index = (size_t)(seated - run->agents);
    return index < run->all ? &run->setup->agent : &run->setup->opponents[index - run->all];
}

static int variant_score(const VariantRun *run, const Board boards[], size_t variant)
{
    const Schedule *schedule = &run->setup->schedule;
    const int opponents = run->setup->opponent_count;
    int sum = 0;
    for (int i = 0; i < opponents; i++)
        for (int seating = 0; seating < schedule->seatings; seating++)
            sum += board_value(&boards[variant * (size_t)opponents + (size_t)i], seating);
    /* Of the winner's 1 in a match its fair share is taken. */
    return schedule->match_rounds ? schedule->rules.sides * sum - opponents * board_scale(schedule, 0) : sum;
}

static bool variants_add(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const VariantRun *run = arg;
    const Board *boards = whole->boards[0];
    (void)own;
    if (whole->failed) return failure->agent = agent_known(run, failure->agent), false;
    const int base = variant_score(run, boards, run->base);
    for (size_t i = 0; i < run->count; i++, values += VARIANT_MEASURES) {
        values[VARIANT_SCORE] = variant_score(run, boards, i);
        values[VARIANT_GAIN] = values[VARIANT_SCORE] - base;
    }
    return true;
}

ArenaEnd variants_play(const Variants *v, const double *numbers, size_t count, const double *base, uint64_t first,
                       uint64_t boards, TuneScore *scores)
{
    const TuneSetup *setup = v->setup;
    const size_t params = setup->count, opponents = (size_t)setup->opponent_count;
    VariantRun run = {.setup = setup, .count = count};
    while (run.base < count && memcmp(numbers + run.base * params, base, params * sizeof *base) != 0)
        run.base++;
    run.all = run.base == count ? count + 1 : count;
    const size_t agent_count = run.all + opponents;
    const SumsShape shape = {
        .measures = VARIANT_SUMS, .count = VARIANT_MEASURES, .squares = VARIANT_MEASURES, .rows = (int)count};
    Agent *agents = calloc(agent_count, sizeof *agents);
    Pairing *pairings = calloc(run.all * opponents, sizeof *pairings);
    Sums sums = {.boards = 0};
    ArenaEnd end = ARENA_FAILED;
    if (agents && pairings && sums_open(&sums, &shape)) {
        for (size_t i = 0; i < agent_count; i++) {
            agents[i] = i < run.all ? setup->agent : setup->opponents[i - run.all];
            for (size_t p = 0; i < run.all && p < params; p++)
                agents[i].values[setup->params[p]] = i < count ? numbers[i * params + p] : base[p];
        }
        for (size_t m = 0; m < run.all * opponents; m++)
            pairings[m] = (Pairing){{(uint16_t)(m / opponents), (uint16_t)(run.all + m % opponents)}};
        run.agents = agents;
        StretchRun stretch = {.shape = shape,
                              .known = {{&setup->agent, setup->opponents}, {1, opponents}},
                              .sums = &sums,
                              .watch = v->watch,
                              .arg = v->arg};
        const BoardsJob job = {.schedule = &setup->schedule,
                               .agents = agents,
                               .agent_count = agent_count,
                               .pairings = pairings,
                               .pairing_count = run.all * opponents,
                               .first = first,
                               .boards = boards,
                               .threads = v->threads,
                               .checkpoint = v->checkpoint};
        end = boards_add_up(&job, &(BoardsUse){.blind = true, .whole = variants_add, .arg = &run}, &stretch);
    }
    for (size_t i = 0; i < count; i++)
        scores[i] = (TuneScore){sums_moments(&sums, (int)i, VARIANT_SCORE), sums_moments(&sums, (int)i, VARIANT_GAIN)};
    sums_free(&sums);
    free(agents); /* their texts belong to the originals */
    free(pairings);
    return end;
}

/* ---- the search: what a tuning asks, and what it notes */

/* Shares of the budget, in percent; the steps of the search have the rest. */
enum { TRIAL_SHARE = 10, POLISH_SHARE = 25 };
enum { TRIALS = 20, POLISH_PASSES = 2, TRIALS_ALL = TRIALS + POLISH_PASSES + 1 };
enum { POLISH_CANDIDATES = 4, PROBES = 16, CMAES_GENERATIONS = 200 };
/* A longer trial would tell little more. */
enum { TRIAL_MOST = 1 << 20, CANDIDATES_MOST = 16, DIMS_MOST = MAX_AGENT_PARAMS };
/* No method makes fewer steps: that limits --batch. */
enum { LEAST_STEPS = 10 };

static const double FIRST_MOVE = 0.05;  /* of a parameter in SPSA's first step, in perturbations */
static const double POLISH_REACH = 2;   /* in first perturbations; the second pass goes a third as far */
static const double POLISH_DOUBT = 1.5; /* standard errors that a gain must exceed */
static const double CMAES_SIGMA = 3;    /* first standard deviation, in first perturbations */

typedef struct {
    double point[DIMS_MOST], push[DIMS_MOST]; /* push: +-1 */
    double gain;                              /* a of a_k, per unit of score, in squared units */
    double stability;                         /* A */
} Spsa;

/* CMA-ES after N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv 1604.00772), without negative weights: a normal
   cloud of points that moves and stretches towards the better ones. Maximises. Its coordinates are those where each
   parameter starts at 0 and its unit is 1. */
typedef struct {
    size_t dims, population, parents;
    double sigma, weight_mass;                    /* mu_eff */
    double c_sigma, d_sigma, c_c, c_1, c_mu, chi; /* chi: expected length of a standard normal vector */
    double generation;
    double mean[DIMS_MOST], old_mean[DIMS_MOST], step[DIMS_MOST], path_sigma[DIMS_MOST], path_c[DIMS_MOST];
    double weights[CANDIDATES_MOST];
    double points[CANDIDATES_MOST * DIMS_MOST], values[CANDIDATES_MOST]; /* of a generation */
    size_t order[CANDIDATES_MOST];                                       /* of these, best first */
    /* matrices: [row * dims + column]; axis `a` is column `a` of the vectors */
    double covariance[DIMS_MOST * DIMS_MOST], vectors[DIMS_MOST * DIMS_MOST], scratch[DIMS_MOST * DIMS_MOST];
    double spread[DIMS_MOST]; /* square roots of the eigenvalues */
    gsl_eigen_symmv_workspace *work;
} CmaEs;

typedef struct {
    const TuneRun *run;
    Variants variants; /* the run's, watched */
    const TuneSetup *setup;
    TuneResult *result;
    size_t dims;
    uint64_t budget; /* boards that candidates may play, all together */
    Rng rng;
    uint64_t used[SHARE_VALIDATION + 1]; /* [share]: boards so far */
    uint64_t batch, trial;               /* boards of a step, and of a trial, the same each time */
    uint64_t rounds;                     /* played before this phase */
    double best_score;
    double points[CANDIDATES_MOST * DIMS_MOST]; /* candidates of one question */
    double at[DIMS_MOST];                       /* where the method stands */
    double rho;                                 /* of the validation's interval on the way */
    /* before this question: rounds of its phase, and what was void; and rounds of one of its boards */
    uint64_t played, each;
    Voids before;
    Spsa spsa;
    CmaEs es;
} Tuning;

static Estimate tuning_estimate(const Tuning *t, const Moments *moments)
{
    return estimate_of(moments, variants_scale(t->setup));
}

/* What the first variant gains over another, whose gain over the first this is. */
static Estimate gain_over(const Tuning *t, Moments gain)
{
    gain.sum = -gain.sum;
    return tuning_estimate(t, &gain);
}

static bool tuning_watch(void *arg, const Sums *sums, uint64_t done)
{
    Tuning *t = arg;
    TuneResult *result = t->result;
    result->played = t->played + done * t->each;
    /* Each variant has none of it against any opponent. */
    Voids voids = sums->voids;
    const int64_t games = (int64_t)t->each / t->setup->schedule.seatings;
    voids.boards *= games;
    for (int64_t i = 0; i < voids.count; i++)
        voids.kinds[i].boards *= games;
    result->voids = t->before;
    voids_merge(&result->voids, &voids);
    if (result->phase == TUNE_VALIDATION) {
        result->validated = done;
        result->gain = gain_over(t, sums_moments(sums, 1, VARIANT_GAIN));
        result->interval = interval_anytime(&result->gain, t->setup->request.alpha, t->rho);
    }
    return !t->run->watch || t->run->watch(t->run->arg, result);
}

/* Plays t->points. Boards are never used twice, but for those of the trials. */
static ArenaEnd tuning_ask(Tuning *t, size_t candidates, const double *base, BoardShare share, uint64_t boards,
                           TuneScore *scores)
{
    t->before = t->result->voids;
    t->played = t->result->played;
    const uint64_t first = share_first(share) + t->used[share];
    t->each = candidates * variants_rounds(t->setup);
    if (share != SHARE_TRIAL) t->used[share] += boards;
    return (t->run->play ? t->run->play : variants_play)(&t->variants, t->points, candidates, base, first, boards,
                                                         scores);
}

/* rho 0: the boards are all that were planned, else intervals are valid at any time. */
static TuneNote *note_add(Tuning *t, TunePhase phase, const double *point, Estimate score, Estimate gain, double rho)
{
    TuneResult *result = t->result;
    const double alpha = t->setup->request.alpha;
    assert(result->note_count < TUNE_MAX_NOTES);
    TuneNote *note = &result->notes[result->note_count++];
    *note = (TuneNote){.phase = phase,
                       .rounds = t->rounds + result->played,
                       .score = score,
                       .gain = gain,
                       .score_interval = interval_ended(&score, alpha, rho),
                       .gain_interval = interval_ended(&gain, alpha, rho)};
    memcpy(note->point, point, t->dims * sizeof *point);
    return note;
}

static double into_range(const TuneRange *range, double value)
{
    if (range->whole) value = round(value);
    return fmax(range->low, fmin(range->high, value));
}

/* Compares a point with the start on the boards of trials, and keeps it if it is the best so far. */
static ArenaEnd tuning_try(Tuning *t, const double *point, uint64_t step)
{
    TuneScore found;
    TuneResult *result = t->result;
    for (size_t i = 0; i < t->dims; i++)
        t->points[i] = into_range(&t->setup->ranges[i], point[i]);
    const ArenaEnd end = tuning_ask(t, 1, t->setup->start, SHARE_TRIAL, t->trial, &found);
    if (end != ARENA_DONE) return end;
    TuneNote *note = note_add(t, step > result->steps ? TUNE_POLISH : TUNE_SEARCH, t->points,
                              tuning_estimate(t, &found.score), tuning_estimate(t, &found.gain), 0);
    note->step = step;
    note->boards = t->trial;
    if (note->score.mean > t->best_score) {
        t->best_score = note->score.mean;
        result->chosen = result->note_count - 1;
        memcpy(result->tuned, t->points, t->dims * sizeof *t->points);
    }
    return ARENA_DONE;
}

/* ---- SPSA: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
   IEEE Trans. Aerosp. Electron. Syst. 34 (1998), with the exponents 0.602 and 0.101. It stands at the average of its
   points over about the last quarter of the steps. */

/* Plays point + and - c_k; *slope is by how much the plus side scores more, per perturbation of both. */
static ArenaEnd spsa_look(Tuning *t, double c_k, double *slope)
{
    Spsa *spsa = &t->spsa;
    for (size_t i = 0; i < t->dims; i++) {
        const TuneRange *range = &t->setup->ranges[i];
        double reach = c_k * range->unit;
        if (range->whole) reach = fmax(reach, 1);
        spsa->push[i] = rng_bounded(&t->rng, 2) ? 1 : -1;
        t->points[i] = into_range(range, spsa->point[i] + spsa->push[i] * reach);
        t->points[t->dims + i] = into_range(range, spsa->point[i] - spsa->push[i] * reach);
    }
    TuneScore scores[2];
    const ArenaEnd end = tuning_ask(t, 2, t->points + t->dims, SHARE_SEARCH, t->batch, scores);
    if (end != ARENA_DONE) return end;
    const Estimate gain = tuning_estimate(t, &scores[0].gain);
    *slope = gain.n ? gain.mean / (2 * c_k) : 0;
    return ARENA_DONE;
}

/* Steps so that the first one moves each parameter by FIRST_MOVE perturbations when the slope is as steep as the looks
   at the start say, noise included. */
static ArenaEnd spsa_begin(Tuning *t)
{
    Spsa *spsa = &t->spsa;
    const double c = t->setup->request.step;
    double steepness = 0;
    spsa->stability = (double)t->result->steps / 10;
    memcpy(spsa->point, t->setup->start, t->dims * sizeof *spsa->point);
    memcpy(t->at, t->setup->start, t->dims * sizeof *t->at);
    for (int probe = 0; probe < PROBES; probe++) {
        double slope;
        const ArenaEnd end = spsa_look(t, c, &slope);
        if (end != ARENA_DONE) return end;
        steepness += fabs(slope) / PROBES;
    }
    spsa->gain = steepness > 0 ? FIRST_MOVE * c * pow(spsa->stability + 1, 0.602) / steepness : 0;
    return ARENA_DONE;
}

static ArenaEnd spsa_step(Tuning *t, uint64_t k)
{
    Spsa *spsa = &t->spsa;
    double slope;
    const ArenaEnd end = spsa_look(t, t->setup->request.step / pow((double)k, 0.101), &slope);
    if (end != ARENA_DONE) return end;
    const double a_k = spsa->gain / pow(spsa->stability + (double)k, 0.602), keep = 1 - fmin(1, 4 / (double)k);
    for (size_t i = 0; i < t->dims; i++) {
        const TuneRange *range = &t->setup->ranges[i];
        const double next = spsa->point[i] + a_k * slope * spsa->push[i] * range->unit;
        spsa->point[i] = fmax(range->low, fmin(range->high, next));
        t->at[i] += (1 - keep) * (spsa->point[i] - t->at[i]);
    }
    return ARENA_DONE;
}

/* ---- CMA-ES */

/* Points of a generation. */
static size_t cmaes_population(size_t dims) { return 4 + (size_t)floor(3 * log((double)dims)); }

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

/* Starts at 0 with standard deviation sigma in every direction. False: out of memory. */
static bool cmaes_begin(CmaEs *es, size_t dims, double sigma)
{
    es->dims = dims;
    es->population = cmaes_population(dims);
    es->parents = es->population / 2;
    es->sigma = sigma;
    constants_set(es);
    for (size_t i = 0; i < dims; i++)
        es->covariance[i * dims + i] = es->vectors[i * dims + i] = es->spread[i] = 1;
    /* GSL's handler aborts; here out of memory is the caller's to tell. */
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    es->work = gsl_eigen_symmv_alloc(dims);
    gsl_set_error_handler(handler);
    return es->work != NULL;
}

static double draw_normal(Rng *rng) { return sqrt(-2 * log(1 - rng_double(rng))) * cos(2 * M_PI * rng_double(rng)); }

/* Draws the points of a generation. */
static void cmaes_ask(CmaEs *es, Rng *rng)
{
    for (size_t p = 0; p < es->population; p++) {
        double *point = es->points + p * es->dims;
        memcpy(point, es->mean, es->dims * sizeof *point);
        for (size_t axis = 0; axis < es->dims; axis++) {
            const double length = es->sigma * es->spread[axis] * draw_normal(rng);
            for (size_t i = 0; i < es->dims; i++)
                point[i] += length * es->vectors[i * es->dims + axis];
        }
    }
}

/* Best first; equal values in order of the points. */
static void order_set(CmaEs *es)
{
    for (size_t i = 0; i < es->population; i++) {
        size_t at = i;
        for (; at > 0 && es->values[es->order[at - 1]] < es->values[i]; at--)
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

static void covariance_move(CmaEs *es, bool stalled)
{
    const double gain = stalled ? 0 : sqrt(es->c_c * (2 - es->c_c) * es->weight_mass);
    for (size_t i = 0; i < es->dims; i++)
        es->path_c[i] = (1 - es->c_c) * es->path_c[i] + gain * es->step[i];
    const double keep = 1 - es->c_1 - es->c_mu + (stalled ? es->c_1 * es->c_c * (2 - es->c_c) : 0);
    for (size_t i = 0; i < es->dims; i++)
        for (size_t k = 0; k <= i; k++) {
            double rank = 0;
            for (size_t p = 0; p < es->parents; p++) {
                const double *point = es->points + es->order[p] * es->dims;
                rank += es->weights[p] * (point[i] - es->old_mean[i]) * (point[k] - es->old_mean[k]);
            }
            double *value = &es->covariance[i * es->dims + k];
            *value =
                keep * *value + es->c_1 * es->path_c[i] * es->path_c[k] + es->c_mu * rank / (es->sigma * es->sigma);
            es->covariance[k * es->dims + i] = *value;
        }
}

/* Takes the values, more is better; points may have been moved (into their ranges) since. False: out of memory. */
static bool cmaes_tell(CmaEs *es)
{
    order_set(es);
    memcpy(es->old_mean, es->mean, sizeof es->mean);
    for (size_t i = 0; i < es->dims; i++) {
        es->mean[i] = 0;
        for (size_t p = 0; p < es->parents; p++)
            es->mean[i] += es->weights[p] * es->points[es->order[p] * es->dims + i];
        es->step[i] = (es->mean[i] - es->old_mean[i]) / es->sigma;
    }
    const double length = path_sigma_move(es);
    es->generation++;
    const double warm = sqrt(1 - pow(1 - es->c_sigma, 2 * es->generation));
    covariance_move(es, length / warm >= (1.4 + 2 / ((double)es->dims + 1)) * es->chi);
    es->sigma *= exp(es->c_sigma / es->d_sigma * (length / es->chi - 1));
    memcpy(es->scratch, es->covariance, sizeof es->scratch);
    gsl_matrix_view scratch = gsl_matrix_view_array(es->scratch, es->dims, es->dims);
    gsl_matrix_view vectors = gsl_matrix_view_array(es->vectors, es->dims, es->dims);
    gsl_vector_view spread = gsl_vector_view_array(es->spread, es->dims);
    if (gsl_eigen_symmv(&scratch.matrix, &spread.vector, &vectors.matrix, es->work) != GSL_SUCCESS) return false;
    for (size_t axis = 0; axis < es->dims; axis++)
        es->spread[axis] = sqrt(fmax(1e-20, es->spread[axis]));
    return true;
}

static ArenaEnd cmaes_step(Tuning *t)
{
    CmaEs *es = &t->es;
    const double *start = t->setup->start;
    cmaes_ask(es, &t->rng);
    for (size_t i = 0; i < es->population * t->dims; i++) {
        const size_t param = i % t->dims;
        const TuneRange *range = &t->setup->ranges[param];
        t->points[i] = into_range(range, start[param] + es->points[i] * range->unit);
        if (!range->whole) es->points[i] = (t->points[i] - start[param]) / range->unit;
    }
    TuneScore scores[CANDIDATES_MOST];
    const ArenaEnd end = tuning_ask(t, es->population, t->points, SHARE_SEARCH, t->batch, scores);
    if (end != ARENA_DONE) return end;
    for (size_t p = 0; p < es->population; p++) {
        const Estimate score = tuning_estimate(t, &scores[p].score);
        es->values[p] = score.n ? score.mean : -INFINITY;
    }
    if (!cmaes_tell(es)) return ARENA_FAILED;
    for (size_t i = 0; i < t->dims; i++)
        t->at[i] = start[i] + es->mean[i] * t->setup->ranges[i].unit;
    return ARENA_DONE;
}

/* ---- one parameter at a time */

/* Tries other values of parameter i where t->at is, which is changed where one of them is better beyond doubt. */
static ArenaEnd polish_one(Tuning *t, size_t i, double reach, uint64_t boards)
{
    const TuneRange *range = &t->setup->ranges[i];
    double move = reach * range->unit;
    if (range->whole) move = fmax(move, 1);
    const double far = into_range(range, 0); /* as good as leaving it out */
    const double values[POLISH_CANDIDATES] = {t->at[i], into_range(range, t->at[i] + move),
                                              into_range(range, t->at[i] - move), far};
    for (size_t c = 0; c < POLISH_CANDIDATES; c++) {
        memcpy(t->points + c * t->dims, t->at, t->dims * sizeof *t->at);
        t->points[c * t->dims + i] = values[c];
    }
    TuneScore scores[POLISH_CANDIDATES];
    const ArenaEnd end = tuning_ask(t, POLISH_CANDIDATES, t->points, SHARE_POLISH, boards, scores);
    if (end != ARENA_DONE) return end;
    double best = 0;
    for (size_t c = 1; c < POLISH_CANDIDATES; c++) {
        const Estimate gain = tuning_estimate(t, &scores[c].gain);
        if (!(gain.mean > best && gain.mean > POLISH_DOUBT * gain.se)) continue;
        best = gain.mean;
        t->at[i] = values[c];
    }
    return ARENA_DONE;
}

static ArenaEnd tuning_polish(Tuning *t)
{
    const uint64_t evaluations = t->budget * POLISH_SHARE / 100;
    const uint64_t one = POLISH_CANDIDATES * t->dims * TUNE_LEAST_BATCH; /* the shortest pass */
    const uint64_t passes = evaluations / one < POLISH_PASSES ? evaluations / one : POLISH_PASSES;
    const uint64_t boards = passes ? evaluations / (passes * POLISH_CANDIDATES * t->dims) : 0;
    ArenaEnd end = ARENA_DONE;
    double reach = POLISH_REACH * t->setup->request.step;
    memcpy(t->at, t->result->tuned, t->dims * sizeof *t->at);
    for (uint64_t pass = 0; pass < passes && end == ARENA_DONE; pass++, reach /= 3) {
        for (size_t i = 0; i < t->dims && end == ARENA_DONE; i++)
            end = polish_one(t, i, reach, boards);
        if (end == ARENA_DONE) end = tuning_try(t, t->at, t->result->steps + pass + 1);
    }
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

uint64_t tune_most_batch(TuneMethod method, size_t params, uint64_t budget)
{
    const uint64_t searched = search_boards(budget);
    return method == TUNE_CMAES ? searched / (LEAST_STEPS * cmaes_population(params))
                                : searched / (2 * (PROBES + LEAST_STEPS));
}

/* The steps of the method, with a trial of where it stands now and then. */
static ArenaEnd tuning_steps(Tuning *t)
{
    const TuneRequest *request = &t->setup->request;
    const bool spsa = request->method == TUNE_SPSA;
    const size_t candidates = spsa ? 2 : cmaes_population(t->dims);
    const uint64_t searched = search_boards(t->budget);
    t->batch = request->batch ? request->batch : spsa ? TUNE_LEAST_BATCH : searched / (candidates * CMAES_GENERATIONS);
    if (t->batch < TUNE_LEAST_BATCH) t->batch = TUNE_LEAST_BATCH;
    const uint64_t steps = t->result->steps = searched / (candidates * t->batch) - (spsa ? PROBES : 0);
    ArenaEnd end = ARENA_DONE;
    if (spsa)
        end = spsa_begin(t);
    else if (!cmaes_begin(&t->es, t->dims, CMAES_SIGMA * request->step))
        end = ARENA_FAILED;
    for (uint64_t k = 1; k <= steps && end == ARENA_DONE; k++) {
        end = spsa ? spsa_step(t, k) : cmaes_step(t);
        const bool due = k * TRIALS / steps != (k - 1) * TRIALS / steps;
        if (due && end == ARENA_DONE) end = tuning_try(t, t->at, k);
    }
    return end;
}

/* result->tuned is the point that did best in the trials, the start included. */
static ArenaEnd tuning_search(Tuning *t)
{
    const TuneSetup *setup = t->setup;
    TuneResult *result = t->result;
    t->trial = trial_boards(t->budget);
    result->planned = setup->request.rounds;
    memcpy(result->tuned, setup->start, t->dims * sizeof *result->tuned);
    ArenaEnd end = tuning_try(t, setup->start, 0);
    if (end == ARENA_DONE) end = tuning_steps(t);
    if (end == ARENA_DONE) end = tuning_polish(t);
    for (size_t i = 0; i < t->dims && result->chosen; i++)
        result->tuned[i] = round(result->tuned[i] * 1e4) / 1e4; /* what is validated is what is written */
    result->changed = memcmp(result->tuned, setup->start, t->dims * sizeof *setup->start) != 0;
    memcpy(result->notes[result->chosen].point, result->tuned, t->dims * sizeof *result->tuned);
    return end;
}

/* The tuned numbers against the start, and the defaults where they are not the start, on boards that took no part in any
   choice. */
static ArenaEnd tuning_validate(Tuning *t)
{
    const TuneSetup *setup = t->setup;
    const TuneRequest *request = &setup->request;
    TuneResult *result = t->result;
    const double *const who[] = {result->tuned, setup->start, setup->defaults};
    const double sd = result->notes[result->chosen].gain.sd;
    const uint64_t boards = result->boards = tune_boards(sd, request->gain, request->alpha, request->test);
    const size_t count = setup->from_defaults ? 2 : 3;
    TuneScore scores[3];
    for (size_t i = 0; i < count; i++)
        memcpy(t->points + i * t->dims, who[i], t->dims * sizeof *who[i]);
    t->rho = anytime_rho(request->alpha, (double)boards);
    t->rounds = result->played;
    result->phase = TUNE_VALIDATION;
    result->played = 0;
    result->planned = boards * count * variants_rounds(setup);
    const ArenaEnd end = tuning_ask(t, count, result->tuned, SHARE_VALIDATION, boards, scores);
    if (!scores->gain.n) return end;
    const double rho = end == ARENA_DONE ? 0 : t->rho;
    TuneNote *note = note_add(t, TUNE_VALIDATION, result->tuned, tuning_estimate(t, &scores->score),
                              gain_over(t, scores[1].gain), rho);
    note->step = note[-1].step + 1;
    note->boards = (uint64_t)scores->score.n;
    note->over_defaults = gain_over(t, scores[count - 1].gain);
    note->over_defaults_interval = interval_ended(&note->over_defaults, request->alpha, rho);
    if (end == ARENA_DONE && result->changed)
        result->verdict = tune_judge(note->gain_interval, note->over_defaults_interval, request->gain);
    return end;
}

bool tune_run(TuneResult *result, const TuneRun *run)
{
    const TuneSetup *setup = run->variants.setup;
    Tuning *t = calloc(1, sizeof *t);
    *result = (TuneResult){0};
    if (!t) return false;
    t->run = run;
    t->variants = run->variants;
    t->variants.watch = tuning_watch;
    t->variants.arg = t;
    t->setup = setup;
    t->result = result;
    t->dims = setup->count;
    t->budget = setup->request.rounds / variants_rounds(setup);
    t->rng = rng_for(setup->schedule.seed, 0, PURPOSE_TUNE);
    t->best_score = -INFINITY;
    ArenaEnd end = tuning_search(t);
    if (end == ARENA_DONE && !result->changed) result->verdict = TUNE_REFUSED;
    if (end == ARENA_DONE && (result->changed || !setup->from_defaults)) end = tuning_validate(t);
    if (t->es.work) gsl_eigen_symmv_free(t->es.work);
    free(t);
    result->interrupted = end == ARENA_INTERRUPTED || end == ARENA_STOPPED;
    return end != ARENA_FAILED;
}

const TuneNote *tune_validation(const TuneResult *result)
{
    const TuneNote *last = result->note_count ? &result->notes[result->note_count - 1] : NULL;
    return last && last->phase == TUNE_VALIDATION ? last : NULL;
}
