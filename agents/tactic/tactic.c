/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic/tactic.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/kinds.h"
#include "agents/tactic/weights.h"
#include "engine/sample.h"
#include "engine/solve.h"

int32_t tactic_weight(double value) { return (int32_t)lround(value * WEIGHT_ONE); }

void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT])
{
    for (int i = 0; i < TACTIC_COUNT; i++)
        weights->weights[i] = tactic_weight(values[i]);
    weights->sees = tactics_sees(weights->weights);
}

CardSet tactic_choose(const FeatureRules *by_rules, const TacticWeights *weights, const View *view, Rng *rng)
{
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    uint32_t draw = rng_next(rng);
    if (count == 1) return moves[0];
    Features features;
    features_init(&features, by_rules, view, moves, count, weights->sees);
    tactics_score(scores, &features, moves, count, weights->weights);
    return tactics_pick(moves, scores, count, draw);
}

/* ---- the agent: its parameters are a weight for each tactic, then these */
static const AgentParam ONLY = {"only", PARAM_TEXT, 0, 0, 0, NULL, "a+b…: the base and these tactics, no others"};
static const AgentParam WEIGHTS = {"weights", PARAM_FILE, 0, 0, 0, NULL, "of weights, lines 'name value'"};
static const AgentParam EXACT = {"exact", PARAM_BOOL, 0, 1, 0, NULL, "two players: exact values in the last deal"};
enum { PARAM_ONLY = TACTIC_COUNT, PARAM_WEIGHTS, PARAM_EXACT, PARAM_END };
_Static_assert((int)PARAM_END <= (int)MAX_AGENT_PARAMS, "an agent has room for them");

static const AgentParam *param(int index)
{
    if (index < TACTIC_COUNT) return &TACTICS[index].weight;
    static const AgentParam *const OTHERS[] = {&ONLY, &WEIGHTS, &EXACT};
    return index < PARAM_END ? OTHERS[index - TACTIC_COUNT] : NULL;
}

static double fallback(int index, const Rules *rules)
{
    return index < TACTIC_COUNT ? TACTICS[index].defaults[weight_set(rules)] : param(index)->fallback;
}

/* Sets the weight of every tactic that is neither base nor named in only= to 0. */
static bool only_apply(Agent *agent, Error *error)
{
    uint32_t named = 0;
    const char *list = agent->texts[PARAM_ONLY];
    while (*list) {
        int length = (int)strcspn(list, "+"), index = tactic_find(list, (size_t)length);
        if (index < 0)
            return error_set(error, "agent tactic: only=%s: unknown tactic '%.*s' ('pasur agents' lists them)",
                             agent->texts[PARAM_ONLY], length, list);
        if (named >> index & 1)
            return error_set(error, "agent tactic: only=%s: '%.*s' is named twice", agent->texts[PARAM_ONLY], length,
                             list);
        named |= 1u << index;
        list += length;
        if (*list == '+' && !*++list)
            return error_set(error, "agent tactic: only=%s: nothing follows the last +", agent->texts[PARAM_ONLY]);
    }
    for (int i = 0; i < TACTIC_COUNT; i++) {
        if (i < BASE_COUNT || named >> i & 1) continue;
        if (agent->given >> i & 1)
            return error_set(error, "agent tactic: %s has a weight, but only= leaves it out", TACTICS[i].weight.name);
        agent->values[i] = 0;
        agent->fixed |= UINT64_C(1) << i;
    }
    return true;
}

static bool configure(Agent *agent, Error *error)
{
    if (agent->texts[PARAM_WEIGHTS] && !weights_read(agent, agent->texts[PARAM_WEIGHTS], error)) return false;
    return !agent->texts[PARAM_ONLY] || only_apply(agent, error);
}

const double *tactic_agent_weights(const Agent *agent)
{
    assert(agent->fixed == UINT64_MAX);
    return agent->values;
}

bool tactic_agent_exact(const Agent *agent) { return agent->values[PARAM_EXACT] != 0; }

enum { EXACT_ENTRIES = 1 << 12 }; /* of the solver's table: the last deal of two players */

typedef struct {
    FeatureRules by_rules;
    TacticWeights weights;
    Solver solver;
    SolveEntry entries[EXACT_ENTRIES];
} Mind;

static void *mind_open(const Agent *agent, const Rules *rules)
{
    Mind *mind = malloc(sizeof *mind);
    if (mind) {
        Agent settled = *agent;
        agent_settle(&settled, rules);
        feature_rules_init(&mind->by_rules, rules);
        tactic_weights_init(&mind->weights, tactic_agent_weights(&settled));
        solver_init(&mind->solver, mind->entries, EXACT_ENTRIES);
    }
    return mind;
}

/* True, with the round, if the view leaves but one: in the last deal of two players the unseen cards are the other
   hand. */
static bool round_known(Round *round, const View *view)
{
    Sampler sampler;
    Rng unused = rng_make(0, 0); /* there is nothing to choose */
    if (view->rules->players != 2 || !table_last_deal(view->table, view->rules) ||
        !sampler_init(&sampler, view->rules, view->table, view->hand) || sampler.count != sampler.hands)
        return false;
    sampler_round(round, &sampler, &unused);
    return true;
}

/* Of the plays of the best exact value the one that the tactics like best. Draws once, like tactic_choose. */
static CardSet choose_exact(Mind *mind, const View *view, const Round *round, Rng *rng)
{
    SolvePlay plays[MAX_MOVES];
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    int count, best = INT16_MIN, kept = 0;
    uint32_t draw = rng_next(rng);
    solve_plays(plays, &count, &mind->solver, round, view->rules);
    for (int i = 0; i < count; i++) {
        best = plays[i].value > best ? plays[i].value : best;
        moves[i] = plays[i].play;
    }
    Features features;
    features_init(&features, &mind->by_rules, view, moves, count, mind->weights.sees);
    tactics_score(scores, &features, moves, count, mind->weights.weights);
    for (int i = 0; i < count; i++)
        if (plays[i].value == best) moves[kept] = moves[i], scores[kept++] = scores[i];
    return tactics_pick(moves, scores, kept, draw);
}

static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    Mind *mind = memory;
    Round round;
    if (tactic_agent_exact(agent) && round_known(&round, view)) return choose_exact(mind, view, &round, rng);
    return tactic_choose(&mind->by_rules, &mind->weights, view, rng);
}

const AgentKind AGENT_TACTIC = {
    .name = "tactic",
    .help =
        "the play with the highest weighted sum of tactics; ties at random (default weights for 2, 3 and 4 players; 4 "
        "without teams have those of 3)",
    .param = param,
    .fallback = fallback,
    .configure = configure,
    .mind_open = mind_open,
    .mind_close = free,
    .choose = choose,
};
