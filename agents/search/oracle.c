/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent oracle, who sees all cards: exact values with two sides, else a tree search. */
#include <stdlib.h>

#include "agents/match_value.h"
#include "agents/search/search.h"
#include "engine/solve.h"

enum { ENTRIES = 1 << 16, MATCH_PLAYS = 8 /* left, when chances are exact */ };
enum { PARAM_ITERS, PARAM_EXPLORATION, PARAM_CUT, PARAM_TIES, PARAM_GOAL, PARAM_EQUITY, PARAM_COUNT };
enum { TIES_FIRST, TIES_REPLIES };

static const AgentParam PARAMS[PARAM_COUNT] = {
    [PARAM_ITERS] = {"iters", PARAM_INT, 1, 1e9, 2000, NULL, "three or four sides: iterations for each decision"},
    [PARAM_EXPLORATION] = {"c", PARAM_DOUBLE, 0, 100, 0.5, NULL,
                           "three or four sides: exploration, in rewards of 20 points"},
    [PARAM_CUT] = {"cut", PARAM_INT, 0, 12, 0, NULL,
                   "three or four sides: value a playout after this many deals; 0: play on"},
    [PARAM_TIES] = {"ties", PARAM_CHOICE, 0, 0, TIES_REPLIES, "first replies",
                    "two sides, equal values: the first play, or the one after which a random reply costs the other "
                    "side most"},
    [PARAM_GOAL] = {GOAL_PARAM},
    [PARAM_EQUITY] = {EQUITY_PARAM},
};

typedef struct {
    SolveEntry entries[ENTRIES];
    Solver solver;
    Search *search; /* for more than two sides; else NULL */
} OracleMemory;

static void *memory_open(const Agent *agent, const Rules *rules)
{
    OracleMemory *memory = malloc(sizeof *memory);
    if (!memory) return NULL;
    solver_init(&memory->solver, memory->entries, ENTRIES);
    memory->search = NULL;
    if (rules->sides == 2) return memory;
    SearchOptions options = {
        .iterations = (uint32_t)agent->values[PARAM_ITERS],
        .exploration = agent->values[PARAM_EXPLORATION],
        .cut = (int)agent->values[PARAM_CUT],
        .fold = true,
        .stopped = agent->stopped,
    };
    memory->search = search_open(&options, rules);
    if (memory->search) return memory;
    free(memory);
    return NULL;
}

static void memory_close(void *given)
{
    OracleMemory *memory = given;
    if (memory->search) search_close(memory->search);
    free(memory);
}

/* The mean value of a random reply to the side that replies; 0 if the round is over. */
static double reply_mean(Solver *solver, const Round *round, const Rules *rules)
{
    CardSet replies[MAX_MOVES];
    int values[MAX_MOVES];
    double sum = 0;
    const int count = moves_list(replies, round_hand(round), round->table.pool, NULL);
    solve_plays(values, solver, round, rules, replies, count);
    for (int i = 0; i < count; i++)
        sum += values[i];
    return count ? sum / count : 0;
}

/* Chooses among the best plays the one after which a random reply is worth least; of equal cards one is tried. */
static CardSet choose_exact(Solver *solver, const Rules *rules, const Round *round, bool replies)
{
    CardSet plays[MAX_MOVES], chosen = 0;
    const Fold fold = fold_for(rules);
    int values[MAX_MOVES];
    double worst = 0;
    const int count = moves_list(plays, round_hand(round), round->table.pool, &fold);
    const int best = solve_plays(values, solver, round, rules, plays, count);
    for (int i = 0; i < count; i++) {
        if (values[i] < best) continue;
        if (!replies) return plays[i];
        Round next = *round;
        round_play(&next, rules, plays[i]);
        double mean = reply_mean(solver, &next, rules);
        if (!chosen || mean < worst) chosen = plays[i], worst = mean;
    }
    return chosen;
}

/* The play with the best chance to win the match, of equal ones that with most points; 0: the round is too long for
   that. */
static CardSet choose_chance(Solver *solver, const MatchEquity *equity, const Rules *rules, const Round *round)
{
    CardSet plays[MAX_MOVES], chosen = 0;
    const Fold fold = fold_for(rules);
    int chances[MAX_MOVES], points[MAX_MOVES], best = -1, most = 0;
    if (PLAYS - round->table.ply > MATCH_PLAYS) return 0;
    const int count = moves_list(plays, round_hand(round), round->table.pool, &fold);
    if (!exact_values(chances, solver, equity, round, rules, plays, count, MATCH_POSITIONS)) return 0;
    solve_plays(points, solver, round, rules, plays, count);
    for (int i = 0; i < count; i++) {
        if (chances[i] < best || (chances[i] == best && points[i] <= most)) continue;
        best = chances[i];
        most = points[i];
        chosen = plays[i];
    }
    return chosen;
}

static CardSet choose_open(const Agent *agent, void *given, const Rules *rules, const Round *round, Rng *rng)
{
    OracleMemory *memory = given;
    const MatchEquity *equity = agent_equity(agent);
    CardSet play = equity ? choose_chance(&memory->solver, equity, rules, round) : 0;
    if (play) return play;
    if (!memory->search) return choose_exact(&memory->solver, rules, round, agent->values[PARAM_TIES] == TIES_REPLIES);
    SearchResult result;
    search_run_open(&result, memory->search, round, rng);
    return result.plays[result.best].play;
}

const AgentKind AGENT_ORACLE = {
    .name = "oracle",
    .help = "CHEATS, an upper bound: sees all cards and plays exact values (two sides) or a tree search (more)",
    .params = PARAMS,
    .param_count = PARAM_COUNT,
    .goal = PARAM_GOAL,
    .traits = TRAIT_CHEATS,
    .memory_open = memory_open,
    .memory_close = memory_close,
    .choose_open = choose_open,
};
