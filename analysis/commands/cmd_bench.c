/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur bench: speed of this build on this machine, the signature, and two builds in turns. */
#include <string.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"
#include "engine/text/words.h"

/* This program as a bot, where it can name itself. */
#define SELF "/proc/self/exe"
static const char *const BOTS[] = {"exec:" SELF " serve random", "random"};
#define HASH "signature" /* the word of --only for it */
enum { REPEATS = 5, COMPARE_ROUNDS = 9 };
#define SECONDS 0.05
#define COMPARE_SECONDS 0.2

typedef struct {
    const char *only, *compare;
    uint64_t repetitions, work;
    double seconds;
    bool asks_answer;
    Schedule pagat;
    Bench bench;
    Comparison comparison; /* with --compare */
} BenchOptions;

static const Option OPTIONS[] = {
    {"only", "measure these rows alone, with commas between; the row '" HASH "' is the signature",
     OPTION_AT(BenchOptions, only), .metavar = "ROW,...", .heading = "Options", .brief = "measure these rows alone"},
    {"seconds", "of a repetition, some rows a few times as long; default 0.05, with --compare 0.2",
     OPTION_AT(BenchOptions, seconds), .low = "0.001", .high = "3600", .brief = "of a repetition"},
    {"repetitions", "of each measurement; default 5, with --compare rounds of two builds in turns, 9",
     OPTION_AT(BenchOptions, repetitions), .low = "1", .high = "101"},
    {"answer", "also measure the time to an answer: 'pasur tactics --tactics deny_sur --stop ci=0.01'",
     OPTION_AT(BenchOptions, asks_answer)},
    {"work",
     "do so much of the rows of --only, once and without warm-up: boards, decisions, rounds to solve, steps; for profilers",
     OPTION_AT(BenchOptions, work), .low = "1", .high = "1G", .metavar = "N"},
    {"compare", "run another build in turns with this one, and say how many times as fast this one is",
     OPTION_AT(BenchOptions, compare), .metavar = "PROGRAM", .brief = "another build, in turns with this one",
     .takes = TAKES_FILE},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    OPTIONS_RUN,
};

/* ---- which rows */

/* Marks the rows of --only, or those that are measured where nothing is said. False with the reason for a name that
   none has. */
static bool rows_choose(bool chosen[static BENCH_ROWS_MOST], bool *hashes, const BenchOptions *own, Error *error)
{
    const Names names = NAMES_OF("row", BENCH_ROWS, BENCH_ROW_COUNT, "'pasur bench --help all' lists them");
    *hashes = !own->only;
    for (size_t i = 0; i < BENCH_ROW_COUNT; i++)
        chosen[i] = !own->only && (!BENCH_ROWS[i].asked || (own->asks_answer && BENCH_ROWS[i].work == WORK_ANSWER));
    for (const char *at = own->only; at; at = strchr(at, ',')) {
        char word[64];
        at += *at == ',';
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
        if (!strcmp(word, HASH)) {
            *hashes = true;
            continue;
        }
        const int row = name_lookup(&names, word, error);
        if (row < 0) return error_under(error, "--only");
        chosen[row] = true;
    }
    return true;
}

static void timing_add(Bench *bench, const BenchRow *row, int threads)
{
    bench->timings[bench->count++] = (BenchTiming){.row = row, .threads = threads};
}

static bool bench_prepare(Driver *driver, const bool chosen[static BENCH_ROWS_MOST], Error *error)
{
    BenchOptions *own = driver->own;
    Bench *bench = &own->bench;
    bench->seconds = own->seconds > 0 ? own->seconds : SECONDS;
    bench->repeats = own->work ? 1 : own->repetitions ? (int)own->repetitions : REPEATS;
    bench->work = own->work;
    bench->threads = driver->threads;
    for (size_t i = 0; i < BENCH_ROW_COUNT; i++) {
        const BenchRow *row = &BENCH_ROWS[i];
        if (!chosen[i]) continue;
        if (row->work == WORK_BOT) {
            if (access(SELF, X_OK)) continue;
            if (!driver_agents(driver, BOTS, 2, &own->pagat.rules, error)) return false;
            bench->bots = driver->agents;
        }
        if (row->work == WORK_ANSWER || own->work) {
            timing_add(bench, row, row->alone ? 1 : driver->threads);
            continue;
        }
        timing_add(bench, row, 1);
        if (driver->threads > 1 && !row->alone) timing_add(bench, row, driver->threads);
    }
    driver->work.unit = "measurements";
    return true;
}

static bool compare_prepare(Driver *driver, const bool chosen[static BENCH_ROWS_MOST], Error *error)
{
    BenchOptions *own = driver->own;
    Comparison *comparison = &own->comparison;
    if (access(SELF, X_OK)) return error_set(error, "--compare: needs " SELF ", by which this build is run");
    comparison->other = own->compare;
    comparison->alpha = driver_alpha(driver);
    comparison->seconds = own->seconds > 0 ? own->seconds : COMPARE_SECONDS;
    comparison->rounds = own->repetitions ? (int)own->repetitions : COMPARE_ROUNDS;
    comparison->threads = driver->common.threads ? driver->threads : 1;
    for (size_t i = 0; i < BENCH_ROW_COUNT; i++) {
        const BenchRow *row = &BENCH_ROWS[i];
        if (!chosen[i]) continue;
        if (compare_knows(row))
            comparison->rows[comparison->count++] = (CompareRow){.row = row};
        else if (own->only)
            return error_set(error, "--only: '%s' cannot be measured in two builds", row->what);
    }
    driver->work.unit = "rounds of two builds";
    return compare_check(comparison, error);
}

static bool bench_options_prepare(Driver *driver, Error *error)
{
    BenchOptions *own = driver->own;
    bool chosen[BENCH_ROWS_MOST];
    if (own->work && (!own->only || own->compare))
        return error_set(error, own->compare ? "--work and --compare exclude each other"
                                             : "--work needs --only, which names what is done");
    if (own->asks_answer && own->compare) return error_set(error, "--answer and --compare exclude each other");
    driver->common.seed = 1;
    driver->setup.rules = &own->pagat.rules;
    return schedule_make(&own->pagat, "pagat", 2, true, error) && rows_choose(chosen, &own->bench.hashes, own, error) &&
           (own->compare ? compare_prepare : bench_prepare)(driver, chosen, error);
}

static void bench_plan(const Driver *driver, FILE *out)
{
    const BenchOptions *own = driver->own;
    const Bench *bench = &own->bench;
    if (own->compare) {
        fprintf(out, "%d rounds of this build and %s in turns:", own->comparison.rounds, own->compare);
        for (int i = 0; i < own->comparison.count; i++)
            fprintf(out, "%s %s", i ? "," : "", own->comparison.rows[i].row->what);
        fprintf(out, "; runs of %g s each\n", own->comparison.seconds);
        return;
    }
    if (bench->hashes) fprintf(out, "the signature%s", bench->count ? "; " : "\n");
    for (int i = 0; i < bench->count; i++)
        fprintf(out, "%s%s with %d thread%s", i ? ", " : "", bench->timings[i].row->what, bench->timings[i].threads,
                PLURAL(bench->timings[i].threads));
    if (bench->count && bench->work)
        fprintf(out, "; so much work: %llu\n", (unsigned long long)bench->work);
    else if (bench->count)
        fprintf(out, "; %d repetitions of %g s each\n", bench->repeats, bench->seconds);
}

static bool bench_command_work(Driver *driver, Error *error)
{
    BenchOptions *own = driver->own;
    Comparison *comparison = &own->comparison;
    const bool good = own->compare ? compare_run(comparison, error) : bench_run(&own->bench, error);
    driver->work.done = own->compare ? comparison->done : own->bench.done;
    driver->work.total = own->compare ? comparison->total : own->bench.total;
    driver->work.interrupted = interrupt_seen() && driver->work.done < driver->work.total;
    if (*comparison->signatures[1] && strcmp(comparison->signatures[0], comparison->signatures[1]))
        driver->work.verdict = STATUS_NO;
    return good || driver->work.interrupted;
}

static void bench_result_fill(const Driver *driver, Result *out)
{
    const BenchOptions *own = driver->own;
    if (own->compare)
        compare_result(out, &own->comparison);
    else
        bench_result(out, &own->bench);
}

static bool bench_summary(const Driver *driver, FILE *out)
{
    const BenchOptions *own = driver->own;
    if (own->compare)
        compare_table(out, &driver->page, &own->comparison);
    else
        bench_table(out, &driver->page, &own->bench);
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
             "Measures, with one thread and with all, rounds a second of agents, also of three players and in teams; the "
             "greedy agent's in whole matches, and what part of those of single rounds that is; a tournament, and a table of the "
             "chances to win a match; the search's iterations a "
             "second at the first play of a round (" BENCH_SEARCH
             ") and how many times the cost of sampling and playing out alone one is; the time for exact values of last "
             "deals from their first play, and of whole rounds with open cards; random plays a second in rounds side by "
             "side, as a program that learns sees them; the plays a second of a program that is asked by the line "
             "protocol; and how long the answer to what " BENCH_ANSWER
             " is worth is expected to take. All are medians, after a warm-up. Then it prints the signature: a hash of "
             "what a fixed workload of rounds, searches, advice, ratings and tunings comes to, the same for any threads, "
             "compiler and flags. It changes when the program deals, plays, counts or computes differently, and perhaps "
             "with another C library. With --compare two builds do the same work in turns, this one, the other, the other "
             "and this one, and what is told is how many times as fast this one is, the median over rounds with its "
             "interval: with one thread by processor time, so that a busy machine hardly matters. Status 1: their "
             "signatures differ, so that they may not do the same work.",
         .example = "pasur bench --csv bench.csv",
         .list = rows_list,
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(BenchOptions),
    COMMAND_RESULTS(&RESULT_BENCH, &RESULT_COMPARE),
    .prepare = bench_options_prepare,
    .plan = bench_plan,
    .work = bench_command_work,
    .result = bench_result_fill,
    .summary = bench_summary,
};
