/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of agents, one file each. */
#ifndef PASUR_AGENTS_KINDS_H
#define PASUR_AGENTS_KINDS_H

#include "agents/agent.h"

extern const AgentKind AGENT_RANDOM;
extern const AgentKind AGENT_GREEDY;
extern const AgentKind AGENT_COUNTER;
extern const AgentKind AGENT_TACTIC;
extern const AgentKind AGENT_ISMCTS;
extern const AgentKind AGENT_ORACLE;

#endif
