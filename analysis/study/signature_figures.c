/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signature's part of figures: advice, ratings and short tunings, to the last bit. */
#include <math.h>
#include <string.h>

#include "analysis/study/advise.h"
#include "analysis/study/signature.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tuning/tune.h"
#include "sim/boards.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))
static const double ALPHA = 0.05;

/* All that is not a number counts alike: which one it is depends on the compiler. */
static uint64_t number_mixed(uint64_t hash, double value)
{
    uint64_t bits = UINT64_MAX;
    if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
    return signature_mixed(hash, bits);
}

static uint64_t interval_mixed(uint64_t hash, Interval interval)
{
    return number_mixed(number_mixed(hash, interval.low), interval.high);
}

/* ---- advice */

enum { ADVICE_ITERATIONS = 320 }; /* of all trees together, or sampled deals */
#define SEARCH "ismcts:nodes=500" /* small trees cost no time to open */

static uint64_t advice_mixed(uint64_t hash, const Advice *advice)
{
    for (int i = 0; i < advice->count; i++) {
        const AdvisePlay *play = &advice->plays[i];
        const double figures[] = {play->value,  play->low,        play->high,
                                  play->behind, play->behind_low, play->behind_high};
        hash = signature_mixed(signature_mixed(hash, play->play), play->visits);
        for (size_t k = 0; k < LENGTH(figures); k++)
            hash = number_mixed(hash, figures[k]);
    }
    return signature_mixed(hash, (uint64_t)advice->choice);
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
    const View view = {.rules = &schedule->rules,
                       .table = &round.table,
                       .hand = round_hand(&round),
                       .seat = round.table.turn,
                       .first_pool = game->first_pool,
                       .history = game->history};
    const AdviseTask task = {
        .agent = agent, .view = &view, .seed = 1, .iterations = ADVICE_ITERATIONS, .threads = threads};
    if (!advise(&advice, &task, NULL, NULL, &error)) return false;
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
    Agent agents[2], adviser;
    Players players;
    Board board;
    if (!schedule_make(&schedule, rules, 2, true, &error) ||
        !agents_open(agents, PLAYED_BY, 2, &schedule.rules, &error) || !players_open(&players, &schedule, agents, 2))
        return false;
    bool good = board_play(&board, &players, NULL, 0);
    players_close(&players);
    agents_free(agents, 2);
    for (int i = 0; i < count && good; i++) {
        if (!agent_parse(&adviser, names[i], &schedule.rules, &error)) return false;
        for (size_t k = 0; k < LENGTH(PLIES) && good; k++)
            good = position_hash(hash, &adviser, &schedule, &board, PLIES[k], threads);
        agent_free(&adviser);
    }
    return good;
}

bool signature_advice(uint64_t *hash, int threads)
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
        if (good) *hash = signature_mixed(*hash, tournament_leader(&tournament, &diff, &lead, ALPHA));
        if (good) *hash = interval_mixed(*hash, lead);
        tournament_free(&tournament);
    }
    agents_free(agents, ENTRANTS);
    return good;
}

bool signature_ratings(uint64_t *hash, int threads)
{
    return tournament_hash(hash, "pagat,players=2", threads) && tournament_hash(hash, "pagat,players=4", threads);
}

/* ---- tunings */

bool signature_tunings(uint64_t *hash, int threads)
{
    static const TunerMethod METHODS[] = {TUNER_SPSA, TUNER_CMAES};
    Error error;
    TuneSetup setup;
    TuneResult result;
    bool good = true;
    for (size_t i = 0; i < LENGTH(METHODS) && good; i++) {
        const TuneRequest request = {.rules = "pagat,players=2",
                                     .agent = "tactic",
                                     .opponents = "greedy",
                                     .params = "leave_11,base_sur,rich_capture",
                                     .rounds = 2 * TUNER_LEAST_BUDGET,
                                     .seed = 1,
                                     .test = 1000,
                                     .step = 0.25,
                                     .gain = 0.05,
                                     .method = METHODS[i]};
        const TuneRun run = {.setup = &setup, .threads = threads};
        good = tune_setup_make(&setup, &request, &error) && tune_run(&result, &run) && !result.interrupted;
        for (size_t k = 0; good && k < result.note_count * setup.count; k++)
            *hash = number_mixed(*hash, result.notes[k / setup.count].point[k % setup.count]);
        if (good)
            *hash = interval_mixed(number_mixed(*hash, result.decision.llr), tune_decision_interval(&result.decision));
        tune_setup_free(&setup);
    }
    return good;
}
