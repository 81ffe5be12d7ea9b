/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a page in the place of agents/bots and sim/files/system.c: no other programs, and a clock. */
#include <time.h>

#include "agents/agent.h"
#include "sim/files/system.h"

uint64_t nanoseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t nanoseconds_since(uint64_t start)
{
    const uint64_t now = nanoseconds_now();
    return now > start ? now - start : 0;
}

double seconds_now(void) { return (double)nanoseconds_now() * 1e-9; }

static bool refuse(Agent *agent, const char *text, const Rules *rules, Error *error)
{
    (void)agent, (void)text, (void)rules;
    return error_set(error, "a page starts no programs");
}

static CardSet never(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory, (void)view, (void)rng;
    return 0;
}

const AgentKind AGENT_EXEC = {
    .name = "exec",
    .help = "a program of yours; not in a page",
    .read = refuse,
    .traits = TRAIT_PROGRAM,
    .choose = never,
};
