/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of speed, of one build or of two. */
#include "analysis/report/kinds/kinds.h"

#include <math.h>
#include <string.h>

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
const FigureTable BENCH_FIGURES = {"bench --csv", "measurement", FIGURE_ROWS(BENCH), NULL};

static void row_write(OutputFile *csv, const char *what, const char *unit, double value, const BenchTiming *timing)
{
    const BenchFigure row = {what, unit, value, NAN, NAN, timing->threads, timing->repeats};
    figures_row(csv, &BENCH_FIGURES, &row);
}

/* The value of a timing that has repetitions, and what is made of it. */
static void timing_write(OutputFile *csv, const Bench *bench, const BenchTiming *timing)
{
    const BenchRow *row = timing->row;
    BenchFigure figure = {row->what,         row->unit,       timing_median(timing), timing->values[0],
                          timing->values[0], timing->threads, timing->repeats};
    for (int i = 1; i < timing->repeats; i++) {
        figure.low = fmin(figure.low, timing->values[i]);
        figure.high = fmax(figure.high, timing->values[i]);
    }
    figures_row(csv, &BENCH_FIGURES, &figure);
    if (row->plays) row_write(csv, row->what, "plays/s", figure.value * PLAYS, timing);
    if (row->work == WORK_ROUNDS && timing->threads == 1) row_write(csv, row->what, "nodes", bench->nodes, timing);
    if (row->work == WORK_FORECAST && timing->threads == 1) row_write(csv, row->what, "boards", bench->boards, timing);
    const BenchTiming *over = row->over ? bench_timing(bench, row->over, timing->threads) : NULL;
    if (over) row_write(csv, row->ratio, "times", timing_ratio(timing, over), timing);
    const BenchTiming *one = timing->threads > 1 ? bench_timing(bench, row->what, 1) : NULL;
    char name[FIGURE_CELL];
    snprintf(name, sizeof name, "%s: threads over one", row->what);
    if (one) row_write(csv, name, "times", bench_gain(timing, one), timing);
}

void bench_csv(OutputFile *csv, const Bench *bench)
{
    if (bench->hashed) figures_head(csv, "signature", "%016llx", (unsigned long long)bench->signature);
    figures_header(csv, &BENCH_FIGURES);
    for (int i = 0; i < bench->count; i++)
        if (bench->timings[i].repeats) timing_write(csv, bench, &bench->timings[i]);
}

/* ---- one build: the table */

typedef struct {
    const char *what, *unit;
    char one[SHORT_TEXT], all[SHORT_TEXT], gain[SHORT_TEXT];
} BenchLine;

#define IN(member) FIGURE_AT(BenchLine, member)
static const Figure LINES[] = {
    {NULL, "text", "agents, or what is searched or solved", IN(what), .title = "measured"},
    {NULL, "see unit", "median of the repetitions, one thread", IN(one), .title = "1 thread", .width = 9},
    {NULL, "see unit", "the same with all threads", IN(all), .title = "all", .width = 9},
    {NULL, "text", "of the values", IN(unit), .title = "unit"},
    {NULL, "times", "how many times as fast all threads are", IN(gain), .title = "all over 1", .width = 10},
};
static const FigureTable LINE_TABLE = {"bench", "measurement", FIGURE_ROWS(LINES), NULL};
/* of one thread alone */
static const Figure ONE_LINES[] = {
    {NULL, "text", "agents, or what is searched or solved", IN(what), .title = "measured"},
    {NULL, "see unit", "median of the repetitions, one thread", IN(one), .title = "1 thread", .width = 9},
    {NULL, "text", "of the values", IN(unit), .title = "unit"},
};
static const FigureTable ONE_TABLE = {"bench", "measurement", FIGURE_ROWS(ONE_LINES), NULL};

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
    bool alone = true;
    for (size_t i = 0; i < count; i++)
        alone &= !*lines[i].all;
    Page plain = *page;
    plain.legend = page->legend == LEGEND_FULL ? LEGEND_SHORT : page->legend;
    if (count) figures_print(out, &plain, alone ? &ONE_TABLE : &LINE_TABLE, lines, sizeof *lines, count);
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
    {"what", "text", "what is measured", OF(what), .title = "measured"},
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
     .interval = offsetof(CompareFigure, found.interval)},
    {"ratio_ci_low", "times",
     "low end of the 95 % interval of the ratio, by order statistics; empty with fewer than 6 rounds",
     OF(found.interval.low)},
    {"ratio_ci_high", "times", "high end of that interval", OF(found.interval.high)},
};
const FigureTable COMPARE_FIGURES = {"bench --compare", "measurement of two builds", FIGURE_ROWS(COMPARED), NULL};

static size_t compared_fill(CompareFigure rows[static BENCH_ROWS_MOST], const Comparison *comparison)
{
    size_t count = 0;
    for (int i = 0; i < comparison->count; i++) {
        const CompareRow *row = &comparison->rows[i];
        if (row->rounds)
            rows[count++] = (CompareFigure){row->row->what, comparison->threads, row->rounds, (double)row->amount,
                                            compare_found(row)};
    }
    return count;
}

void compare_csv(OutputFile *csv, const Comparison *comparison)
{
    CompareFigure rows[BENCH_ROWS_MOST];
    figures_head(csv, "other", "%s", comparison->other);
    if (*comparison->signatures[0]) figures_head(csv, "signature", "%s", comparison->signatures[0]);
    if (*comparison->signatures[1]) figures_head(csv, "other_signature", "%s", comparison->signatures[1]);
    const size_t count = compared_fill(rows, comparison);
    figures_table(csv, &COMPARE_FIGURES, rows, sizeof *rows, count);
}

void compare_table(FILE *out, const Page *page, const Comparison *comparison)
{
    CompareFigure rows[BENCH_ROWS_MOST];
    const size_t count = compared_fill(rows, comparison);
    if (count) {
        figures_print(out, page, &COMPARE_FIGURES, rows, sizeof *rows, count);
        fprintf(out, "%s; above 1 this build is faster than %s.\n",
                comparison->threads == 1 ? "Processor time of one thread" : "Time by the clock", comparison->other);
        if (comparison->rounds < 6) fprintf(out, "Fewer than 6 rounds of both builds give no interval of 95 %%.\n");
    }
    if (*comparison->signatures[1] && strcmp(comparison->signatures[0], comparison->signatures[1]))
        fprintf(out, "signature %s, of the other %s: they do not do the same work\n", comparison->signatures[0],
                comparison->signatures[1]);
    else if (*comparison->signatures[0])
        fprintf(out, "signature %s\n", comparison->signatures[0]);
}
