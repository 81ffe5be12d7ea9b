/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent ismcts: its parameters, and the search that they configure. */

#include "agents/agent.h"
#include "agents/search/opponent_model.h"
#include "agents/search/search.h"

/* The table of parameters. A row: its name here; the option of the search that it sets; what AgentParam says of it. */
/* clang-format off */
#define PARAM_ROWS(ROW)                                                                                                \
    ROW(ITERS, iterations, "iters", PARAM_INT, 1, 1e9, 1000, NULL, "iterations for each decision")                     \
    ROW(TIME, seconds, "time", PARAM_DOUBLE, 0, 3600, 0, NULL,                                                         \
        "seconds for each decision instead (not repeatable); 0: iters")                                                \
    ROW(EXPLORATION, exploration, "c", PARAM_DOUBLE, 0, 100, 0.5, NULL, "exploration, in rewards of 20 points")        \
    ROW(SELECTION, selection, "select", PARAM_CHOICE, 0, 0, SELECT_UCB1, "ucb1 ucbtuned exp3 puct",                    \
        "which play to try next")                                                                                      \
    ROW(PLAYOUT, policy, "playout", PARAM_CHOICE, 0, 0, POLICY_RANDOM, "random greedy guarded",                        \
        "how rounds are played on; guarded: greedy, minding what it gives away")                                       \
    ROW(EPS, noise, "eps", PARAM_DOUBLE, 0, 1, 0.3, NULL, "share of random plays in greedy and guarded playouts")      \
    ROW(CUT, cut, "cut", PARAM_INT, 0, 12, 1, NULL,                                                                    \
        "value a playout after this many deals, this one counted; 0: play on, as other rewards do")                    \
    ROW(REWARD, reward, "reward", PARAM_CHOICE, 0, 0, REWARD_DIFFERENCE, "difference win share",                       \
        "what a side maximises")                                                                                       \
    ROW(BACKUP, backup, "backup", PARAM_CHOICE, 0, 0, BACKUP_MAXN, "maxn paranoid",                                    \
        "three sides or more: each maximises its own difference, or all others minimise the searcher's")               \
    ROW(FOLD, fold, "fold", PARAM_BOOL, 0, 1, 1, NULL, "treat cards that score the same as one")                       \
    ROW(EXACT, exact, "exact", PARAM_BOOL, 0, 1, 1, NULL, "two players: exact values in the last deal")                \
    ROW(KEEP, keep, "keep", PARAM_BOOL, 0, 1, 0, NULL, "keep the tree from one play to the next")                      \
    ROW(INFER, infer, "infer", PARAM_INT, 0, 1e6, 512, NULL, "hands to weigh by what others' plays reveal; 0: off")    \
    ROW(MODEL, model, "model", PARAM_DOUBLE, 0, 1, 0.5, NULL,                                                          \
        "share of a loose player's plays in the tree that follow its style, not the selection (all of a bot's do); "   \
        "0: none")                                                                                                     \
    ROW(DETS, determinizations, "dets", PARAM_INT, 0, 1e6, 0, NULL,                                                    \
        "sampled deals that iterations share; 0: one for each iteration, pimc: 10")                                    \
    ROW(VARIANT, variant, "variant", PARAM_CHOICE, 0, 0, VARIANT_SO, "so mo pimc flat",                                \
        "so: one observer; mo: one for each player; pimc: exact values of sampled deals; flat: playouts only")         \
    ROW(STYLES, styles, "styles", PARAM_TEXT, 0, 0, 0, NULL,                                                           \
        "a+b…: how others may play, by Bayes' rule: " OPPONENT_STYLE_NAMES "; default all but policy")                 \
    ROW(NODES, nodes, "nodes", PARAM_INT, 0, 1e8, 0, NULL,                                                             \
        "largest size of the tree, where it stops growing; 0: as needed, at most 1M")                                  \
    ROW(PRIOR, prior, "prior", PARAM_DOUBLE, 0, 1e6, 0, NULL,                                                          \
        "the value that policy's net gives a play counts as this many iterations of it; 0: do not ask the net")
/* clang-format on */

#define PARAM_INDEX(NAME, option, ...) PARAM_##NAME,
#define PARAM_ROW(NAME, option, ...) {__VA_ARGS__},
#define OPTION(NAME, option, ...) .option = (__typeof__(options->option))agent->values[PARAM_##NAME],
enum { PARAM_ROWS(PARAM_INDEX) PARAM_GOAL, PARAM_EQUITY, PARAM_COUNT };
static const AgentParam PARAMS[PARAM_COUNT] = {
    PARAM_ROWS(PARAM_ROW){GOAL_PARAM},
    {EQUITY_PARAM},
};

static bool prior_possible(const double values[])
{
    return values[PARAM_SELECTION] <= SELECT_UCBTUNED && values[PARAM_VARIANT] <= VARIANT_MO;
}

/* Fetches the net, where a prior or the style policy asks for it. */
static bool net_fetch(Agent *agent, const Rules *rules, Error *error)
{
    const double *values = agent->values;
    if (values[PARAM_PRIOR] > 0 && !prior_possible(values))
        return error_set(error, "prior goes with select=ucb1 or ucbtuned, variant=so or mo");
    if (!(values[PARAM_PRIOR] > 0) && !((uint32_t)values[PARAM_STYLES] >> OPPONENT_POLICY & 1)) return true;
    return net_open(agent, NULL, rules, error);
}

static bool ismcts_open(Agent *agent, const Rules *rules, Error *error)
{
    if ((agent->given >> PARAM_ITERS & 1) && (agent->given >> PARAM_TIME & 1))
        return error_set(error, "iters and time exclude each other");
    uint32_t styles;
    if (!opponent_styles_parse(&styles, agent->texts[PARAM_STYLES], error)) return false;
    agent->values[PARAM_STYLES] = styles;
    if (agent->values[PARAM_REWARD] != REWARD_DIFFERENCE && !(agent->given >> PARAM_CUT & 1))
        agent->values[PARAM_CUT] = 0;
    if (agent->values[PARAM_CUT] != 0 && agent->values[PARAM_REWARD] != REWARD_DIFFERENCE)
        return error_set(error, "cut needs reward=difference");
    if (agent->values[PARAM_GOAL] == GOAL_MATCH && agent->values[PARAM_REWARD] != REWARD_DIFFERENCE)
        return error_set(error, "goal=match and reward= exclude each other");
    if (agent->values[PARAM_GOAL] == GOAL_MATCH && agent->values[PARAM_VARIANT] == VARIANT_PIMC)
        return error_set(error, "goal=match and variant=pimc exclude each other: exact values are points");
    return net_fetch(agent, rules, error);
}

static unsigned traits_of(const Agent *agent)
{
    return (agent->values[PARAM_TIME] > 0 ? TRAIT_TIMED : 0u) | (agent->values[PARAM_KEEP] != 0 ? TRAIT_REMEMBERS : 0u);
}

static void options_fill(SearchOptions *options, const Agent *agent)
{
    *options = (SearchOptions){PARAM_ROWS(OPTION)};
    if (options->seconds > 0) options->iterations = 0;
    options->net = agent->own;
    if (!prior_possible(agent->values)) options->prior = 0;
    options->equity = agent_equity(agent);
    options->stopped = agent->stopped;
}

static void *memory_open(const Agent *agent, const Rules *rules)
{
    SearchOptions options;
    options_fill(&options, agent);
    return search_open(&options, rules);
}

static void memory_close(void *memory) { search_close(memory); }

static void ismcts_begin(const Agent *agent, void *memory, const View *view)
{
    (void)agent, (void)view;
    search_forget(memory);
}

static CardSet ismcts_choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent;
    SearchResult result;
    CardSet moves[MAX_MOVES];
    if (moves_list(moves, view->hand, view->table->pool, NULL) == 1) return moves[0];
    if (!search_run(&result, memory, view, rng)) return 0;
    return result.plays[result.best].play;
}

static const AgentSearch SEARCH = {
    .options = options_fill,
    .iterations = &PARAMS[PARAM_ITERS],
    .seconds = &PARAMS[PARAM_TIME],
};

const AgentKind AGENT_ISMCTS = {
    .name = "ismcts",
    .help = "information set Monte Carlo tree search over deals consistent with what the seat knows",
    .params = PARAMS,
    .param_count = PARAM_COUNT,
    .goal = PARAM_GOAL,
    .open = ismcts_open,
    .close = net_close,
    .traits = TRAIT_SLOW,
    .traits_of = traits_of,
    .memory_open = memory_open,
    .memory_close = memory_close,
    .begin = ismcts_begin,
    .choose = ismcts_choose,
    .search = &SEARCH,
};
