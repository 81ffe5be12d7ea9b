/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many decisions by the agents random and greedy: the same plays and draws as one by one, without branches that cannot
   be foreseen. For these agents alone. */
#pragma once

#include "agents/agent.h"

/* Does this processor do it? It needs isa_bits(), and a build without PASUR_PLAIN. */
bool many_possible(void);

/* Where it is possible: make the decisions. */
void random_many(CardSet out[], const AgentDecision decisions[], int count);
void greedy_many(CardSet out[], const Rules *rules, const AgentDecision decisions[], int count);
