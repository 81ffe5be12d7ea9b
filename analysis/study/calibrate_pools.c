/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the pools: every tactic alone and without, and three agents against each other, in rounds and in matches. */
#include "analysis/study/calibrate.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/study/tactics/tactic_value.h"
#include "analysis/study/tournament.h"
#include "sim/simulate.h"

/* Values of rows are small, whole boards are not: these stay in the processor's cache. */
enum { VALUE_POOL = 8192, BOARD_POOL = 2048 };

static const char *const AGENTS[POOL_AGENT_COUNT] = {"tactic", "greedy", "counter"};
static const Pairing PAIRINGS[POOL_PAIRINGS] = {{{0, 1}}, {{0, 2}}, {{1, 2}}};

static bool board_keep(const void *arg, void *result, const Board *board, size_t pairing)
{
    const Calibration *pool = arg;
    (void)result;
    const Schedule *schedule = &pool->study.schedule;
    PairingResult *kept = &pool->results[board->index][pairing];
    kept->played = board->played;
    for (int seating = 0; seating < schedule->seatings; seating++)
        side_points(kept->points[seating], board->games[seating].counts, schedule->rules.sides);
    if (!pairing) pool->boards[board->index] = *board;
    return true;
}

static bool chunk_pass(void *arg, uint64_t first, uint64_t count, const void *result)
{
    (void)arg, (void)first, (void)count, (void)result;
    return true;
}

/* The truth of `sim` and of the ratings. */
static bool truths_take(Calibration *pool)
{
    const int rounds = BOARD_POOL * pool->study.schedule.seatings;
    double sum[POOL_PAIRINGS] = {0}, square = 0, wins = 0;
    for (int board = 0; board < BOARD_POOL; board++)
        for (int pairing = 0; pairing < POOL_PAIRINGS; pairing++) {
            /* The seats change hands in the second seating. */
            const PairingResult *result = &pool->results[board][pairing];
            const int there = result->points[0][0] - result->points[0][1];
            const int back = result->points[1][1] - result->points[1][0];
            sum[pairing] += there + back;
            if (pairing) continue;
            pool->points[board] = there + back;
            square += pow((there + back) / 2.0, 2);
            wins += ((there > 0) + (back > 0)) + ((there == 0) + (back == 0)) / 2.0;
        }
    const double a = sum[0] / rounds, b = sum[1] / rounds, c = sum[2] / rounds;
    pool->points_mean = a;
    pool->points_sd = sqrt(square / BOARD_POOL - a * a);
    pool->share_mean = wins / rounds;
    pool->ratings[0] = (a + b) / 3; /* as many boards for each pair: the mean difference from all three */
    pool->ratings[1] = (c - a) / 3;
    pool->ratings[2] = (-b - c) / 3;

    Error error;
    Tournament all;
    Rating points[POOL_AGENT_COUNT], elo[POOL_AGENT_COUNT];
    if (!tournament_init(&all, &pool->study.schedule, POOL_AGENT_COUNT, NO_GAUNTLET, BOARD_POOL, &error)) return false;
    bool good = true;
    for (size_t i = 0; good && i < BOARD_POOL * POOL_PAIRINGS; i++)
        good = tournament_take(&all, i / POOL_PAIRINGS, i % POOL_PAIRINGS,
                               &pool->results[i / POOL_PAIRINGS][i % POOL_PAIRINGS]);
    good = good && tournament_rate(&all, points, elo, 0.05, 0);
    for (int i = 0; good && i < POOL_AGENT_COUNT; i++)
        pool->elos[i] = elo[i].value;
    tournament_free(&all);
    return good;
}

/* ---- matches */

static bool result_keep(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    Calibration *pool = arg;
    pool->match_results[board][pairing] = *result;
    return true;
}

/* The truth of `sim --matches` and `rate --matches`. */
static void match_truths_take(Calibration *pool)
{
    double points = 0, rounds = 0, won[POOL_PAIRINGS] = {0}; /* won: by the first of each two agents */
    for (int board = 0; board < BOARD_POOL; board++) {
        points += (double)pool->match_tallies[board].agents[0].points.sum;
        points -= (double)pool->match_tallies[board].agents[1].points.sum;
        rounds += (double)pool->match_tallies[board].rounds.sum;
        for (int pairing = 0; pairing < POOL_PAIRINGS; pairing++) {
            const PairingResult *result = &pool->match_results[board][pairing];
            won[pairing] += result->points[0][0] + result->points[1][1];
        }
    }
    const double matches = BOARD_POOL * pool->match_schedule.seatings;
    const double a = won[0] / matches - 0.5, b = won[1] / matches - 0.5, c = won[2] / matches - 0.5;
    pool->match_points = points / rounds;
    pool->match_share = a + 0.5;
    pool->match_ratings[0] = (a + b) / 3;
    pool->match_ratings[1] = (c - a) / 3;
    pool->match_ratings[2] = (-b - c) / 3;
}

/* Plays the boards of matches: of each two agents, and those of the first two once more, one by one, for their tallies. */
static ArenaEnd matches_fill(Calibration *pool)
{
    BoardsJob job = {.schedule = &pool->match_schedule,
                     .agents = pool->agents,
                     .agent_count = POOL_AGENT_COUNT,
                     .pairings = PAIRINGS,
                     .pairing_count = POOL_PAIRINGS,
                     .boards = BOARD_POOL,
                     .threads = pool->threads};
    pool->match_schedule = pool->study.schedule;
    pool->match_schedule.match_rounds = MATCH_ROUNDS;
    ArenaEnd end = pairings_play(&job, result_keep, pool);
    job.pairings = NULL;
    job.boards = 1;
    for (job.first = 0; end == ARENA_DONE && job.first < BOARD_POOL; job.first++) {
        uint64_t done;
        end = simulate(&job, NULL, &pool->match_tallies[job.first], &done);
    }
    if (end == ARENA_DONE) match_truths_take(pool);
    return end;
}

/* ---- boards */

/* Plays the boards of the agents. */
static ArenaEnd boards_fill(Calibration *calibration, Error *error)
{
    const Schedule *schedule = &calibration->study.schedule;
    if (!agents_open(calibration->agents, AGENTS, POOL_AGENT_COUNT, &schedule->rules, error)) return ARENA_FAILED;
    const BoardsJob job = {.schedule = schedule,
                           .agents = calibration->agents,
                           .agent_count = POOL_AGENT_COUNT,
                           .pairings = PAIRINGS,
                           .pairing_count = POOL_PAIRINGS,
                           .boards = BOARD_POOL,
                           .threads = calibration->threads};
    static const BoardsUse USE = {.size = 1, .add = board_keep, .release = chunk_pass};
    const ArenaEnd end = boards_play(&job, &USE, calibration);
    return end == ARENA_DONE && !truths_take(calibration) ? ARENA_FAILED : end;
}

/* Plays the rows of the study. */
static ArenaEnd values_fill(Calibration *calibration)
{
    const size_t rows = (size_t)calibration->study.row_count;
    TacticSum *sums = calloc(rows, sizeof *sums);
    if (!sums) return ARENA_FAILED;
    uint64_t done;
    Voids voids;
    const TacticValues run = {.study = &calibration->study,
                              .boards = VALUE_POOL,
                              .threads = calibration->threads,
                              .values = calibration->values};
    ArenaEnd end = tactic_values_play(&run, sums, &done, &voids);
    for (size_t i = 0; i < VALUE_POOL * rows; i++)
        calibration->means[i % rows] += calibration->values[i] / (VALUE_POOL * tactic_value_scale(&calibration->study));
    free(sums);
    return end;
}

bool calibration_open(Calibration *out, uint64_t seed, int threads, bool *interrupted, Error *error)
{
    *out = (Calibration){.value_count = VALUE_POOL, .board_count = BOARD_POOL, .seed = seed, .threads = threads};
    *interrupted = false;
    const TacticRequest request = {.rules = "pagat", .agent = "tactic", .opponents = "tactic", .seed = seed};
    if (!tactic_study_open(&out->study, &request, error)) return false;
    size_t rows = (size_t)out->study.row_count;
    out->values = calloc(VALUE_POOL * rows, sizeof *out->values);
    out->means = calloc(rows, sizeof *out->means);
    out->boards = calloc(BOARD_POOL, sizeof *out->boards);
    out->results = calloc(BOARD_POOL, sizeof *out->results);
    out->points = calloc(BOARD_POOL, sizeof *out->points);
    out->match_tallies = calloc(BOARD_POOL, sizeof *out->match_tallies);
    out->match_results = calloc(BOARD_POOL, sizeof *out->match_results);
    error_memory(error);
    ArenaEnd end = ARENA_FAILED;
    const bool boards = out->boards && out->results && out->points && out->match_tallies && out->match_results;
    if (out->values && out->means && boards) end = values_fill(out);
    if (end == ARENA_DONE) end = boards_fill(out, error);
    if (end == ARENA_DONE) end = matches_fill(out);
    *interrupted = end == ARENA_INTERRUPTED;
    if (end == ARENA_DONE || *interrupted) return true;
    calibration_free(out);
    return false;
}

void calibration_free(Calibration *calibration)
{
    agents_free(calibration->agents, POOL_AGENT_COUNT);
    tactic_study_free(&calibration->study);
    free(calibration->values);
    free(calibration->means);
    free(calibration->boards);
    free(calibration->results);
    free(calibration->points);
    free(calibration->match_tallies);
    free(calibration->match_results);
    *calibration = (Calibration){0};
}
