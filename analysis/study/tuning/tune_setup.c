/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what `tune` was asked. */
#include "analysis/study/tuning/tune.h"

#include <math.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "engine/match.h"
#include "engine/text/number.h"
#include "engine/text/words.h"
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
    return (double)setup->opponent_count * tally_scale(&setup->schedule, 0) * unit;
}

uint64_t variants_rounds(const TuneSetup *setup)
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
