/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies of tactics: which variants are compared, their rows' results on boards, when rows are looked at, and the
   verdicts. */
#include "analysis/study/tactics.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "engine/text/number.h"
#include "engine/text/words.h"
#include "sim/measures.h"

/* ---- what is asked, as rows of variants */

const char *const MEASURE_NAMES[] = {"alone", "without", "weight", "added", "pair"};

enum { MAX_WEIGHTS = 63 };

#define SWEEP_FORM "tactic=LOW:HIGH:STEP, such as deny_sur=0:3:0.25"

char *tactic_set_names(char out[static TACTIC_SET_TEXT], const TacticStudy *study, uint64_t set)
{
    size_t used = 0;
    *out = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1)
        used += (size_t)snprintf(out + used, TACTIC_SET_TEXT - used, "%s%s", used ? " " : "",
                                 tactic_name(study, __builtin_ctzll(rest)));
    return out;
}

/* What rows may be about: tactics, and a script with its numbers. */
static Names study_names(const TacticStudy *study)
{
    Names names = TACTIC_NAMES;
    if (study->agent.kind->own) names = agent_param_names(study->agent.kind), names.what = TACTIC_NAMES.what;
    return names;
}

/* Index of a script's factor; -1: there is no script. */
static int script_of(const TacticStudy *study)
{
    return advice_of(&study->agent) ? advice_of(&study->agent)->first : -1;
}

static bool is_tactic(const TacticStudy *study, int index)
{
    return index < TACTIC_COUNT && agent_has(&study->agent, TRAIT_TACTICS);
}

/* Notes a tactic that cannot come up, or that the agent gives no weight, where rows are about that weight. */
static bool tactic_left_out(TacticStudy *study, int tactic, bool weighed)
{
    const bool idle = weighed && study->agent.values[tactic] == 0;
    if (is_tactic(study, tactic) && !tactic_comes_up(tactic, &study->schedule.rules, study_matches(study)))
        study->left_out |= UINT64_C(1) << tactic;
    else if (idle)
        study->idle |= UINT64_C(1) << tactic;
    return idle || (study->left_out >> tactic & 1);
}

/* Reads the next of a list of tactics, and passes over those that are left out. */
static bool tactic_next(TacticStudy *study, Words *list, Error *error)
{
    while (words_next(list, error)) {
        const AgentParam *param = &study->agent.kind->params[list->index];
        if (param->type != PARAM_DOUBLE && param->type != PARAM_INT)
            return list->failed = true, error_set(error, "'%s' is no tactic", param->name);
        if (!tactic_left_out(study, list->index, !list->pairs)) return true;
    }
    return false;
}

/* Index of an item in a list that grows, added if it is new; -1 if memory runs out. */
static int list_index(void *list, int *count, const void *item, size_t size)
{
    void **items = list;
    for (int i = 0; i < *count; i++)
        if (!memcmp((char *)*items + (size_t)i * size, item, size)) return i;
    size_t known = (size_t)*count;
    return list_add(list, &known, item, size) ? (*count)++ : -1;
}

/* The agent as it is, or its base, with this weight of one tactic, and another tactic (-1: none). With a number of a
   script that is there, too. */
static int tactics_variant(TacticStudy *study, bool base, int one, double weight, int other)
{
    double values[MAX_AGENT_PARAMS];
    const int script = script_of(study);
    memcpy(values, study->agent.values, sizeof values);
    for (int i = BASE_COUNT; i < TACTIC_COUNT && base; i++)
        values[i] = 0;
    if (script >= 0 && (base || one > script)) values[script] = base ? 0 : study->weights[script];
    if (one >= 0) values[one] = weight;
    if (other >= 0) values[other] = study->weights[other];
    return list_index(&study->variants, &study->variant_count, values, sizeof values);
}

/* A row for each opponent. */
static bool row_add(TacticStudy *study, TacticRow row, Error *error)
{
    for (int term = 0; term < row.terms; term++)
        if (row.variants[term] < 0) return error_memory(error);
    for (row.opponent = 0; row.opponent < study->opponent_count; row.opponent++) {
        if (study->row_count == MAX_ROWS) return error_set(error, "more than %d rows", MAX_ROWS);
        size_t count = (size_t)study->row_count;
        if (!list_add(&study->rows, &count, &row, sizeof row)) return error_memory(error);
        study->row_count = (int)count;
    }
    return true;
}

/* A row about a tactic at this weight. In the full set it is against the weight 0; a script's number is against none of
   its advice, a bot's against its default. */
static bool measure_row(TacticStudy *study, Measure measure, int tactic, double weight, Error *error)
{
    TacticRow row = {.measure = measure, .tactic = tactic, .other = -1, .weight = weight, .terms = 2};
    const int script = script_of(study), off = script >= 0 && tactic > script ? script : tactic;
    const bool weighs = script >= 0 || is_tactic(study, tactic), alone = measure == MEASURE_ALONE;
    row.variants[0] = tactics_variant(study, alone, tactic, weight, -1);
    row.variants[1] =
        alone ? tactics_variant(study, true, -1, 0, -1)
              : tactics_variant(study, false, off, weighs ? 0 : study->agent.kind->params[tactic].fallback, -1);
    return row_add(study, row, error);
}

static bool pair_row(TacticStudy *study, int one, int other, Error *error)
{
    TacticRow row = {.measure = MEASURE_PAIR, .tactic = one, .other = other, .weight = NAN, .terms = 4};
    for (int term = 0; term < row.terms; term++) /* both, the one, neither, the other */
        row.variants[term] =
            tactics_variant(study, true, term < 2 ? one : -1, study->weights[one], term % 3 ? -1 : other);
    return row_add(study, row, error);
}

/* Adds the tactics of the list that can come up, with the weights at which they are measured where it has such. False with
   the reason. */
static bool list_read(int tactics[], int *count, TacticStudy *study, const char *option, const char *list, bool weighed,
                      Error *error)
{
    const Names names = study_names(study);
    Words words = {
        .rest = list, .separator = ',', .names = &names, .pairs = weighed, .form = weighed ? "tactic=WEIGHT" : NULL};
    while (tactic_next(study, &words, error)) {
        if (!is_tactic(study, words.index) && words.index != script_of(study))
            words.failed =
                !error_set(error, "'%s' is no tactic%s", words.text, weighed ? "" : "; --sweep tries its values");
        else if (weighed && !number_real(&study->weights[words.index], words.value, -100, 100, error))
            words.failed = !error_under(error, "%s", words.text);
        tactics[(*count)++] = words.index;
    }
    return !words.failed || error_under(error, "%s", option);
}

/* The rows of one `tactic=low:high:step`. */
static bool sweep_rows(TacticStudy *study, int tactic, const char *text, Error *error)
{
    double numbers[3];
    const AgentParam *param = &study->agent.kind->params[tactic];
    const char *name = param->name;
    if (number_list(numbers, 3, text, ':') != 3 || !(numbers[2] > 0))
        return error_set(error, "'%s=%.60s' is not of the form " SWEEP_FORM, name, text);
    const double low = numbers[0], high = numbers[1], step = numbers[2];
    if (!(low <= high)) return error_set(error, "%s goes up, but LOW %g is above HIGH %g", name, low, high);
    if (low < param->low || high > param->high)
        return error_set(error, "the weight of %s goes from %g to %g", name, param->low, param->high);
    double count = floor((high - low) / step + 1e-9) + 1;
    if (count > MAX_WEIGHTS) return error_set(error, "more than %d weights of %s", MAX_WEIGHTS, name);
    for (int i = 0; i < (int)count; i++) {
        double weight = round((low + i * step) * 1e9) / 1e9;
        if (param->type == PARAM_INT && weight != round(weight)) return error_set(error, "%s is a whole number", name);
        if (!measure_row(study, MEASURE_WEIGHT, tactic, weight, error)) return false;
    }
    return true;
}

/* The rows of `tactic=low:high:step,…`. */
static bool sweeps_make(TacticStudy *study, const char *sweeps, Error *error)
{
    const Names names = study_names(study);
    Words words = {.rest = sweeps, .separator = ',', .names = &names, .pairs = true, .form = SWEEP_FORM};
    while (tactic_next(study, &words, error))
        if (!sweep_rows(study, words.index, words.value, error)) words.failed = true;
    return !words.failed || error_under(error, "--sweep");
}

static bool pairs_make(TacticStudy *study, const int tactics[], int count, Error *error)
{
    for (int i = 0; i < count; i++) {
        if (tactics[i] < BASE_COUNT)
            return error_set(error, "--pairs: '%s' belongs to the base, to which pairs are added",
                             tactic_name(study, tactics[i]));
        for (int k = i + 1; k < count; k++)
            if (!pair_row(study, tactics[i], tactics[k], error)) return false;
    }
    return count > 1 || error_set(error, "--pairs: takes two tactics or more%s",
                                  study->idle       ? " whose weight is not 0"
                                  : study->left_out ? " that can come up under these rules"
                                                    : "");
}

/* The rows of a tactic: alone, and what it brings in the full set. */
static bool tactic_rows(TacticStudy *study, int tactic, Measure measure, Error *error)
{
    const double weight = study->weights[tactic];
    if (study->by == BY_NOTHING && tactic >= BASE_COUNT && !measure_row(study, MEASURE_ALONE, tactic, weight, error))
        return false;
    return measure_row(study, measure, tactic, weight, error);
}

static bool rows_make(TacticStudy *study, const TacticRequest *request, Error *error)
{
    int tactics[2 * MAX_AGENT_PARAMS], count = 0;
    char names[TACTIC_SET_TEXT];
    const bool all = !request->tactics && !request->sweep && (request->pairs || (!request->added && !request->advice));
    const int script = script_of(study);
    memcpy(study->weights, study->agent.values, sizeof study->weights);
    for (int i = BASE_COUNT; i < TACTIC_COUNT && all; i++)
        if (!tactic_left_out(study, i, true)) tactics[count++] = i;
    if (all && script >= 0 && study->agent.values[script] != 0) tactics[count++] = script;
    if (request->tactics && !list_read(tactics, &count, study, "--tactics", request->tactics, false, error))
        return false;
    const int own = count;
    if (request->advice) study->weights[tactics[count++] = script] = 1;
    if (request->added && !list_read(tactics, &count, study, "--added", request->added, true, error)) return false;
    if (request->sweep && !sweeps_make(study, request->sweep, error)) return false;
    for (int i = 0; i < count && !request->pairs && !request->sweep; i++)
        if (!tactic_rows(study, tactics[i], i < own ? MEASURE_WITHOUT : MEASURE_ADDED, error)) return false;
    if (count && request->pairs && !pairs_make(study, tactics, count, error)) return false;
    if (study->row_count) return true;
    if (!study->idle)
        return error_set(error, "under these rules %s cannot come up, so there is nothing to measure",
                         tactic_set_names(names, study, study->left_out));
    const char *first = tactic_name(study, __builtin_ctzll(study->idle));
    return error_set(error,
                     "the weight of %s is 0, so there is nothing to measure; give --added %s=1, or --sweep %s=0:2:0.5",
                     tactic_set_names(names, study, study->idle), first, first);
}

uint64_t study_tactics(const TacticStudy *study)
{
    uint64_t tactics = 0;
    for (int i = 0; i < study->row_count; i++) {
        const TacticRow *row = &study->rows[i];
        if (row->measure != MEASURE_WEIGHT) tactics |= UINT64_C(1) << row->tactic;
        if (row->measure == MEASURE_PAIR) tactics |= UINT64_C(1) << row->other;
    }
    return tactics;
}

static bool opponents_open(TacticStudy *study, const char *list, Error *error)
{
    study->opponent_count = agents_open_list(study->opponents, MAX_OPPONENTS, list, &study->schedule.rules, error);
    if (!study->opponent_count) return error_under(error, "--opponent");
    for (int i = 0; i < study->opponent_count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(study->opponents[k].name, study->opponents[i].name))
                return error_set(error, "--opponent: '%s' is named twice", study->opponents[i].name);
    return true;
}

/* Gives the agent the script, which its full set does not follow. */
static bool study_advise(TacticStudy *study, const char *path, Error *error)
{
    Agent *agent = &study->agent;
    const Names names = agent_param_names(agent->kind);
    const int index = name_find(&names, "advice");
    if (advice_of(agent)) return error_set(error, "--advice: the agent has a script already");
    if (!agent_param_set(agent, index, path, error) || !agent->kind->extend(agent, index, error) ||
        !advice_try(agent, &study->schedule.rules, ADVICE_VALUE, error))
        return error_under(error, "--advice");
    agent->values[advice_of(agent)->first] = 0;
    return true;
}

/* By what values are divided, in the order of By. */
static const struct {
    const char *name;
    int count; /* 0: as many as there are deals */
    const char *strata[MAX_STRATA];
} STRATA[] = {
    {"", 1, {""}},
    {"deal", 0, {"1", "2", "3", "4", "5", "6"}},
    {"pool", 6, {"0", "1-5", "6-10", "11-15", "16-20", "21+"}},
    {"score", 5, {"behind 5+", "behind 1-4", "level", "ahead 1-4", "ahead 5+"}},
};

static bool by_read(TacticStudy *study, const char *by, Error *error)
{
    const char *end = by ? strrchr(by, '.') : NULL;
    if (!end || strcmp(end, ".lua") != 0) {
        const int choice = by ? choice_read("all deal pool score", by, error) : 0;
        if (choice < 0) return error_under(error, "--by %s (or FILE.lua)", by);
        study->by = (By)choice;
        study->by_name = STRATA[choice].name;
        study->strata = STRATA[choice].count ? STRATA[choice].count : study->schedule.rules.deals;
        memcpy(study->stratum_names, STRATA[choice].strata, sizeof study->stratum_names);
        return true;
    }
    study->by = BY_SCRIPT;
    study->grouper = (Agent){.kind = &AGENT_LUA, .text = "lua", .name = "lua"};
    study->grouper.texts[0] = strdup(by);
    if (!study->grouper.texts[0]) return error_memory(error);
    if (!advice_read(&study->grouper, by, error) ||
        !advice_try(&study->grouper, &study->schedule.rules, ADVICE_GROUP, error))
        return error_under(error, "--by");
    const AdviceScript *script = advice_of(&study->grouper);
    study->by_name = script->name;
    study->strata = script->group_count;
    for (int i = 0; i < script->group_count; i++)
        study->stratum_names[i] = script->groups[i];
    return true;
}

bool tactic_study_open(TacticStudy *study, const TacticRequest *request, const Schedule *schedule, Error *error)
{
    *study = (TacticStudy){.schedule = *schedule};
    if (!agent_parse(&study->agent, request->agent, &study->schedule.rules, error)) return false;
    bool good = agent_has(&study->agent, TRAIT_TACTICS) || (request->sweep && study->agent.kind->own);
    if (!good) error_set(error, "--agent: '%s' has no tactics; it takes tactic[:...]", study->agent.name);
    good = good && by_read(study, request->by, error);
    if (good && study_matches(study) && study->by != BY_NOTHING)
        good = error_set(error, "--by is about where a round changed first; it does not go with --matches");
    good = good && (!request->advice || study_advise(study, request->advice, error)) &&
           opponents_open(study, request->opponents, error) && rows_make(study, request, error);
    if (!good) tactic_study_free(study);
    return good;
}

void tactic_study_free(TacticStudy *study)
{
    agent_free(&study->agent);
    agent_free(&study->grouper);
    agents_free(study->opponents, study->opponent_count);
    free(study->variants);
    free(study->rows);
    *study = (TacticStudy){0};
}

/* ---- the line-ups */

/* The agent with the values of a variant. Weights say all of it, so that an opponent may be the same player. */
static Agent study_variant(const TacticStudy *study, const Agent *like, const double values[static MAX_AGENT_PARAMS])
{
    Agent agent = study->agent;
    memset(agent.texts, 0, sizeof agent.texts);
    memcpy(agent.values, values, sizeof agent.values);
    agent.own = like->own;
    agent.equity = like->equity;
    return agent;
}

void tactic_lineups_free(TacticLineups *lineups)
{
    free(lineups->agents);
    free(lineups->lineups);
    free(lineups->terms);
    *lineups = (TacticLineups){0};
}

bool tactic_lineups_make(TacticLineups *lineups, const TacticStudy *study, const bool *skip)
{
    tactic_lineups_free(lineups);
    lineups->study = study;
    lineups->skip = skip;
    lineups->terms = calloc((size_t)study->row_count + 1, sizeof *lineups->terms);
    if (!lineups->terms) return false;
    for (int row = 0; row < study->row_count; row++) {
        const TacticRow *of = &study->rows[row];
        const Agent *opponent = &study->opponents[of->opponent];
        Agent other = *opponent;
        if (other.kind == study->agent.kind) other = study_variant(study, opponent, opponent->values);
        for (int term = 0; term < of->terms && !(skip && skip[row]); term++) {
            const Agent variant = study_variant(study, &study->agent, study->variants[of->variants[term]]);
            const int one = list_index(&lineups->agents, &lineups->agent_count, &variant, sizeof variant);
            const int two = list_index(&lineups->agents, &lineups->agent_count, &other, sizeof other);
            const Pairing lineup = {{(uint16_t)one, (uint16_t)two}};
            int *at = &lineups->terms[row][term];
            if (one < 0 || two < 0) return false;
            *at = list_index(&lineups->lineups, &lineups->lineup_count, &lineup, sizeof lineup);
            if (*at < 0) return false;
        }
    }
    return true;
}

/* ---- measures */

#define NUMBERED(name) name "_0", name "_1", name "_2", name "_3"
#define OF_STRATA(name) NUMBERED(name), name "_4", name "_5", name "_6", name "_7"
static const char *const TACTIC_SUMS[TACTIC_MEASURES] = {NUMBERED("plus"),   NUMBERED("minus"),   OF_STRATA("value"),
                                                         "boards",           OF_STRATA("active"), OF_STRATA("changed"),
                                                         OF_STRATA("rounds")};

SumsShape tactic_shape(const TacticStudy *study)
{
    return (SumsShape){TACTIC_SUMS,    TACTIC_MEASURES, TACTIC_BOARDS, study->row_count,
                       MAX_STRATA + 1, TACTIC_VALUE,    true};
}

double tactic_value_scale(const TacticStudy *study)
{
    const Schedule *schedule = &study->schedule;
    return board_scale(schedule, 0) * (study_matches(study) ? 1 : schedule->rules.sides - 1);
}

/* ---- a board */

/* Does each term that counts positive come to the same as one that counts negative? Terms that are not there are 0. */
static bool terms_cancel(const uint64_t of[static MAX_TERMS])
{
    return (of[0] == of[1] && of[2] == of[3]) || (of[0] == of[3] && of[2] == of[1]);
}

/* What is kept of a board: by seating a hash of what was played, so that line-ups of the same course chose the same all
   along. */
enum { COURSE_SIZE = MAX_SEATS * sizeof(uint64_t) };

static bool course_round(void *state, const PlayedRound *round)
{
    uint64_t *course = (uint64_t *)state + round->seating, sum = *course;
    for (int ply = 0; ply < round->game->round.table.ply; ply++)
        sum += rng_mix(*course + (uint64_t)ply + round->game->history[ply] * CARDS);
    *course = sum;
    return true;
}

static void course_begin(const void *arg, const Board *board)
{
    (void)arg;
    memset(board->state, 0, COURSE_SIZE);
}

static void *grouper_open(const void *arg)
{
    const TacticStudy *study = ((const TacticLineups *)arg)->study;
    return advice_open(&study->grouper, &study->schedule.rules);
}

static void grouper_close(void *grouper) { advice_close(grouper); }

/* By how many points the side to move leads the best other side, counted as if the round ended here. */
static int lead_of(const Round *round, const Rules *rules)
{
    const int side = table_side(&round->table, rules);
    int points[MAX_SIDES], best = INT_MIN;
    count_points(points, &round->table, rules);
    for (int other = 0; other < rules->sides; other++)
        if (other != side && points[other] > best) best = points[other];
    return points[side] - best;
}

/* The group of the play that was chosen there; -1: the script failed. */
static int group_of(const TacticStudy *study, AdviceMemory *grouper, const Game *game, const Round *round,
                    VoidBoard *failure)
{
    const View view = turn_view(round, &study->schedule.rules, game->first_pool, game->history);
    double group;
    if (advice_ask(grouper, ADVICE_GROUP, &group, &view, &game->history[round->table.ply], 1, NULL)) return (int)group;
    *failure = (VoidBoard){.agent = &study->agent,
                           .why = advice_failure(grouper),
                           .hand = view.hand,
                           .pool = view.table->pool,
                           .board = failure->board,
                           .seat = view.seat};
    return -1;
}

/* The stratum of a round in which two line-ups diverged, by where they did; -1: the script failed. */
static int stratum_of(const TacticStudy *study, AdviceMemory *grouper, const Board *one, const Board *other,
                      int seating, VoidBoard *failure)
{
    const Rules *rules = &study->schedule.rules;
    const Game *game = &one->games[seating];
    Round round;
    round_start(&round, rules, &one->pack, NULL);
    while (game->history[round.table.ply] == other->games[seating].history[round.table.ply])
        round_play(&round, rules, game->history[round.table.ply]);
    const int total = numerals_total(round.table.pool), lead = lead_of(&round, rules);
    switch (study->by) {
    case BY_NOTHING: return 0;
    case BY_DEAL: return round.table.deal;
    case BY_POOL: return total > 20 ? 5 : (total + 4) / 5;
    case BY_SCORE: return lead <= -5 ? 0 : lead < 0 ? 1 : !lead ? 2 : lead < 5 ? 3 : 4;
    case BY_SCRIPT: failure->seating = seating; return group_of(study, grouper, game, &round, failure);
    }
    return 0;
}

/* Adds what a row's value was in a round in which the variants did not all choose the same. */
static void part_add(int64_t row[static TACTIC_MEASURES], int stratum, int64_t value)
{
    row[TACTIC_VALUE + stratum] += value;
    row[TACTIC_ACTIVE + stratum] = 1;
    row[TACTIC_CHANGED + stratum] = row[TACTIC_VALUE + stratum] != 0;
    row[TACTIC_ROUNDS + stratum]++;
}

/* The agent of the study as whose copy or variant a player sat down. */
static const Agent *study_player(const TacticStudy *study, const Agent *player)
{
    for (int i = 0; i < study->opponent_count; i++)
        if (!strcmp(study->opponents[i].name, player->name)) return &study->opponents[i];
    return &study->agent;
}

bool tactic_row(int64_t out[static TACTIC_MEASURES], const TacticLineups *lineups, int row, AdviceMemory *grouper,
                const WholeBoard *whole, size_t schedule, VoidBoard *failure)
{
    const Board *boards = whole->boards[schedule];
    const TacticStudy *study = lineups->study;
    const int *terms = lineups->terms[row], seatings = study->schedule.seatings;
    if (whole->failed && failure->agent) failure->agent = study_player(study, failure->agent);
    if (whole->failed) return false;
    out[TACTIC_BOARDS] = 1;
    for (int seating = 0; seating < seatings; seating++) {
        uint64_t course[MAX_TERMS] = {0};
        for (int term = 0; term < study->rows[row].terms; term++) {
            const Board *board = &boards[terms[term]];
            course[term] = ((const uint64_t *)board->state)[seating];
            out[(term & 1 ? TACTIC_MINUS : TACTIC_PLUS) + seating] += board_value(board, seating);
        }
        if (terms_cancel(course)) continue;
        const int stratum = study->by != BY_NOTHING
                                ? stratum_of(study, grouper, &boards[terms[0]], &boards[terms[1]], seating, failure)
                                : 0;
        if (stratum < 0) return false;
        part_add(out, stratum, out[TACTIC_PLUS + seating] - out[TACTIC_MINUS + seating]);
    }
    return true;
}

static bool rows_add(const void *arg, void *grouper, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const TacticLineups *lineups = arg;
    for (int row = 0; row < lineups->study->row_count; row++, values += TACTIC_MEASURES)
        if (!(lineups->skip && lineups->skip[row]) && !tactic_row(values, lineups, row, grouper, whole, 0, failure))
            return false;
    return true;
}

BoardsJob tactic_job(const TacticLineups *lineups)
{
    return (BoardsJob){.schedule = &lineups->study->schedule,
                       .agents = lineups->agents,
                       .agent_count = (size_t)lineups->agent_count,
                       .pairings = lineups->lineups,
                       .pairing_count = (size_t)lineups->lineup_count};
}

BoardsUse tactic_use(const TacticLineups *lineups)
{
    const TacticStudy *study = lineups->study;
    BoardsUse use = {.shape = tactic_shape(study),
                     .known = {{&study->agent, study->opponents}, {1, (size_t)study->opponent_count}},
                     .state_size = COURSE_SIZE,
                     .begin = course_begin,
                     .round = course_round,
                     .whole = rows_add,
                     .arg = lineups};
    if (study->by == BY_SCRIPT) use.own_open = grouper_open, use.own_close = grouper_close;
    return use;
}

/* ---- a study from the first board to the verdict */

/* By how much a board's value is other than 0 at most: in points a round, as far as has ever been seen; in shares of
   its matches, for a pair of tactics. */
#define SWING_POINTS 60
#define SWING_MATCHES 2

/* Are the variants that count positive the same as those that count negative? */
static bool row_exact(const TacticRow *row)
{
    uint64_t variants[MAX_TERMS];
    for (int term = 0; term < MAX_TERMS; term++)
        variants[term] = (uint64_t)row->variants[term];
    return terms_cancel(variants);
}

/* Is no look at the row to come? */
static bool row_over(const TacticRun *run, int row) { return run->skip[row] || row_exact(&run->study->rows[row]); }

static Estimate part_estimate(const TacticRun *run, int row, int stratum)
{
    const Moments value = sums_moments(run->sums, row, TACTIC_VALUE + stratum);
    return estimate_of(&value, tactic_value_scale(run->study));
}

/* Fills the cell with what the sums so far say of it. */
static void cell_fill(const TacticRun *run, TacticCell *cell)
{
    cell->active = sums_x(run->sums, cell->row, TACTIC_ACTIVE + cell->stratum);
    cell->changed = sums_x(run->sums, cell->row, TACTIC_CHANGED + cell->stratum);
    cell->value = part_estimate(run, cell->row, cell->stratum);
    cell->boards = cell->value.n;
    cell->rare = cell->changed < RARE_BOARDS;
}

/* Do the results of the variants differ so seldom that the value is below the wanted width, whatever it is? */
static bool tactics_negligible(const TacticRun *run, int64_t changed, int64_t boards)
{
    double share = interval_wilson((double)changed, boards, run->cell_alpha).high;
    const double swing = study_matches(run->study) ? SWING_MATCHES : SWING_POINTS;
    return share * swing <= run->half_width;
}

/* Fills the cells of a row with what look number `look` says of them; true if each is settled. */
static bool cells_look(TacticRun *run, int row, int look)
{
    bool all = true;
    for (int i = 0; i < run->study->strata; i++) {
        TacticCell *cell = &run->cells[row * run->study->strata + i];
        cell_fill(run, cell);
        cell->interval = interval_look(&cell->value, run->cell_alpha, look);
        double p = p_two_sided(&cell->value, 0) / look_share(look);
        cell->p = fmin(fmin(p, 1), isnan(cell->p) ? 1 : cell->p);
        cell->settled = cell->rare ? tactics_negligible(run, cell->changed, cell->boards)
                                   : interval_half_width(cell->interval) <= run->half_width;
        all &= cell->settled;
    }
    return all;
}

/* The cell's interval at this moment, valid at any time; unknown where the row's first look is not planned yet. */
static Interval interval_now(const TacticRun *run, const TacticCell *cell)
{
    if (!(run->half_width > 0))
        return interval_anytime(&cell->value, run->cell_alpha, anytime_rho(run->cell_alpha, (double)run->boards));
    double first = run->looks[cell->row].first;
    return first > 0 ? interval_between(&cell->value, run->cell_alpha, first) : (Interval){NAN, NAN};
}

bool tactic_widest(TacticCell *out, const TacticRun *run)
{
    bool found = false;
    for (int i = 0; i < run->cell_count; i++) {
        TacticCell cell = run->cells[i];
        if (cell.exact || run->skip[cell.row]) continue;
        cell_fill(run, &cell);
        cell.interval = interval_now(run, &cell);
        if (cell.rare || !interval_known(cell.interval)) continue;
        if (!found || interval_half_width(cell.interval) > interval_half_width(out->interval)) *out = cell;
        found = true;
    }
    return found;
}

/* Fills the cells of a row that no look settled, after all boards were played or something stopped them. */
static void cells_close(TacticRun *run, int row, bool stopped)
{
    const bool looks = run->half_width > 0;
    for (int i = 0; i < run->study->strata; i++) {
        TacticCell *cell = &run->cells[row * run->study->strata + i];
        cell_fill(run, cell);
        cell->interval = looks || stopped ? interval_now(run, cell) : interval_t(&cell->value, run->cell_alpha);
        if (!looks)
            cell->p = stopped ? p_anytime(&cell->value, 0, anytime_rho(run->cell_alpha, (double)run->boards))
                              : p_two_sided(&cell->value, 0);
    }
}

bool tactic_run_open(TacticRun *run)
{
    const TacticStudy *study = run->study;
    run->wanted = LOOK_PLAN_BOARDS;
    run->cell_count = study->row_count * run->study->strata;
    run->cells = calloc((size_t)run->cell_count, sizeof *run->cells);
    run->looks = calloc((size_t)study->row_count, sizeof *run->looks);
    run->skip = calloc((size_t)study->row_count, sizeof *run->skip);
    if (!run->cells || !run->looks || !run->skip) return false;
    int asked = 0;
    for (int i = 0; i < run->cell_count; i++) {
        TacticCell *cell = &run->cells[i];
        cell->row = i / run->study->strata;
        cell->stratum = i % run->study->strata;
        cell->exact = row_exact(&study->rows[cell->row]);
        cell->p = NAN;
        asked += !cell->exact;
    }
    run->cell_alpha = bonferroni_alpha(run->alpha, asked ? (size_t)asked : 1);
    return true;
}

/* After how many boards the row is looked at first, judged by the boards so far. */
static double row_first(const TacticRun *run, int row)
{
    double most = LOOK_MIN_BOARDS;
    for (int i = 0; i < run->study->strata; i++) {
        Estimate value = part_estimate(run, row, i);
        double boards = look_first(value.sd, value.n, run->half_width, run->cell_alpha);
        while (sums_x(run->sums, row, TACTIC_CHANGED + i) < RARE_BOARDS && boards < (double)run->boards &&
               !tactics_negligible(run, 0, (int64_t)boards))
            boards = ceil(boards * 1.1);
        most = fmax(most, boards);
    }
    return most;
}

/* Plans the first looks; again, while the boards so far are few of those that it takes. */
static void looks_plan(TacticRun *run)
{
    double most = 0;
    for (int row = 0; row < run->study->row_count; row++) {
        TacticLooks *looks = &run->looks[row];
        looks->first = row_first(run, row);
        looks->next = fmax(looks->first, (double)tactic_run_played(run));
        if (!row_exact(&run->study->rows[row])) most = fmax(most, looks->first);
    }
    run->wanted = fmax(run->wanted, floor(most / LOOK_PLAN_PART));
}

/* After how many boards the next look is due, at most all of them; 0: no row waits for one. */
static uint64_t next_look(TacticRun *run)
{
    double soonest = INFINITY, last = 0;
    for (int row = 0; row < run->study->row_count; row++) {
        if (row_over(run, row)) continue;
        soonest = fmin(soonest, run->looks[row].next);
        last = fmax(last, run->looks[row].next);
    }
    run->expected = (uint64_t)fmin(last, (double)run->boards);
    return isinf(soonest) ? 0 : (uint64_t)fmin(soonest, (double)run->boards);
}

static void rows_look(TacticRun *run)
{
    const double boards = (double)tactic_run_played(run);
    const bool last = tactic_run_played(run) == run->boards;
    for (int row = 0; row < run->study->row_count; row++) {
        TacticLooks *looks = &run->looks[row];
        if (row_over(run, row) || (looks->next > boards && !last)) continue;
        run->skip[row] = cells_look(run, row, looks->look++) || last;
        looks->next = look_next(boards, looks->look);
    }
}

uint64_t tactic_run_next(TacticRun *run)
{
    const uint64_t played = tactic_run_played(run);
    uint64_t look;
    if (!(run->half_width > 0)) {
        look = run->expected ? 0 : run->boards; /* once: of a part nothing is known afterwards */
        run->expected = run->boards;
        return look;
    }
    if (run->planned) {
        rows_look(run);
    } else {
        if (played) looks_plan(run);
        run->expected = (uint64_t)fmin(run->wanted, (double)run->boards);
        if (played < run->expected) return run->expected;
        run->planned = true;
    }
    while ((look = next_look(run)) > 0 && look <= played)
        rows_look(run);
    return look;
}

/* How many times more boards it would take with the variants on boards of their own, each board once. */
static double pairing_gain(const Sums *sums, int row, int seatings)
{
    double unpaired = 0;
    for (int seating = 0; seating < seatings; seating++)
        for (int side = 0; side < 2; side++) {
            const Moments one = sums_moments(sums, row, (side ? TACTIC_MINUS : TACTIC_PLUS) + seating);
            const double sd = estimate_of(&one, 1).sd;
            unpaired += sd * sd;
        }
    const Moments value = sums_moments(sums, row, TACTIC_VALUE);
    const double sd = estimate_of(&value, 1).sd;
    return variance_ratio(unpaired, sd * sd);
}

/* Adjusts the p-values for all cells together and blanks what cannot be known. False if memory runs out. */
static bool cells_adjust(const TacticRun *run)
{
    for (int i = 0; i < run->cell_count; i++) {
        TacticCell *cell = &run->cells[i];
        cell->hypothesis = cell->exact ? 0 : i + 1;
        if (cell->exact || cell->rare) cell->p = NAN;
        if (cell->exact) cell->value.mean = cell->value.se = 0, cell->interval = (Interval){0, 0};
        if (cell->rare && !cell->exact) cell->interval = (Interval){NAN, NAN};
        const int seatings = run->study->schedule.seatings;
        cell->gain = run->study->by == BY_NOTHING ? pairing_gain(run->sums, cell->row, seatings) : NAN;
    }
    return holm_adjust_rows(run->cells, sizeof *run->cells, (size_t)run->cell_count, offsetof(TacticCell, hypothesis),
                            offsetof(TacticCell, p), offsetof(TacticCell, p_adjusted));
}

bool tactic_run_end(TacticRun *run, bool stopped)
{
    run->stopped = stopped;
    for (int row = 0; row < run->study->row_count; row++)
        if (!run->skip[row]) cells_close(run, row, stopped);
    return cells_adjust(run);
}

void tactic_run_free(TacticRun *run)
{
    free(run->cells);
    free(run->looks);
    free(run->skip);
}
