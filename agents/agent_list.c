/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several agents at once. */
#include "agents/agent_list.h"

#include <stdio.h>
#include <string.h>

bool agents_open(Agent *agents, const char *const *texts, int count, const Rules *rules, Error *error)
{
    for (int i = 0; i < count; i++)
        if (!agent_parse(&agents[i], texts[i], rules, error)) {
            agents_free(agents, i);
            return false;
        }
    return true;
}

/* A comma ends an agent unless `key=value` without a colon follows. */
static size_t agent_length(const char *text)
{
    size_t length = strcspn(text, ",");
    while (text[length]) {
        const char *next = text + length + 1;
        if (next[strcspn(next, ",:=")] != '=') break;
        length += 1 + strcspn(next, ",");
    }
    return length;
}

int agents_open_list(Agent agents[], int most, const char *list, const Rules *rules, Error *error)
{
    for (int count = 0;; list++) {
        char name[AGENT_NAME + 1]; /* one longer than agent_parse takes, so that it tells of longer ones */
        size_t length = agent_length(list);
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        bool good = count < most && agent_parse(&agents[count], name, rules, error);
        if (!good) {
            if (count == most) error_set(error, "more than %d agents", most);
            agents_free(agents, count);
            return 0;
        }
        count++;
        list += length;
        if (!*list) return count;
    }
}

void agents_free(Agent *agents, int count)
{
    for (int i = 0; i < count; i++)
        agent_free(&agents[i]);
}

bool agents_timed(const Agent *agents, int count)
{
    for (int i = 0; i < count; i++)
        if (agent_has(&agents[i], TRAIT_TIMED)) return true;
    return false;
}
