/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An agent that breaks the rules. */
#include "tests/rogue/rogue.h"

#include <stdio.h>

#include "engine/text/number.h"
#include "engine/text/words.h"

/* In the order of HOW. */
typedef enum { NOTHING, POOL, STOLEN, FOREIGN, TWO_CARDS, SUM, JACK_LEAVES, TRAIL } How;
enum { PARAM_HOW, PARAM_EVERY, PARAM_COUNT };

static const AgentParam PARAMS[PARAM_COUNT] = {
    [PARAM_HOW] = {"how", PARAM_CHOICE, 0, 0, POOL, "nothing pool stolen foreign two sum jack trail",
                   "plays nothing; takes the whole pool with any card; a card that it has not; captures a card that is "
                   "not in the pool; two cards at once; captures that do not make eleven; a jack that leaves cards; "
                   "trails a card that can capture"},
    [PARAM_EVERY] = {"every", PARAM_INT, 1, 1e9, 1, NULL, "only one decision in so many, at random"},
};

/* A play of that kind, legal where the position allows none that is not. */
static CardSet wrong_play(How how, CardSet hand, CardSet pool, CardSet legal)
{
    const CardSet card = set_of(set_first(hand)), numerals = hand & NUMERALS, jacks = hand & JACKS;
    const CardSet unseen = PACK & ~(hand | pool);
    switch (how) {
    case NOTHING: return 0;
    case POOL: return card | pool;
    case STOLEN: return unseen & -unseen;
    case FOREIGN: return card | (unseen & -unseen);
    case TWO_CARDS: return set_rest(hand) ? card | set_of(set_first(set_rest(hand))) : legal;
    case SUM: return numerals && pool & NUMERALS ? set_of(set_first(numerals)) | (pool & NUMERALS) : legal;
    case JACK_LEAVES: return jacks && pool & NUMERALS ? set_of(set_first(jacks)) | set_of(set_first(pool)) : legal;
    case TRAIL: return legal & hand;
    }
    return 0;
}

static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)memory;
    CardSet moves[MAX_MOVES];
    const CardSet pool = view->table->pool;
    const int count = moves_list(moves, view->hand, pool, NULL);
    const CardSet legal = moves[rng_bounded(rng, (uint32_t)count)];
    if (rng_bounded(rng, (uint32_t)agent->values[PARAM_EVERY])) return legal;
    return wrong_play((How)agent->values[PARAM_HOW], view->hand, pool, legal);
}

const AgentKind AGENT_ROGUE = {
    .name = "rogue",
    .help = "at random, and sometimes against the rules",
    .params = PARAMS,
    .param_count = PARAM_COUNT,
    .traits = TRAIT_FORGETS,
    .choose = choose,
};

Agent rogue_make(const char *how)
{
    Error error;
    Agent agent = {.kind = &AGENT_ROGUE};
    snprintf(agent.name, sizeof agent.name, "rogue:how=%s", how);
    agent.values[PARAM_HOW] = (double)choice_read(PARAMS[PARAM_HOW].words, how, &error);
    agent.values[PARAM_EVERY] = 1;
    return agent;
}
