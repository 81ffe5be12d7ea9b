/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several agents at once, as a command names them. */
#pragma once

#include "agents/agent.h"

/* Reads `count` agents that play by these rules; on failure none needs freeing. */
bool agents_open(Agent *agents, const char *const *texts, int count, const Rules *rules, Error *error);
/* The same for a list with commas, where key=value belongs to the agent before it: returns how many, at most `most`, or 0
   with the reason. */
int agents_open_list(Agent agents[], int most, const char *list, const Rules *rules, Error *error);
void agents_free(Agent *agents, int count);
/* True if some agent decides by the clock, so that a run does not repeat. */
bool agents_timed(const Agent *agents, int count);
