/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/agent.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/kinds.h"

/* clang-format off */
const AgentKind *const AGENT_KINDS[] = {
    &AGENT_RANDOM,
    &AGENT_GREEDY,
    &AGENT_COUNTER,
    &AGENT_TACTIC,
    &AGENT_ISMCTS, &AGENT_ORACLE,
};
/* clang-format on */
const int AGENT_KIND_COUNT = sizeof AGENT_KINDS / sizeof *AGENT_KINDS;

int agent_param_count(const AgentKind *kind)
{
    int count = 0;
    while (kind->param && kind->param(count))
        count++;
    return count;
}

int agent_param(const AgentKind *kind, const char *name)
{
    for (int i = 0, count = agent_param_count(kind); i < count; i++)
        if (!strcmp(kind->param(i)->name, name)) return i;
    return -1;
}

/* A number with an optional k, M or G behind it. */
static bool number_parse(double *number, const char *text)
{
    char *end;
    if (!strchr("+-.0123456789", *text)) return false;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || errno == ERANGE || !isfinite(value)) return false;
    if (*end && strchr("kMG", *end)) value *= *end == 'k' ? 1e3 : *end == 'M' ? 1e6 : 1e9, end++;
    *number = value;
    return *end == 0;
}

static int choice_index(const char *words, const char *text)
{
    size_t length = strlen(text);
    for (int index = 0; *words; index++) {
        size_t word = strcspn(words, " ");
        if (word == length && !memcmp(words, text, word)) return index;
        words += word + (words[word] == ' ');
    }
    return -1;
}

bool agent_param_set(Agent *agent, int index, const char *text, Error *error)
{
    const AgentParam *param = agent->kind->param(index);
    const char *kind = agent->kind->name;
    double value;
    switch (param->type) {
    case PARAM_TEXT:
    case PARAM_FILE:
        agent->texts[index] = strdup(text);
        if (!agent->texts[index]) return error_set(error, "agent %s: out of memory", kind);
        return true;
    case PARAM_CHOICE: {
        int choice = choice_index(param->words, text);
        if (choice < 0) return error_set(error, "agent %s: %s=%s: one of: %s", kind, param->name, text, param->words);
        agent->values[index] = choice;
        agent->fixed |= UINT64_C(1) << index;
        return true;
    }
    case PARAM_BOOL:
    case PARAM_INT:
    case PARAM_DOUBLE: break;
    }
    if (!number_parse(&value, text) || value < param->low || value > param->high ||
        (param->type != PARAM_DOUBLE && value != floor(value)))
        return error_set(error, "agent %s: %s=%s: takes a%s number from %.15g to %.15g", kind, param->name, text,
                         param->type == PARAM_DOUBLE ? "" : " whole", param->low, param->high);
    agent->values[index] = value;
    agent->fixed |= UINT64_C(1) << index;
    return true;
}

static bool params_parse(Agent *agent, char *list, Error *error)
{
    const AgentKind *kind = agent->kind;
    while (*list) {
        char *next = list + strcspn(list, ",");
        bool more = *next == ',';
        *next = 0;
        char *equals = strchr(list, '=');
        if (!equals) return error_set(error, "agent %s: '%s' is not of the form key=value", kind->name, list);
        *equals = 0;
        int index = agent_param(kind, list);
        if (index < 0)
            return error_set(error, "agent %s: unknown parameter '%s' ('pasur agents' lists them)", kind->name, list);
        if (agent->given >> index & 1)
            return error_set(error, "agent %s: parameter '%s' is given twice", kind->name, list);
        if (!agent_param_set(agent, index, equals + 1, error)) return false;
        agent->given |= UINT64_C(1) << index;
        if (more && !next[1]) return error_set(error, "agent %s: nothing follows the last comma", kind->name);
        list = next + more;
    }
    return true;
}

bool agent_parse(Agent *agent, const char *text, Error *error)
{
    Agent made = {0};
    size_t length = strcspn(text, ":");
    if (strlen(text) >= sizeof made.name)
        return error_set(error, "agent '%.20s...': longer than %d characters", text, AGENT_NAME - 1);
    memcpy(made.name, text, strlen(text) + 1);
    for (int i = 0; i < AGENT_KIND_COUNT && !made.kind; i++)
        if (strlen(AGENT_KINDS[i]->name) == length && !memcmp(AGENT_KINDS[i]->name, text, length))
            made.kind = AGENT_KINDS[i];
    if (!made.kind) return error_set(error, "unknown agent '%.*s' ('pasur agents' lists them)", (int)length, text);
    for (int i = 0, count = agent_param_count(made.kind); i < count; i++)
        made.values[i] = made.kind->param(i)->fallback;
    char list[AGENT_NAME] = "";
    if (text[length] == ':') {
        memcpy(list, text + length + 1, strlen(text + length));
        if (!*list) return error_set(error, "agent %s: nothing follows the colon", made.kind->name);
    }
    if (!params_parse(&made, list, error) || (made.kind->configure && !made.kind->configure(&made, error))) {
        agent_free(&made);
        return false;
    }
    *agent = made;
    return true;
}

double agent_default(const AgentKind *kind, int index, const Rules *rules)
{
    return kind->fallback ? kind->fallback(index, rules) : kind->param(index)->fallback;
}

void agent_settle(Agent *agent, const Rules *rules)
{
    for (int i = 0, count = agent->kind->fallback ? agent_param_count(agent->kind) : 0; i < count; i++)
        if (!(agent->fixed >> i & 1)) agent->values[i] = agent_default(agent->kind, i, rules);
    agent->fixed = UINT64_MAX;
}

void agent_free(Agent *agent)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        free(agent->texts[i]);
    memset(agent->texts, 0, sizeof agent->texts);
}
