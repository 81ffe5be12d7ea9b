/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent tactic: a play's score is the weighted sum of what the tactics say about it. */
#include "agents/tactic/tactic_agent.h"

#include <math.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "agents/match_value.h"
#include "agents/tactic/tactic_match.h"
#include "agents/tactic/weights.h"
#include "agents/tactic/wide/tactic_many.h"
#include "engine/solve.h"
#include "engine/text/words.h"

int32_t tactic_weight(double value) { return (int32_t)lround(value * WEIGHT_ONE); }

bool tactic_agent_splits(const Agent *agent)
{
    return agent_has(agent, TRAIT_TACTICS) && tactic_agent_weights(agent)[TACTIC_split_faces] > 0;
}

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

/* ---- the agent: its parameters are a weight for each tactic, then those of this list */

enum { PARAM_ONLY = TACTIC_COUNT, PARAM_WEIGHTS, PARAM_EXACT, PARAM_GOAL, PARAM_EQUITY, PARAM_COUNT };

#define WEIGHT_PARAM(name, two, several, teams, kinds, sees, about, wide, help)                                        \
    [TACTIC_##name] = {#name, PARAM_DOUBLE, -100, 100, two, NULL, help},
static const AgentParam PARAMS[PARAM_COUNT] = {
    [PARAM_ONLY] = {"only", PARAM_TEXT, 0, 0, 0, NULL, "a+b…: the base and these tactics, no others"},
    [PARAM_WEIGHTS] = {"weights", PARAM_FILE, 0, 0, 0, NULL, "of weights, lines 'name value'"},
    [PARAM_EXACT] = {"exact", PARAM_BOOL, 0, 1, 0, NULL, "two players: exact values in the last deal"},
    [PARAM_GOAL] = {GOAL_PARAM},
    [PARAM_EQUITY] = {EQUITY_PARAM},
    TACTIC_ROWS(WEIGHT_PARAM)};
_Static_assert(sizeof PARAMS / sizeof *PARAMS <= MAX_AGENT_PARAMS, "an agent has room for the parameters");

#define NO_PLAY(name, two, several, teams, kinds, sees, about, wide, help) | (uint64_t) !(kinds) << TACTIC_##name

static double fallback(int index, const Rules *rules)
{
    return index < TACTIC_COUNT ? tactic_default(index, rules) : PARAMS[index].fallback;
}

/* Sets the weight of every tactic that is neither base nor named in only= to 0. */
static bool only_apply(Agent *agent, Error *error)
{
    Words words = {.rest = agent->texts[PARAM_ONLY], .separator = '+', .names = &TACTIC_NAMES};
    if (!*words.rest) return error_set(error, "only= names no tactic; only=base_points is the base alone");
    if (!words_rest(&words, error)) return error_under(error, "only=%s", agent->texts[PARAM_ONLY]);
    for (int i = BASE_COUNT; i < TACTIC_COUNT; i++) {
        if (words.given >> i & 1) continue;
        if (agent->given >> i & 1) return error_set(error, "%s has a weight, but only= leaves it out", TACTICS[i].name);
        agent->values[i] = 0;
    }
    return true;
}

static bool open(Agent *agent, const Rules *rules, Error *error)
{
    if (agent->texts[PARAM_WEIGHTS] && !weights_read(agent, agent->texts[PARAM_WEIGHTS], error)) return false;
    if (agent->texts[PARAM_ONLY] && !only_apply(agent, error)) return false;
    return goal_open(agent, PARAM_GOAL, PARAM_EQUITY, rules, error);
}

static bool is_exact(const Agent *agent) { return agent->values[PARAM_EXACT] != 0; }

static unsigned traits_of(const Agent *agent)
{
    TacticWeights weights;
    tactic_weights_init(&weights, tactic_agent_weights(agent));
    if (is_exact(agent) || goal_equity(agent)) return 0;
    return weights.sees & SEES_PLAYS ? TRAIT_MANY : TRAIT_WEIGHS | TRAIT_FORGETS | TRAIT_MANY;
}

enum {
    EXACT_ENTRIES = 1 << 12,  /* of the solver's table for the last deal of two players */
    MATCH_POSITIONS = 1 << 20 /* that are searched for its chances */
};

typedef struct {
    FeatureRules by_rules;
    TacticWeights weights;
    TacticVariants alone; /* the weights, for many decisions at once */
    Solver solver;
    SolveEntry entries[EXACT_ENTRIES];
} TacticMind;

static void *mind_open(const Agent *agent, const Rules *rules)
{
    TacticMind *mind = malloc(sizeof *mind);
    if (mind) {
        feature_rules_init(&mind->by_rules, rules);
        tactic_weights_init(&mind->weights, tactic_agent_weights(agent));
        tactic_variants_init(&mind->alone, (const double *const[]){tactic_agent_weights(agent)}, 1);
        solver_init(&mind->solver, mind->entries, EXACT_ENTRIES);
    }
    return mind;
}

/* Lists the plays and their exact values: points, or chances to win the match. Returns how many; 0: that took too long. */
static int values_find(CardSet moves[], int values[], TacticMind *mind, const MatchEquity *equity, const Round *round,
                       const Rules *rules)
{
    int count = 0;
    if (!equity) {
        SolvePlay plays[MAX_MOVES];
        solve_plays(plays, &count, &mind->solver, round, rules);
        for (int i = 0; i < count; i++)
            moves[i] = plays[i].play, values[i] = plays[i].value;
        return count;
    }
    MatchSolvePlay plays[MAX_MOVES];
    MatchRoundValue value;
    const Fold fold = fold_for(rules);
    match_value_init(&value, equity, rules, round->table.scores);
    count = match_solve_plays(plays, &value, round, &fold, MATCH_POSITIONS);
    for (int i = 0; i < count; i++)
        moves[i] = plays[i].play, values[i] = plays[i].chance;
    return count;
}

/* Chooses among the plays of the best exact value the one that the tactics score highest. Draws once, as tactic_choose. */
static CardSet choose_exact(TacticMind *mind, const MatchEquity *equity, const View *view, const Round *round, Rng *rng)
{
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    int values[MAX_MOVES], kept = 0;
    const int count = values_find(moves, values, mind, equity, round, view->rules);
    if (!count) return tactic_choose(&mind->by_rules, &mind->weights, view, rng);
    int best = values[0];
    uint32_t draw = rng_next(rng);
    for (int i = 1; i < count; i++)
        best = values[i] > best ? values[i] : best;
    Features features;
    features_init(&features, &mind->by_rules, view, moves, count, mind->weights.sees);
    tactics_score(scores, &features, moves, count, mind->weights.weights);
    for (int i = 0; i < count; i++)
        if (values[i] == best) moves[kept] = moves[i], scores[kept++] = scores[i];
    return tactics_pick(moves, scores, kept, draw);
}

static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    TacticMind *mind = memory;
    Round round;
    const MatchEquity *equity = goal_equity(agent);
    if (is_exact(agent) && exact_round(&round, view)) return choose_exact(mind, equity, view, &round, rng);
    if (!equity) return tactic_choose(&mind->by_rules, &mind->weights, view, rng);
    TacticWeights weights;
    tactic_match_weights(&weights, &mind->weights, equity, &mind->by_rules, view);
    return tactic_choose(&mind->by_rules, &weights, view, rng);
}

static void choose_many(CardSet out[], const Agent *agent, const Rules *rules, const AgentDecision decisions[],
                        int count)
{
    const TacticMind *first = decisions[0].mind;
    TacticDecision wanted[MAX_DECISIONS];
    bool same = true; /* all have the same weights */
    (void)agent;
    for (int i = 0; i < count; i++) {
        const TacticMind *mind = decisions[i].mind;
        wanted[i] = (TacticDecision){.table = decisions[i].table,
                                     .hand = decisions[i].hand,
                                     .wanted = 1,
                                     .draw = rng_next(decisions[i].rng),
                                     .first_pool = decisions[i].first_pool,
                                     .history = decisions[i].history,
                                     .own = &mind->alone};
        same &= mind == first;
    }
    tactic_choose_many(out, &first->by_rules, rules, same ? &first->alone : NULL, wanted, count);
}

/* Players of weights that can be scored eight at a time fill such groups together. */
static bool alike(const Agent *a, const Agent *b)
{
    TacticWeights weights[2];
    tactic_weights_init(&weights[0], tactic_agent_weights(a));
    tactic_weights_init(&weights[1], tactic_agent_weights(b));
    return !tactic_wide_hindrance(weights[0].weights) && !tactic_wide_hindrance(weights[1].weights);
}

static const AgentMany MANY = {.choose = choose_many, .alike = alike};

static const AgentTuning TUNING = {
    .base_count = BASE_COUNT,
    .no_play = 0 TACTIC_ROWS(NO_PLAY),
    .weights_file = &PARAMS[PARAM_WEIGHTS],
};

const AgentKind AGENT_TACTIC = {
    .name = "tactic",
    .help =
        "the play with the highest weighted sum of tactics; ties at random (default weights for 2, 3 and 4 players; 4 "
        "without teams have those of 3)",
    .params = PARAMS,
    .param_count = PARAM_COUNT,
    .fallback = fallback,
    .open = open,
    .close = goal_close,
    .traits = TRAIT_TACTICS | TRAIT_LISTED,
    .traits_of = traits_of,
    .mind_open = mind_open,
    .mind_close = free,
    .choose = choose,
    .equity = goal_equity,
    .many = &MANY,
    .tuning = &TUNING,
};
