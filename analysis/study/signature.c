/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes the results of a fixed workload. The functions that add to *hash return false as signature_take does. */
#include "analysis/study/signature.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stats/sprt.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tune.h"
#include "sim/advise.h"
#include "sim/boards.h"

enum { SIGNATURE_BOARDS = 200, SIGNATURE_DEPTH = 4 };

static uint64_t hash_mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* ---- figures count to the last bit */

#define LENGTH(array) (sizeof(array) / sizeof *(array))
static const double ALPHA = 0.05;

/* All that is not a number counts alike: which one it is depends on the compiler. */
static uint64_t number_mixed(uint64_t hash, double value)
{
    uint64_t bits = UINT64_MAX;
    if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
    return hash_mixed(hash, bits);
}

static uint64_t interval_mixed(uint64_t hash, Interval interval)
{
    return number_mixed(number_mixed(hash, interval.low), interval.high);
}

/* ---- rounds and perft counts */

typedef struct {
    StretchRun stretch; /* the first: boards_add_up gets it */
    const Schedule *schedule;
    uint64_t *hashes; /* [board] */
    Board *first;     /* gets the first board; NULL: it is not wanted */
} Workload;

static uint64_t game_hash(uint64_t hash, const Game *game, const Rules *rules)
{
    for (int ply = 0; ply < PLAYS; ply++)
        hash = hash_mixed(hash, game->history[ply]);
    for (int side = 0; side < rules->sides; side++) {
        hash = hash_mixed(hash, (uint64_t)game->counts[side].points);
        hash = hash_mixed(hash, game->counts[side].surs);
        hash = hash_mixed(hash, game->round.table.piles[side]);
    }
    return hash;
}

static bool signature_add(const void *arg, Stretch *stretch, const Board *board, size_t pairing)
{
    const Workload *load = arg;
    const Schedule *schedule = load->schedule;
    uint64_t hash = hash_mixed(0, board->index);
    (void)pairing;
    if (load->first && !board->index) *load->first = *board;
    for (int seating = 0; board->played && seating < schedule->seatings; seating++)
        hash = game_hash(hash, &board->games[seating], &schedule->rules);
    Round round;
    round_start(&round, &schedule->rules, &board->pack, NULL);
    load->hashes[board->index] = hash_mixed(hash, perft(&round, &schedule->rules, SIGNATURE_DEPTH));
    return board_count(stretch, &load->stretch, board);
}

/* Two agents on this many boards, with all threads. False as signature_take. */
static bool boards_hash(uint64_t *hash, const Schedule *schedule, const Agent agents[2], uint64_t boards, int threads,
                        Board *first)
{
    Sums sums = {0};
    Workload load = {.stretch = {.shape = BOARD_COUNTS, .sums = &sums},
                     .schedule = schedule,
                     .first = first,
                     .hashes = calloc(boards, sizeof *load.hashes)};
    const BoardsJob job = {.schedule = schedule, .agents = agents, .boards = boards, .threads = threads};
    const bool good =
        load.hashes && boards_add_up(&job, &(BoardsUse){.add = signature_add}, &load.stretch) == ARENA_DONE;
    *hash = hash_mixed(*hash, (uint64_t)schedule->rules.players);
    for (uint64_t i = 0; good && i < boards; i++)
        *hash = hash_mixed(*hash, load.hashes[i]);
    sums_free(&sums);
    free(load.hashes);
    return good;
}

/* The same of agents by their names, under these rules. */
static bool named_hash(uint64_t *hash, const char *rules, const char *const names[2], uint64_t boards, int threads,
                       Board *first)
{
    Error error;
    Schedule schedule;
    Agent agents[2];
    if (!schedule_make(&schedule, rules, 2, true, &error) || !agents_open(agents, names, 2, &schedule.rules, &error))
        return false;
    const bool good = boards_hash(hash, &schedule, agents, boards, threads, first);
    agents_free(agents, 2);
    return good;
}

/* ---- advice */

enum { ADVICE_ITERATIONS = 320 }; /* of all trees together, or sampled deals */
#define SEARCH "ismcts:nodes=500" /* small trees cost no time to open */

static uint64_t advice_mixed(uint64_t hash, const Advice *advice)
{
    for (int i = 0; i < advice->count; i++) {
        const AdvisePlay *play = &advice->plays[i];
        const double numbers[] = {play->value.mean,  play->value.low,  play->value.high,
                                  play->behind.mean, play->behind.low, play->behind.high};
        hash = hash_mixed(hash_mixed(hash, play->play), play->visits);
        for (size_t k = 0; k < LENGTH(numbers); k++)
            hash = number_mixed(hash, numbers[k]);
    }
    return hash_mixed(hash, (uint64_t)advice->choice);
}

/* What the agent advises after `ply` plays of the game. */
static bool position_hash(uint64_t *hash, const Agent *agent, const Schedule *schedule, const Board *board, int ply,
                          int threads)
{
    const Game *game = &board->games[0];
    Error error;
    Advice advice;
    Round round;
    round_start(&round, &schedule->rules, &board->pack, NULL);
    for (int i = 0; i < ply; i++)
        round_play(&round, &schedule->rules, game->history[i]);
    const View view = turn_view(&round, &schedule->rules, game->first_pool, game->history);
    const AdviseTask task = {
        .agent = agent, .view = &view, .seed = 1, .iterations = ADVICE_ITERATIONS, .threads = threads};
    if (!advise(&advice, &task, &error)) return false;
    *hash = advice_mixed(*hash, &advice);
    return true;
}

/* Agents of one number of seats, each asked at several positions of a game of greedy players. */
static bool advisers_hash(uint64_t *hash, const char *rules, const char *const names[], int count, int threads)
{
    static const int PLIES[] = {0, 13, 26, 38};
    static const char *const PLAYED_BY[] = {"greedy", "greedy"};
    Error error;
    Schedule schedule;
    Agent adviser;
    Board board = {.played = false};
    uint64_t unused = 0;
    bool good = schedule_make(&schedule, rules, 2, true, &error) &&
                named_hash(&unused, rules, PLAYED_BY, 1, 1, &board) && board.played;
    for (int i = 0; i < count && good; i++) {
        if (!agent_parse(&adviser, names[i], &schedule.rules, &error)) return false;
        for (size_t k = 0; k < LENGTH(PLIES) && good; k++)
            good = position_hash(hash, &adviser, &schedule, &board, PLIES[k], threads);
        agent_free(&adviser);
    }
    return good;
}

static bool all_advice_hash(uint64_t *hash, int threads)
{
    static const char *const TABLE_OF_TWO[] = {
        "tactic",
        "counter",
        SEARCH,
        SEARCH ",select=ucbtuned,playout=greedy",
        SEARCH ",select=exp3,playout=guarded,styles=loose+random",
        SEARCH ",select=puct,cut=2,fold=0",
        SEARCH ",reward=win,exact=0",
        SEARCH ",reward=share,infer=0,model=0",
        SEARCH ",variant=mo,dets=9,infer=64",
        SEARCH ",variant=flat,model=1",
    };
    static const char *const LARGER_TABLES[] = {"tactic", SEARCH, SEARCH ",variant=mo,playout=guarded"};
    return advisers_hash(hash, "pagat,players=2", TABLE_OF_TWO, LENGTH(TABLE_OF_TWO), threads) &&
           advisers_hash(hash, "pagat,players=3", LARGER_TABLES, LENGTH(LARGER_TABLES), threads) &&
           advisers_hash(hash, "pagat,players=4", LARGER_TABLES, LENGTH(LARGER_TABLES), threads);
}

/* ---- ratings */

static bool tournament_hash(uint64_t *hash, const char *rules, int threads)
{
    static const char *const NAMES[] = {"random", "greedy", "counter", "tactic"};
    enum { ENTRANTS = LENGTH(NAMES), MEETINGS = 40 };
    Error error;
    Schedule schedule;
    Agent agents[ENTRANTS];
    Tournament tournament;
    Rating ratings[2][ENTRANTS];
    Estimate diff;
    Interval lead;
    if (!schedule_make(&schedule, rules, 2, true, &error) ||
        !agents_open(agents, NAMES, ENTRANTS, &schedule.rules, &error))
        return false;
    bool good = tournament_init(&tournament, &schedule, ENTRANTS, NO_GAUNTLET, MEETINGS, &error);
    if (good) {
        good = tournament_play(&tournament, agents, threads) == ARENA_DONE &&
               tournament_rate(&tournament, ratings[0], ratings[1], ALPHA, 1);
        for (int i = 0; good && i < 2 * ENTRANTS; i++) {
            const Rating *rating = &ratings[i / ENTRANTS][i % ENTRANTS];
            *hash = interval_mixed(number_mixed(*hash, rating->value), rating->interval);
        }
        if (good) *hash = hash_mixed(*hash, tournament_leader(&tournament, &diff, &lead, ALPHA));
        if (good) *hash = interval_mixed(*hash, lead);
        tournament_free(&tournament);
    }
    agents_free(agents, ENTRANTS);
    return good;
}

/* ---- tunings */

/* What boards that no tuning uses say of the tuned numbers: the log-likelihood ratio of a gain of 0.05 against none,
   and the gain's interval. */
static bool tuned_hash(uint64_t *hash, const TuneSetup *setup, const TuneResult *result, int threads)
{
    enum { BOARDS = 1000, PLANNED = 50000 };
    TuneScore score;
    const Variants variants = {.setup = setup, .threads = threads};
    if (variants_play(&variants, result->tuned, 1, setup->start, share_first(SHARE_TEST), BOARDS, &score) != ARENA_DONE)
        return false;
    const Estimate gain = estimate_of(&score.gain, variants_scale(setup));
    *hash = interval_mixed(number_mixed(*hash, sprt_llr_mean(&gain, 0, 0.05)),
                           interval_anytime(&gain, 0.05, anytime_rho(0.05, PLANNED)));
    return true;
}

static bool tunings_hash(uint64_t *hash, int threads)
{
    static const TuneMethod METHODS[] = {TUNE_SPSA, TUNE_CMAES};
    Error error;
    Schedule schedule;
    TuneSetup setup;
    TuneResult result;
    bool good = schedule_make(&schedule, "pagat,players=2", 2, true, &error);
    for (size_t i = 0; i < LENGTH(METHODS) && good; i++) {
        setup = (TuneSetup){.request = {.schedule = &schedule,
                                        .alpha = ALPHA,
                                        .agent = "tactic",
                                        .opponents = "greedy",
                                        .from = "base",
                                        .params = "deny_sur,base_sur,rich_capture",
                                        .rounds = 2 * TUNE_LEAST_BUDGET,
                                        .test = 1000,
                                        .step = 0.25,
                                        .gain = 0.05,
                                        .method = METHODS[i]}};
        const TuneRun run = {.variants = {.setup = &setup, .threads = threads}};
        good = tune_setup_make(&setup, &error) && tune_run(&result, &run) && !result.interrupted;
        for (size_t k = 0; good && k < result.note_count * setup.count; k++)
            *hash = number_mixed(*hash, result.notes[k / setup.count].point[k % setup.count]);
        for (size_t k = 0; good && k < setup.count; k++)
            *hash = number_mixed(*hash, result.tuned[k]);
        good = good && tuned_hash(hash, &setup, &result, threads);
        tune_setup_free(&setup);
    }
    return good;
}

/* ---- presets and choices */

/* Every preset with as many seats as it allows; and agents that decide by floating-point numbers, the one that sees all
   cards, and those that search. */
static bool choices_hash(uint64_t *hash, int threads)
{
    static const char *const QUICK[2] = {"greedy", "random"};
    static const struct {
        const char *rules, *names[2];
        uint64_t boards;
    } ROWS[] = {
        {"pagat,players=2", {"tactic", "counter"}, SIGNATURE_BOARDS},
        {"pagat,players=3", {"tactic", "counter"}, SIGNATURE_BOARDS},
        {"pagat,players=4", {"tactic", "counter"}, SIGNATURE_BOARDS},
        {"pagat,players=2", {"tactic:exact=1", "oracle"}, 2},
        {"pagat,players=2", {"ismcts:iters=50,keep=1", "ismcts:variant=pimc,dets=1"}, 2},
        {"pagat,players=3", {"ismcts:iters=50", "counter"}, 2},
        {"pagat,players=4", {"ismcts:iters=50", "counter"}, 2},
    };
    bool good = true;
    for (int i = 0; i < RULE_PRESET_COUNT * (MAX_SEATS - 1) && good; i++) {
        const int players = 2 + i % (MAX_SEATS - 1);
        Error error;
        char text[RULES_TEXT];
        Rules rules;
        const char *preset = RULE_PRESETS[i / (MAX_SEATS - 1)].name;
        if (!rules_parse_seated(&rules, preset, players, &error) || rules.players != players) continue;
        snprintf(text, sizeof text, "%s,players=%d", preset, players);
        good = named_hash(hash, text, QUICK, SIGNATURE_BOARDS, threads, NULL);
    }
    for (size_t i = 0; i < LENGTH(ROWS) && good; i++)
        good = named_hash(hash, ROWS[i].rules, ROWS[i].names, ROWS[i].boards, threads, NULL);
    return good;
}

bool signature_take(uint64_t *signature, int threads)
{
    *signature = 0;
    return choices_hash(signature, threads) && all_advice_hash(signature, threads) &&
           tournament_hash(signature, "pagat,players=2", threads) &&
           tournament_hash(signature, "pagat,players=4", threads) && tunings_hash(signature, threads);
}

/* ---- of one run */

/* The agent with so little search that a board of it takes milliseconds. */
static Agent signature_hurried(const Agent *agent)
{
    enum { ITERATIONS = 16 };
    Agent out = *agent;
    for (int i = 0; i < out.kind->param_count; i++) {
        const char *name = out.kind->params[i].name;
        if (!strcmp(name, "time")) out.values[i] = 0;
        if (!strcmp(name, "iters") || !strcmp(name, "playouts")) out.values[i] = fmin(out.values[i], ITERATIONS);
    }
    return out;
}

bool signature_of_run(uint64_t *signature, const char *rules, const Agent agents[], int count)
{
    enum { BOARDS = 4, AGENTS_MOST = 16 };
    Error error;
    Schedule schedule;
    *signature = hash_mixed(*signature, (uint64_t)count);
    if (!schedule_make(&schedule, *rules ? rules : "pagat", 2, false, &error)) return true;
    Agent pair[2];
    if (!agent_parse(&pair[1], "greedy", &schedule.rules, &error)) return false;
    bool good = true;
    for (int i = 0; i < count && i < AGENTS_MOST && good; i++) {
        if (agent_has(&agents[i], TRAIT_PROGRAM | TRAIT_PERSON)) continue;
        pair[0] = signature_hurried(&agents[i]);
        good = boards_hash(signature, &schedule, pair, agent_has(&agents[i], TRAIT_SLOW) ? 1 : BOARDS, 1, NULL);
    }
    agent_free(&pair[1]);
    return good;
}
