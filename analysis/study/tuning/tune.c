/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a tuning from what is asked for, plays its variants, searches, validates and decides. */
#include "analysis/study/tuning/tune.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "engine/match.h"
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

static const MeasureRow VARIANT_ROWS[] = {{"score", "units", "of a variant"}, {"gain", "units", "over the base"}};

typedef struct {
    StretchRun stretch; /* the first: boards_add_up gets it */
    const TuneSetup *setup;
    const Agent *agents; /* the variants, then the opponents */
    size_t count, all;   /* variants that are asked for, and those that are played */
    size_t base;         /* count: it is none of the former */
    int32_t *base_scores;
    uint64_t first;
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
    int32_t *known = run->base_scores ? &run->base_scores[whole->index - run->first] : NULL;
    (void)own;
    if (whole->failed) return failure->agent = agent_known(run, failure->agent), false;
    const int base = run->base < run->all ? variant_score(run, boards, run->base) : *known;
    if (known) *known = base;
    for (size_t i = 0; i < run->count; i++, values += VARIANT_MEASURES) {
        values[VARIANT_SCORE] = variant_score(run, boards, i);
        values[VARIANT_GAIN] = values[VARIANT_SCORE] - base;
    }
    return true;
}

ArenaEnd variants_play(const Variants *v, const double *numbers, size_t count, const double *base, uint64_t first,
                       uint64_t boards, TunerScore *scores)
{
    const TuneSetup *setup = v->setup;
    const size_t params = setup->count, opponents = (size_t)setup->opponent_count;
    VariantRun run = {.setup = setup, .count = count, .base_scores = v->base_scores, .first = first};
    while (run.base < count && memcmp(numbers + run.base * params, base, params * sizeof *base) != 0)
        run.base++;
    run.all = run.base == count && !v->base_scores ? count + 1 : count;
    const size_t agent_count = run.all + opponents;
    const SumsShape shape = {VARIANT_ROWS, VARIANT_MEASURES, VARIANT_MEASURES, (int)count, 0, 0};
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
        run.stretch = (StretchRun){.shape = shape,
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
        end = boards_add_up(&job, &(BoardsUse){.blind = true, .whole = variants_add}, &run.stretch);
    }
    for (size_t i = 0; i < count; i++)
        scores[i] = (TunerScore){sums_moments(&sums, (int)i, VARIANT_SCORE), sums_moments(&sums, (int)i, VARIANT_GAIN)};
    sums_free(&sums);
    free(agents); /* their texts belong to the originals */
    free(pairings);
    return end;
}

/* ---- the search and the validation */

typedef struct {
    const TuneRun *run;
    TuneResult *result;
    Variants variants;
    TuneNow now;
    double rho;      /* of the validation's interval on the way */
    uint64_t rounds; /* played before this phase */
    /* before this question: rounds of its phase, and what was void; its first board, and rounds of one */
    uint64_t played, first, each;
    Voids before;
    int32_t *trial_scores;
    bool trials_void; /* some of their boards are */
} Tuning;

/* What the first variant gains over another, whose gain over the first this is. */
static Estimate gain_over(const Tuning *tuning, Moments gain)
{
    gain.sum = -gain.sum;
    return estimate_of(&gain, variants_scale(tuning->run->setup));
}

static bool tuning_watch(void *arg, const Sums *sums, uint64_t done)
{
    Tuning *tuning = arg;
    TuneResult *result = tuning->result;
    TuneNow *now = &tuning->now;
    now->played = tuning->played + done * tuning->each;
    /* Each variant has none of it against any opponent. */
    Voids voids = sums->voids;
    const int64_t games = (int64_t)tuning->each / tuning->run->setup->schedule.seatings;
    voids.boards *= games;
    for (int64_t i = 0; i < voids.count; i++)
        voids.kinds[i].boards *= games;
    result->voids = tuning->before;
    voids_merge(&result->voids, &voids);
    if (now->phase == TUNE_VALIDATION) {
        result->validated = done;
        now->gain = gain_over(tuning, sums_moments(sums, 1, VARIANT_GAIN));
        now->interval = interval_anytime(&now->gain, tuning->run->setup->request.alpha, tuning->rho);
    }
    return !tuning->run->watch || tuning->run->watch(tuning->run->arg, now);
}

/* Where the scores of the start are that the first trial, its own, has noted; NULL where not all are: what is kept of
   boards or played elsewhere tells nothing of them. */
static int32_t *trial_scores(Tuning *tuning, uint64_t boards)
{
    if (tuning->variants.checkpoint || tuning->trials_void) return NULL;
    if (!tuning->trial_scores) tuning->trial_scores = calloc(boards, sizeof *tuning->trial_scores);
    return tuning->trial_scores;
}

static ArenaEnd tuning_play(void *context, const double *points, size_t candidates, const double *base,
                            BoardShare share, uint64_t first, uint64_t boards, TunerScore *scores)
{
    Tuning *tuning = context;
    tuning->before = tuning->result->voids;
    tuning->played = tuning->now.played;
    tuning->first = share_first(share) + first;
    tuning->each = candidates * variants_rounds(tuning->run->setup);
    Variants variants = tuning->variants;
    if (share == SHARE_TRIAL) variants.base_scores = trial_scores(tuning, boards);
    const ArenaEnd end = variants_play(&variants, points, candidates, base, tuning->first, boards, scores);
    tuning->trials_void |= share == SHARE_TRIAL && tuning->result->voids.boards > tuning->before.boards;
    return end;
}

static void phase_begin(Tuning *tuning, TunePhase phase, uint64_t planned)
{
    tuning->rounds += tuning->now.played;
    tuning->now = (TuneNow){.phase = tuning->result->phase = phase, .planned = planned};
}

static TuneNote *note_add(Tuning *tuning)
{
    TuneResult *result = tuning->result;
    assert(result->note_count < TUNE_MAX_NOTES);
    TuneNote *note = &result->notes[result->note_count++];
    *note = (TuneNote){.phase = result->phase, .rounds = tuning->rounds + tuning->now.played};
    return note;
}

static void trial_note(void *context, const TunerView *view)
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

static ArenaEnd tuning_search(Tuning *tuning)
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
        .play = tuning_play,
        .watch = trial_note,
        .context = tuning,
    };
    phase_begin(tuning, TUNE_SEARCH, request->rounds);
    const ArenaEnd end = tuner_run(&tuner, result->tuned);
    for (size_t i = 0; i < setup->count && result->chosen; i++)
        result->tuned[i] = round(result->tuned[i] * 1e4) / 1e4; /* what is validated is what is written */
    result->changed = memcmp(result->tuned, setup->start, setup->count * sizeof *setup->start) != 0;
    memcpy(result->notes[result->chosen].point, result->tuned, setup->count * sizeof *result->tuned);
    result->searched = tuning->now.played;
    return end;
}

/* rho 0: the boards are all that were planned, else the interval is valid at any time. */
static Interval interval_now(const Estimate *estimate, double alpha, double rho)
{
    return rho > 0 ? interval_anytime(estimate, alpha, rho) : interval_t(estimate, alpha);
}

/* Of the tuned numbers, the start, and the defaults where they are not the start. */
static void validation_note(Tuning *tuning, const TunerScore scores[], size_t count, double rho)
{
    const TuneSetup *setup = tuning->run->setup;
    const double alpha = setup->request.alpha;
    TuneNote *note = note_add(tuning);
    note->step = note[-1].step + 1;
    note->boards = (uint64_t)scores->score.n;
    note->score = estimate_of(&scores->score, variants_scale(setup));
    note->gain = gain_over(tuning, scores[1].gain);
    note->over_defaults = gain_over(tuning, scores[count - 1].gain);
    note->score_interval = interval_now(&note->score, alpha, rho);
    note->gain_interval = interval_now(&note->gain, alpha, rho);
    note->over_defaults_interval = interval_now(&note->over_defaults, alpha, rho);
    memcpy(note->point, tuning->result->tuned, setup->count * sizeof *note->point);
}

/* The tuned numbers against the start and the defaults, on boards that took no part in any choice. */
static ArenaEnd tuning_validate(Tuning *tuning)
{
    const TuneSetup *setup = tuning->run->setup;
    const TuneRequest *request = &setup->request;
    TuneResult *result = tuning->result;
    const double *const who[] = {result->tuned, setup->start, setup->defaults};
    const double sd = result->notes[result->chosen].gain.sd;
    const uint64_t all = result->planned = tune_boards(sd, request->gain, request->alpha, request->test);
    const size_t count = setup->from_defaults ? 2 : 3;
    double numbers[3 * MAX_AGENT_PARAMS];
    TunerScore scores[3];
    for (size_t i = 0; i < count; i++)
        memcpy(numbers + i * setup->count, who[i], setup->count * sizeof *who[i]);
    tuning->rho = anytime_rho(request->alpha, (double)all);
    phase_begin(tuning, TUNE_VALIDATION, all * count * variants_rounds(setup));
    const ArenaEnd end = tuning_play(tuning, numbers, count, result->tuned, SHARE_VALIDATION, 0, all, scores);
    if (!scores->gain.n) return end;
    validation_note(tuning, scores, count, end == ARENA_DONE ? 0 : tuning->rho);
    const TuneNote *note = tune_validation(result);
    if (end == ARENA_DONE && result->changed)
        result->verdict = tune_judge(note->gain_interval, note->over_defaults_interval, request->gain);
    return end;
}

bool tune_run(TuneResult *result, const TuneRun *run)
{
    const TuneSetup *setup = run->setup;
    Tuning tuning = {.run = run, .result = result};
    tuning.variants = (Variants){
        .setup = setup, .threads = run->threads, .checkpoint = run->checkpoint, .watch = tuning_watch, .arg = &tuning};
    *result = (TuneResult){0};
    ArenaEnd end = tuning_search(&tuning);
    if (end == ARENA_DONE && !result->changed) result->verdict = TUNE_REFUSED;
    if (end == ARENA_DONE && (result->changed || !setup->from_defaults)) end = tuning_validate(&tuning);
    free(tuning.trial_scores);
    result->interrupted = end == ARENA_INTERRUPTED || end == ARENA_STOPPED;
    return end != ARENA_FAILED;
}

const TuneNote *tune_validation(const TuneResult *result)
{
    const TuneNote *last = result->note_count ? &result->notes[result->note_count - 1] : NULL;
    return last && last->phase == TUNE_VALIDATION ? last : NULL;
}
