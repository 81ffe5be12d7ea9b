/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent human: a person, asked through the functions that the program gives. */
#include "agents/human.h"

static void begin(const Agent *agent, void *mind, const View *view)
{
    (void)mind;
    if (agent->human) agent->human->begin(agent->human->context, view);
}

static CardSet choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    (void)mind, (void)rng;
    return agent->human ? agent->human->ask(agent->human->context, view) : 0;
}

static void end(const Agent *agent, void *mind, const View *view)
{
    (void)mind;
    if (agent->human) agent->human->end(agent->human->context, view);
}

/* A person gives no play only who wants no more. */
static const char *failure(const void *mind)
{
    (void)mind;
    return AGENT_STOPPED;
}

const AgentKind AGENT_HUMAN = {
    .name = "human",
    .help = "a person at the terminal, one seat of 'pasur play' or 'pasur sim'",
    .traits = TRAIT_PERSON,
    .begin = begin,
    .choose = choose,
    .failure = failure,
    .end = end,
};
