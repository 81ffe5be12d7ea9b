/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur pool: one result from several seeds of the same question. */
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/results/question.h"
#include "analysis/report/csv.h"
#include "analysis/report/kinds/kinds.h"

typedef struct {
    Result *results; /* of the files; owned */
    int count;
    char *question; /* what all of them ask; owned */
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

/* ---- the files */

static bool file_read(Driver *driver, Result *result, const char *name, const ResultKind *const kinds[], Error *error)
{
    CsvReader reader;
    if (is_directory(name)) {
        if (!directory_read(driver, result, NULL, name, error)) return false;
        result->name = name;
    } else {
        const bool good = csv_open(&reader, result, name) && csv_begin(&reader) && csv_kind(&reader, kinds) &&
                          csv_rows(&reader, CSV_MOST_ROWS);
        csv_close(&reader);
        if (!good) return *error = result->error, false;
    }
    if (!result->kind->measures)
        return error_set(error, "%.200s: results of %s are not put together", name, result->kind->table->file);
    if (!result_head_of(result, "seed")) return error_set(error, "%.200s: no line '# seed:' says its seed", name);
    if (result_partial(result)) driver_note(driver, "note: %s is not whole: %s", name, result_partial(result));
    return true;
}

/* Does the file answer what those before it answer, with a seed of its own? */
static bool file_fits(PoolFiles *own, const Driver *driver, int at, Error *error)
{
    const Result *result = &own->results[at];
    const char *seed = result_head_of(result, "seed"), *commit = result_head_of(result, "commit"),
               *first = result_head_of(own->results, "commit");
    char *question = question_make(driver, result, true, error);
    if (!question) return false;
    if (!at) own->question = question;
    const bool same = results_fit(own->results, own->question, result, question, error);
    if (at) free(question);
    if (!same) return false;
    for (int i = 0; i < at; i++)
        if (files_same(own->results[i].name, result->name))
            return error_set(error, "%.200s is given twice", result->name);
    for (int i = 0; i < at; i++)
        if (!strcmp(seed, result_head_of(&own->results[i], "seed")))
            return error_set(error, "%.200s and %.200s have the same seed, %.20s: they played the same boards",
                             own->results[i].name, result->name, seed);
    if (commit && first && strcmp(commit, first))
        driver_note(driver, "note: %s and %s were written by different versions, %s and %s", own->results->name,
                    result->name, first, commit);
    return true;
}

static bool pool_prepare(Driver *driver, Error *error)
{
    PoolFiles *own = driver->own;
    const ResultKind *kinds[KINDS_MOST + 1] = {NULL};
    kinds_list(kinds, driver->commands);
    own->results = calloc((size_t)driver->parsed.arg_count, sizeof *own->results);
    if (!own->results) return error_memory(error);
    for (int i = 0; i < driver->parsed.arg_count; i++) {
        if (!strcmp(driver->parsed.args[i], "-")) return error_set(error, "stdin is read once only: name files");
        own->count++;
        if (!file_read(driver, &own->results[i], driver->parsed.args[i], kinds, error) ||
            !file_fits(own, driver, i, error))
            return false;
    }
    if (!pool_make(&own->pool, own->results, own->count, driver_alpha(driver))) return error_memory(error);
    return own->pool.count || error_set(error, "no figure has an interval in all files");
}

static void pool_plan(const Driver *driver, FILE *out)
{
    const PoolFiles *own = driver->own;
    fprintf(out, "%d files of one question: %s\n", own->count, own->question);
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
        used +=
            (size_t)snprintf(out + used, room - used, "%s%s", i ? " " : "", result_head_of(&own->results[i], "seed"));
}

static void result_fill(const Driver *driver, Result *out)
{
    const PoolFiles *own = driver->own;
    char seeds[1024];
    seeds_print(seeds, sizeof seeds, own);
    result_head(out, "question", "%s", own->question);
    result_head(out, "seeds", "%s", seeds);
    if (own->results->kind->measures->together) result_head(out, "interval", "simultaneous for all rows");
    pool_result(out, &own->pool);
}

static bool pool_command_summary(const Driver *driver, FILE *out)
{
    const PoolFiles *own = driver->own;
    char seeds[1024];
    seeds_print(seeds, sizeof seeds, own);
    fprintf(out, "%d files of one question, seeds %s: %s\n", own->count, seeds, own->question);
    pool_summary(out, &driver->page, &own->pool, driver->results);
    return true;
}

static void pooled_free(Driver *driver)
{
    PoolFiles *own = driver->own;
    for (int i = 0; i < own->count; i++)
        result_free(&own->results[i]);
    free(own->results);
    free(own->question);
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
