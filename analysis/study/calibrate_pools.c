/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the pools: every tactic alone and without, and tactic against greedy. */
#include "analysis/study/calibrate.h"

#include <stdlib.h>

#include "agents/agent.h"
#include "analysis/study/tactics/tactic_value.h"
#include "sim/pairings.h"

enum { POOL = 8192 };

static bool pairing_take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    Calibration *pool = arg;
    const Schedule *schedule = &pool->study.schedule;
    (void)pairing;
    pool->points[board] = pairing_diff(result, schedule, 0);
    pool->points_mean += (double)pool->points[board] / POOL;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const int a = pairing_points(result, schedule, seating, 0);
        const int b = pairing_points(result, schedule, seating, 1);
        pool->results[board] += a > b ? 2 : a == b;
    }
    return true;
}

/* Plays the boards of `sim`. */
static ArenaEnd pairings_fill(Calibration *calibration, Error *error)
{
    static const char *const AGENTS[] = {"tactic", "greedy"};
    static const Pairing PAIRING = {{0, 1}};
    Agent agents[2];
    const Schedule *schedule = &calibration->study.schedule;
    if (!agents_open(agents, AGENTS, 2, &schedule->rules, error)) return ARENA_FAILED;
    const Pairings pairings = {.schedule = schedule,
                               .agents = agents,
                               .agent_count = 2,
                               .pairings = &PAIRING,
                               .pairing_count = 1,
                               .boards = POOL,
                               .threads = calibration->threads,
                               .take = pairing_take,
                               .arg = calibration};
    ArenaEnd end = pairings_play(&pairings);
    agents_free(agents, 2);
    return end;
}

/* Plays the rows of the study. */
static ArenaEnd values_fill(Calibration *calibration)
{
    const size_t rows = (size_t)calibration->study.row_count;
    TacticSum *sums = calloc(rows, sizeof *sums);
    if (!sums) return ARENA_FAILED;
    uint64_t done;
    Voids voids;
    const TacticValues run = {
        .study = &calibration->study, .boards = POOL, .threads = calibration->threads, .values = calibration->values};
    ArenaEnd end = tactic_values_play(&run, sums, &done, &voids);
    for (size_t row = 0; row < rows; row++)
        calibration->means[row] = (double)sums[row].strata[0].value.sum / POOL;
    free(sums);
    return end;
}

bool calibration_open(Calibration *out, uint64_t seed, int threads, bool *interrupted, Error *error)
{
    *out = (Calibration){.boards = POOL, .seed = seed, .threads = threads};
    *interrupted = false;
    const TacticRequest request = {.rules = "pagat", .agent = "tactic", .opponents = "tactic", .seed = seed};
    if (!tactic_study_open(&out->study, &request, error)) return false;
    size_t rows = (size_t)out->study.row_count;
    out->values = calloc(POOL * rows, sizeof *out->values);
    out->points = calloc(POOL, sizeof *out->points);
    out->results = calloc(POOL, sizeof *out->results);
    out->means = calloc(rows, sizeof *out->means);
    error_memory(error);
    ArenaEnd end = ARENA_FAILED;
    if (out->values && out->points && out->results && out->means) end = values_fill(out);
    if (end == ARENA_DONE) end = pairings_fill(out, error);
    *interrupted = end == ARENA_INTERRUPTED;
    if (end == ARENA_DONE || *interrupted) return true;
    calibration_free(out);
    return false;
}

void calibration_free(Calibration *calibration)
{
    tactic_study_free(&calibration->study);
    free(calibration->values);
    free(calibration->points);
    free(calibration->results);
    free(calibration->means);
    *calibration = (Calibration){0};
}
