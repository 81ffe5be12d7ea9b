/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/kinds.h"
#include "agents/weights.h"
#include "engine/sample.h"
#include "engine/solve.h"

static int32_t weight_fixed(double value) { return (int32_t)lround(value * WEIGHT_ONE); }

void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT])
{
    for (int i = 0; i < TACTIC_COUNT; i++)
        weights->weights[i] = weight_fixed(values[i]);
    weights->sees = tactics_sees(weights->weights);
}

/* One of the plays of the highest score, by the draw; the bias is below count / 2^32. */
static inline CardSet best_pick(const CardSet moves[], const int64_t scores[], int count, uint32_t draw)
{
    CardSet ties[MAX_MOVES];
    int64_t best = scores[0];
    int tied = 0;
    for (int i = 1; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    for (int i = 0; i < count; i++) {
        ties[tied] = moves[i];
        tied += scores[i] == best;
    }
    return ties[(uint64_t)draw * (uint32_t)tied >> 32];
}

CardSet tactic_choose(const SceneRules *base, const TacticWeights *weights, const View *view, Rng *rng)
{
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    uint32_t draw = rng_next(rng);
    if (count == 1) return moves[0];
    Scene scene;
    scene_init(&scene, base, view, moves, count, weights->sees);
    tactics_score(scores, &scene, moves, count, weights->weights);
    return best_pick(moves, scores, count, draw);
}

/* Puts the row, with these weights in the versions, into a part. */
static void row_place(TacticVersions *versions, int row, const int32_t weights[])
{
    TacticParts *parts = &versions->parts;
    int32_t whole = 0, factors[MAX_TACTIC_VERSIONS];
    bool switched = true; /* the versions have the same weight or none */
    for (int version = 0; version < versions->count; version++) {
        if (!weights[version]) continue;
        switched &= !whole || weights[version] == whole;
        whole = weights[version];
    }
    if (!whole) return;
    for (int version = 0; version < versions->count; version++)
        factors[version] = switched ? weights[version] != 0 : weights[version];
    int part = 0;
    for (bool same = false; part < parts->count; part++) {
        same = true;
        for (int version = 0; version < versions->count; version++)
            same &= versions->factors[version][part] == factors[version];
        if (same) break;
    }
    parts->weights[row] = switched ? whole : 1;
    parts->part[row] = (uint8_t)part;
    if (part < parts->count) return;
    parts->count++;
    for (int version = 0; version < versions->count; version++) {
        versions->factors[version][part] = factors[version];
        versions->changed[version] |= (uint32_t)(factors[version] != factors[0]) << part;
    }
}

void tactic_versions_init(TacticVersions *versions, const double *const values[], int count)
{
    memset(versions, 0, sizeof *versions);
    versions->count = count;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        int32_t weights[MAX_TACTIC_VERSIONS];
        for (int version = 0; version < count; version++)
            weights[version] = weight_fixed(values[version][row]);
        row_place(versions, row, weights);
    }
    versions->sees = tactics_sees(versions->parts.weights);
}

static CardSet version_pick(const TacticVersions *versions, int version, const CardSet moves[],
                            int64_t sums[][TACTIC_COUNT], int count, uint32_t draw)
{
    int64_t scores[MAX_MOVES];
    const int32_t *factors = versions->factors[version];
    for (int i = 0; i < count; i++) {
        scores[i] = 0;
        for (int part = 0; part < versions->parts.count; part++)
            scores[i] += factors[part] * sums[i][part];
    }
    return best_pick(moves, scores, count, draw);
}

uint64_t tactic_choose_many(CardSet out[], const SceneRules *base, const TacticVersions *versions, const View *view,
                            Rng *rng)
{
    CardSet moves[MAX_MOVES];
    int64_t sums[MAX_MOVES][TACTIC_COUNT];
    int count = moves_list(moves, view->hand, view->table->pool, NULL);
    uint32_t draw = rng_next(rng), varies = 0; /* parts that tell the plays apart */
    uint64_t otherwise = 0;
    out[0] = moves[0];
    if (count > 1) {
        Scene scene;
        scene_init(&scene, base, view, moves, count, versions->sees);
        tactics_parts(sums, &scene, moves, count, &versions->parts);
        for (int i = 1; i < count; i++)
            for (int part = 0; part < versions->parts.count; part++)
                varies |= (uint32_t)(sums[i][part] != sums[0][part]) << part;
        out[0] = version_pick(versions, 0, moves, sums, count, draw);
    }
    for (int version = 1; version < versions->count; version++) {
        out[version] =
            versions->changed[version] & varies ? version_pick(versions, version, moves, sums, count, draw) : out[0];
        otherwise |= (uint64_t)(out[version] != out[0]) << version;
    }
    return otherwise;
}

/* ---- the agent: its parameters are a weight for each tactic, then these */
static const AgentParam ONLY = {"only", PARAM_TEXT, 0, 0, 0, NULL, "a+b…: the base and these tactics, no others"};
static const AgentParam WEIGHTS = {"weights", PARAM_FILE, 0, 0, 0, NULL, "of weights, lines 'name value'"};
static const AgentParam EXACT = {"exact", PARAM_BOOL, 0, 1, 0, NULL, "two players: exact values in the last deal"};
enum { PARAM_ONLY = TACTIC_COUNT, PARAM_WEIGHTS, PARAM_EXACT, PARAM_END };

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
static bool only_apply(Agent *agent, char *error, size_t size)
{
    uint32_t kept = (1u << BASE_COUNT) - 1;
    const char *list = agent->texts[PARAM_ONLY];
    while (*list) {
        int length = (int)strcspn(list, "+"), index = tactic_find(list, (size_t)length);
        if (index < 0)
            return snprintf(error, size, "agent tactic: only=%s: unknown tactic '%.*s' ('pasur agents' lists them)",
                            agent->texts[PARAM_ONLY], length, list),
                   false;
        kept |= 1u << index;
        list += length;
        if (*list == '+' && !*++list)
            return snprintf(error, size, "agent tactic: only=%s: nothing follows the last +", agent->texts[PARAM_ONLY]),
                   false;
    }
    for (int i = 0; i < TACTIC_COUNT; i++) {
        if (kept >> i & 1) continue;
        if (agent->given >> i & 1)
            return snprintf(error, size, "agent tactic: %s has a weight, but only= leaves it out",
                            TACTICS[i].weight.name),
                   false;
        agent->values[i] = 0;
        agent->fixed |= UINT64_C(1) << i;
    }
    return true;
}

static bool configure(Agent *agent, char *error, size_t size)
{
    if (agent->texts[PARAM_WEIGHTS] && !weights_read(agent, agent->texts[PARAM_WEIGHTS], error, size)) return false;
    return !agent->texts[PARAM_ONLY] || only_apply(agent, error, size);
}

const double *tactic_agent_weights(const Agent *agent)
{
    assert(agent->fixed == UINT64_MAX);
    return agent->values;
}

bool tactic_agent_exact(const Agent *agent) { return agent->values[PARAM_EXACT] != 0; }

enum { EXACT_ENTRIES = 1 << 12 }; /* of the solver's table: the last deal of two players */

typedef struct {
    SceneRules base;
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
        scene_rules_init(&mind->base, rules);
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
    Scene scene;
    scene_init(&scene, &mind->base, view, moves, count, mind->weights.sees);
    tactics_score(scores, &scene, moves, count, mind->weights.weights);
    for (int i = 0; i < count; i++)
        if (plays[i].value == best) moves[kept] = moves[i], scores[kept++] = scores[i];
    return best_pick(moves, scores, kept, draw);
}

static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    Mind *mind = memory;
    Round round;
    if (tactic_agent_exact(agent) && round_known(&round, view)) return choose_exact(mind, view, &round, rng);
    return tactic_choose(&mind->base, &mind->weights, view, rng);
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
