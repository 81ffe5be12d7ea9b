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
    BenchFigure figure = {row->what,         row->unit,       timing_median(timing), timing->values[0],
                          timing->values[0], timing->threads, timing->repeats};
    for (int i = 1; i < timing->repeats; i++) {
        figure.low = fmin(figure.low, timing->values[i]);
        figure.high = fmax(figure.high, timing->values[i]);
    }
    result_row(out, &BENCH_FIGURES, &figure);
    if (row->plays) row_write(out, row->what, "plays/s", figure.value * PLAYS, timing);
    if (row->work == WORK_ROUNDS && timing->threads == 1) row_write(out, row->what, "nodes", bench->nodes, timing);
    if (row->work == WORK_FORECAST && timing->threads == 1) row_write(out, row->what, "boards", bench->boards, timing);
    const BenchTiming *over = row->over ? bench_timing(bench, row->over, timing->threads) : NULL;
    if (over) row_write(out, row->ratio, "times", timing_ratio(timing, over), timing);
    const BenchTiming *one = timing->threads > 1 ? bench_timing(bench, row->what, 1) : NULL;
    char name[FIGURE_CELL];
    snprintf(name, sizeof name, "%s: threads over one", row->what);
    if (one) row_write(out, name, "times", bench_gain(timing, one), timing);
}

void bench_result(Result *out, const Bench *bench)
{
    if (bench->hashed) result_head(out, "signature", "%016llx", (unsigned long long)bench->signature);
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
    {NULL, "text", "agents, or what is searched or solved", IN(what), .title = "measured"},
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
    const BenchTiming *one = bench_timing(bench, row->what, 1), *all = NULL;
    for (int i = 0; i < bench->count; i++)
        if (bench->timings[i].row == row && bench->timings[i].threads > 1 && bench->timings[i].repeats)
            all = &bench->timings[i];
    if (!one && !all) return 0;
    lines[0] = (BenchLine){.what = row->what, .unit = row->unit};
    if (one) value_text(lines[0].one, timing_median(one));
    if (all) value_text(lines[0].all, timing_median(all));
    if (one && all) value_text(lines[0].gain, bench_gain(all, one));
    if (!row->over || (one && !bench_timing(bench, row->over, 1))) return 1;
    lines[1] = (BenchLine){.what = row->ratio, .unit = "times"};
    const BenchTiming *over = bench_timing(bench, row->over, 1),
                      *over_all = all ? bench_timing(bench, row->over, all->threads) : NULL;
    if (one && over) value_text(lines[1].one, timing_ratio(one, over));
    if (over_all) value_text(lines[1].all, timing_ratio(all, over_all));
    return over || over_all ? 2 : 1;
}

/* What stands below the table. */
static void notes_print(FILE *out, const Page *page, const Bench *bench)
{
    static const char *const SENTENCES[] = {
        "All figures are medians of repetitions; rounds/s: the agents play single rounds, or whole matches.",
        "of three: of three players, one tactic against two; in teams: four players, two sides.",
        "rate: three players by tactics that differ in weights; tune: rounds of search, test and validation.",
        "equity: boards of a table of chances up to 20 points.",
        "as a bot: plays a second of 'pasur serve random' as a program of its own, against random.",
        "search: iterations a second at the first play of a round (" BENCH_SEARCH ").",
        "solve: exact values of last deals from their first play, and of whole rounds with open cards.",
        "steps: random plays in 1024 rounds side by side, with all that a program that learns sees of them.",
        "signature: a hash of a fixed workload; it changes only when the program plays, deals or counts differently.",
    };
    char boards[SHORT_TEXT];
    if (bench->boards > 0) {
        short_count(boards, bench->boards);
        fprintf(out, "answer expected: what " BENCH_ANSWER " is worth to +-%g, about %s boards times the time of one\n",
                BENCH_ANSWER_WIDTH, boards);
    }
    if (page->legend == LEGEND_FULL) legend_print(out, page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
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
    Page plain = *page;
    plain.legend = page->legend == LEGEND_FULL ? LEGEND_SHORT : page->legend;
    if (count) figures_print(out, &plain, &LINE_TABLE, threads, lines, sizeof *lines, count);
    notes_print(out, page, bench);
    if (bench->hashed) fprintf(out, "signature %016llx\n", (unsigned long long)bench->signature);
}

/* ---- two builds */

typedef struct {
    const char *what;
    int threads, rounds;
    double amount;
    CompareFound found;
} CompareFigure;

#define OF(member) FIGURE_AT(CompareFigure, member)
static const Figure COMPARED[] = {
    {"what", "text", "what is measured", OF(what), .title = "measured", .plain = "measured"},
    {"threads", "threads", "how many threads worked", OF(threads)},
    {"rounds", "rounds", "how many times both builds ran twice, in turns", OF(rounds)},
    {"amount", "pieces of work", "boards, decisions, rounds to solve or steps of a run", OF(amount)},
    {"this_s", "seconds", "a run of this build: processor time of one thread, else by the clock; median over rounds",
     OF(found.ours), .title = "this, s", .width = 8, .format = "%.3f"},
    {"other_s", "seconds", "a run of the other build", OF(found.theirs), .title = "other, s", .width = 8,
     .format = "%.3f"},
    {"ratio", "times",
     "how many times as fast this build is: the other's time over this one's in a round, median over rounds",
     OF(found.ratio), .title = "times as fast (95 %)", .width = -26, .format = "%.3f",
     .interval = offsetof(CompareFigure, found.interval), .plain = "times as fast"},
    {"ratio_ci_low", "times",
     "low end of the 95 % interval of the ratio, by order statistics; empty with fewer than 6 rounds",
     OF(found.interval.low)},
    {"ratio_ci_high", "times", "high end of that interval", OF(found.interval.high)},
};
static const FigureTable COMPARE_FIGURES = {"bench --compare", "measurement of two builds", FIGURE_ROWS(COMPARED),
                                            NULL};

static size_t compared_fill(CompareFigure rows[static BENCH_ROWS_MOST], const Comparison *comparison)
{
    size_t count = 0;
    for (int i = 0; i < comparison->count; i++) {
        const CompareRow *row = &comparison->rows[i];
        if (row->rounds)
            rows[count++] = (CompareFigure){row->row->what, comparison->threads, row->rounds, (double)row->amount,
                                            compare_found(row, comparison->alpha)};
    }
    return count;
}

void compare_result(Result *out, const Comparison *comparison)
{
    CompareFigure rows[BENCH_ROWS_MOST];
    result_head(out, "other", "%s", comparison->other);
    if (*comparison->signatures[0]) result_head(out, "signature", "%s", comparison->signatures[0]);
    if (*comparison->signatures[1]) result_head(out, "other_signature", "%s", comparison->signatures[1]);
    const size_t count = compared_fill(rows, comparison);
    result_rows(out, &RESULT_COMPARE, rows, sizeof *rows, count);
}

void compare_table(FILE *out, const Page *page, const Comparison *comparison)
{
    CompareFigure rows[BENCH_ROWS_MOST];
    const size_t count = compared_fill(rows, comparison);
    if (count) {
        figures_print(out, page, &COMPARE_FIGURES, 0, rows, sizeof *rows, count);
        fprintf(out, "%s; above 1 this build is faster than %s.\n",
                comparison->threads == 1 ? "Processor time of one thread" : "Time by the clock", comparison->other);
        const int least = median_least(comparison->alpha);
        if (comparison->rounds < least)
            fprintf(out, "Fewer than %d rounds of both builds give no interval of %g %%.\n", least,
                    100 * (1 - comparison->alpha));
    }
    if (*comparison->signatures[1] && strcmp(comparison->signatures[0], comparison->signatures[1]))
        fprintf(out, "signature %s, of the other %s: they do not do the same work\n", comparison->signatures[0],
                comparison->signatures[1]);
    else if (*comparison->signatures[0])
        fprintf(out, "signature %s\n", comparison->signatures[0]);
}

/* ---- pictures: measurements of one unit share a scale; the numbers stand at the bars, so there is no axis */

/* "1.23M rounds/s" */
static const char *speed_text(Result *result, double value, const char *unit)
{
    static const char *const SUFFIXES[] = {"", "k", "M", "G"};
    int power = 0;
    for (; fabs(value) >= 999.5 && power < 3; power++)
        value /= 1000;
    return result_format(result, "%.3g%s %.20s", value, SUFFIXES[power], unit);
}

static bool bench_draw(Chart *chart)
{
    enum { MOST_BARS = 80 };
    Result *table = chart->result;
    Levels units;
    const char **what = result_texts(table, "what"), **threads = result_texts(table, "threads"),
               **names = result_alloc(table, table->row_count, sizeof *names);
    const double *values = result_numbers(table, "value");
    double *shares = result_alloc(table, table->row_count, sizeof *shares);
    MarkColumns from = {.rows = names, .of = {.value = shares}, .own = true};
    if (!what || !threads || !names || !values || !shares || !result_levels(&units, table, "unit", SIZE_MAX))
        return false;
    size_t *rows = result_alloc(table, table->row_count, sizeof *rows);
    for (size_t unit = 0; rows && unit < units.count; unit++) {
        const size_t first = from.count;
        double top = 0;
        for (size_t row = 0; row < table->row_count && from.count < MOST_BARS; row++) {
            if (units.of_row[row] != unit) continue;
            rows[from.count] = row;
            names[from.count++] = *threads[row] ? result_format(table, "%s, %s thread%s", what[row], threads[row],
                                                                strcmp(threads[row], "1") ? "s" : "")
                                                : what[row];
            top = fmax(top, fabs(values[row]));
        }
        for (size_t i = first; i < from.count; i++)
            shares[i] = top > 0 ? fabs(values[rows[i]]) / top : values[rows[i]];
    }
    chart->form = CHART_BARS;
    chart->title = "Speed of this build on this machine";
    chart->subtitle = "bars of one colour share a scale";
    chart->bare = true;
    if (!rows || !chart_fill(chart, &from, 1)) return false;
    for (size_t i = 0; i < chart->count; i++) {
        Mark *mark = &chart->marks[i];
        mark->group = units.of_row[rows[i]];
        if (isnan(mark->value)) continue;
        mark->text = speed_text(table, values[rows[i]], units.names[mark->group]);
        mark->pointed = result_format(table, "%s\n%s", names[i], mark->text);
    }
    return true;
}

static bool compare_draw(Chart *chart)
{
    chart->title = "How much faster this build is than another";
    chart->unit = "times as fast; above 1 this build is faster";
    chart->shares = true;
    return chart_rows(chart, "what", "ratio", "ratio_ci_low", "ratio_ci_high");
}

/* ---- verdict and kinds */

static void compare_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns RATIOS = {{"what"}, "ratio", "ratio_ci_low",  "ratio_ci_high",
                                          1,        "%.3f",  "times as fast", {NULL}};
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
