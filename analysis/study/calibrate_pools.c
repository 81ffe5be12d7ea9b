/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the pools: every tactic alone and without, and tactic against greedy. */
#include "analysis/study/calibrate.h"

#include <stdlib.h>

#include "analysis/study/tactics/tactic_value.h"
#include "sim/pairings.h"

enum { POOL = 8192 };

typedef struct {
    const Schedule *schedule;
    int32_t *points, *results;
} SimPool;

static bool pairing_take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    SimPool *pool = arg;
    (void)pairing;
    pool->points[board] = pairing_diff(result, pool->schedule, 0);
    pool->results[board] = 0;
    for (int seating = 0; seating < pool->schedule->seatings; seating++) {
        const int a = pairing_points(result, pool->schedule, seating, 0);
        const int b = pairing_points(result, pool->schedule, seating, 1);
        pool->results[board] += a > b ? 2 : a == b;
    }
    return true;
}

/* Plays the boards of `sim`. */
static ArenaEnd pairings_fill(Calibration *calibration, Error *error)
{
    static const Pairing PAIRING = {{0, 1}};
    Agent agents[2];
    const Rules *rules = &calibration->study.schedule.rules;
    if (!agent_parse(&agents[0], "tactic", rules, error) || !agent_parse(&agents[1], "greedy", rules, error))
        return ARENA_FAILED;
    SimPool pool = {&calibration->study.schedule, calibration->points, calibration->results};
    const Pairings pairings = {.schedule = pool.schedule,
                               .agents = agents,
                               .agent_count = 2,
                               .pairings = &PAIRING,
                               .pairing_count = 1,
                               .boards = POOL,
                               .threads = calibration->threads,
                               .take = pairing_take,
                               .arg = &pool};
    ArenaEnd end = pairings_play(&pairings);
    agent_free(&agents[0]);
    agent_free(&agents[1]);
    return end;
}

/* Plays the rows of the study. */
static ArenaEnd values_fill(Calibration *calibration)
{
    const TacticStudy *study = &calibration->study;
    size_t rows = (size_t)study->row_count;
    TacticSum *sums = calloc(rows, sizeof *sums);
    if (!sums) return ARENA_FAILED;
    uint64_t done, voids;
    const TacticValues run = {
        .study = study, .boards = POOL, .threads = calibration->threads, .values = calibration->values};
    ArenaEnd end = tactic_values_play(&run, sums, &done, &voids);
    for (size_t row = 0; row < rows && end == ARENA_DONE; row++) {
        int64_t sum = 0;
        for (size_t board = 0; board < POOL; board++) {
            int32_t value = calibration->values[board * rows + row];
            sum += value;
        }
        calibration->means[row] = (double)sum / POOL;
    }
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
