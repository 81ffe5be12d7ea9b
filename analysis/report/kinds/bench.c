/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of speed, of one build or of two. */
#include "analysis/report/kinds/kinds.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/card.h"
#include "engine/text/number.h"

/* ---- one build: the CSV */

typedef struct {
    const char *what, *unit;
    double value, low, high;
    int threads, repeats;
} BenchFigure;

#define AT(member) FIGURE_AT(BenchFigure, member)
static const Figure BENCH[] = {
    {"what", "text", "what is measured", AT(what)},
    {"unit", "text", "the unit of its value", AT(unit)},
    {"value", "see unit", "median of the repetitions", AT(value)},
    {"threads", "threads", "how many threads worked", AT(threads)},
    {"lowest", "see unit", "lowest of the repetitions; empty for a figure that is made of others", AT(low)},
    {"highest", "see unit", "highest of the repetitions; empty for a figure that is made of others", AT(high)},
    {"repetitions", "repetitions", "how many repetitions the value is the median of", AT(repeats)},
};
static const FigureTable BENCH_FIGURES = {"bench --csv", "measurement", FIGURE_ROWS(BENCH), NULL};

static void row_write(Result *out, const char *what, const char *unit, double value, const BenchTiming *timing)
{
    const BenchFigure row = {what, unit, value, NAN, NAN, timing->threads, timing->repeats};
    result_row(out, &BENCH_FIGURES, &row);
}

/* The value of a timing that has repetitions, and what is made of it. */
static void timing_write(Result *out, const Bench *bench, const BenchTiming *timing)
{
    const BenchRow *row = timing->row;
    BenchFigure figure = {row->what, row->unit,       timing_median(timing), INFINITY,
                          -INFINITY, timing->threads, timing->repeats};
    for (int i = 0; i < timing->repeats; i++) {
        figure.low = fmin(figure.low, timing_value(timing, i));
        figure.high = fmax(figure.high, timing_value(timing, i));
    }
    result_row(out, &BENCH_FIGURES, &figure);
    if (row->plays) row_write(out, row->what, "plays/s", figure.value * PLAYS, timing);
    const BenchTiming *over = row->over ? bench_timing(bench, row->over, timing->threads) : NULL;
    if (over) row_write(out, row->ratio, "times", timing_ratio(timing, over), timing);
    const BenchTiming *one = timing->threads > 1 ? bench_timing(bench, row->what, 1) : NULL;
    char name[FIGURE_CELL];
    snprintf(name, sizeof name, "%s: threads over one", row->what);
    if (one) row_write(out, name, "times", timing_ratio(timing, one), timing);
}

void bench_result(Result *out, const Bench *bench)
{
    if (*bench->signatures[0]) result_head(out, "signature", "%s", bench->signatures[0]);
    result_begin(out, &RESULT_BENCH, NULL);
    for (int i = 0; i < bench->count; i++)
        if (bench->timings[i].repeats) timing_write(out, bench, &bench->timings[i]);
}

/* ---- one build: the table */

typedef struct {
    const char *what, *unit;
    char one[SHORT_TEXT], all[SHORT_TEXT], gain[SHORT_TEXT];
} BenchLine;

#define IN(member) FIGURE_AT(BenchLine, member)
enum { THREADS = 1 }; /* there is something of several threads to tell */
static const Figure LINES[] = {
    {NULL, "text", "agents, or what is done", IN(what), .title = "measured"},
    {NULL, "see unit", "median of the repetitions, one thread", IN(one), .title = "1 thread", .width = 9},
    {NULL, "see unit", "the same with all threads", IN(all), .title = "all", .when = THREADS, .width = 9},
    {NULL, "text", "of the values", IN(unit), .title = "unit"},
    {NULL, "times", "how many times as fast all threads are", IN(gain), .title = "all over 1", .when = THREADS,
     .width = 10},
};
static const FigureTable LINE_TABLE = {"bench", "measurement", FIGURE_ROWS(LINES), NULL};

/* Three digits. */
static void value_text(char text[static SHORT_TEXT], double value)
{
    if (value >= 1000)
        short_count(text, value);
    else
        snprintf(text, SHORT_TEXT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
}

/* The lines of a row and of what is made of it; returns how many. */
static size_t lines_fill(BenchLine lines[static 2], const Bench *bench, const BenchRow *row)
{
    const BenchTiming *timings[2] = {bench_timing(bench, row->what, 1), bench_timing(bench, row->what, bench->threads)};
    bool related = false;
    lines[0] = (BenchLine){.what = row->what, .unit = row->unit};
    lines[1] = (BenchLine){.what = row->ratio, .unit = "times"};
    if (bench->threads == 1) timings[1] = NULL;
    for (int i = 0; i < 2; i++) {
        const BenchTiming *timing = timings[i];
        const BenchTiming *over = timing && row->over ? bench_timing(bench, row->over, timing->threads) : NULL;
        if (timing) value_text(i ? lines[0].all : lines[0].one, timing_median(timing));
        if (over) value_text(i ? lines[1].all : lines[1].one, timing_ratio(timing, over));
        related |= over != NULL;
    }
    if (timings[0] && timings[1]) value_text(lines[0].gain, timing_ratio(timings[1], timings[0]));
    return timings[0] || timings[1] ? 1 + related : 0;
}

void bench_table(FILE *out, const Page *page, const Bench *bench)
{
    BenchLine lines[2 * BENCH_ROWS_MOST];
    size_t count = 0;
    for (size_t row = 0; row < BENCH_ROW_COUNT; row++)
        count += lines_fill(&lines[count], bench, &BENCH_ROWS[row]);
    unsigned threads = 0;
    for (size_t i = 0; i < count; i++)
        if (*lines[i].all) threads = THREADS;
    if (count) figures_print(out, page, &LINE_TABLE, threads, lines, sizeof *lines, count);
    if (*bench->signatures[0]) fprintf(out, "signature %s\n", bench->signatures[0]);
}

/* ---- two builds */

typedef struct {
    const char *what;
    int threads, rounds;
    double amount;
    BenchCompared found;
} CompareFigure;

#define OF(member) FIGURE_AT(CompareFigure, member)
static const Figure COMPARED[] = {
    {"what", "text", "what is measured", OF(what), .title = "measured", .plain = "measured"},
    {"threads", "threads", "how many threads worked", OF(threads)},
    {"rounds", "rounds", "how many times both builds ran twice, in turns", OF(rounds)},
    {"amount", "pieces of work", "boards, rounds or iterations of a run", OF(amount)},
    {"this_s", "seconds", "a run of this build: processor time of one thread, else by the clock; median over rounds",
     OF(found.ours), .title = "this, s", .width = 8, .format = "%.3f"},
    {"other_s", "seconds", "a run of the other build", OF(found.theirs), .title = "other, s", .width = 8,
     .format = "%.3f"},
    {"ratio", "times",
     "how many times as fast this build is: the other's time over this one's in a round, median over rounds",
     OF(found.ratio), .title = "times as fast (95 %)", .width = -26, .format = "%.3f",
     .interval = offsetof(CompareFigure, found.interval), .plain = "times as fast"},
    FIGURE_ENDS("ratio_ci", "times",
                "the 95 % interval of the ratio, by order statistics; empty with fewer than 6 rounds", CompareFigure,
                found.interval),
};
static const FigureTable COMPARE_FIGURES = {"bench --compare", "measurement of two builds", FIGURE_ROWS(COMPARED),
                                            NULL};

static size_t compared_fill(CompareFigure rows[static BENCH_TIMINGS], const Bench *bench, double alpha)
{
    size_t count = 0;
    for (int i = 0; i < bench->count; i++) {
        const BenchTiming *timing = &bench->timings[i];
        if (timing->repeats)
            rows[count++] = (CompareFigure){timing->row->what, timing->threads, timing->repeats, (double)timing->amount,
                                            bench_compared(timing, alpha)};
    }
    return count;
}

void compare_result(Result *out, const Bench *bench, double alpha)
{
    static const char *const HEADS[] = {"signature", "other_signature"};
    CompareFigure rows[BENCH_TIMINGS];
    result_head(out, "other", "%s", bench->other);
    for (int i = 0; i < 2; i++)
        if (*bench->signatures[i]) result_head(out, HEADS[i], "%s", bench->signatures[i]);
    const size_t count = compared_fill(rows, bench, alpha);
    result_rows(out, &RESULT_COMPARE, rows, sizeof *rows, count);
}

void compare_table(FILE *out, const Page *page, const Bench *bench, double alpha)
{
    CompareFigure rows[BENCH_TIMINGS];
    const size_t count = compared_fill(rows, bench, alpha);
    if (count) {
        figures_print(out, page, &COMPARE_FIGURES, 0, rows, sizeof *rows, count);
        fprintf(out, "%s; above 1 this build is faster than %s.\n",
                bench->threads == 1 ? "Processor time of one thread" : "Time by the clock", bench->other);
        const int least = median_least(alpha);
        if (bench->repeats < least)
            fprintf(out, "Fewer than %d rounds of both builds give no interval of %g %%.\n", least, 100 * (1 - alpha));
    }
    const bool differ = *bench->signatures[1] && strcmp(bench->signatures[0], bench->signatures[1]);
    if (*bench->signatures[0]) fprintf(out, "signature %s", bench->signatures[0]);
    if (differ) fprintf(out, ", of the other %s: they do not do the same work", bench->signatures[1]);
    if (*bench->signatures[0]) putc('\n', out);
}

/* ---- pictures */

/* Measurements of one unit share a colour and a scale: the largest of them is 1. */
static bool bench_draw(Chart *chart)
{
    Result *table = chart->result;
    const size_t rows = table->row_count;
    Levels units;
    const char **what = result_texts(table, "what"), **threads = result_texts(table, "threads"),
               **names = result_alloc(table, rows, sizeof *names);
    const double *values = result_numbers(table, "value");
    double *shares = result_alloc(table, rows, sizeof *shares);
    if (!what || !threads || !values || !names || !shares || !result_levels(&units, table, "unit", SIZE_MAX))
        return false;
    for (size_t row = 0; row < rows; row++) {
        double top = 0;
        for (size_t i = 0; i < rows; i++)
            if (units.of_row[i] == units.of_row[row]) top = fmax(top, values[i]);
        names[row] = *threads[row] ? result_format(table, "%s, %s thread%s", what[row], threads[row],
                                                   strcmp(threads[row], "1") ? "s" : "")
                                   : what[row];
        shares[row] = top > 0 ? values[row] / top : NAN;
    }
    chart->form = CHART_BARS;
    chart->title = "Speed of this build on this machine";
    chart->subtitle = "bars of one colour share a scale";
    chart->bare = true;
    if (!chart_fill(chart, &(MarkColumns){rows, names, .of = {.value = shares}, .own = true}, 1)) return false;
    for (size_t row = 0; row < rows; row++) {
        char speed[SHORT_TEXT] = "?";
        if (!isnan(values[row])) value_text(speed, values[row]);
        chart->marks[row].group = units.of_row[row];
        chart->marks[row].text = result_format(table, "%s %s", speed, units.names[units.of_row[row]]);
        chart->marks[row].pointed = result_format(table, "%s\n%s", names[row], chart->marks[row].text);
    }
    return true;
}

static bool compare_draw(Chart *chart)
{
    chart->title = "How much faster this build is than another";
    chart->unit = "times as fast; above 1 this build is faster";
    chart->shares = true;
    return chart_rows(chart, "what", "ratio", "ratio_ci");
}

/* ---- verdict and kinds */

static void compare_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns RATIOS = {{"what"}, "ratio", "ratio_ci", 1, "%.3f", "times as fast", {NULL}};
    verdict_counts(verdicts, result, &RATIOS, "measurements", "faster", "slower");
}

static const char BENCH_METHOD[] = "Speeds are of one build on one machine, and differ from run to run.";

const ResultKind RESULT_BENCH = {
    .table = &BENCH_FIGURES,
    .first = 3,
    .question = "How fast is it?",
    .boardless = true,
    .method = BENCH_METHOD,
    .page = "speed.md",
    .draw = bench_draw,
};
const ResultKind RESULT_COMPARE = {
    .table = &COMPARE_FIGURES,
    .first = 3,
    .needs = {"ratio", "ratio_ci_low", "ratio_ci_high"},
    .question = "Which build is faster?",
    .boardless = true,
    .method = BENCH_METHOD,
    .page = "speed.md",
    .verdicts = compare_verdicts,
    .draw = compare_draw,
};
