/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a tuning from what is asked for, plays its variants, searches, tests and decides. */
#include "analysis/study/tuning/tune.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "engine/match.h"
#include "engine/text/number.h"
#include "engine/text/words.h"
#include "sim/measures.h"
#include "sim/pairings.h"

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
    const char *from = setup->request.from;
    const int base_count = agent->kind->tuning ? agent->kind->tuning->base_count : 0;
    const bool based = base_count > 0;
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

bool tune_setup_make(TuneSetup *setup, const TuneRequest *request, Error *error)
{
    *setup = (TuneSetup){.request = *request};
    if (!schedule_make(&setup->schedule, request->rules, 2, true, error) ||
        !agent_parse(&setup->agent, request->agent, &setup->schedule.rules, error))
        return false;
    setup->schedule.seed = request->seed;
    setup->schedule.match_rounds = (int)request->match_rounds;
    const char *why, *sample = request->match_rounds ? "matches" : "rounds";
    if (request->match_rounds && !match_ends(&setup->schedule.rules, &why))
        return error_set(error, "--matches: %s", why);
    if (!params_read(setup, error) || !start_set(setup, error)) return false;
    setup->opponent_count =
        agents_open_list(setup->opponents, TUNE_MAX_OPPONENTS, request->opponents, &setup->schedule.rules, error);
    if (!setup->opponent_count) return error_under(error, "--opponent");
    if (request->save && !setup->agent.kind->tuning)
        return error_set(error, "--save: agent %s reads no file of weights", setup->agent.kind->name);
    const uint64_t least = TUNER_LEAST_BUDGET * variants_rounds(setup);
    if (request->rounds < least)
        return error_set(error, "--%s: takes at least %llu with %d opponent%s", sample, (unsigned long long)least,
                         setup->opponent_count, PLURAL(setup->opponent_count));
    const uint64_t most = tuner_most_batch(request->method, setup->count, request->rounds / variants_rounds(setup));
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

/* ---- are the tuned numbers better than those where the tuning started? */

enum { PLANNED_BOARDS = 50000 }; /* where the interval is narrowest */

TuneDecision tune_decision_start(double gain)
{
    TuneDecision decision = {.verdict = SPRT_UNDECIDED};
    sprt_plan(&decision.plan, 0, gain, TUNE_ALPHA, TUNE_ALPHA, NULL);
    return decision;
}

bool tune_decision_look(TuneDecision *decision, const Moments *gains, double scale)
{
    decision->gain = estimate_of(gains, scale);
    decision->llr = sprt_llr_mean(&decision->gain, decision->plan.low, decision->plan.high);
    if (decision->verdict == SPRT_UNDECIDED) {
        decision->verdict = sprt_verdict(&decision->plan, decision->gain.n, decision->llr);
        decision->decided = decision->gain.n;
    }
    return decision->gain.n >= TUNE_TEST_LEAST && tune_decision_settled(decision);
}

Interval tune_decision_interval(const TuneDecision *decision, double alpha)
{
    return interval_anytime(&decision->gain, alpha, anytime_rho(alpha, PLANNED_BOARDS));
}

bool tune_decision_settled(const TuneDecision *decision)
{
    const Interval gain = tune_decision_interval(decision, TUNE_ALPHA);
    return (decision->verdict == SPRT_HIGH && gain.low > decision->plan.low) ||
           (decision->verdict == SPRT_LOW && gain.high < decision->plan.high);
}

bool tune_decision_accepted(const TuneDecision *decision)
{
    return decision->verdict == SPRT_HIGH && tune_decision_settled(decision);
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
    if (!seated) return NULL; /* the match found no end */
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
        const BoardsJob job = {.schedule = &setup->schedule,
                               .agents = agents,
                               .agent_count = agent_count,
                               .pairings = pairings,
                               .pairing_count = count * opponents,
                               .first = first,
                               .boards = boards,
                               .threads = v->threads,
                               .journal = v->journal};
        end = pairings_play(&job, take, &out);
    }
    free(agents); /* their texts belong to the originals */
    free(pairings);
    return end;
}

/* ---- the search, the test and the validation */

enum { VALIDATION_LEAST = 1000 };

typedef struct {
    const TuneRun *run;
    TuneResult *result;
    Variants variants;
    TuneNow now;
    uint64_t rounds; /* played before this phase */
} Tuning;

static bool count_rounds(void *arg, const VoidBoard *void_board)
{
    Tuning *tuning = arg;
    tuning->now.played += (uint64_t)tuning->run->setup->schedule.seatings;
    if (void_board) voids_add(&tuning->result->voids, void_board);
    return !tuning->run->watch || tuning->run->watch(tuning->run->arg, &tuning->now);
}

static ArenaEnd play(void *context, const double *points, size_t candidates, BoardShare share, uint64_t first,
                     uint64_t boards, int32_t *scores)
{
    Tuning *tuning = context;
    return variants_play(&tuning->variants, points, candidates, share_first(share) + first, boards, scores);
}

static void phase_begin(Tuning *tuning, TunePhase phase, uint64_t planned)
{
    tuning->rounds += tuning->now.played;
    tuning->now = (TuneNow){.phase = tuning->result->phase = phase, .planned = planned, .result = tuning->result};
}

/* A note of a phase that does not choose, on so many boards. */
static TuneNote *note_add(Tuning *tuning)
{
    TuneResult *result = tuning->result;
    assert(result->note_count < TUNE_MAX_NOTES);
    TuneNote *note = &result->notes[result->note_count++];
    *note = (TuneNote){.phase = result->phase, .rounds = tuning->rounds + tuning->now.played};
    return note;
}

static void tried(void *context, const TunerView *view)
{
    Tuning *tuning = context;
    TuneResult *result = tuning->result;
    TuneNote *note = note_add(tuning);
    if (view->step > view->steps) note->phase = TUNE_POLISH;
    note->step = view->step;
    note->boards = view->boards;
    note->score = view->score;
    note->gain = view->gain;
    note->score_interval = interval_t(&note->score, tuning->run->setup->request.alpha);
    note->gain_interval = interval_t(&note->gain, tuning->run->setup->request.alpha);
    memcpy(note->point, view->point, view->dims * sizeof *note->point);
    if (view->best) result->chosen = result->note_count - 1;
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
        .watch = tried,
        .context = tuning,
    };
    phase_begin(tuning, TUNE_SEARCH, request->rounds);
    const ArenaEnd end = tuner_run(&tuner, result->tuned);
    for (size_t i = 0; i < setup->count && result->chosen; i++)
        result->tuned[i] = round(result->tuned[i] * 1e4) / 1e4; /* what is tested is what is written */
    result->changed = memcmp(result->tuned, setup->start, setup->count * sizeof *setup->start) != 0;
    memcpy(result->notes[result->chosen].point, result->tuned, setup->count * sizeof *result->tuned);
    result->searched = tuning->now.played;
    return end;
}

/* What a phase plays: the tuned numbers, the start, and the defaults if they are asked for. */
typedef struct {
    size_t count;
    double numbers[3 * MAX_AGENT_PARAMS];
    int32_t scores[3 * TUNE_TEST_BATCH];
    Moments score, gain, over_defaults; /* of the boards so far */
} Lineup;

static void lineup_make(Lineup *lineup, const Tuning *tuning, size_t count)
{
    const TuneSetup *setup = tuning->run->setup;
    const double *const who[] = {tuning->result->tuned, setup->start, setup->defaults};
    *lineup = (Lineup){.count = count};
    for (size_t i = 0; i < count; i++)
        memcpy(lineup->numbers + i * setup->count, who[i], setup->count * sizeof *who[i]);
}

/* Plays up to TUNE_TEST_BATCH boards of the share, from board `first` of it on. */
static ArenaEnd lineup_play(Lineup *lineup, Tuning *tuning, BoardShare share, uint64_t first, uint64_t boards)
{
    const ArenaEnd end = play(tuning, lineup->numbers, lineup->count, share, first, boards, lineup->scores);
    if (end != ARENA_DONE) return end;
    scores_add(&lineup->score, lineup->scores, boards, 0, 0);
    scores_add(&lineup->gain, lineup->scores, boards, 0, 1);
    if (lineup->count == 3) scores_add(&lineup->over_defaults, lineup->scores, boards, 0, 2);
    return ARENA_DONE;
}

static TuneNote *lineup_note(const Lineup *lineup, Tuning *tuning)
{
    const TuneSetup *setup = tuning->run->setup;
    const double scale = variants_scale(setup);
    const TuneNote *before = &tuning->result->notes[tuning->result->note_count - 1];
    TuneNote *note = note_add(tuning);
    note->step = before->step + 1;
    note->boards = (uint64_t)lineup->gain.n;
    note->score = estimate_of(&lineup->score, scale);
    note->gain = estimate_of(&lineup->gain, scale);
    note->over_defaults = setup->from_defaults ? note->gain : estimate_of(&lineup->over_defaults, scale);
    memcpy(note->point, tuning->result->tuned, setup->count * sizeof *note->point);
    return note;
}

/* Tuned against start on boards of the test, until it is decided and the interval is narrow enough to show it. */
static ArenaEnd test(Tuning *tuning)
{
    const TuneSetup *setup = tuning->run->setup;
    TuneDecision *decision = &tuning->result->decision;
    const uint64_t most = setup->request.test;
    Lineup lineup;
    lineup_make(&lineup, tuning, 2);
    phase_begin(tuning, TUNE_TEST, most * 2 * variants_rounds(setup));
    ArenaEnd end = ARENA_DONE;
    for (uint64_t done = 0; done < most && end == ARENA_DONE; done += TUNE_TEST_BATCH) {
        const uint64_t boards = most - done < TUNE_TEST_BATCH ? most - done : TUNE_TEST_BATCH;
        end = lineup_play(&lineup, tuning, SHARE_TEST, done, boards);
        if (end == ARENA_DONE && tune_decision_look(decision, &lineup.gain, variants_scale(setup))) break;
    }
    if (!lineup.gain.n) return end;
    TuneNote *note = lineup_note(&lineup, tuning);
    note->score_interval = tune_decision_interval(&(TuneDecision){.gain = note->score}, setup->request.alpha);
    note->gain_interval = tune_decision_interval(decision, setup->request.alpha);
    return end;
}

/* So many boards that the interval of a fixed number of them is about as wide as that of the test. */
static uint64_t validation_boards(const Tuning *tuning)
{
    const TuneDecision *decision = &tuning->result->decision;
    const double half_width = interval_half_width(tune_decision_interval(decision, TUNE_ALPHA));
    const double most = (double)tuning->run->setup->request.test;
    if (!(half_width > 0)) return TUNE_TEST_LEAST;
    const double boards = boards_for_interval(decision->gain.sd, half_width, TUNE_ALPHA);
    return (uint64_t)fmax(VALIDATION_LEAST, fmin(boards, most));
}

/* The same again, and against the defaults, on boards that took no part in any choice. */
static ArenaEnd validation(Tuning *tuning)
{
    const TuneSetup *setup = tuning->run->setup;
    const size_t count = setup->from_defaults ? 2 : 3;
    const uint64_t all = tuning->result->planned = validation_boards(tuning);
    Lineup lineup;
    lineup_make(&lineup, tuning, count);
    phase_begin(tuning, TUNE_VALIDATION, all * count * variants_rounds(setup));
    for (uint64_t done = 0; done < all; done += TUNE_TEST_BATCH) {
        const uint64_t boards = all - done < TUNE_TEST_BATCH ? all - done : TUNE_TEST_BATCH;
        const ArenaEnd end = lineup_play(&lineup, tuning, SHARE_VALIDATION, done, boards);
        if (end != ARENA_DONE) return end;
        tuning->result->validated = done + boards;
    }
    TuneNote *note = lineup_note(&lineup, tuning);
    note->score_interval = interval_t(&note->score, setup->request.alpha);
    note->gain_interval = interval_t(&note->gain, setup->request.alpha);
    note->over_defaults_interval = interval_t(&note->over_defaults, setup->request.alpha);
    return ARENA_DONE;
}

bool tune_run(TuneResult *result, const TuneRun *run)
{
    const TuneSetup *setup = run->setup;
    Tuning tuning = {.run = run, .result = result};
    tuning.variants = (Variants){setup, run->threads, run->journal, count_rounds, &tuning};
    *result = (TuneResult){.decision = tune_decision_start(setup->request.gain)};
    ArenaEnd end = search(&tuning);
    if (end == ARENA_DONE && !result->changed) result->decision.verdict = SPRT_LOW;
    if (end == ARENA_DONE && result->changed) end = test(&tuning);
    if (end == ARENA_DONE && (result->changed || !setup->from_defaults)) end = validation(&tuning);
    result->interrupted = end == ARENA_INTERRUPTED || end == ARENA_STOPPED;
    return end != ARENA_FAILED;
}

const TuneNote *tune_note(const TuneResult *result, TunePhase phase)
{
    for (size_t i = 0; i < result->note_count; i++)
        if (result->notes[i].phase == phase) return &result->notes[i];
    return NULL;
}

bool tune_decided(const TuneResult *result) { return !result->interrupted || result->phase == TUNE_VALIDATION; }

bool tune_accepted(const TuneResult *result)
{
    return tune_decided(result) && tune_decision_accepted(&result->decision);
}
