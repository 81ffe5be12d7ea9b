/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a page in the place of agents/bots and sim/files/system.c: no other programs, no signals. */
#include "agents/agent.h"
#include "sim/files/system.h"

bool interrupt_seen(void) { return false; }

static bool program_refuse(Agent *agent, const char *text, const Rules *rules, Error *error)
{
    (void)agent, (void)text, (void)rules;
    return error_set(error, "a page starts no programs");
}

static CardSet signal_never(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory, (void)view, (void)rng;
    return 0;
}

const AgentKind AGENT_EXEC = {
    .name = "exec",
    .help = "a program of yours; not in a page",
    .read = program_refuse,
    .traits = TRAIT_PROGRAM,
    .choose = signal_never,
};
