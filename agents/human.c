/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent human: a person. Agents neither print nor read, so the program that has a terminal gives the agent a kind
   with functions of its own (analysis/commands/play/seat.c). One person holds one seat, in one thread. */
#include "agents/agent.h"

/* Nobody is there. */
static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory, (void)view, (void)rng;
    return 0;
}

/* A person gives no play only who wants no more. */
static const char *failure(const void *memory)
{
    (void)memory;
    return AGENT_STOPPED;
}

const AgentKind AGENT_HUMAN = {
    .name = "human",
    .help = "a person at the terminal, one seat of 'pasur play' or 'pasur sim'",
    .traits = TRAIT_PERSON,
    .choose = choose,
    .failure = failure,
};
