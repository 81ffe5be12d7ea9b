/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the kinds of agents with one more, for the program build/CONFIG/rogue: what agents/agent.c gives
   elsewhere. */
#define AGENT_MORE_ROWS(ROW) ROW(ROGUE)
#include "agents/agent.c"
