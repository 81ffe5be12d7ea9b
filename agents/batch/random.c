/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent random: any legal play. */
#include "agents/batch/batch.h"

static CardSet random_choose_one(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory;
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    return moves[rng_bounded(rng, (uint32_t)count)];
}

static void choose_batch(BatchRounds *batch, int first, int count) { batch_lanes()->random(batch, first, count); }

const AgentKind AGENT_RANDOM = {
    .name = "random",
    .help = "uniform over legal plays",
    .traits = TRAIT_FORGETS | TRAIT_LISTED | TRAIT_BATCH,
    .choose = random_choose_one,
    .choose_batch = choose_batch,
};
