/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur bench: speed of this build on this machine, and the signature. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent_list.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "analysis/commands/progress.h"
#include "analysis/report/run_head.h"
#include "analysis/study/bench_search.h"
#include "analysis/study/signature.h"
#include "analysis/study/tactic_run.h"
#include "engine/text/number.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/simulate.h"

/* The question of `pasur tactics --tactics leave_11 --stop ci=0.01`. */
#define ANSWER "leave_11"
#define ANSWER_WIDTH 0.01

#define PARTIAL "stopped early; medians of the repetitions that were finished"

/* Agents that play themselves, with one thread and with all. */
static const char *const NAMES[] = {"random", "greedy", "ismcts"};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES, MAX_TIMINGS = 2 * NAME_COUNT };

typedef struct {
    Agent agents[2];
    int threads;
    uint64_t boards;             /* of one repetition */
    double rates[BENCH_REPEATS]; /* rounds a second */
    int repeats;                 /* that were finished */
} Timing;

/* What was measured; the user may have stopped it anywhere. */
typedef struct {
    Timing timings[MAX_TIMINGS];
    int count;
    bool hashed;
    uint64_t signature;
    SearchSpeeds speeds;
    double answer; /* seconds; 0: not measured */
} Bench;

/* False if the user stopped it, or memory ran out. */
static bool measure_once(const Timing *measure, const Schedule *schedule, uint64_t boards, double *seconds)
{
    Simulation simulation = {
        .schedule = schedule, .agents = measure->agents, .boards = boards, .threads = measure->threads};
    Tally tally;
    uint64_t done;
    double start = seconds_now();
    if (simulate(&simulation, &tally, &done) != ARENA_DONE) return false;
    *seconds = seconds_now() - start;
    return true;
}

/* Repetitions in turns, so that a slow moment of the machine meets all measures alike. */
static bool measures_take(Timing measures[], int count, const Schedule *schedule, double seconds)
{
    double taken;
    for (int i = 0; i < count; i++) {
        uint64_t boards = 1;
        for (;; boards *= 4) {
            if (!measure_once(&measures[i], schedule, boards, &taken)) return false;
            if (taken >= seconds / 8) break;
        }
        measures[i].boards = 1 + (uint64_t)((double)boards * seconds / taken);
    }
    for (int repeat = 0; repeat < BENCH_REPEATS; repeat++)
        for (int i = 0; i < count; i++) {
            if (!measure_once(&measures[i], schedule, measures[i].boards, &taken)) return false;
            measures[i].rates[measures[i].repeats++] = (double)measures[i].boards * schedule->seatings / taken;
        }
    return true;
}

static void row_write(OutputFile *csv, const char *what, const char *unit, double value, int threads)
{
    csv_text(csv, what);
    csv_text(csv, unit);
    csv_number(csv, value);
    csv_integer(csv, threads);
    csv_end_row(csv);
}

static void measures_print(OutputFile *csv, FILE *out, Timing measures[], int count)
{
    char rounds[SHORT_TEXT], plays[SHORT_TEXT];
    for (int i = 0; i < count && measures[i].repeats; i++) {
        double median = bench_median(measures[i].rates, measures[i].repeats);
        const char *name = measures[i].agents[0].name;
        row_write(csv, name, "rounds/s", median, measures[i].threads);
        row_write(csv, name, "plays/s", median * PLAYS, measures[i].threads);
        short_count(rounds, median);
        short_count(plays, median * PLAYS);
        if (out)
            fprintf(out, "%-8s %3d thread%s %8s rounds/s %8s plays/s\n", name, measures[i].threads,
                    measures[i].threads == 1 ? " " : "s", rounds, plays);
    }
}

static void search_print(OutputFile *csv, FILE *out, const SearchSpeeds *speeds)
{
    char iterations[SHORT_TEXT], nodes[SHORT_TEXT];
    row_write(csv, "search", "iterations/s", speeds->search, 1);
    row_write(csv, "sampling and playout", "iterations/s", speeds->playouts, 1);
    row_write(csv, "search over sampling and playout", "times", speeds->cost, 1);
    row_write(csv, "solve last deal", "us", 1e6 * speeds->last_deal, 1);
    row_write(csv, "solve round", "ms", 1e3 * speeds->round, 1);
    row_write(csv, "solve round", "nodes", speeds->nodes, 1);
    short_count(iterations, speeds->search);
    short_count(nodes, speeds->nodes);
    if (!out) return;
    fprintf(out, "search     1 thread  %8s iterations/s, %.2f times the cost of sampling and playout alone\n",
            iterations, speeds->cost);
    fprintf(out, "solve      1 thread  %8.2f us a last deal %8.3f ms a whole round (%s nodes)\n",
            1e6 * speeds->last_deal, 1e3 * speeds->round, nodes);
}

static void signature_print(OutputFile *csv, FILE *out, uint64_t signature)
{
    char hex[SHORT_TEXT];
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)signature);
    csv_text(csv, "signature");
    csv_text(csv, "hash");
    csv_text(csv, hex);
    csv_unknown(csv);
    csv_end_row(csv);
    if (out) fprintf(out, "signature %s\n", hex);
}

/* How long it takes to say what a tactic is worth; false if memory runs out. *seconds stays 0 where the user stopped it. */
static bool answer_take(double *seconds, int threads)
{
    const TacticRequest request = {
        .rules = "pagat", .agent = "tactic", .opponents = "tactic", .tactics = ANSWER, .seed = 1};
    Error error;
    TacticStudy study;
    TacticResult result;
    double start = seconds_now();
    if (!tactic_study_open(&study, &request, &error)) return false;
    const TacticJob run = {.study = &study, .boards = BOARDS_NO_END, .half_width = ANSWER_WIDTH, .threads = threads};
    bool good = tactic_run(&result, &run);
    if (good && !result.interrupted) *seconds = seconds_now() - start;
    tactic_result_free(&result);
    tactic_study_free(&study);
    return good;
}

/* False if the user stopped it, or memory ran out. */
static bool bench_take(Bench *bench, const Schedule *schedule, double seconds, bool asks, int threads)
{
    Error error;
    bench->hashed = signature_take(&bench->signature, threads);
    return bench->hashed && measures_take(bench->timings, bench->count, schedule, seconds) &&
           search_speeds_take(&bench->speeds, schedule, seconds, &error) &&
           (!asks || answer_take(&bench->answer, threads)) && !interrupt_seen();
}

/* Rows of what was finished. */
static void bench_print(OutputFile *csv, FILE *out, Bench *bench, int threads)
{
    csv_names(csv, (const char *const[]){"what", "unit", "value", "threads"}, 4);
    measures_print(csv, out, bench->timings, bench->count);
    if (bench->speeds.repeats) search_print(csv, out, &bench->speeds);
    if (bench->hashed) signature_print(csv, out, bench->signature);
    if (!(bench->answer > 0)) return;
    row_write(csv, "answer " ANSWER, "s", bench->answer, threads);
    if (out)
        fprintf(out, "what " ANSWER " is worth, to +-%g: %.1f s, %d threads\n", ANSWER_WIDTH, bench->answer, threads);
}

/* Everything once the options are read; returns the exit status. */
static int bench_run(const CommonOptions *common, double seconds, bool asks, const char *command)
{
    Bench bench = {0};
    Schedule schedule;
    OutputFile csv = {0};
    Error error;
    char start[TIME_TEXT];
    double started = seconds_now();
    int most = common_threads(common), status = 0;
    if (!schedule_make(&schedule, "pagat", 2, true, &error))
        return command_error(STATUS_WRONG_USE, "bench", "%s", error.text);
    if (common->csv && !output_file_open(&csv, common->csv, &error))
        return command_error(STATUS_FAILED, "bench", "%s", error.text);
    for (int threads = 1; threads <= most; threads += most > 1 ? most - 1 : 1)
        for (int i = 0; i < NAME_COUNT; i++, bench.count++) {
            bench.timings[bench.count].threads = threads;
            const char *const both[] = {NAMES[i], NAMES[i]};
            if (!agents_open(bench.timings[bench.count].agents, both, 2, &error))
                return command_error(STATUS_WRONG_USE, "bench", "%s", error.text);
        }
    time_print(start);
    interrupt_catch();
    if (bench_take(&bench, &schedule, seconds, asks, most) || interrupt_seen()) {
        FILE *out = common_takes_stdout(common) ? NULL : stdout;
        run_head_write(&csv, command, 1, &schedule.rules, start, seconds_now() - started);
        if (interrupt_seen()) {
            status = STATUS_INTERRUPTED;
            csv_head(&csv, "PARTIAL", PARTIAL);
            if (out) fputs("PARTIAL: " PARTIAL "\n", out);
        }
        bench_print(&csv, out, &bench, most);
    } else {
        status = command_error(STATUS_FAILED, "bench", "out of memory");
    }
    if (!output_file_close(&csv, &error)) status = command_error(STATUS_FAILED, "bench", "%s", error.text);
    if (fflush(stdout)) status = command_error(STATUS_FAILED, "bench", "standard output: %s", strerror(errno));
    for (int i = 0; i < bench.count; i++)
        agents_free(bench.timings[i].agents, 2);
    return status;
}

int cmd_bench(int argc, char **argv)
{
    typedef struct {
        double seconds;
        bool answer;
    } BenchOptions;
    BenchOptions mine = {0};
    static const Option ROWS[] = {
        {.name = "seconds",
         .type = OPTION_NUMBER,
         .low = "0.001",
         .high = "3600",
         .fallback = "0.2",
         .help = "for each of five repetitions of a measurement (solve: always the same deals)"},
        {.name = "answer",
         .type = OPTION_FLAG,
         .offset = offsetof(BenchOptions, answer),
         .help = "also measure the time to an answer: 'pasur tactics --tactics leave_11 --stop ci=0.01'"},
    };
    CommonOptions common = {0};
    const OptionGroup groups[] = {
        {"Options", &OPTION_THREADS, 1, &common}, {"Options", &OPTION_CSV, 1, &common}, {"Options", ROWS, 2, &mine}};
    const OptionsSpec spec = {
        .command = "bench",
        .about =
            "Measures rounds and plays a second of the random, the greedy and the ismcts agent, with one thread and "
            "with all; the search's iterations a second at the first play of a round (" BENCH_SEARCH
            ") and how many times the cost of sampling and playing out alone one is; the time for exact values of "
            "last deals from their first play, and of whole rounds with open cards. All are medians, two players. "
            "Then it prints the signature: a hash of a fixed workload, the same for any threads, compiler and "
            "flags. It changes only when the program plays, deals or counts differently.",
        .example = "pasur bench --csv bench.csv",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    char *command = command_text(argc, argv);
    if (!command) return command_error(STATUS_FAILED, "bench", "out of memory");
    int status = bench_run(&common, mine.seconds, mine.answer, command);
    free(command);
    return status;
}
