/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what `tune` was asked, searches and tests. */
#include "analysis/study/tuning/tune.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/tactic/weights.h"
#include "engine/text/number.h"
#include "engine/text/words.h"
#include "sim/pairings.h"
#include "sim/tally.h"

const AgentParam *tune_param(const TuneSetup *setup, size_t index)
{
    return &setup->agent.kind->params[setup->params[index]];
}

static void param_add(TuneSetup *setup, int index)
{
    const AgentParam *param = &setup->agent.kind->params[index];
    setup->params[setup->count] = index;
    setup->ranges[setup->count++] = (TunerRange){
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
    if (!list && !kind->base_count)
        return error_set(error, "--params: name what to tune of %s, such as --params a,b ('pasur agents' lists them)",
                         kind->name);
    if (!list || !strcmp(list, "all")) {
        for (int i = 0; i < kind->param_count; i++)
            if (kind->params[i].type == PARAM_DOUBLE) param_add(setup, i);
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
    const char *from = setup->request.from;
    const bool based = agent->kind->base_count > 0;
    if (!from) from = based ? "base" : "defaults";
    setup->from = from;
    setup->from_file = strcmp(from, "base") && strcmp(from, "defaults");
    if (!strcmp(from, "base")) {
        if (!based)
            return error_set(error, "--from base: agent %s has none; takes defaults or a file of weights",
                             agent->kind->name);
        for (size_t i = 0; i < setup->count; i++) {
            const int index = setup->params[i];
            const TunerRange *range = &setup->ranges[i];
            if (agent->given >> index & 1 || index < agent->kind->base_count) continue;
            agent->values[index] = fmax(range->low, fmin(range->high, 0));
        }
    } else if (setup->from_file && !weights_read(agent, from, error)) {
        return false;
    }
    for (size_t i = 0; i < setup->count; i++)
        setup->start[i] = agent->values[setup->params[i]];
    return true;
}

/* Integer scores for one point a round. */
static double variants_scale(const TuneSetup *setup)
{
    return (double)setup->opponent_count * tally_scale(&setup->schedule, 0) * (setup->schedule.rules.sides - 1);
}

/* Rounds that one variant plays on a board. */
static uint64_t variants_rounds(const TuneSetup *setup)
{
    return (uint64_t)(setup->opponent_count * setup->schedule.seatings);
}

bool tune_setup_make(TuneSetup *setup, const TuneRequest *request, Error *error)
{
    *setup = (TuneSetup){.request = *request};
    if (!schedule_make(&setup->schedule, request->rules, 2, true, error) ||
        !agent_parse(&setup->agent, request->agent, &setup->schedule.rules, error))
        return false;
    setup->schedule.seed = request->seed;
    if (!params_read(setup, error) || !start_set(setup, error)) return false;
    setup->opponent_count =
        agents_open_list(setup->opponents, TUNE_MAX_OPPONENTS, request->opponents, &setup->schedule.rules, error);
    if (!setup->opponent_count) return error_under(error, "--opponent");
    if (request->save && !setup->agent.kind->weights_file)
        return error_set(error, "--save: agent %s reads no file of weights", setup->agent.kind->name);
    const uint64_t least = TUNER_LEAST_BUDGET * variants_rounds(setup);
    if (request->rounds < least)
        return error_set(error, "--rounds: takes at least %llu with %d opponent%s", (unsigned long long)least,
                         setup->opponent_count, PLURAL(setup->opponent_count));
    return true;
}

void tune_setup_free(TuneSetup *setup)
{
    agent_free(&setup->agent);
    agents_free(setup->opponents, setup->opponent_count);
}

/* ---- variants of the agent, each against the same opponents on the same boards */

typedef struct {
    const Variants *variants;
    const Agent *agents; /* the variants, then the opponents */
    size_t count;        /* variants */
    uint64_t first, boards;
    int32_t *scores;
} VariantScores;

/* The agent of the setup as whose copy or variant somebody sat down. */
static const Agent *agent_known(const VariantScores *out, const Agent *seated)
{
    const size_t index = (size_t)(seated - out->agents);
    return index < out->count ? &out->variants->setup->agent : &out->variants->setup->opponents[index - out->count];
}

static bool take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    const VariantScores *out = arg;
    const Variants *v = out->variants;
    int32_t *score = &out->scores[pairing / (size_t)v->setup->opponent_count * out->boards + (board - out->first)];
    if (!result->played)
        *score = SCORE_VOID;
    else if (*score != SCORE_VOID)
        *score += pairing_diff(result, &v->setup->schedule, 0);
    VoidBoard failure = result->failure;
    if (!result->played) failure.agent = agent_known(out, failure.agent);
    return !v->watch || v->watch(v->arg, result->played ? NULL : &failure);
}

ArenaEnd variants_play(const Variants *v, const double *numbers, size_t count, uint64_t first, uint64_t boards,
                       int32_t *scores)
{
    const TuneSetup *setup = v->setup;
    const size_t opponents = (size_t)setup->opponent_count, agent_count = count + opponents;
    Agent *agents = calloc(agent_count, sizeof *agents);
    Pairing *pairings = calloc(count * opponents, sizeof *pairings);
    ArenaEnd end = ARENA_FAILED;
    if (agents && pairings) {
        for (size_t i = 0; i < agent_count; i++) {
            agents[i] = i < count ? setup->agent : setup->opponents[i - count];
            for (size_t p = 0; i < count && p < setup->count; p++)
                agents[i].values[setup->params[p]] = numbers[i * setup->count + p];
        }
        for (size_t m = 0; m < count * opponents; m++)
            pairings[m] = (Pairing){{(uint16_t)(m / opponents), (uint16_t)(count + m % opponents)}};
        memset(scores, 0, count * boards * sizeof *scores);
        VariantScores out = {v, agents, count, first, boards, scores};
        const Pairings play = {.schedule = &setup->schedule,
                               .agents = agents,
                               .agent_count = agent_count,
                               .pairings = pairings,
                               .pairing_count = count * opponents,
                               .first = first,
                               .boards = boards,
                               .threads = v->threads,
                               .take = take,
                               .arg = &out};
        end = pairings_play(&play);
    }
    free(agents); /* their texts belong to the originals */
    free(pairings);
    return end;
}

/* ---- the search and the test */

enum { TEST_BATCH = 1000, TEST_LEAST = 5000, PLANNED_TEST = 50000 };

typedef struct {
    const TuneRun *run;
    TuneResult *result;
    Variants variants;
    TuneNow now;
} Tuning;

static bool count_rounds(void *arg, const VoidBoard *void_board)
{
    Tuning *tuning = arg;
    tuning->now.played += (uint64_t)tuning->run->setup->schedule.seatings;
    if (void_board) voids_add(&tuning->result->voids, void_board);
    return tuning->run->watch(tuning->run->arg, &tuning->now);
}

static ArenaEnd play(void *context, const double *points, size_t candidates, BoardShare share, uint64_t first,
                     uint64_t boards, int32_t *scores)
{
    Tuning *tuning = context;
    return variants_play(&tuning->variants, points, candidates, share_first(share) + first, boards, scores);
}

static void validated(void *context, const TunerView *view)
{
    Tuning *tuning = context;
    TuneResult *result = tuning->result;
    assert(result->note_count < TUNE_MAX_NOTES);
    TuneNote *note = &result->notes[result->note_count++];
    *note = (TuneNote){.step = view->step, .rounds = tuning->now.played, .score = view->score, .gain = view->gain};
    memcpy(note->point, view->point, view->dims * sizeof *note->point);
    tuning->now.view = *view;
    tuning->now.view.point = NULL;
}

static ArenaEnd search(Tuning *tuning)
{
    const TuneSetup *setup = tuning->run->setup;
    const TuneRequest *request = &setup->request;
    TuneResult *result = tuning->result;
    const Tuner tuner = {
        .dims = setup->count,
        .ranges = setup->ranges,
        .start = setup->start,
        .method = request->method,
        .budget = request->rounds / variants_rounds(setup),
        .batch = request->batch,
        .step = request->step,
        .scale = variants_scale(setup),
        .seed = request->seed,
        .play = play,
        .watch = validated,
        .context = tuning,
    };
    tuning->now.planned = request->rounds;
    const ArenaEnd end = tuner_run(&tuner, result->tuned);
    for (size_t i = 0; i < setup->count; i++)
        result->tuned[i] = round(result->tuned[i] * 1e4) / 1e4; /* what is tested is what is written */
    result->searched = tuning->now.played < request->rounds ? tuning->now.played : request->rounds;
    return end;
}

/* Tuned against start on boards of the test, until it is decided and the interval is narrow enough to show it. */
static ArenaEnd test(Tuning *tuning)
{
    const TuneSetup *setup = tuning->run->setup;
    TuneResult *result = tuning->result;
    const uint64_t most = setup->request.test;
    const double scale = variants_scale(setup);
    double numbers[2 * MAX_AGENT_PARAMS];
    int32_t scores[2 * TEST_BATCH];
    Moments gain = {0}, score = {0};
    memcpy(numbers, result->tuned, setup->count * sizeof *numbers);
    memcpy(numbers + setup->count, setup->start, setup->count * sizeof *numbers);
    tuning->now = (TuneNow){.testing = true, .planned = most * 2 * variants_rounds(setup), .result = result};
    for (uint64_t done = 0; done < most; done += TEST_BATCH) {
        const uint64_t boards = most - done < TEST_BATCH ? most - done : TEST_BATCH;
        const ArenaEnd end = play(tuning, numbers, 2, SHARE_TEST, done, boards, scores);
        if (end != ARENA_DONE) return end;
        const Moments more = scores_gain(scores, boards, 0, 1), alone = scores_gain(scores, boards, 0, 0);
        moments_merge(&gain, &more);
        moments_merge(&score, &alone);
        result->gain = estimate_of(&gain, scale);
        result->score = estimate_of(&score, scale);
        result->llr = sprt_llr_mean(&result->gain, result->plan.low, result->plan.high);
        if (result->verdict == SPRT_UNDECIDED) {
            result->verdict = sprt_verdict(&result->plan, result->gain.n, result->llr);
            result->decided = result->gain.n;
        }
        if (done + boards >= TEST_LEAST && tune_settled(result)) break;
    }
    return ARENA_DONE;
}

bool tune_run(TuneResult *result, const TuneRun *run)
{
    const TuneSetup *setup = run->setup;
    Tuning tuning = {.run = run, .result = result, .now = {.result = result}};
    tuning.variants = (Variants){setup, run->threads, count_rounds, &tuning};
    *result = (TuneResult){0};
    sprt_plan(&result->plan, 0, setup->request.gain, TUNE_ALPHA, TUNE_ALPHA, NULL);
    ArenaEnd end = search(&tuning);
    result->changed = memcmp(result->tuned, setup->start, setup->count * sizeof *setup->start) != 0;
    if (!result->changed) result->verdict = SPRT_LOW;
    if (end == ARENA_DONE && result->changed) end = test(&tuning);
    result->interrupted = end == ARENA_INTERRUPTED || end == ARENA_STOPPED;
    return end != ARENA_FAILED;
}

Interval tune_gain(const TuneResult *result)
{
    return interval_anytime(&result->gain, TUNE_ALPHA, anytime_rho(TUNE_ALPHA, PLANNED_TEST));
}

bool tune_settled(const TuneResult *result)
{
    const Interval gain = tune_gain(result);
    return (result->verdict == SPRT_HIGH && gain.low > result->plan.low) ||
           (result->verdict == SPRT_LOW && gain.high < result->plan.high);
}

bool tune_accepted(const TuneResult *result) { return result->verdict == SPRT_HIGH && tune_settled(result); }

bool tune_stopped_in_test(const TuneResult *result) { return result->interrupted && result->gain.n > 1; }
