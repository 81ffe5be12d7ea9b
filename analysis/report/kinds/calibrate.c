/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Promises of intervals and tests, and how they were kept. */
#include "analysis/report/kinds/kinds.h"

#include <math.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"

static const char *const CHECK_VERDICTS[] = {"kept", "not refuted", "BROKEN"};
enum { KEPT, NOT_REFUTED, BROKEN, CHECK_VERDICT_COUNT };

CalibrateRow calibrate_row(CheckPromise promise, const CheckResult *result, double alpha)
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
     .plain = "put on trial"},
    {"promise", "text", "what is promised of the rate of errors", FIGURE_AT(CalibrateRow, promise.promise),
     .title = "promise", .width = -31, .drop = 1, .plain = "promise"},
    {"trials", "trials", "how often it was put on trial", FIGURE_AT(CalibrateRow, result.trials), .title = "trials",
     .width = 6, .plain = "trials"},
    {"errors", "trials", "trials in which the answer was wrong", FIGURE_AT(CalibrateRow, result.errors),
     .plain = "errors"},
    {"rate", "share", "errors of all trials", FIGURE_AT(CalibrateRow, result.rate), .title = "errors, % (95 %)",
     .width = -20, .format = "%.1f", .scale = 100, .interval = offsetof(CalibrateRow, interval),
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
const FigureTable CALIBRATE_FIGURES = {"calibrate --csv", "promise", FIGURE_ROWS(FIGURES), NULL};

void calibrate_legend(FILE *out, const Page *page)
{
    static const char *const SENTENCES[] = {
        "In brackets: the 95 % interval of the errors.",
        "kept: all of it is within the promise; not refuted: not all, which chance may explain; BROKEN: it does not."};
    if (page->legend == LEGEND_SHORT) legend_print(out, page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
}

void calibrate_result(Result *out, const CheckResult results[], int count, double alpha)
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

static const Measures CALIBRATE_MEASURES = {.keys = {"check"}, .list = {{"rate", "rate_ci", NULL, NULL}}};

const ResultKind RESULT_CALIBRATE = {
    .table = &CALIBRATE_FIGURES,
    .first = 4,
    .needs = {"nominal", "tolerance"},
    .question = "Do the statistics keep their promises?",
    .boardless = true,
    .method = "Each interval and test is tried many times where the truth is known, by the functions that the commands "
              "themselves use, and its errors are counted.",
    .page = "methods.md",
    .verdicts = calibrate_verdicts,
    .measures = &CALIBRATE_MEASURES,
    .draw = calibrate_draw,
};
