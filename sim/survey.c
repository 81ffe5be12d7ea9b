/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens players for each thread, and hands out positions. */
#include "sim/survey.h"

#include <stdlib.h>

typedef struct {
    const Survey *survey;
    uint64_t *done;
    Voids *voids;
} SurveyRun;

typedef struct {
    const Survey *survey;
    Player players[]; /* as many as the survey has */
} SurveyWorker;

static void survey_worker_close(void *worker)
{
    SurveyWorker *own = worker;
    for (int i = 0; i < own->survey->player_count; i++)
        player_close(&own->players[i]);
    free(own);
}

static void *survey_worker_open(void *shared)
{
    const Survey *survey = ((const SurveyRun *)shared)->survey;
    SurveyWorker *worker = calloc(1, sizeof *worker + (size_t)survey->player_count * sizeof *worker->players);
    if (!worker) return NULL;
    worker->survey = survey;
    for (int i = 0; i < survey->player_count; i++)
        if (!player_open(&worker->players[i], survey->agents[i], survey->rules)) {
            survey_worker_close(worker);
            return NULL;
        }
    return worker;
}

static bool survey_one(void *worker, uint64_t index, void *result)
{
    SurveyWorker *own = worker;
    return own->survey->look(own->survey->arg, own->players, index, result);
}

static uint64_t survey_work(void *worker, const ArenaRange *range) { return arena_each(range, worker, survey_one); }

static bool survey_release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    const SurveyRun *run = shared;
    *run->done = first + count;
    voids_merge(run->voids, result);
    return !run->survey->watch || run->survey->watch(run->survey->watch_arg, *run->done, run->voids);
}

ArenaEnd survey_run(uint64_t *done, Voids *voids, const Survey *survey)
{
    SurveyRun run = {survey, done, voids};
    const ArenaJob job = {.count = survey->count,
                          .chunk = arena_chunk(survey->count, survey->together),
                          .threads = survey->threads,
                          .shared = &run,
                          .worker_open = survey_worker_open,
                          .worker_close = survey_worker_close,
                          .result_size = sizeof(Voids),
                          .work = survey_work,
                          .release = survey_release};
    return arena_run(&job);
}
