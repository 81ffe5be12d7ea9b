/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a file of weights: refused, or every weight is in its range. */
#include <stdio.h>
#include <string.h>

#include "agents/agent.h"
#include "tests/fuzz/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[AGENT_NAME];
    Agent agent;
    Rules rules;
    Error error;
    snprintf(text, sizeof text, "tactic:weights=%s", input_file(data, size));
    MUST(rules_parse(&rules, "pagat", &error));
    if (!agent_parse(&agent, text, &rules, &error)) return 0;
    for (int i = 0; i < agent.kind->param_count; i++) {
        const AgentParam *param = &agent.kind->params[i];
        if (param->type == PARAM_DOUBLE) MUST(agent.values[i] >= param->low && agent.values[i] <= param->high);
    }
    agent_free(&agent);
    return 0;
}
