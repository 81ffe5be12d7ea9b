/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent rogue, which plays at random and now and then against the rules: for tests of what is done about it. It is
   not part of the program; build/CONFIG/rogue is the program with this agent (tests/rogue/agents.c). */
#pragma once

#include "agents/agent.h"

extern const AgentKind AGENT_ROGUE;

/* An agent of this kind; `how` is a word of its parameter. */
Agent rogue_make(const char *how);
