/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as rules in its first line and a list of agents after it: refused, or their numbers are in range, each reads
   back from its name, and tells how it searches. */
#include <math.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/search/search.h"
#include "tests/fuzz/input.h"

enum { MOST = 8 };

static void check(const Agent *agent, const Rules *rules)
{
    Agent again;
    Error error;
    MUST(agent_parse(&again, agent->name, rules, &error) && again.kind == agent->kind);
    for (int i = 0; i < agent->kind->param_count; i++) {
        const AgentParam *param = &agent->kind->params[i];
        MUST(again.values[i] == agent->values[i] && !again.texts[i] == !agent->texts[i]);
        if (param->type == PARAM_DOUBLE || param->type == PARAM_INT)
            MUST(!(agent->given >> i & 1) || (agent->values[i] >= param->low && agent->values[i] <= param->high));
        MUST(isfinite(agent->values[i]));
    }
    if (agent->kind->search) {
        SearchOptions options;
        memset(&options, 0, sizeof options);
        agent->kind->search->options(&options, agent);
    }
    agent_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Agent agents[MOST];
    char *text = input_text(data, size), *list = input_line(text);
    Rules rules;
    Error error;
    if (rules_parse(&rules, text, &error)) {
        const int count = agents_open_list(agents, MOST, list, &rules, &error);
        for (int i = 0; i < count; i++)
            check(&agents[i], &rules);
        agents_for_rounds(agents, count, &error);
        agents_timed(agents, count);
        agents_free(agents, count);
    }
    free(text);
    return 0;
}
