/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of agents that say that their play is always one of moves_list keep their word, under every preset. */
#include "tests/engine/claims.h"

#include "agents/agent.h"
#include "tests/test.h"

enum { ROUNDS = 12, VARIANTS = 3 };

static Error error;

/* The kind's agents: with its defaults, and two more where its parameters may be set. */
static void agent_make(Agent *agent, const AgentKind *kind, int variant, const Rules *rules, Rng *rng)
{
    assert_true(agent_parse(agent, kind->name, rules, &error));
    for (int i = 0; variant && i < kind->param_count; i++) {
        const AgentParam *param = &kind->params[i];
        const double range = param->high - param->low;
        if (param->type == PARAM_DOUBLE) agent->values[i] = param->low + range * rng_bounded(rng, 1001) / 1000;
        if (param->type == PARAM_BOOL) agent->values[i] = variant == 2;
    }
}

/* Plays rounds with the agent at every seat, from random scores; returns how many plays there were. */
static int plays_listed(const Agent *agent, const Rules *rules, Rng *rng)
{
    const AgentKind *kind = agent->kind;
    void *memory = kind->memory_open ? kind->memory_open(agent, rules) : NULL;
    int plays = 0;
    for (int i = 0; i < ROUNDS; i++) {
        Round round = random_round(rules, 0, rng);
        for (; !table_over(&round.table); plays++) {
            CardSet moves[MAX_MOVES];
            const View view = {
                .rules = rules, .table = &round.table, .hand = round_hand(&round), .seat = round.table.turn};
            const CardSet play = kind->choose(agent, memory, &view, rng);
            const int count = moves_list(moves, view.hand, round.table.pool, NULL);
            int listed = 0;
            about_round(rules, &round);
            about_play(play);
            for (int k = 0; k < count; k++)
                listed += moves[k] == play;
            if (listed != 1) fail_msg("%s: a play that is not listed", agent->name);
            round_play(&round, rules, play);
        }
    }
    about_play(0);
    if (memory) kind->memory_close(memory);
    return plays;
}

TEST(who_says_listed_plays_listed)
{
    int kinds = 0;
    for (int i = 0; i < AGENT_KIND_COUNT; i++) {
        const AgentKind *kind = AGENT_KINDS[i];
        if (!(kind->traits & TRAIT_LISTED)) continue;
        kinds++;
        for (int r = 0; r < PRESET_RULES_COUNT; r++)
            for (int variant = 0; variant < (kind->param_count ? VARIANTS : 1); variant++) {
                Agent agent;
                const Rules rules = rules_of(PRESET_RULES[r]);
                Rng rng = rng_for(7, (uint64_t)(r * VARIANTS + variant), PURPOSE_TEST);
                agent_make(&agent, kind, variant, &rules, &rng);
                assert_int_equal(plays_listed(&agent, &rules, &rng), ROUNDS * PLAYS);
                agent_free(&agent);
            }
    }
    assert_true(kinds >= 4);
}
