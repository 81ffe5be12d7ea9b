/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur calibrate: do intervals and tests keep their promises? */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/stats/estimate.h"
#include "analysis/study/calibrate.h"

typedef struct {
    CheckPromise promise;
    CheckResult result;
    Interval interval; /* of result.rate; in the CSV */
    double alpha;      /* of that interval, and of the intervals that are on trial */
    const char *verdict;
} CalibrateRow;

static const char *const CHECK_VERDICTS[] = {"kept", "not refuted", "BROKEN"};
enum { KEPT, NOT_REFUTED, BROKEN, CHECK_VERDICT_COUNT };

static CalibrateRow calibrate_row(CheckPromise promise, const CheckResult *result, double alpha)
{
    CalibrateRow row = {.promise = promise, .result = *result, .alpha = alpha};
    const double below = promise.tolerance == 0 ? promise.nominal : promise.tolerance;
    row.interval = interval_wilson((double)result->errors, (int64_t)result->trials, alpha);
    const bool kept =
        row.interval.low >= promise.nominal - below && row.interval.high <= promise.nominal + promise.tolerance;
    row.verdict = CHECK_VERDICTS[result->broken ? BROKEN : kept ? KEPT : NOT_REFUTED];
    return row;
}

#define VERDICT_MEANS                                                                                                  \
    "kept: the whole 95 % interval of the errors is within the promise; not refuted: not all of it is, which chance "  \
    "may explain, so that more trials would tell; BROKEN: chance does not explain it"

static const Figure FIGURES[] = {
    {"check", "text", "what is put on trial", FIGURE_AT(CalibrateRow, promise.name), .title = "check", .width = -50,
     .plain = "put on trial", .key = KEY_WHO},
    {"promise", "text", "what is promised of the rate of errors", FIGURE_AT(CalibrateRow, promise.promise),
     .title = "promise", .width = -31, .drop = 1, .plain = "promise"},
    {"trials", "trials", "how often it was put on trial", FIGURE_AT(CalibrateRow, result.trials), .title = "trials",
     .width = 6, .plain = "trials"},
    {"errors", "trials", "trials in which the answer was wrong", FIGURE_AT(CalibrateRow, result.errors),
     .plain = "errors"},
    {"rate", "share", "errors of all trials", FIGURE_AT(CalibrateRow, result.rate), .title = "errors, % (95 %)",
     .width = -20, .format = "%.1f", .interval = offsetof(CalibrateRow, interval), .measured = "",
     .legend = "trials in which the answer was wrong, and how far chance moves that"},
    {"rate_se", "share", "standard error of the rate, from the trials alone", FIGURE_AT(CalibrateRow, result.error_se)},
    {"broken", "0 or 1", "1: the rate is beyond the promise by more than chance explains",
     FIGURE_AT(CalibrateRow, result.broken)},
    {"nominal", "share", "the promised rate", FIGURE_AT(CalibrateRow, promise.nominal)},
    {"tolerance", "share", "how far from nominal the rate may be to either side; 0: only above it is wrong",
     FIGURE_AT(CalibrateRow, promise.tolerance)},
    FIGURE_ENDS("rate_ci", "share", "the 95 % interval of rate (Wilson)", CalibrateRow, interval),
    {"verdict", "words", VERDICT_MEANS, FIGURE_AT(CalibrateRow, verdict), .title = "verdict", .plain = "verdict"},
};
static const FigureTable CALIBRATE_FIGURES = {"calibrate --csv", "promise", FIGURE_ROWS(FIGURES), NULL};

static void calibrate_legend(FILE *out, const Page *page)
{
    static const char *const SENTENCES[] = {
        "In brackets: the 95 % interval of the errors.",
        "kept: all of it is within the promise; not refuted: not all, which chance may explain; BROKEN: it does not."};
    if (page->legend == LEGEND_SHORT) legend_print(out, page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
}

static void calibrate_result(Result *out, const CheckResult results[], int count, double alpha)
{
    result_begin(out, &RESULT_CALIBRATE, NULL);
    for (int check = 0; check < count; check++) {
        const CalibrateRow row = calibrate_row(check_promise(check, alpha), &results[check], alpha);
        result_row(out, &CALIBRATE_FIGURES, &row);
    }
}

static void calibrate_verdicts(Verdicts *verdicts, Result *result)
{
    const int column = result_column(result, "verdict");
    size_t counts[CHECK_VERDICT_COUNT] = {0};
    for (size_t row = 0; row < result->row_count; row++) {
        const bool broken = number_at(result, row, "broken") > 0;
        for (int verdict = 0; verdict < CHECK_VERDICT_COUNT; verdict++)
            counts[verdict] += !strcmp(result_text(result, row, column), CHECK_VERDICTS[verdict]);
        counts[BROKEN] += column < 0 && broken; /* a file of an older version */
    }
    if (column < 0)
        return verdict_say(verdicts,
                           result_format(result, "Of %zu promises of intervals and tests, %zu %s broken.",
                                         result->row_count, counts[BROKEN], counts[BROKEN] == 1 ? "is" : "are"));
    verdict_say(verdicts, result_format(result,
                                        "Of %zu promises of intervals and tests, %zu %s kept, %zu %s not refuted, %zu "
                                        "%s broken.",
                                        result->row_count, counts[KEPT], counts[KEPT] == 1 ? "is" : "are",
                                        counts[NOT_REFUTED], counts[NOT_REFUTED] == 1 ? "is" : "are", counts[BROKEN],
                                        counts[BROKEN] == 1 ? "is" : "are"));
    verdict_say(verdicts, VERDICT_MEANS ".");
}

static bool calibrate_draw(Chart *chart)
{
    Result *table = chart->result;
    const size_t rows = table->row_count;
    const double *trials = result_numbers(table, "trials"), *errors = result_numbers(table, "errors"),
                 *broken = result_numbers(table, "broken"), *nominal = result_numbers(table, "nominal"),
                 *tolerance = result_numbers(table, "tolerance");
    const char **names = result_texts(table, "check");
    double *values = result_alloc(table, rows, sizeof *values);
    MarkColumns from = {.count = rows, .rows = names, .of = {.value = values}, .own = true};
    if (!trials || !errors || !broken || !nominal || !tolerance || !names || !values) return false;
    for (size_t row = 0; row < rows; row++) {
        const bool good = trials[row] >= 1 && trials[row] < 1e15 && errors[row] >= 0 && errors[row] <= trials[row];
        values[row] = good ? 100 * errors[row] / trials[row] : NAN;
        if (broken[row] > 0) names[row] = result_format(table, "%s: BROKEN", names[row]);
    }
    chart->title = "Do intervals and tests keep their promises?";
    chart->subtitle = "errors in many trials, with 95 % intervals; shaded: what is promised";
    chart->unit = "errors, % of the trials";
    chart->shares = chart->zero = true;
    if (!chart_fill(chart, &from, 1)) return false;
    for (size_t row = 0; row < rows; row++) {
        Mark *mark = &chart->marks[row];
        const double below = tolerance[row] == 0 ? nominal[row] : tolerance[row]; /* 0: at most the nominal share */
        mark->wanted = (Interval){100 * (nominal[row] - below), 100 * (nominal[row] + tolerance[row])};
        if (isnan(mark->value)) continue;
        const Interval seen = interval_wilson(errors[row], (int64_t)trials[row], result_alpha(table));
        mark->low = 100 * seen.low, mark->high = 100 * seen.high;
    }
    return true;
}

const ResultKind RESULT_CALIBRATE = {
    .table = &CALIBRATE_FIGURES,
    .question = "Do the statistics keep their promises?",
    .boardless = true,
    .method = "Each interval and test is tried many times where the truth is known, by the functions that the commands "
              "themselves use, and its errors are counted.",
    .page = "methods.md",
    .verdicts = calibrate_verdicts,
    .draw = calibrate_draw,
};

/* ---- the command */

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
