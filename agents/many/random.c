/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent random: any legal play. */
#include "agents/agent.h"
#include "agents/many/many.h"

static CardSet choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    (void)agent, (void)mind;
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    return moves[rng_bounded(rng, (uint32_t)count)];
}

static void choose_many(CardSet out[], const Agent *agent, const Rules *rules, const AgentDecision decisions[],
                        int count)
{
    if (many_possible())
        random_many(out, decisions, count);
    else
        choose_each(out, agent, rules, decisions, count);
}

static const AgentMany MANY = {.choose = choose_many};

const AgentKind AGENT_RANDOM = {
    .name = "random",
    .help = "uniform over legal plays",
    .traits = TRAIT_FORGETS | TRAIT_LISTED | TRAIT_MANY,
    .choose = choose,
    .many = &MANY,
};
