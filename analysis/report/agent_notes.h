/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a reader must know of the agents that played. */
#pragma once

#include <stdio.h>
#include "agents/agent.h"

#define TIMED_NOTE "An agent decides by the clock (time=): another run gives other figures.\n"
/* A line for each kind of agent here that sees all cards. */
void agents_open_note(FILE *out, const Agent *agents, int count);
