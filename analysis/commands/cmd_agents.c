/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur agents: what there is to play with. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "engine/text/words.h"

/* "; default 1.5, 3 players 1.4, 4 players 2": of two players, and where others have another. */
static void defaults_print(FILE *out, const AgentKind *kind, int index)
{
    static const char *const RULES[] = {"pagat,players=3", "pagat,players=4"};
    char number[NUMBER_TEXT];
    Error error;
    Rules rules;
    fprintf(out, "; default %s", number_text(number, kind->params[index].fallback));
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (!rules_parse(&rules, RULES[i], &error)) continue;
        double fallback = agent_default(kind, index, &rules);
        if (fallback != kind->params[index].fallback)
            fprintf(out, ", %d players %s", rules.players, number_text(number, fallback));
    }
}

static void param_print(FILE *out, const AgentKind *kind, int index)
{
    const AgentParam *param = &kind->params[index];
    char low[NUMBER_TEXT], high[NUMBER_TEXT];
    fprintf(out, "    %s=", param->name);
    switch (param->type) {
    case PARAM_TEXT: fprintf(out, "TEXT"); break;
    case PARAM_FILE: fprintf(out, "FILE"); break;
    case PARAM_CHOICE:
        fprintf(out, "WORD (%s; default %s)", param->words,
                choice_word(low, sizeof low, param->words, (int)param->fallback));
        break;
    case PARAM_BOOL:
    case PARAM_INT:
    case PARAM_DOUBLE:
        fprintf(out, "%s (%s to %s", param->type == PARAM_DOUBLE ? "X" : "N", number_text(low, param->low),
                number_text(high, param->high));
        defaults_print(out, kind, index);
        fprintf(out, ")");
        break;
    }
    fprintf(out, "  %s\n", param->help);
}

static void kind_print(FILE *out, const AgentKind *kind)
{
    fprintf(out, "%-10s  %s%s\n", kind->name, kind->help, kind->traits & TRAIT_CHEATS ? " (sees all cards)" : "");
    for (int k = 0; k < kind->param_count; k++)
        param_print(out, kind, k);
    for (const NameGroup *group = kind->param_groups; group && group->name; group++) {
        fprintf(out, "    %s=X  sets", group->name);
        for (uint64_t rows = group->rows; rows; rows &= rows - 1)
            fprintf(out, "%s %s", rows == group->rows ? "" : " and", kind->params[__builtin_ctzll(rows)].name);
        fprintf(out, ", which were one\n");
    }
}

static bool agents_list(Driver *driver, Error *error)
{
    PageText text;
    const char *asked = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const AgentKind *one = asked ? agent_kind_named(asked, error) : NULL;
    if (asked && !one) return false;
    if (!page_text_open(&text)) return error_memory(error);
    for (int i = 0; i < AGENT_KIND_COUNT; i++)
        if (!one || one == AGENT_KINDS[i]) kind_print(text.stream, AGENT_KINDS[i]);
    return page_text_close(&text, stdout, &driver->page) || error_memory(error);
}

const Command CMD_AGENTS = {
    .spec = {.command = "agents",
             .summary = "list the agents with their parameters",
             .args = {"[AGENT]", 0, 1, NULL, TAKES_AGENT},
             .about = "Lists the agents with the rule by which each plays and its parameters; with an argument, one of "
                      "them.",
             .example = "pasur agents tactic",
             .notes = "An agent is named with its parameters as name[:key=value,...]. name=NAME, the first of them, is "
                      "what tables and files show, as exec:name=mine:./bot."},
    .work = agents_list,
};
