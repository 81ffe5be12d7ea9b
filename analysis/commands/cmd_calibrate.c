/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur calibrate: do intervals and tests keep their promises? */
#include <assert.h>
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"

enum { CHECKS_MOST = 64 };

typedef struct {
    uint64_t repetitions;

    Rules rules;
    CheckResult *results;
    int broken;
    TableLayout layout; /* of the lines that are told at once */
} Calibrate;

static const Option OPTIONS[] = {
    {"repetitions", "how often each promise is put on trial", OPTION_AT(Calibrate, repetitions), .low = "100",
     .high = "1G", .fallback = "2k", .heading = "Sample", .brief = "how often each promise is put on trial"},
    {OPTION_SEED},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    OPTIONS_RUN,
};

static bool calibrate_prepare(Driver *driver, Error *error)
{
    Calibrate *own = driver->own;
    own->results = calloc((size_t)check_count(), sizeof *own->results);
    if (!own->results || !rules_parse(&own->rules, "pagat", error)) return error_memory(error);
    driver->setup.rules = &own->rules;
    return true;
}

static void promise_print(FILE *out, CheckPromise promise)
{
    fprintf(out, "%-56s  %s\n", promise.name, promise.promise);
}

/* How often each of the first so many promises is put on trial. */
static void trials_print(FILE *out, uint64_t repetitions, int checks)
{
    uint64_t least = repetitions;
    int fewer = 0;
    for (int check = 0; check < checks; check++) {
        const uint64_t trials = check_trials(check, repetitions);
        fewer += trials < repetitions;
        least = trials < least ? trials : least;
    }
    fprintf(out, "%llu trials each", (unsigned long long)repetitions);
    if (fewer) fprintf(out, " but %llu of the %d that take long", (unsigned long long)least, fewer);
}

static void calibrate_plan(const Driver *driver, FILE *out)
{
    const Calibrate *own = driver->own;
    fprintf(out, "%d promises, ", check_count());
    trials_print(out, own->repetitions, check_count());
    fprintf(out, "; seed %llu\n", (unsigned long long)driver->common.seed);
    for (int check = 0; check < check_count(); check++)
        promise_print(out, check_promise(check, driver_alpha(driver)));
}

/* Trials of the checks before this one. */
static uint64_t trials_before(const Calibrate *own, int check)
{
    uint64_t trials = 0;
    while (check-- > 0)
        trials += check_trials(check, own->repetitions);
    return trials;
}

static void calibrate_watch(void *arg, int check, uint64_t trials, uint64_t errors)
{
    Driver *driver = arg;
    const Calibrate *own = driver->own;
    char rest[160];
    if (!progress_due(&driver->progress)) return;
    snprintf(rest, sizeof rest, "%s %.2f %%", check_promise(check, driver_alpha(driver)).name,
             100 * (double)errors / (double)trials);
    progress_show(&driver->progress, "trials", trials_before(own, check) + trials, trials_before(own, check_count()),
                  rest);
}

/* As wide as all checks will need. */
static void layout_make(Driver *driver)
{
    Calibrate *own = driver->own;
    CalibrateRow rows[CHECKS_MOST];
    assert(check_count() <= CHECKS_MOST);
    for (int check = 0; check < check_count(); check++)
        rows[check] = calibrate_row(check_promise(check, driver_alpha(driver)),
                                    &(CheckResult){.trials = check_trials(check, own->repetitions), .rate = 1},
                                    driver_alpha(driver));
    table_layout(&own->layout, &driver->page, &CALIBRATE_FIGURES, 0, rows, sizeof *rows, (size_t)check_count());
}

/* Runs all checks, each told at once, until the user stops them. */
static bool calibrate_work(Driver *driver, Error *error)
{
    Calibrate *own = driver->own;
    Calibration calibration;
    bool good = true;
    driver->work.unit = "checks";
    driver->work.total = (uint64_t)check_count();
    if (!calibration_open(&calibration, driver->common.seed, driver->threads, &driver->work.interrupted, error)) {
        error->system = true; /* nothing of it is the user's */
        return false;
    }
    calibration.alpha = driver_alpha(driver);
    layout_make(driver);
    while (driver->work.done < driver->work.total && good && !driver->work.interrupted) {
        const int check = (int)driver->work.done;
        CheckResult *result = &own->results[check];
        good = check_run(result, &calibration, check, own->repetitions, (CheckWatch){calibrate_watch, driver});
        driver->work.interrupted = result->interrupted;
        if (!good || driver->work.interrupted) continue;
        driver->work.done++;
        own->broken += result->broken;
        progress_end(&driver->progress);
        if (!driver->out) continue;
        if (driver->work.done == 1) table_line(driver->out, &own->layout, NULL);
        const CalibrateRow row = calibrate_row(check_promise(check, calibration.alpha), result, calibration.alpha);
        table_line(driver->out, &own->layout, &row);
        fflush(driver->out);
    }
    driver->work.verdict = own->broken ? STATUS_NO : 0;
    calibration_free(&calibration);
    return good || error_memory(error);
}

static void calibrate_result_fill(const Driver *driver, Result *out)
{
    calibrate_result(out, ((const Calibrate *)driver->own)->results, (int)driver->work.done, driver_alpha(driver));
}

static bool calibrate_summary(const Driver *driver, FILE *out)
{
    const Calibrate *own = driver->own;
    const int done = (int)driver->work.done;
    if (done) table_foot(out, &driver->page, &own->layout);
    fprintf(out, "%d of %d promises kept or not refuted, ", done - own->broken, done);
    trials_print(out, own->repetitions, done);
    fprintf(out, "; seed %llu; %s\n", (unsigned long long)driver->common.seed, driver->end.took);
    calibrate_legend(out, &driver->page);
    return true;
}

static void calibrate_free(Driver *driver) { free(((Calibrate *)driver->own)->results); }

const Command CMD_CALIBRATE = {
    .spec =
        {.command = "calibrate",
         .summary = "do intervals and tests keep their promised error rates?",
         .about =
             "Puts the intervals and tests of this program on trial, many times, by the functions of the "
             "commands themselves, on boards that were really played, and says how often they are wrong. Exit status 1 if a promise is broken.",
         .example = "pasur calibrate --repetitions 1k",
         .notes = "Boards are drawn with replacement from a pool, so that the truth is known. In brackets stands the "
                  "95 %\ninterval of the trials themselves; a promise counts as broken beyond what chance explains: "
                  "where all are kept,\none calibration in 1000 at most calls any of them broken. Ratings in Elo, "
                  "which take long, get a tenth of the trials.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Calibrate),
    .sample = "repetitions",
    COMMAND_RESULTS(&RESULT_CALIBRATE),
    .prepare = calibrate_prepare,
    .plan = calibrate_plan,
    .work = calibrate_work,
    .result = calibrate_result_fill,
    .summary = calibrate_summary,
    .free = calibrate_free,
};
