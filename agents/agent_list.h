/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several agents at once, as a command names them. */
#ifndef PASUR_AGENTS_AGENT_LIST_H
#define PASUR_AGENTS_AGENT_LIST_H

#include "agents/agent.h"
#include "engine/text/error.h"

/* Reads `count` agents; on failure none needs freeing. */
bool agents_open(Agent *agents, const char *const *texts, int count, Error *error);
/* The same for a list with commas, where key=value belongs to the agent before it: returns how many, at most `most`, or 0
   with the reason, which names the option. */
int agents_open_list(Agent agents[], int most, const char *option, const char *list, Error *error);
void agents_free(Agent *agents, int count);
/* True if some agent decides by the clock (its parameter `time`), so that a run does not repeat. */
bool agents_timed(const Agent *agents, int count);
/* Refuses agents that cannot play by these rules. */
bool agents_play_rules(const Agent *agents, int count, const Rules *rules, Error *error);

#endif
