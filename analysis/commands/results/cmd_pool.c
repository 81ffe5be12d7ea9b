/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur pool: one result from several seeds of the same question. */
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/results/reading.h"

typedef struct {
    Reading *files; /* owned, as their question, which is that of all */
    int count;
    PoolResult pool;
} PoolFiles;

static const Option OPTIONS[] = {
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_LEVEL},
    {OPTION_QUIET},
    {OPTION_EXPLAIN},
    {OPTION_TABLE},
    {OPTION_DRY_RUN},
};

/* Does the file answer what those before it answer, with a seed of its own? */
static bool file_fits(Driver *driver, int at, Error *error)
{
    const PoolFiles *own = driver->own;
    const Reading *file = &own->files[at];
    if (file->from < FROM_FIGURES)
        return error_set(error, "%.200s: rows of %s are not pooled; --csv FILE or --run DIR of the same command are",
                         file->name, file->result.kind->table->file);
    if (!readings_fit(driver, own->files, file, true, error)) return false;
    for (int i = 0; i < at; i++)
        if (files_same(own->files[i].name, file->name)) return error_set(error, "%.200s is given twice", file->name);
    for (int i = 0; i < at; i++)
        if (!strcmp(file->seed, own->files[i].seed))
            return error_set(error, "%.200s and %.200s have the same seed, %.20s: they played the same boards",
                             own->files[i].name, file->name, file->seed);
    return true;
}

static bool pool_prepare(Driver *driver, Error *error)
{
    PoolFiles *own = driver->own;
    own->files = calloc((size_t)driver->parsed.arg_count, sizeof *own->files);
    if (!own->files) return error_memory(error);
    for (; own->count < driver->parsed.arg_count; own->count++)
        if (!reading_read(&own->files[own->count], driver, driver->parsed.args[own->count], error) ||
            !file_fits(driver, own->count, error))
            return own->count++, false;
    const Findings *findings[OPTIONS_MAX_ARGS];
    for (int i = 0; i < own->count; i++)
        findings[i] = &own->files[i].findings;
    if (!pool_make(&own->pool, &own->files->result, findings, own->count, driver_alpha(driver)))
        return error_memory(error);
    return own->pool.count || error_set(error, "no figure has an interval in all files");
}

static void pool_plan(const Driver *driver, FILE *out)
{
    const PoolFiles *own = driver->own;
    fprintf(out, "%d files of one question: %s\n", own->count, own->files->question);
}

static bool pool_work(Driver *driver, Error *error)
{
    (void)error;
    driver->work.unit = "files";
    driver->work.done = driver->work.total = (uint64_t)driver->parsed.arg_count;
    return true;
}

static void seeds_print(char *out, size_t room, const PoolFiles *own)
{
    size_t used = 0;
    for (int i = 0; i < own->count && used < room; i++)
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? " " : "", own->files[i].seed);
}

static void result_fill(const Driver *driver, Result *out)
{
    const PoolFiles *own = driver->own;
    char seeds[1024];
    seeds_print(seeds, sizeof seeds, own);
    result_head(out, "question", "%s", own->files->question);
    result_head(out, "seeds", "%s", seeds);
    if (own->files->kind->measures->together) result_head(out, "interval", "simultaneous for all rows");
    pool_result(out, &own->pool);
}

static bool pool_command_summary(const Driver *driver, FILE *out)
{
    const PoolFiles *own = driver->own;
    char seeds[1024];
    seeds_print(seeds, sizeof seeds, own);
    fprintf(out, "%d files of one question, seeds %s: %s\n", own->count, seeds, own->files->question);
    pool_summary(out, &driver->page, &own->pool, driver->results);
    return true;
}

static void pooled_free(Driver *driver)
{
    PoolFiles *own = driver->own;
    for (int i = 0; i < own->count; i++)
        reading_free(&own->files[i]);
    free(own->files);
    free(own->pool.rows);
}

const Command CMD_POOL = {
    .spec =
        {.command = "pool",
         .summary = "one result from several seeds of the same question",
         .args = {"FILE FILE...", 2, OPTIONS_MAX_ARGS, "FILE", TAKES_FILE},
         .about =
             "Puts run directories, or CSV files of sim, tactics, tune, rate, exploit, equity or calibrate, together, "
             "which asked the same question with different seeds: the estimate, its interval, and whether the seeds "
             "agree.",
         .example = "for s in 1 2; do pasur sim greedy random --seed $s --csv $s.csv; done\n"
                    "pasur pool 1.csv 2.csv",
         .notes = "They may differ in seed, in how much was played, in threads and in the files that they wrote.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(PoolFiles),
    COMMAND_RESULTS(&RESULT_POOL),
    .prepare = pool_prepare,
    .plan = pool_plan,
    .work = pool_work,
    .result = result_fill,
    .summary = pool_command_summary,
    .free = pooled_free,
};
