/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur calibrate: do intervals and tests keep their promises? */
#include <math.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/stats/estimate.h"
#include "analysis/study/calibrate.h"

#define VERDICT_MEANS                                                                                                  \
    "kept: the whole 95 % interval of the errors is within the promise; not refuted: not all of it is, which may "     \
    "be chance, and more trials would tell; BROKEN: chance does not explain it"

static const Column COLUMNS[] = {
    {"check", "text", "what is tested", COLUMN_AT(Check, name), .title = "check", .plain = "put on trial",
     .key = KEY_WHO},
    {"promise", "text", "the promise about the rate of errors", COLUMN_AT(Check, promise), .title = "promise",
     .drop = 1, .plain = "promise"},
    {"trials", "trials", "how often it was tested", COLUMN_AT(Check, trials), .title = "trials", .plain = "trials"},
    {"errors", "trials", "trials in which the answer was wrong", COLUMN_AT(Check, errors), .plain = "errors"},
    {"rate", "share", "share of errors among all trials", COLUMN_AT(Check, rate), .title = "errors, % (95 %)",
     .format = "%.1f", .interval = offsetof(Check, interval), .measured = "",
     .legend = "trials in which the answer was wrong, and the range that chance leaves open"},
    {"rate_se", "share", "standard error of the rate, from the trials alone", COLUMN_AT(Check, error_se)},
    {"broken", "0 or 1", "1: the rate exceeds the promise by more than chance explains", COLUMN_AT(Check, broken)},
    {"nominal", "share", "the promised rate", COLUMN_AT(Check, nominal)},
    {"tolerance", "share", "how far from nominal the rate may be to either side; 0: only above it is wrong",
     COLUMN_AT(Check, tolerance)},
    COLUMN_ENDS("rate_ci", "share", "the 95 % interval of rate (Wilson)", Check, interval),
    {"verdict", "words", VERDICT_MEANS, COLUMN_AT(Check, verdict), .title = "verdict", .plain = "verdict"},
};
static const ColumnTable CALIBRATE_COLUMNS = {"calibrate --csv", "promise", COLUMN_ROWS(COLUMNS), NULL};

static void calibrate_verdicts(Verdicts *verdicts, Result *result)
{
    const int column = result_column(result, "verdict");
    size_t counts[CHECK_VERDICT_COUNT] = {0};
    for (size_t row = 0; row < result->row_count; row++) {
        const bool broken = number_at(result, row, "broken") > 0;
        for (int verdict = 0; verdict < CHECK_VERDICT_COUNT; verdict++)
            counts[verdict] += !strcmp(result_text(result, row, column), CHECK_VERDICTS[verdict]);
        counts[CHECK_BROKEN] += column < 0 && broken; /* a file of an older version */
    }
    if (column < 0)
        return verdict_say(verdicts, result, "Of %zu promises of intervals and tests, %zu %s broken.",
                           result->row_count, counts[CHECK_BROKEN], counts[CHECK_BROKEN] == 1 ? "is" : "are");
    verdict_say(
        verdicts, result, "Of %zu promises of intervals and tests, %zu %s kept, %zu %s not refuted, %zu %s broken.",
        result->row_count, counts[CHECK_KEPT], counts[CHECK_KEPT] == 1 ? "is" : "are", counts[CHECK_NOT_REFUTED],
        counts[CHECK_NOT_REFUTED] == 1 ? "is" : "are", counts[CHECK_BROKEN], counts[CHECK_BROKEN] == 1 ? "is" : "are");
    verdict_say(verdicts, result, "%s.", VERDICT_MEANS);
}

static bool calibrate_draw(Chart *chart)
{
    Result *table = chart->result;
    const double *trials = result_numbers(table, "trials"), *errors = result_numbers(table, "errors"),
                 *broken = result_numbers(table, "broken"), *nominal = result_numbers(table, "nominal"),
                 *tolerance = result_numbers(table, "tolerance");
    if (!trials || !errors || !broken || !nominal || !tolerance) return false;
    for (size_t row = 0; row < table->row_count; row++) {
        const bool good = trials[row] >= 1 && trials[row] < 1e15 && errors[row] >= 0 && errors[row] <= trials[row];
        const double below = tolerance[row] == 0 ? nominal[row] : tolerance[row]; /* 0: at most the nominal share */
        const Interval seen =
            good ? interval_wilson(errors[row], (int64_t)trials[row], result_alpha(table)) : (Interval){NAN, NAN};
        if (!chart_mark(chart, (Mark){.row = result_words(table, row, broken[row] > 0 ? "{check}: BROKEN" : "{check}"),
                                      .value = good ? 100 * errors[row] / trials[row] : NAN,
                                      .interval = {100 * seen.low, 100 * seen.high},
                                      .wanted = {100 * (nominal[row] - below), 100 * (nominal[row] + tolerance[row])}}))
            return false;
    }
    return true;
}

static const Picture PICTURE = {.title = "Do intervals and tests keep their promises?",
                                .subtitle = "errors in many trials, with 95 % intervals; shaded: what is promised",
                                .unit = "errors, % of the trials",
                                .is = CHART_OWN | CHART_ZERO | CHART_SHARES,
                                .draw = calibrate_draw};

const ResultKind RESULT_CALIBRATE = {
    .table = &CALIBRATE_COLUMNS,
    .question = "Do the statistics keep their promises?",
    .boardless = true,
    .method = "Each interval and test is tried many times where the truth is known, by the functions that the commands "
              "themselves use, and its errors are counted.",
    .page = "methods.md",
    .verdicts = calibrate_verdicts,
    .picture = &PICTURE,
};

/* ---- the command */

typedef struct {
    CalibrateTask task;
    Rules rules;
    Check checks[CHECKS_MOST]; /* that are put on trial: of which driver->work.done were */
    int broken;
} Calibrate;

static const Option OPTIONS[] = {
    {"repetitions", "how often each promise is tested", OPTION_AT(Calibrate, task.repetitions), .low = "100",
     .high = "1G", .fallback = "2k", .heading = "Sample", .brief = "how often each promise is tested"},
    {OPTION_SEED},
    OPTIONS_RESULTS,
    OPTIONS_RUN,
};

static bool calibrate_watch(void *arg, const Sums *sums, uint64_t done)
{
    Driver *driver = arg;
    const Calibrate *own = driver->own;
    uint64_t tried = done - 1;
    const Check *check = &own->checks[check_of(own->checks, &tried)];
    char rest[160];
    (void)sums;
    if (!progress_due(&driver->progress)) return true;
    snprintf(rest, sizeof rest, "%s %.2f %%", check->name, 100 * (double)check->errors / (double)(tried + 1));
    progress_show(&driver->progress, "trials", done, own->task.survey.count, rest);
    return true;
}

static bool calibrate_prepare(Driver *driver, Error *error)
{
    Calibrate *own = driver->own;
    own->task.seed = driver->common.seed;
    own->task.alpha = driver_alpha(driver);
    own->task.survey = driver_survey(driver, 0);
    own->task.survey.watch = calibrate_watch;
    driver->work.unit = "checks";
    driver->work.total = (uint64_t)checks_list(own->checks, &own->task);
    driver->setup.rules = &own->rules;
    return rules_parse(&own->rules, "pagat", error);
}

/* How often each of the first this many promises is put on trial, and the seed. */
static void trials_print(FILE *out, const Calibrate *own, uint64_t checks)
{
    uint64_t least = own->task.repetitions;
    int fewer = 0;
    for (const Check *check = own->checks; check < own->checks + checks; check++) {
        fewer += check->trials < own->task.repetitions;
        least = check->trials < least ? check->trials : least;
    }
    fprintf(out, "%llu trials each", (unsigned long long)own->task.repetitions);
    if (fewer) fprintf(out, ", but %llu for the %d slow ones", (unsigned long long)least, fewer);
    fprintf(out, "; seed %llu", (unsigned long long)own->task.seed);
}

static void calibrate_plan(const Driver *driver, FILE *out)
{
    const Calibrate *own = driver->own;
    const uint64_t count = driver->work.total;
    fprintf(out, "%llu promises, ", (unsigned long long)count);
    trials_print(out, own, count);
    for (const Check *check = own->checks; check < own->checks + count; check++)
        fprintf(out, "\n%-56s  %s", check->name, check->promise);
    putc('\n', out);
}

/* Runs all checks, until the user stops them. */
static bool calibrate_work(Driver *driver, Error *error)
{
    Calibrate *own = driver->own;
    int done;
    const ArenaEnd end = calibrate_run(own->checks, &done, &own->task, error);
    error->system = true; /* nothing of it is the user's */
    for (int i = 0; i < done; i++)
        own->broken += own->checks[i].broken;
    driver->work.done = (uint64_t)done;
    driver->work.interrupted = end == ARENA_INTERRUPTED;
    driver->work.verdict = own->broken ? STATUS_NO : 0;
    return end != ARENA_FAILED;
}

static void calibrate_result(const Driver *driver, Result *out)
{
    const Calibrate *own = driver->own;
    result_rows(out, &RESULT_CALIBRATE, own->checks, sizeof *own->checks, (size_t)driver->work.done);
}

static bool calibrate_summary(const Driver *driver, FILE *out)
{
    static const char *const SENTENCES[] = {
        "In brackets: the 95 % interval of the errors.",
        "kept: all of it is within the promise; not refuted: not all, which chance may explain; BROKEN: it does not."};
    const Calibrate *own = driver->own;
    const int done = (int)driver->work.done;
    if (done) result_print(out, &driver->page, driver->results, 0);
    fprintf(out, "%d of %d promises kept or not refuted, ", done - own->broken, done);
    trials_print(out, own, driver->work.done);
    fprintf(out, "; %s\n", driver->end.took);
    if (driver->page.legend == LEGEND_SHORT)
        legend_print(out, &driver->page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
    return true;
}

const Command CMD_CALIBRATE = {
    .spec =
        {.command = "calibrate",
         .summary = "do intervals and tests keep their promised error rates?",
         .about =
             "Checks the intervals and tests of this program many times, with the commands' own functions on boards "
             "that were really played, and says how often they are wrong. Exit status 1 if a promise is broken.",
         .example = "pasur calibrate --repetitions 1k",
         .notes = "Boards are drawn with replacement from a pool, so that the truth is known. The 95 % interval in "
                  "brackets comes from the trials themselves; a promise counts as broken if chance does not explain "
                  "the errors: if all promises are kept, at most one calibration in 1000 calls any of them broken. "
                  "Ratings in Elo, which are slow, get a tenth of the trials.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Calibrate),
    .sample = "repetitions",
    COMMAND_RESULTS(&RESULT_CALIBRATE),
    .prepare = calibrate_prepare,
    .plan = calibrate_plan,
    .work = calibrate_work,
    .result = calibrate_result,
    .summary = calibrate_summary,
};
