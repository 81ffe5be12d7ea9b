/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur bench: speed of this build on this machine, and the signature. */
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/study/bench.h"

/* Agents that play themselves, with one thread and with all; that of MATCHES in matches too. */
enum { MATCHES = 2 };
#define IN_MATCHES "greedy in matches"
/* The last two: this program as a bot, where it can name itself. */
#define SELF "/proc/self/exe"
#define BOT "exec:" SELF " serve random"
static const char *const NAMES[BENCH_AGENTS + BENCH_BOTS] = {"random", "random", "greedy", "greedy",
                                                             "ismcts", "ismcts", BOT,      "random"};
#define IN_A_PIPE "random as a bot"

static const Option OPTIONS[] = {
    {"seconds", "for each of five repetitions of a measurement (solve: always the same deals)",
     OPTION_AT(Bench, seconds), .low = "0.001", .high = "3600", .fallback = "0.2", .heading = "Options",
     .brief = "for each of five repetitions of a measurement"},
    {"answer", "also measure the time to an answer: 'pasur tactics --tactics leave_11 --stop ci=0.01'",
     OPTION_AT(Bench, asks_answer)},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    OPTIONS_RUN,
};

static bool prepare(Driver *driver, Error *error)
{
    Bench *bench = driver->own;
    const int most = driver->threads;
    const bool bots = access(SELF, X_OK) == 0;
    if (!schedule_make(&bench->schedule, "pagat", 2, true, error) ||
        !driver_agents(driver, NAMES, BENCH_AGENTS + (bots ? BENCH_BOTS : 0), &bench->schedule.rules, error))
        return false;
    driver->rules = &bench->schedule.rules;
    driver->common.seed = 1;
    driver->unit = "measurements";
    bench->threads = most;
    for (int threads = 1; threads <= most; threads += most > 1 ? most - 1 : 1)
        for (int i = 0; i < BENCH_AGENTS; i += 2)
            for (int matches = 0; matches <= (i == MATCHES); matches++)
                bench->timings[bench->count++] =
                    (BenchTiming){.agents = &driver->agents[i], .matches = matches, .threads = threads};
    if (bots) bench->timings[bench->count++] = (BenchTiming){.agents = &driver->agents[BENCH_AGENTS], .threads = 1};
    return true;
}

static void plan(const Driver *driver, FILE *out)
{
    const Bench *bench = driver->own;
    fputs("the signature; rounds and plays a second of", out);
    for (int i = 0; i < bench->count; i++)
        fprintf(out, "%s %s%s with %d thread%s", i ? "," : "",
                bench->timings[i].agents->bots ? IN_A_PIPE : bench->timings[i].agents->name,
                bench->timings[i].matches ? " in matches" : "", bench->timings[i].threads,
                PLURAL(bench->timings[i].threads));
    fprintf(out, "; search and solver; %d repetitions of %g s each%s\n", BENCH_REPEATS, bench->seconds,
            bench->asks_answer ? "; the time to an answer" : "");
}

static bool work(Driver *driver, Error *error)
{
    Bench *bench = driver->own;
    const bool good = bench_run(bench);
    driver->done = bench->done;
    driver->total = bench->total;
    driver->interrupted = interrupt_seen() && bench->done < bench->total;
    return good || driver->interrupted || error_memory(error);
}

typedef struct {
    const char *what, *unit;
    double value;
    int threads;
} BenchRow;

static const Figure FIGURES[] = {
    {"what", "text", "what is measured", FIGURE_AT(BenchRow, what)},
    {"unit", "text", "the unit of its value", FIGURE_AT(BenchRow, unit)},
    {"value", "see unit", "median of the repetitions", FIGURE_AT(BenchRow, value)},
    {"threads", "threads", "how many threads worked", FIGURE_AT(BenchRow, threads)},
};
static const FigureTable BENCH_FIGURES = {"bench --csv", "measurement", FIGURE_ROWS(FIGURES), NULL};

static void row_write(OutputFile *file, const char *what, const char *unit, double value, int threads)
{
    const BenchRow row = {.what = what, .unit = unit, .value = value, .threads = threads};
    figures_row(file, &BENCH_FIGURES, &row);
}

/* Plays a second of the program, which makes every other one. */
static double bot_plays(const BenchTiming *timing) { return timing_median(timing) * PLAYS / 2; }

/* Rows of what was finished. */
static void figures(const Driver *driver, OutputFile *file)
{
    const Bench *bench = driver->own;
    const SearchSpeeds *speeds = &bench->speeds;
    if (bench->hashed) figures_head(file, "signature", "%016llx", (unsigned long long)bench->signature);
    figures_header(file, &BENCH_FIGURES);
    for (int i = 0; i < bench->count && bench->timings[i].repeats; i++) {
        const BenchTiming *timing = &bench->timings[i];
        if (timing->matches) {
            row_write(file, IN_MATCHES, "rounds/s", timing_median(timing), timing->threads);
            row_write(file, IN_MATCHES " over boards", "times", timing_ratio(timing, timing - 1), timing->threads);
            continue;
        }
        if (timing->agents->bots) {
            row_write(file, IN_A_PIPE, "plays/s", bot_plays(timing), timing->threads);
            continue;
        }
        row_write(file, timing->agents->name, "rounds/s", timing_median(timing), timing->threads);
        row_write(file, timing->agents->name, "plays/s", timing_median(timing) * PLAYS, timing->threads);
    }
    if (speeds->repeats) {
        row_write(file, "search", "iterations/s", speeds->search, 1);
        row_write(file, "sampling and playout", "iterations/s", speeds->playouts, 1);
        row_write(file, "search over sampling and playout", "times", speeds->cost, 1);
        row_write(file, "solve last deal", "us", 1e6 * speeds->last_deal, 1);
        row_write(file, "solve round", "ms", 1e3 * speeds->round, 1);
        row_write(file, "solve round", "nodes", speeds->nodes, 1);
    }
    if (bench->answer > 0) row_write(file, "answer " BENCH_ANSWER, "s", bench->answer, driver->threads);
}

/* With --explain alone: the lines say most themselves. */
static void legend(FILE *out, const Page *page)
{
    static const char *const SENTENCES[] = {
        "All figures are medians of five repetitions, of two players.",
        "rounds/s, plays/s: the agent plays against itself, in single rounds or in whole matches.",
        "bot: plays a second of 'pasur serve random' as a program of its own, against random.",
        "search: iterations a second at the first play of a round (" BENCH_SEARCH ").",
        "solve: exact values of last deals from their first play, and of whole rounds with open cards.",
        "signature: a hash of a fixed workload; it changes only when the program plays, deals or counts differently.",
    };
    if (page->legend == LEGEND_FULL) legend_print(out, page, SENTENCES, sizeof SENTENCES / sizeof *SENTENCES);
}

static bool summary(const Driver *driver, FILE *out)
{
    const Bench *bench = driver->own;
    const SearchSpeeds *speeds = &bench->speeds;
    char text[SHORT_TEXT], plays[SHORT_TEXT];
    for (int i = 0; i < bench->count && bench->timings[i].repeats; i++) {
        const BenchTiming *timing = &bench->timings[i];
        short_count(text, timing_median(timing));
        if (timing->matches) {
            fprintf(out, "%-8s %3d thread%s %8s rounds/s in matches, %.2f of the rounds/s above\n", "", timing->threads,
                    timing->threads == 1 ? " " : "s", text, timing_ratio(timing, timing - 1));
            continue;
        }
        if (timing->agents->bots) {
            short_count(plays, bot_plays(timing));
            fprintf(out, "bot      %3d thread  %25s plays/s of a program, random by the line protocol\n",
                    timing->threads, plays);
            continue;
        }
        short_count(plays, timing_median(timing) * PLAYS);
        fprintf(out, "%-8s %3d thread%s %8s rounds/s %8s plays/s\n", timing->agents->name, timing->threads,
                timing->threads == 1 ? " " : "s", text, plays);
    }
    if (speeds->repeats) {
        short_count(text, speeds->search);
        fprintf(out, "search     1 thread  %8s iterations/s, %.2f times the cost of sampling and playout alone\n", text,
                speeds->cost);
        short_count(text, speeds->nodes);
        fprintf(out, "solve      1 thread  %8.2f us a last deal %8.3f ms a whole round (%s nodes)\n",
                1e6 * speeds->last_deal, 1e3 * speeds->round, text);
    }
    if (bench->answer > 0)
        fprintf(out, "what " BENCH_ANSWER " is worth, to +-%g: %.1f s, %d threads\n", BENCH_ANSWER_WIDTH, bench->answer,
                driver->threads);
    legend(out, &driver->page);
    if (bench->hashed) fprintf(out, "signature %016llx\n", (unsigned long long)bench->signature);
    return true;
}

const Command CMD_BENCH = {
    .spec =
        {.command = "bench",
         .summary = "speed of this build on this machine, and the signature",
         .about =
             "Measures rounds and plays a second of the random, the greedy and the ismcts agent, with one thread "
             "and with all; the greedy agent's rounds a second in whole matches, and what part of those of single "
             "rounds that is; the search's iterations a second at the first play of a round (" BENCH_SEARCH
             ") and how many times the cost of sampling and playing out alone one is; the time for exact values of "
             "last deals from their first play, and of whole rounds with open cards. And the plays a second of a program that is asked by the line protocol. All are medians, two players. "
             "Then it prints the signature: a hash of what a fixed workload of rounds, searches, advice, ratings "
             "and tunings comes to, the same for any threads, compiler and flags. It changes when the program "
             "deals, plays, counts or computes differently, and perhaps with another C library.",
         .example = "pasur bench --csv bench.csv",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Bench),
    COMMAND_TABLES(&BENCH_FIGURES),
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .figures = figures,
    .summary = summary,
};
