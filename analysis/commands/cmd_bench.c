/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur bench: speed of this build on this machine, the signature, and two builds in turns. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"
#include "engine/text/words.h"

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
        compare_table(out, &driver->page, bench, driver_alpha(driver));
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
