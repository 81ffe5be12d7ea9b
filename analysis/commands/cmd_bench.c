/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur bench: speed of this build on this machine, the signature, and two builds in turns. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/study/bench/bench.h"
#include "engine/card.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

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

/* The heads and rows of what was finished. */
static void bench_result(Result *out, const Bench *bench)
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

/* The same for people, with the signature at the end. */
static void bench_table(FILE *out, const Page *page, const Bench *bench)
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

static void compare_result(Result *out, const Bench *bench, double alpha)
{
    static const char *const HEADS[] = {"signature", "other_signature"};
    CompareFigure rows[BENCH_TIMINGS];
    result_head(out, "other", "%s", bench->other);
    for (int i = 0; i < 2; i++)
        if (*bench->signatures[i]) result_head(out, HEADS[i], "%s", bench->signatures[i]);
    const size_t count = compared_fill(rows, bench, alpha);
    result_rows(out, &RESULT_COMPARE, rows, sizeof *rows, count);
}

static void compare_table(FILE *out, const Page *page, const Bench *bench, double alpha, const Result *found)
{
    if (found->row_count) {
        result_print(out, page, found, 0);
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
    .question = "How fast is it?",
    .boardless = true,
    .method = BENCH_METHOD,
    .page = "speed.md",
    .draw = bench_draw,
};
const ResultKind RESULT_COMPARE = {
    .table = &COMPARE_FIGURES,
    .question = "Which build is faster?",
    .boardless = true,
    .method = BENCH_METHOD,
    .page = "speed.md",
    .verdicts = compare_verdicts,
    .draw = compare_draw,
};

/* ---- the command */

#define HASH "signature" /* the word of --only for it */
enum { REPEATS = 5, COMPARE_ROUNDS = 9 };

typedef struct {
    const char *only;
    uint64_t repetitions;
    bool asks_answer;
    Rules pagat;
    Bench bench; /* what the options say, and what was measured */
} BenchOptions;

static const Option OPTIONS[] = {
    {"only", "measure these rows alone, with commas between; the row '" HASH "' is the signature",
     OPTION_AT(BenchOptions, only), .metavar = "ROW,...", .heading = "Options", .brief = "measure these rows alone"},
    {"seconds", "of a run, some rows a few times as long", OPTION_AT(BenchOptions, bench.seconds), .low = "0.001",
     .high = "3600", .fallback = "0.2", .brief = "of a run"},
    {"repetitions", "of each measurement; default 5, with --compare rounds of two builds in turns, 9",
     OPTION_AT(BenchOptions, repetitions), .low = "1", .high = "101"},
    {"answer", "also measure the time to an answer: 'pasur tactics --tactics deny_sur --stop ci=0.01'",
     OPTION_AT(BenchOptions, asks_answer)},
    {"work",
     "do so much of the rows of --only, once and without warm-up: boards, rounds, iterations, steps; for profilers",
     OPTION_AT(BenchOptions, bench.work), .low = "1", .high = "1G", .metavar = "N"},
    {"compare", "run another build in turns with this one, and say how many times as fast this one is",
     OPTION_AT(BenchOptions, bench.other), .metavar = "PROGRAM", .brief = "another build, in turns with this one",
     .takes = TAKES_FILE},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    OPTIONS_RUN,
};

/* ---- which rows */

/* With one thread and, where there are more, with all; two builds, and work for profilers, once. */
static void timings_add(Bench *bench, const BenchRow *row, int threads)
{
    const bool once = bench->other || bench->work || row->once;
    if (!once || row->alone || threads == 1) bench->timings[bench->count++] = (BenchTiming){.row = row, .threads = 1};
    if (threads > 1 && !row->alone) bench->timings[bench->count++] = (BenchTiming){.row = row, .threads = threads};
}

/* The rows of --only, or those that are measured where nothing is said. False with the reason for a name that none
   has. */
static bool rows_choose(Bench *bench, const char *only, bool answer, int threads, Error *error)
{
    const Names names = NAMES_OF("row", BENCH_ROWS, BENCH_ROW_COUNT, "'pasur bench --help all' lists them");
    bool chosen[BENCH_ROWS_MOST] = {false};
    bench->hashes = !only || bench->other;
    for (const char *at = only; at; at = strchr(at, ',')) {
        char word[64];
        at += *at == ',';
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
        const bool hash = !strcmp(word, HASH);
        const int row = hash ? 0 : name_lookup(&names, word, error);
        if (row < 0) return error_under(error, "--only");
        (hash ? &bench->hashes : &chosen[row])[0] = true;
    }
    for (size_t i = 0; i < BENCH_ROW_COUNT; i++)
        if (only ? chosen[i] : !BENCH_ROWS[i].asked || (answer && BENCH_ROWS[i].once))
            timings_add(bench, &BENCH_ROWS[i], threads);
    return true;
}

static bool bench_prepare(Driver *driver, Error *error)
{
    BenchOptions *own = driver->own;
    Bench *bench = &own->bench;
    if (bench->work && (!own->only || bench->other))
        return error_set(error, bench->other ? "--work and --compare exclude each other"
                                             : "--work needs --only, which names what is done");
    if (own->asks_answer && bench->other) return error_set(error, "--answer and --compare exclude each other");
    driver->common.seed = 1;
    driver->setup.rules = &own->pagat;
    driver->work.unit = bench->other ? "rounds of two builds" : "measurements";
    bench->threads = bench->other && !driver->common.threads ? 1 : driver->threads;
    bench->repeats = bench->work        ? 1
                     : own->repetitions ? (int)own->repetitions
                     : bench->other     ? COMPARE_ROUNDS
                                        : REPEATS;
    return rules_parse(&own->pagat, "pagat", error) &&
           rows_choose(bench, own->only, own->asks_answer, bench->threads, error) &&
           (!bench->other || bench_check(bench, error));
}

static void bench_plan(const Driver *driver, FILE *out)
{
    const Bench *bench = &((const BenchOptions *)driver->own)->bench;
    if (bench->other)
        fprintf(out, "%d rounds of this build and %s in turns: ", bench->repeats, bench->other);
    else if (bench->hashes)
        fprintf(out, "the signature%s", bench->count ? "; " : "\n");
    for (int i = 0; i < bench->count; i++)
        fprintf(out, "%s%s with %d thread%s", i ? ", " : "", bench->timings[i].row->what, bench->timings[i].threads,
                PLURAL(bench->timings[i].threads));
    if (bench->count && bench->work)
        fprintf(out, "; so much work: %llu\n", (unsigned long long)bench->work);
    else if (bench->count)
        fprintf(out, "; %d repetitions of %g s each\n", bench->repeats, bench->seconds);
}

static bool bench_work(Driver *driver, Error *error)
{
    Bench *bench = &((BenchOptions *)driver->own)->bench;
    const bool good = bench_run(bench, error);
    driver->work.done = bench->done;
    driver->work.total = bench->total;
    driver->work.interrupted = interrupt_seen() && bench->done < bench->total;
    if (*bench->signatures[1] && strcmp(bench->signatures[0], bench->signatures[1])) driver->work.verdict = STATUS_NO;
    return good || driver->work.interrupted;
}

static void bench_result_fill(const Driver *driver, Result *out)
{
    const Bench *bench = &((const BenchOptions *)driver->own)->bench;
    if (bench->other)
        compare_result(out, bench, driver_alpha(driver));
    else
        bench_result(out, bench);
}

static bool bench_summary(const Driver *driver, FILE *out)
{
    const Bench *bench = &((const BenchOptions *)driver->own)->bench;
    if (bench->other)
        compare_table(out, &driver->page, bench, driver_alpha(driver), driver->results);
    else
        bench_table(out, &driver->page, bench);
    return true;
}

static void rows_list(FILE *out)
{
    fputs("Rows:\n", out);
    for (size_t i = 0; i < BENCH_ROW_COUNT; i++)
        fprintf(out, "  %s, %s\n", BENCH_ROWS[i].what, BENCH_ROWS[i].unit);
}

const Command CMD_BENCH = {
    .rare = true,
    .spec =
        {.command = "bench",
         .summary = "speed of this build on this machine, and the signature",
         .about =
             "Measures, with one thread and with all, rounds a second of agents, also of three players, in teams, and "
             "in whole matches; a tournament, the values of a tactic, and a table of the chances to win a match; the "
             "search's iterations a second at a first play; agents that work out exact values of last deals, and of "
             "whole rounds with open cards; random plays a second in rounds side by side, as a program that learns sees "
             "them; and the plays a second of a program that is asked by the line "
             "protocol. Each is a command, whose runs are processes of their own. All are medians, after "
             "a warm-up. Then it prints the signature: a hash of what a fixed workload of rounds, searches, advice, "
             "ratings and tunings comes to, the same for any threads, compiler and flags. It changes when the program "
             "deals, plays, counts or computes differently, and perhaps with another C library. With --compare two "
             "builds do the same work in turns, this one, the other, the other and this one, and what is told is how "
             "many times as fast this one is, the median over rounds with its interval: with one thread by processor time, "
             "so that a busy machine hardly matters. Status 1: their signatures differ, so that they may not do the same work.",
         .example = "pasur bench --csv bench.csv",
         .list = rows_list,
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(BenchOptions),
    COMMAND_RESULTS(&RESULT_BENCH, &RESULT_COMPARE),
    .prepare = bench_prepare,
    .plan = bench_plan,
    .work = bench_work,
    .result = bench_result_fill,
    .summary = bench_summary,
};
