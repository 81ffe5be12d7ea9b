/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent human: a person, asked through the functions that the program gives. */
#include "agents/human.h"

/* Whom it asks; NULL: nobody is there. */
static const HumanSeat *seat_of(const Agent *agent) { return agent->own; }

void human_seat(Agent *agent, const HumanSeat *seat) { agent->own = (void *)seat; }

static void begin(const Agent *agent, void *memory, const View *view)
{
    (void)memory;
    const HumanSeat *seat = seat_of(agent);
    if (seat) seat->begin(seat->context, view);
}

static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)memory, (void)rng;
    const HumanSeat *seat = seat_of(agent);
    return seat ? seat->ask(seat->context, view) : 0;
}

static void end(const Agent *agent, void *memory, const View *view)
{
    (void)memory;
    const HumanSeat *seat = seat_of(agent);
    if (seat) seat->end(seat->context, view);
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
    .begin = begin,
    .choose = choose,
    .failure = failure,
    .end = end,
};
