/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur agents: what there is to play with. */
#include <errno.h>
#include <string.h>

#include "agents/agent.h"
#include "sim/commands.h"
#include "sim/csv.h"
#include "sim/options.h"

static void param_print(const AgentParam *param)
{
    char low[NUMBER_TEXT], high[NUMBER_TEXT], fallback[NUMBER_TEXT];
    printf("    %s=", param->name);
    switch (param->type) {
    case PARAM_TEXT: printf("TEXT"); break;
    case PARAM_CHOICE: {
        const char *word = param->words;
        for (int i = 0; i < (int)param->fallback; i++)
            word += strcspn(word, " ") + 1;
        printf("WORD (%s; default %.*s)", param->words, (int)strcspn(word, " "), word);
        break;
    }
    case PARAM_BOOL:
    case PARAM_INT:
    case PARAM_DOUBLE:
        printf("%s (%s to %s; default %s)", param->type == PARAM_DOUBLE ? "X" : "N", number_text(low, param->low),
               number_text(high, param->high), number_text(fallback, param->fallback));
        break;
    }
    printf("  %s\n", param->help);
}

int cmd_agents(int argc, char **argv)
{
    const OptionsSpec spec = {
        .command = "agents",
        .about = "Lists the agents with the rule by which each plays and its parameters.",
        .example = "pasur agents",
        .notes = "An agent is named with its parameters as name[:key=value,...].",
    };
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    for (int i = 0; i < AGENT_KIND_COUNT; i++) {
        const AgentKind *kind = AGENT_KINDS[i];
        printf("%-10s %s%s\n", kind->name, kind->help, kind->choose_open ? " (sees all cards)" : "");
        for (int k = 0, count = agent_param_count(kind); k < count; k++)
            param_print(kind->param(k));
    }
    if (fflush(stdout)) return command_error(5, "agents", "standard output: %s", strerror(errno));
    return 0;
}
