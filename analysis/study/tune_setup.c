/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tuning changes, against whom and from where, as asked for. */
#include "analysis/study/tune_setup.h"

#include <math.h>
#include <string.h>

#include "agents/agent_list.h"
#include "agents/tactic/weights.h"
#include "engine/text/words.h"
#include "sim/files/text_buffer.h"

const AgentParam *tune_param(const TuneSetup *setup, size_t index)
{
    return setup->agent.kind->param(setup->params[index]);
}

/* Parameters called base_… are an agent's base: what is left when everything else is 0. */
static bool is_base(const AgentParam *param) { return !strncmp(param->name, "base_", 5); }

static bool has_base(const AgentKind *kind)
{
    for (int i = 0, count = agent_param_count(kind); i < count; i++)
        if (is_base(kind->param(i))) return true;
    return false;
}

static bool numeric(const AgentParam *param) { return param->type == PARAM_DOUBLE || param->type == PARAM_INT; }

static void param_add(TuneSetup *setup, int index)
{
    const AgentParam *param = setup->agent.kind->param(index);
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
    if (!list && !has_base(kind))
        return error_set(error, "--params: name what to tune of %s, such as --params a,b ('pasur agents' lists them)",
                         kind->name);
    if (!list || !strcmp(list, "all")) {
        for (int i = 0, count = agent_param_count(kind); i < count; i++)
            if (kind->param(i)->type == PARAM_DOUBLE) param_add(setup, i);
        if (setup->count) return true;
        return error_set(error, "agent %s has no parameter that is a real number", kind->name);
    }
    const char *rows[MAX_AGENT_PARAMS];
    const int known = agent_param_count(kind);
    for (int i = 0; i < known; i++)
        rows[i] = kind->param(i)->name;
    const Names names = NAMES_OF("parameter", rows, known, "'pasur agents' lists them");
    Words words = {.rest = list, .separator = ',', .names = &names};
    while (words_next(&words, error)) {
        if (!numeric(kind->param(words.index)))
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
    const bool based = has_base(agent->kind);
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
            if (agent->given >> index & 1 || is_base(agent->kind->param(index))) continue;
            agent->values[index] = fmax(range->low, fmin(range->high, 0));
        }
    } else if (setup->from_file && !weights_read(agent, from, error)) {
        return false;
    }
    for (size_t i = 0; i < setup->count; i++)
        setup->start[i] = agent->values[setup->params[i]];
    return true;
}

bool tune_setup_make(TuneSetup *setup, const TuneRequest *request, Error *error)
{
    *setup = (TuneSetup){.request = *request};
    if (!schedule_make(&setup->schedule, request->rules, 2, true, error) ||
        !agent_parse(&setup->agent, request->agent, error))
        return false;
    setup->schedule.seed = request->seed;
    agent_settle(&setup->agent, &setup->schedule.rules);
    if (!params_read(setup, error) || !start_set(setup, error)) return false;
    setup->opponent_count =
        agents_open_list(setup->opponents, TUNE_MAX_OPPONENTS, "--opponent", request->opponents, error);
    if (!setup->opponent_count || !agents_play_rules(&setup->agent, 1, &setup->schedule.rules, error) ||
        !agents_play_rules(setup->opponents, setup->opponent_count, &setup->schedule.rules, error))
        return false;
    if (request->save && agent_param(setup->agent.kind, "weights") < 0)
        return error_set(error, "--save: agent %s reads no file of weights", setup->agent.kind->name);
    const uint64_t least = TUNER_LEAST_BUDGET * (uint64_t)(setup->opponent_count * setup->schedule.seatings);
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
