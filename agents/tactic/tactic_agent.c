/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent tactic: its weights, optionally from a file, and how they change when it plays for the match. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/batch/batch.h"
#include "agents/match_value.h"
#include "agents/tactic/advice.h"
#include "agents/tactic/tactics.h"
#include "agents/text_lines.h"
#include "engine/solve.h"
#include "engine/table.h"
#include "engine/text/words.h"

/* ---- files of weights */

/* Reads one line without its comment; bit i of *named: parameter i was named before. */
static bool line_read(Agent *agent, uint64_t *named, const char *line, Error *error)
{
    Words words = {.rest = line, .separator = ' '};
    if (!words_next(&words, error)) return !words.failed;
    const Names names = agent_param_names(agent->kind);
    uint64_t rows = name_rows_once(&names, words.text, "given", named, error);
    if (!rows) return false;
    const AgentParam *param = &agent->kind->params[__builtin_ctzll(rows)];
    if (param->type != PARAM_DOUBLE && param->type != PARAM_INT)
        return error_set(error, "'%s' is no weight and no number of a script", param->name);
    Words more;
    if (!words_next(&words, error) || (more = words, words_next(&more, error)))
        return error_set(error, "a line is 'name value', for instance '%s 1.5'", param->name);
    for (; rows; rows &= rows - 1) {
        const int index = __builtin_ctzll(rows);
        const double before = agent->values[index];
        if (!agent_param_set(agent, index, words.text, error)) return false;
        if (agent->given >> index & 1) agent->values[index] = before;
    }
    return true;
}

bool weights_read(Agent *agent, const char *path, Error *error)
{
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, "%s: %s", path, strerror(errno));
    uint64_t named = 0;
    TextLines lines = {.file = file};
    bool good = true;
    while (good && text_lines_next(&lines, error)) {
        lines.line[strcspn(lines.line, "#")] = 0;
        good = line_read(agent, &named, lines.line, error);
    }
    if (!lines.ended) good = text_lines_blame(&lines, path, error), error->system = false;
    if (good && !named) good = error_set(error, "%s: it holds no weight; a line is 'name value'", path);
    if (good && named >> TACTIC_leave_11 & 1 && !(named >> TACTIC_deny_sur & 1))
        good = error_set(error, "%s: %s", path, LEAVE_11_CHANGED);
    fclose(file);
    text_lines_free(&lines);
    return good;
}

/* ---- weights for a match */

/* A factor above this means that points are worth nothing here. */
static const float MOST = 4;

static int32_t weight_scaled(int32_t weight, float factor)
{
    return (int32_t)lrintf((float)weight * (factor < 0 ? 0 : factor > MOST ? MOST : factor));
}

void tactic_match_weights(TacticWeights *out, const TacticWeights *weights, const MatchEquity *equity,
                          const FeatureRules *by_rules, const View *view)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    const CardSet *piles = table->piles;
    const int32_t(*wins)[CLUBS_IN_PACK + 1] = by_rules->clubs;
    const int own = clubs_count(piles[0]), other = clubs_count(piles[1]);
    const int all = scoring_cards(PACK, rules), lead = scoring_cards(piles[0], rules) - scoring_cards(piles[1], rules);
    MatchRoundValue value;
    MatchOpen open;
    int now[MAX_SIDES];
    float chances[3];
    count_points(now, table, rules);
    match_value_init(&value, equity, rules, table->scores);
    match_open_at(&open, &value, table->ply);
    const float paid = (float)(value.total - all); /* for the clubs */
    /* How the round stands for side 0 if it loses the clubs, if it wins them, and by its chance to do so. */
    const MatchStanding lost = {(float)(all + lead) / 2, {table->surs[0], table->surs[1]}, {now[0], now[1]}};
    MatchStanding won = lost, here = lost;
    won.part += paid;
    if (paid > 0)
        here.part += (float)wins[CLUBS_IN_PACK + own - other][CLUBS_IN_PACK - own - other] /
                     (float)wins[2 * CLUBS_IN_PACK][0] * paid;
    match_values(chances, 3, &value, &open, &here);
    const float point = match_value_point(&value, &open, &here), sur = point * (float)sur_points(1, rules);
    const float surs[2] = {sur > 0 ? (chances[1] - chances[0]) / sur : 0,
                           sur > 0 ? (chances[0] - chances[2]) / sur : 0};
    const float clubs =
        paid > 0 ? (match_value(&value, &open, &won) - match_value(&value, &open, &lost)) / (2 * point * paid) : 0;
    const int side = table_side(table, rules);
    *out = *weights;
    for (int i = 0; i < TACTIC_COUNT; i++) {
        if (TACTICS[i].about & ABOUT_SURS)
            out->weights[i] = weight_scaled(weights->weights[i], surs[i == TACTIC_base_sur ? side : !side]);
        else if (TACTICS[i].about == ABOUT_CLUBS)
            out->weights[i] = weight_scaled(weights->weights[i], clubs);
    }
}

/* ---- the agent: its parameters are a weight for each tactic, then those of this list */

enum { PARAM_ONLY = TACTIC_COUNT, PARAM_WEIGHTS, PARAM_EXACT, PARAM_GOAL, PARAM_EQUITY, PARAM_ADVICE, PARAM_COUNT };

#define WEIGHT_PARAM(name, two, several, teams, kinds, sees, about, source, advice, says)                              \
    [TACTIC_##name] = {#name, PARAM_DOUBLE, -100, 100, two, NULL, source ": " advice " [" says "]"},
static const AgentParam PARAMS[PARAM_COUNT] = {
    [PARAM_ONLY] = {"only", PARAM_TEXT, 0, 0, 0, NULL, "a+b…: the base and these tactics, no others"},
    [PARAM_WEIGHTS] = {"weights", PARAM_FILE, 0, 0, 0, NULL, "a file of weights, lines 'name value'"},
    [PARAM_EXACT] = {"exact", PARAM_BOOL, 0, 1, 0, NULL, "two players: exact values in the last deal"},
    [PARAM_GOAL] = {GOAL_PARAM},
    [PARAM_EQUITY] = {EQUITY_PARAM},
    [PARAM_ADVICE] =
        {"advice", PARAM_FILE, 0, 0, 0, NULL,
         "a script in Lua whose values are added (docs/advice.md); its parameters follow, NAME.PARAMETER=X"},
    TACTIC_ROWS(WEIGHT_PARAM)};
_Static_assert(sizeof PARAMS / sizeof *PARAMS <= MAX_AGENT_PARAMS, "an agent has room for the parameters");

#define NO_PLAY(name, two, several, teams, kinds, ...) | (uint64_t) !(kinds) << TACTIC_##name

static double tactic_fallback(int index, const Rules *rules)
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
        if (words.given >> i & 1 && agent->values[i] != 0) continue;
        if (words.given >> i & 1)
            return error_set(error, "only=: the weight of %s is 0; give it one, such as %s=1", TACTICS[i].name,
                             TACTICS[i].name);
        if (agent->given >> i & 1) return error_set(error, "%s has a weight, but only= leaves it out", TACTICS[i].name);
        agent->values[i] = 0;
    }
    return true;
}

static bool tactic_extend(Agent *agent, int index, Error *error)
{
    return index != PARAM_ADVICE || advice_read(agent, agent->texts[index], error);
}

static bool tactic_agent_open(Agent *agent, const Rules *rules, Error *error)
{
    if (agent->texts[PARAM_WEIGHTS] && !weights_read(agent, agent->texts[PARAM_WEIGHTS], error)) return false;
    if (agent->texts[PARAM_ONLY] && !only_apply(agent, error)) return false;
    return !advice_of(agent) || advice_try(agent, rules, ADVICE_VALUE, error);
}

/* Has the agent a script that has something to say? */
static bool is_advised(const Agent *agent)
{
    const AdviceScript *advice = advice_of(agent);
    return advice && agent->values[advice->first] != 0;
}

static bool is_exact(const Agent *agent) { return agent->values[PARAM_EXACT] != 0; }

static unsigned traits_of(const Agent *agent)
{
    TacticWeights weights;
    tactic_weights_init(&weights, tactic_agent_weights(agent));
    const unsigned splits = tactic_agent_weights(agent)[TACTIC_split_faces] > 0 ? TRAIT_SPLITS : 0;
    if (is_advised(agent)) return splits;
    if (is_exact(agent) || agent_equity(agent)) return splits | TRAIT_LISTED;
    return splits | TRAIT_LISTED | TRAIT_BATCH | (weights.sees & SEES_PLAYS ? 0 : TRAIT_FORGETS);
}

typedef struct {
    FeatureRules by_rules;
    TacticWeights weights;
    AdviceMemory *advice; /* NULL: there is none */
    bool scripted;        /* no tactic has a weight */
    Solver solver;
    SolveEntry entries[EXACT_ENTRIES];
} TacticMemory;

static void memory_close(void *given)
{
    advice_close(((TacticMemory *)given)->advice);
    free(given);
}

static void *memory_open(const Agent *agent, const Rules *rules)
{
    TacticMemory *memory = malloc(sizeof *memory);
    if (!memory) return NULL;
    feature_rules_init(&memory->by_rules, rules);
    tactic_weights_init(&memory->weights, tactic_agent_weights(agent));
    solver_init(&memory->solver, memory->entries, EXACT_ENTRIES);
    memory->scripted = true;
    for (int i = 0; i < TACTIC_COUNT; i++)
        memory->scripted = memory->scripted && !memory->weights.weights[i];
    memory->advice = is_advised(agent) ? advice_open(agent, rules) : NULL;
    if (memory->advice || !is_advised(agent)) return memory;
    return memory_close(memory), NULL;
}

static const char *tactic_failure(const void *given)
{
    const AdviceMemory *advice = ((const TacticMemory *)given)->advice;
    return advice ? advice_failure(advice) : NULL;
}

/* What the tactics, and a script, make of the plays. False if the script failed. */
static bool plays_score(int64_t scores[], TacticMemory *memory, const TacticWeights *weights, const View *view,
                        const CardSet moves[], int count, Rng *rng)
{
    if (memory->scripted)
        memset(scores, 0, (size_t)count * sizeof *scores);
    else
        tactics_score(scores, &memory->by_rules, weights, view, plays_capture(moves, count, view->table->pool), moves,
                      count);
    double said[MAX_MOVES];
    if (!memory->advice) return true;
    if (!advice_ask(memory->advice, ADVICE_VALUE, said, view, moves, count, rng)) return false;
    for (int i = 0; i < count; i++)
        scores[i] += llround(said[i] * POINT * WEIGHT_ONE);
    return true;
}

/* The play that the tactics, weighed for a match with an equity table, and a script value most; 0 if that failed. Draws
   once, as tactic_choose. */
static CardSet choose_weighed(TacticMemory *memory, const MatchEquity *equity, const View *view, Rng *rng)
{
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    TacticWeights match;
    const TacticWeights *weights = equity ? &match : &memory->weights;
    const int count = moves_list(moves, view->hand, view->table->pool, NULL);
    const uint32_t draw = rng_next(rng);
    if (count == 1) return moves[0];
    if (equity) tactic_match_weights(&match, &memory->weights, equity, &memory->by_rules, view);
    return plays_score(scores, memory, weights, view, moves, count, rng) ? tactics_pick(moves, scores, count, draw) : 0;
}

/* Chooses among the plays of the best exact value the one that the tactics score highest. Draws once, as
   tactic_choose. */
static CardSet choose_exact(TacticMemory *memory, const MatchEquity *equity, const View *view, const Round *round,
                            Rng *rng)
{
    CardSet moves[MAX_MOVES];
    int64_t scores[MAX_MOVES];
    int values[MAX_MOVES], kept = 0;
    const Fold fold = fold_for(view->rules);
    const int count = moves_list(moves, view->hand, view->table->pool, equity ? &fold : NULL);
    if (!exact_values(values, &memory->solver, equity, round, view->rules, moves, count, MATCH_POSITIONS))
        return choose_weighed(memory, NULL, view, rng);
    int best = values[0];
    uint32_t draw = rng_next(rng);
    for (int i = 1; i < count; i++)
        best = values[i] > best ? values[i] : best;
    if (!plays_score(scores, memory, &memory->weights, view, moves, count, rng)) return 0;
    for (int i = 0; i < count; i++)
        if (values[i] == best) moves[kept] = moves[i], scores[kept++] = scores[i];
    return tactics_pick(moves, scores, kept, draw);
}

static CardSet tactic_agent_choose(const Agent *agent, void *given, const View *view, Rng *rng)
{
    TacticMemory *memory = given;
    Round round;
    const MatchEquity *equity = agent_equity(agent);
    if (is_exact(agent) && exact_round(&round, view)) return choose_exact(memory, equity, view, &round, rng);
    return choose_weighed(memory, equity, view, rng);
}

static void choose_batch(BatchRounds *rounds, int first, int count)
{
    const int seat = batch_seat(rounds);
    const TacticWeights *weights[BATCH_SIZE];
    uint64_t draws[BATCH_ROOM];
    int open[BATCH_SIZE];
    TacticMemory **memories = (TacticMemory **)rounds->memories[seat] + first;
    for (int i = 0; i < count; i++)
        weights[i] = &memories[i]->weights;
    batch_lanes()->draw(rounds, first, count, draws);
    const LaneBatch batch = {.by_rules = &memories[0]->by_rules,
                             .rounds = rounds,
                             .first = first,
                             .count = count,
                             .weights = weights,
                             .draws = draws};
    const int left = tactic_lanes_here()(batch_plays(rounds) + first, open, &batch);
    for (int i = 0; i < left; i++) {
        Seat seen;
        const View view = batch_view(&seen, rounds, first + open[i]);
        batch_plays(rounds)[first + open[i]] = tactic_choose_drawn(
            &memories[open[i]]->by_rules, &memories[open[i]]->weights, &view, (uint32_t)draws[open[i]]);
    }
}

static const AgentTuning TUNING = {
    .base_count = BASE_COUNT,
    .no_play = 0 TACTIC_ROWS(NO_PLAY),
};

const AgentKind AGENT_TACTIC = {
    .name = "tactic",
    .help =
        "the play with the highest weighted sum of tactics; ties at random (default weights for 2, 3 and 4 players; "
        "for 4 without teams those for 3)",
    .params = PARAMS,
    .param_count = PARAM_COUNT,
    .param_groups = TACTIC_GROUPS,
    .goal = PARAM_GOAL,
    .fallback = tactic_fallback,
    .extend = tactic_extend,
    .open = tactic_agent_open,
    .traits = TRAIT_TACTICS | TRAIT_LISTED,
    .traits_of = traits_of,
    .memory_open = memory_open,
    .memory_close = memory_close,
    .choose = tactic_agent_choose,
    .failure = tactic_failure,
    .choose_batch = choose_batch,
    .tuning = &TUNING,
};

/* ---- the agent lua: tactic whose weights are 0, with a script */

static bool read_script(Agent *agent, const char *text, const Rules *rules, Error *error)
{
    char params[AGENT_NAME + 8];
    agent->kind = &AGENT_TACTIC;
    OwnKind *own = agent_own_kind(agent, error);
    if (!own) return false;
    own->kind.name = AGENT_LUA.name;
    if (!*text || *text == ',') return error_set(error, "expected lua:FILE");
    snprintf(params, sizeof params, "advice=%s", text);
    for (int i = 0; i < PARAM_COUNT; i++)
        agent->values[i] = i < TACTIC_COUNT ? 0 : PARAMS[i].fallback;
    return agent_params_read(agent, params, error) && tactic_agent_open(agent, rules, error);
}

static const AgentParam LUA_PARAMS[] = {
    {"file", PARAM_FILE, 0, 0, 0, NULL, "the script, written first and without file=; its parameters follow"}};

const AgentKind AGENT_LUA = {
    .name = "lua",
    .help = "the play that your script values most, lua:FILE (docs/advice.md); ties at random",
    .params = LUA_PARAMS,
    .param_count = 1,
    .read = read_script,
    .choose = tactic_agent_choose,
};
