/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens players for each thread, hands out positions, and has their rows taken. */
#include "sim/survey.h"

#include <stdlib.h>

#include "sim/boards.h"

typedef struct {
    StretchRun stretch;
    const Survey *survey;
    Sums sums;
} SurveyRun;

typedef struct {
    const SurveyRun *run;
    Player players[]; /* as many as the survey has */
} SurveyWorker;

static void survey_worker_close(void *worker)
{
    SurveyWorker *own = worker;
    for (int i = 0; i < own->run->survey->player_count; i++)
        player_close(&own->players[i]);
    free(own);
}

static void *survey_worker_open(void *shared)
{
    const SurveyRun *run = shared;
    const Survey *survey = run->survey;
    SurveyWorker *worker = calloc(1, sizeof *worker + (size_t)survey->player_count * sizeof *worker->players);
    if (!worker) return NULL;
    worker->run = run;
    for (int i = 0; i < survey->player_count; i++)
        if (!player_open(&worker->players[i], survey->agents[i], survey->rules)) {
            survey_worker_close(worker);
            return NULL;
        }
    return worker;
}

/* A row is the position's number, and what was found. */
static bool survey_one(void *worker, uint64_t index, Stretch *stretch)
{
    static const int64_t ONE[] = {1};
    SurveyWorker *own = worker;
    const SurveyRun *run = own->run;
    Sums *sums = &stretch->sums;
    TextBuffer *rows = &stretch->texts[0];
    if (!sums->x && !sums_open(sums, &run->stretch.shape)) return false;
    const int64_t voids = sums->voids.boards;
    const size_t before = rows->length;
    if (put_uint(rows, index) && run->survey->look(run->survey->arg, own->players, index, rows, &sums->voids)) {
        sums_add(sums, ONE);
        return true;
    }
    rows->length = before;
    return sums->voids.boards > voids;
}

static uint64_t survey_work(void *worker, const ArenaRange *range) { return arena_each(range, worker, survey_one); }

static bool survey_rows(void *arg, uint64_t first, uint64_t count, Fields *rows)
{
    const Survey *survey = ((const SurveyRun *)arg)->survey;
    while (rows->at < rows->end) {
        const uint64_t index = get_uint(rows);
        if (rows->failed || index - first >= count || !survey->take(survey->arg, index, rows)) return false;
    }
    return true;
}

ArenaEnd survey_run(uint64_t *done, const Survey *survey)
{
    SurveyRun run = {.survey = survey};
    const ArenaJob job = {.count = survey->count,
                          .chunk = arena_chunk(survey->count, survey->together),
                          .threads = survey->threads,
                          .shared = &run,
                          .worker_open = survey_worker_open,
                          .worker_close = survey_worker_close,
                          .work = survey_work};
    run.stretch = (StretchRun){.shape = BOARD_COUNTS,
                               .known = survey->known,
                               .sums = &run.sums,
                               .rows = survey_rows,
                               .arg = &run,
                               .watch = survey->watch,
                               .watch_arg = survey->watch_arg};
    const ArenaEnd end = sums_open(&run.sums, &run.stretch.shape)
                             ? checkpoint_run(survey->checkpoint, &job, &run.stretch)
                             : ARENA_FAILED;
    *done = run.stretch.done;
    sums_free(&run.sums);
    return end;
}
