/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several agents at once. */
#include "agents/agent_list.h"

#include <stdio.h>
#include <string.h>

bool agents_open(Agent *agents, const char *const *texts, int count, Error *error)
{
    for (int i = 0; i < count; i++)
        if (!agent_parse(&agents[i], texts[i], error)) {
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

int agents_open_list(Agent agents[], int most, const char *option, const char *list, Error *error)
{
    for (int count = 0;; list++) {
        char name[AGENT_NAME + 1]; /* one longer than agent_parse takes, so that it tells of longer ones */
        size_t length = agent_length(list);
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        bool good = count < most && agent_parse(&agents[count], name, error);
        if (!good) {
            if (count == most) error_set(error, "%s: more than %d agents", option, most);
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
    for (int i = 0; i < count; i++) {
        int time = agent_param(agents[i].kind, "time");
        if (time >= 0 && agents[i].values[time] > 0) return true;
    }
    return false;
}

bool agents_play_rules(const Agent *agents, int count, const Rules *rules, Error *error)
{
    for (int i = 0; i < count; i++)
        if (agents[i].kind->plays_rules && !agents[i].kind->plays_rules(rules, error)) return false;
    return true;
}
