/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent random: any legal play. */
#include "agents/agent.h"

static CardSet choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    (void)agent, (void)mind;
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    return moves[rng_bounded(rng, (uint32_t)count)];
}

const AgentKind AGENT_RANDOM = {
    .name = "random",
    .help = "uniform over legal plays",
    .traits = TRAIT_FORGETS | TRAIT_LISTED,
    .choose = choose,
};
