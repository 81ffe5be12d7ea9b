/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns what is asked about tactics into rows of variants that are compared. */
#include "analysis/study/tactics/tactic_study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/tactic/advice.h"
#include "agents/tactic/tactics.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

const char *const MEASURE_NAMES[] = {"alone", "without", "weight", "added", "pair"};

enum { MAX_WEIGHTS = 63 };

#define SWEEP_FORM "tactic=LOW:HIGH:STEP, such as deny_sur=0:3:0.25"

char *tactic_set_names(char out[static TACTIC_SET_TEXT], const TacticStudy *study, uint64_t set)
{
    size_t used = 0;
    *out = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1)
        used += (size_t)snprintf(out + used, TACTIC_SET_TEXT - used, "%s%s", used ? " " : "",
                                 tactic_name(study, __builtin_ctzll(rest)));
    return out;
}

/* What rows may be about: tactics, and a script with its numbers. */
static Names study_names(const TacticStudy *study)
{
    Names names = TACTIC_NAMES;
    if (study->agent.kind->own) names = agent_param_names(study->agent.kind), names.what = TACTIC_NAMES.what;
    return names;
}

/* Index of a script's factor; -1: there is no script. */
static int script_of(const TacticStudy *study)
{
    return advice_of(&study->agent) ? advice_of(&study->agent)->first : -1;
}

static bool is_tactic(const TacticStudy *study, int index)
{
    return index < TACTIC_COUNT && agent_has(&study->agent, TRAIT_TACTICS);
}

/* Notes a tactic that cannot come up, or that the agent gives no weight, where rows are about that weight. */
static bool tactic_left_out(TacticStudy *study, int tactic, bool weighed)
{
    const bool idle = weighed && study->agent.values[tactic] == 0;
    if (is_tactic(study, tactic) && !tactic_comes_up(tactic, &study->schedule.rules, study_matches(study)))
        study->left_out |= UINT64_C(1) << tactic;
    else if (idle)
        study->idle |= UINT64_C(1) << tactic;
    return idle || (study->left_out >> tactic & 1);
}

/* Reads the next of a list of tactics, and passes over those that are left out. */
static bool tactic_next(TacticStudy *study, Words *list, Error *error)
{
    while (words_next(list, error)) {
        const AgentParam *param = &study->agent.kind->params[list->index];
        if (param->type != PARAM_DOUBLE && param->type != PARAM_INT)
            return list->failed = true, error_set(error, "'%s' is no tactic", param->name);
        if (!tactic_left_out(study, list->index, !list->pairs)) return true;
    }
    return false;
}

int list_index(void *list, int *count, const void *item, size_t size)
{
    void **items = list;
    for (int i = 0; i < *count; i++)
        if (!memcmp((char *)*items + (size_t)i * size, item, size)) return i;
    void *more = realloc(*items, (size_t)(*count + 1) * size);
    if (!more) return -1;
    *items = more;
    memcpy((char *)more + (size_t)*count * size, item, size);
    return (*count)++;
}

/* The base with these tactics of the agent (-1: none). */
static int variant_base_with(TacticStudy *study, int one, int other)
{
    double values[MAX_AGENT_PARAMS];
    const int script = script_of(study);
    memcpy(values, study->agent.values, sizeof values);
    for (int i = BASE_COUNT; i < TACTIC_COUNT; i++)
        values[i] = i == one || i == other ? study->weights[i] : 0;
    if (script >= 0) values[script] = script == one || script == other ? study->weights[script] : 0;
    return list_index(&study->variants, &study->variant_count, values, sizeof values);
}

/* The full set with another weight for one tactic; and with another number of a script, which is then there. */
static int variant_weighted(TacticStudy *study, int tactic, double weight)
{
    double values[MAX_AGENT_PARAMS];
    const int script = script_of(study);
    memcpy(values, study->agent.values, sizeof values);
    if (script >= 0 && tactic > script) values[script] = study->weights[script];
    values[tactic] = weight;
    return list_index(&study->variants, &study->variant_count, values, sizeof values);
}

/* A row for each opponent. */
static bool row_add(TacticStudy *study, TacticRow row, Error *error)
{
    for (int term = 0; term < row.terms; term++)
        if (row.variants[term] < 0) return error_memory(error);
    for (row.opponent = 0; row.opponent < study->opponent_count; row.opponent++) {
        if (study->row_count == MAX_ROWS) return error_set(error, "more than %d rows", MAX_ROWS);
        TacticRow *more = realloc(study->rows, (size_t)(study->row_count + 1) * sizeof *more);
        if (!more) return error_memory(error);
        study->rows = more;
        more[study->row_count++] = row;
    }
    return true;
}

/* A row about a tactic at this weight. In the full set it is against the weight 0; a script's number is against none of
   its advice, a bot's against its default. */
static bool measure_row(TacticStudy *study, Measure measure, int tactic, double weight, Error *error)
{
    TacticRow row = {.measure = measure, .tactic = tactic, .other = -1, .weight = weight, .terms = 2};
    const int script = script_of(study), off = script >= 0 && tactic > script ? script : tactic;
    const bool weighs = script >= 0 || is_tactic(study, tactic), alone = measure == MEASURE_ALONE;
    row.variants[0] = alone ? variant_base_with(study, tactic, -1) : variant_weighted(study, tactic, weight);
    row.variants[1] = alone ? variant_base_with(study, -1, -1)
                            : variant_weighted(study, off, weighs ? 0 : study->agent.kind->params[tactic].fallback);
    return row_add(study, row, error);
}

static bool pair_row(TacticStudy *study, int one, int other, Error *error)
{
    TacticRow row = {.measure = MEASURE_PAIR, .tactic = one, .other = other, .weight = NAN, .terms = 4};
    row.variants[0] = variant_base_with(study, one, other);
    row.variants[1] = variant_base_with(study, one, -1);
    row.variants[2] = variant_base_with(study, -1, -1);
    row.variants[3] = variant_base_with(study, other, -1);
    return row_add(study, row, error);
}

/* Adds the tactics of the list that can come up, with the weights at which they are measured where it has such. False with
   the reason. */
static bool list_read(int tactics[], int *count, TacticStudy *study, const char *option, const char *list, bool weighed,
                      Error *error)
{
    const Names names = study_names(study);
    Words words = {
        .rest = list, .separator = ',', .names = &names, .pairs = weighed, .form = weighed ? "tactic=WEIGHT" : NULL};
    while (tactic_next(study, &words, error)) {
        if (!is_tactic(study, words.index) && words.index != script_of(study))
            words.failed =
                !error_set(error, "'%s' is no tactic%s", words.text, weighed ? "" : "; --sweep tries its values");
        else if (weighed && !number_real(&study->weights[words.index], words.value, -100, 100, error))
            words.failed = !error_under(error, "%s", words.text);
        tactics[(*count)++] = words.index;
    }
    return !words.failed || error_under(error, "%s", option);
}

/* The rows of one `tactic=low:high:step`. */
static bool sweep_rows(TacticStudy *study, int tactic, const char *text, Error *error)
{
    double numbers[3];
    const AgentParam *param = &study->agent.kind->params[tactic];
    const char *name = param->name;
    if (number_list(numbers, 3, text, ':') != 3 || !(numbers[2] > 0))
        return error_set(error, "'%s=%.60s' is not of the form " SWEEP_FORM, name, text);
    const double low = numbers[0], high = numbers[1], step = numbers[2];
    if (!(low <= high)) return error_set(error, "%s goes up, but LOW %g is above HIGH %g", name, low, high);
    if (low < param->low || high > param->high)
        return error_set(error, "the weight of %s goes from %g to %g", name, param->low, param->high);
    double count = floor((high - low) / step + 1e-9) + 1;
    if (count > MAX_WEIGHTS) return error_set(error, "more than %d weights of %s", MAX_WEIGHTS, name);
    for (int i = 0; i < (int)count; i++) {
        double weight = round((low + i * step) * 1e9) / 1e9;
        if (param->type == PARAM_INT && weight != round(weight)) return error_set(error, "%s is a whole number", name);
        if (!measure_row(study, MEASURE_WEIGHT, tactic, weight, error)) return false;
    }
    return true;
}

/* The rows of `tactic=low:high:step,…`. */
static bool sweeps_make(TacticStudy *study, const char *sweeps, Error *error)
{
    const Names names = study_names(study);
    Words words = {.rest = sweeps, .separator = ',', .names = &names, .pairs = true, .form = SWEEP_FORM};
    while (tactic_next(study, &words, error))
        if (!sweep_rows(study, words.index, words.value, error)) words.failed = true;
    return !words.failed || error_under(error, "--sweep");
}

static bool pairs_make(TacticStudy *study, const int tactics[], int count, Error *error)
{
    for (int i = 0; i < count; i++) {
        if (tactics[i] < BASE_COUNT)
            return error_set(error, "--pairs: '%s' belongs to the base, to which pairs are added",
                             tactic_name(study, tactics[i]));
        for (int k = i + 1; k < count; k++)
            if (!pair_row(study, tactics[i], tactics[k], error)) return false;
    }
    return count > 1 || error_set(error, "--pairs: takes two tactics or more%s",
                                  study->idle       ? " whose weight is not 0"
                                  : study->left_out ? " that can come up under these rules"
                                                    : "");
}

/* The rows of a tactic: alone, and what it brings in the full set. */
static bool tactic_rows(TacticStudy *study, int tactic, Measure measure, Error *error)
{
    const double weight = study->weights[tactic];
    if (study->by == BY_NOTHING && tactic >= BASE_COUNT && !measure_row(study, MEASURE_ALONE, tactic, weight, error))
        return false;
    return measure_row(study, measure, tactic, weight, error);
}

static bool rows_make(TacticStudy *study, const TacticRequest *request, Error *error)
{
    int tactics[2 * MAX_AGENT_PARAMS], count = 0;
    char names[TACTIC_SET_TEXT];
    const bool all = !request->tactics && !request->sweep && (request->pairs || (!request->added && !request->advice));
    const int script = script_of(study);
    memcpy(study->weights, study->agent.values, sizeof study->weights);
    for (int i = BASE_COUNT; i < TACTIC_COUNT && all; i++)
        if (!tactic_left_out(study, i, true)) tactics[count++] = i;
    if (all && script >= 0 && study->agent.values[script] != 0) tactics[count++] = script;
    if (request->tactics && !list_read(tactics, &count, study, "--tactics", request->tactics, false, error))
        return false;
    const int own = count;
    if (request->advice) study->weights[tactics[count++] = script] = 1;
    if (request->added && !list_read(tactics, &count, study, "--added", request->added, true, error)) return false;
    if (request->sweep && !sweeps_make(study, request->sweep, error)) return false;
    for (int i = 0; i < count && !request->pairs && !request->sweep; i++)
        if (!tactic_rows(study, tactics[i], i < own ? MEASURE_WITHOUT : MEASURE_ADDED, error)) return false;
    if (count && request->pairs && !pairs_make(study, tactics, count, error)) return false;
    if (study->row_count) return true;
    if (!study->idle)
        return error_set(error, "under these rules %s cannot come up, so there is nothing to measure",
                         tactic_set_names(names, study, study->left_out));
    const char *first = tactic_name(study, __builtin_ctzll(study->idle));
    return error_set(error,
                     "the weight of %s is 0, so there is nothing to measure; give --added %s=1, or --sweep %s=0:2:0.5",
                     tactic_set_names(names, study, study->idle), first, first);
}

uint64_t study_tactics(const TacticStudy *study)
{
    uint64_t tactics = 0;
    for (int i = 0; i < study->row_count; i++) {
        const TacticRow *row = &study->rows[i];
        if (row->measure != MEASURE_WEIGHT) tactics |= UINT64_C(1) << row->tactic;
        if (row->measure == MEASURE_PAIR) tactics |= UINT64_C(1) << row->other;
    }
    return tactics;
}

/* Line-ups share games and go on apart, so an agent must not depend on what it was asked before; matches are played
   whole. */
static bool opponent_suits(const TacticStudy *study, const Agent *agent, Error *error)
{
    if (study_matches(study) || !agent_has(agent, TRAIT_REMEMBERS)) return true;
    return error_set(error, "--opponent: %s remembers from one play to the next, but here games part; expected keep=0",
                     agent->name);
}

static bool opponents_open(TacticStudy *study, const char *list, Error *error)
{
    study->opponent_count = agents_open_list(study->opponents, MAX_OPPONENTS, list, &study->schedule.rules, error);
    if (!study->opponent_count) return error_under(error, "--opponent");
    for (int i = 0; i < study->opponent_count; i++) {
        if (!opponent_suits(study, &study->opponents[i], error)) return false;
        for (int k = 0; k < i; k++)
            if (!strcmp(study->opponents[k].name, study->opponents[i].name))
                return error_set(error, "--opponent: '%s' is named twice", study->opponents[i].name);
    }
    return true;
}

Agent study_variant(const TacticStudy *study, int variant)
{
    Agent agent = study->agent;
    memset(agent.texts, 0, sizeof agent.texts);
    memcpy(agent.values, study->variants[variant], sizeof agent.values);
    return agent;
}

const Agent *study_player(const TacticStudy *study, const Agent *player)
{
    for (int i = 0; i < study->opponent_count; i++)
        if (!strcmp(study->opponents[i].name, player->name)) return &study->opponents[i];
    return &study->agent;
}

/* Gives the agent the script, which its full set does not follow. */
static bool study_advise(TacticStudy *study, const char *path, Error *error)
{
    Agent *agent = &study->agent;
    const Names names = agent_param_names(agent->kind);
    const int index = name_find(&names, "advice");
    if (advice_of(agent)) return error_set(error, "--advice: the agent has a script already");
    if (!agent_param_set(agent, index, path, error) || !agent->kind->extend(agent, index, error) ||
        !advice_try(agent, &study->schedule.rules, ADVICE_VALUE, error))
        return error_under(error, "--advice");
    agent->values[advice_of(agent)->first] = 0;
    return true;
}

/* Reads by what values are divided. */
static bool by_read(TacticStudy *study, const char *by, Error *error)
{
    const char *end = by ? strrchr(by, '.') : NULL;
    if (!end || strcmp(end, ".lua") != 0) {
        const int choice = by ? choice_read("all deal pool score", by, error) : 0;
        study->by = choice < 0 ? BY_NOTHING : (By)choice;
        return choice >= 0 || error_under(error, "--by %s (or FILE.lua)", by);
    }
    study->by = BY_SCRIPT;
    study->grouper = (Agent){.kind = &AGENT_LUA, .text = "lua", .name = "lua"};
    study->grouper.texts[0] = strdup(by);
    if (!study->grouper.texts[0]) return error_memory(error);
    return (advice_read(&study->grouper, by, error) &&
            advice_try(&study->grouper, &study->schedule.rules, ADVICE_GROUP, error)) ||
           error_under(error, "--by");
}

bool tactic_study_open_on(TacticStudy *study, const TacticRequest *request, const Schedule *schedule, Error *error)
{
    *study = (TacticStudy){.schedule = *schedule};
    if (!agent_parse(&study->agent, request->agent, &study->schedule.rules, error)) return false;
    bool good = agent_has(&study->agent, TRAIT_TACTICS) || (request->sweep && study->agent.kind->own);
    if (!good) error_set(error, "--agent: '%s' has no tactics; it takes tactic[:...]", study->agent.name);
    good = good && by_read(study, request->by, error);
    if (good && study_matches(study) && study->by != BY_NOTHING)
        good = error_set(error, "--by is about where a round changed first; it does not go with --matches");
    good = good && (!request->advice || study_advise(study, request->advice, error)) &&
           opponents_open(study, request->opponents, error) && rows_make(study, request, error);
    if (!good) tactic_study_free(study);
    return good;
}

bool tactic_study_open(TacticStudy *study, const TacticRequest *request, Error *error)
{
    Schedule schedule;
    if (!schedule_make(&schedule, request->rules, 2, true, error)) return false;
    schedule.seed = request->seed;
    return tactic_study_open_on(study, request, &schedule, error);
}

void tactic_study_free(TacticStudy *study)
{
    agent_free(&study->agent);
    agent_free(&study->grouper);
    agents_free(study->opponents, study->opponent_count);
    free(study->variants);
    free(study->rows);
    *study = (TacticStudy){0};
}

static const struct {
    const char *name;
    int count; /* 0: as many as there are deals */
    const char *strata[MAX_STRATA];
} STRATA[] = {
    [BY_NOTHING] = {"", 1, {""}},
    [BY_DEAL] = {"deal", 0, {"1", "2", "3", "4", "5", "6"}},
    [BY_POOL] = {"pool", 6, {"0", "1-5", "6-10", "11-15", "16-20", "21+"}},
    [BY_SCORE] = {"score", 5, {"behind 5+", "behind 1-4", "level", "ahead 1-4", "ahead 5+"}},
};

int strata_count(const TacticStudy *study)
{
    if (study->by == BY_SCRIPT) return advice_of(&study->grouper)->group_count;
    return STRATA[study->by].count ? STRATA[study->by].count : study->schedule.rules.deals;
}
const char *stratum_name(const TacticStudy *study, int stratum)
{
    return study->by == BY_SCRIPT ? advice_of(&study->grouper)->groups[stratum] : STRATA[study->by].strata[stratum];
}
const char *by_name(const TacticStudy *study)
{
    return study->by == BY_SCRIPT ? advice_of(&study->grouper)->name : STRATA[study->by].name;
}
