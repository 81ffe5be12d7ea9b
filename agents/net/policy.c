/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent policy: the play that a net scores highest, without any search. */
#include <math.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "agents/net/net.h"

enum { PARAM_FILE_NAME, PARAM_EXACT, PARAM_MIX, PARAM_COUNT };

static const AgentParam PARAMS[PARAM_COUNT] = {
    [PARAM_FILE_NAME] = {"file", PARAM_FILE, 0, 0, 0, NULL, "the net, from 'pasur learn'; else a built-in one"},
    [PARAM_EXACT] = {"exact", PARAM_BOOL, 0, 1, 1, NULL, "two players: exact values in the last deal"},
    [PARAM_MIX] = {"mix", PARAM_DOUBLE, 0, 100, 0, NULL,
                   "0: the best play; above 0: a random play, with chances proportional to e^(score / mix)"},
};

static bool policy_open(Agent *agent, const Rules *rules, Error *error)
{
    return net_open(agent, agent->texts[PARAM_FILE_NAME], rules, error);
}

typedef struct {
    Fold fold;
    NetLine line;
    Solver solver;
    SolveEntry entries[EXACT_ENTRIES];
} PolicyMemory;

static void *memory_open(const Agent *agent, const Rules *rules)
{
    (void)agent;
    PolicyMemory *memory = malloc(sizeof *memory);
    if (memory) {
        memory->fold = fold_for(rules);
        net_line_clear(&memory->line);
        solver_init(&memory->solver, memory->entries, EXACT_ENTRIES);
    }
    return memory;
}

/* One of `count` plays with these scores, drawn with chances e^(score / mix). */
static int play_draw(const int32_t scores[], int count, int best, double mix, Rng *rng)
{
    double shares[MAX_MOVES], sum = 0;
    for (int i = 0; i < count; i++)
        sum += shares[i] = exp(((double)scores[i] - scores[best]) / (mix * NET_ONE));
    double draw = rng_double(rng) * sum;
    for (int i = 0; i + 1 < count; i++) {
        draw -= shares[i];
        if (draw < 0) return i;
    }
    return count - 1;
}

/* Lists the plays of the best exact value where all cards are known; returns how many. 0: they are not. */
static int exact_best(CardSet plays[], Solver *solver, const View *view)
{
    int values[MAX_MOVES], kept = 0;
    Round round;
    if (!exact_round(&round, view)) return 0;
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    const int best = solve_plays(values, solver, &round, view->rules, plays, count);
    for (int i = 0; i < count; i++)
        if (values[i] == best) plays[kept++] = plays[i];
    return kept;
}

static CardSet policy_choose(const Agent *agent, void *given, const View *view, Rng *rng)
{
    PolicyMemory *memory = given;
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    NetPosition position;
    int best = 0;
    int count = agent->values[PARAM_EXACT] != 0 ? exact_best(plays, &memory->solver, view) : 0;
    if (!count) count = moves_list(plays, view->hand, view->table->pool, &memory->fold);
    if (count == 1) return plays[0];
    net_position_along(&position, &memory->line, view);
    net_scores(scores, agent->own, &position, plays, count);
    for (int i = 1; i < count; i++)
        if (scores[i] > scores[best]) best = i;
    const double mix = agent->values[PARAM_MIX];
    return plays[mix > 0 ? play_draw(scores, count, best, mix, rng) : best];
}

const AgentKind AGENT_POLICY = {
    .name = "policy",
    .help =
        "the play that a net, trained on searches and self-play, scores highest; it does not search (docs/agents.md)",
    .params = PARAMS,
    .param_count = PARAM_COUNT,
    .open = policy_open,
    .close = net_close,
    .memory_open = memory_open,
    .memory_close = free,
    .choose = policy_choose,
};
