/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `bench`, and how they are measured: each run is a process of its own. */
#include "analysis/study/bench/bench.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/study/signature.h"
#include "engine/table.h"
#include "sim/files/system.h"

#define SIM(a, b, rules, sample) .words = {"sim", a, b, "--rules", rules, sample}, .column = "rounds"
#define BOARDS(a, b) SIM(a, b, "pagat", "--boards")
#define OF_THREE(a, b) SIM(a, b, "pagat,players=3", "--boards")
#define IN_TEAMS(a, b) SIM(a, b, "pagat,players=4", "--boards")
#define SELF "/proc/self/exe"

/* What every run may read from stdin: the script of ten lines of the row "advice". */
static const char SCRIPT[] = "params = {clubs = {0.5, 0.0, 2.0}, low = {1.0, 0.0, 3.0}}\n"
                             "function value(play, seen)\n"
                             "    local v, left = 0, sum(play.left)\n"
                             "    for _, card in ipairs(play.captured) do\n"
                             "        if card.suit == 'c' then v = v + params.clubs end\n"
                             "    end\n"
                             "    if left >= 1 and left <= 10 then v = v - params.low * chance('A23456789T') end\n"
                             "    if play.card.rank == 'J' and #play.captured < 3 then v = v - 1 end\n"
                             "    return v + points(play.captured)\n"
                             "end\n";

const BenchRow BENCH_ROWS[] = {
    {"random", "rounds/s", BOARDS("random", "random"), .plays = true},
    {"greedy", "rounds/s", BOARDS("greedy", "greedy"), .plays = true},
    {"greedy in matches", "rounds/s", SIM("greedy", "greedy", "pagat", "--matches"), .over = "greedy",
     .ratio = "greedy in matches over boards"},
    {"tactic", "rounds/s", BOARDS("tactic", "tactic")},
    {"tactic counter", "rounds/s", BOARDS("tactic", "counter")},
    {"tactic of three", "rounds/s", OF_THREE("tactic", "tactic")},
    {"tactic counter of three", "rounds/s", OF_THREE("tactic", "counter")},
    {"tactic in teams", "rounds/s", IN_TEAMS("tactic", "tactic")},
    {"tactic counter in teams", "rounds/s", IN_TEAMS("tactic", "counter")},
    {"tactics", "boards/s", .words = {"tactics", "--tactics", "deny_sur", "--boards"}, .whole = 256},
    {"rate", "rounds/s", .words = {"rate", "tactic", "tactic:deny_sur=0", "tactic:count_cards=0", "--boards"},
     .each = 6},
    {"tune", "rounds/s", .words = {"tune", "tactic", "--rules", "pagat", "--from", "base", "--rounds"},
     .column = "evaluations", .whole = 100000, .asked = true},
    {"equity", "boards/s", .words = {"equity", "tactic", "--rules", "pagat,target=20", "--check", "0", "--boards"},
     .whole = 1000},
    {"ismcts", "rounds/s", BOARDS("ismcts", "ismcts"), .plays = true, .times = 6},
    {"policy", "rounds/s", BOARDS("policy", "policy"), .plays = true},
    {"random as a bot", "plays/s", BOARDS("exec:" SELF " serve random", "random"), .each = PLAYS / 2.0, .whole = 1024,
     .alone = true},
#ifdef WITH_LUA
    {"advice", "rounds/s", BOARDS("lua:/dev/stdin", "tactic"), .asked = true},
#endif
    {"search", "iterations/s",
     .words = {"advise", "--hand", "Ac4d8sQh", "--pool", "3c9d", "--agent", "ismcts", "--iters"}, .whole = 10000},
    {"exact last deals", "rounds/s", BOARDS("tactic:exact=1", "tactic:exact=1"), .times = 2},
    {"oracle", "rounds/s", BOARDS("oracle", "random"), .times = 6},
    {"steps", "plays/s", .words = {"bench", "--only", "steps", "--work"}, .each = BENCH_STEP, .steps = true},
    {"answer deny_sur", "s", .words = {"tactics", "--tactics", "deny_sur", "--stop", "ci=0.01"}, .asked = true,
     .once = true},
};
const size_t BENCH_ROW_COUNT = sizeof BENCH_ROWS / sizeof *BENCH_ROWS;
_Static_assert(sizeof BENCH_ROWS / sizeof *BENCH_ROWS <= BENCH_ROWS_MOST, "there is room for all rows");

/* This program, as it may be started. */
static const char *bench_self(void) { return access(SELF, X_OK) ? "pasur" : SELF; }

/* ---- a run of a build */

enum { PRINTED_MOST = 1 << 24, ANSWERS_WITHIN = 60 };

/* The first line of what was printed, for a reason. */
static void first_line(char *out, size_t size, const TextBuffer *text)
{
    const char *end = text->length ? memchr(text->data, '\n', text->length) : NULL;
    char line[512];
    const size_t length = end ? (size_t)(end - text->data) : text->length;
    snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1),
             length ? text->data : "");
    const char *own = !strncmp(line, "pasur ", 6) && strstr(line, ": ") ? strstr(line, ": ") + 2 : line;
    text_one_line(out, size, own);
}

/* Why the run of a build was no run. `what` it was to do. */
static bool run_error(Error *error, const char *program, const char *what, const ChildEnd *end, int reason)
{
    char line[300];
    first_line(line, sizeof line, &end->errors);
    if (reason == ETIMEDOUT)
        return error_set(error, "%.200s: no answer to '%s' within %d s", program, what, ANSWERS_WITHIN);
    if (reason == EFBIG) return error_set(error, "%.200s: prints without end at '%s'", program, what);
    if (reason) return error_set(error, "%.200s: %s", program, strerror(reason));
    if (WIFSIGNALED(end->status))
        return error_system(error, "%.200s: '%s' was ended by signal %d", program, what, WTERMSIG(end->status));
    const int status = WEXITSTATUS(end->status);
    return error_write(error, status != 2, "%.200s: '%s' ended with status %d%s%s", program, what, status,
                       *line ? ": " : "", line);
}

/* Runs a build with these words, up to NULL. False with the reason unless it ends with an answer, which may be no (1)
   or undecided (3); the caller frees *end in any case. */
static bool build_run(ChildEnd *end, const char *const words[], const char *what, double within, Error *error)
{
    const ChildStart start = {.words = (char *const *)(uintptr_t)words,
                              .input = SCRIPT,
                              .heeds = true,
                              .seconds = within,
                              .most = PRINTED_MOST};
    const int reason = child_run(end, &start);
    const int status = !reason && WIFEXITED(end->status) ? WEXITSTATUS(end->status) : -1;
    if ((status == 0 || status == 1 || status == 3) && text_buffer_add(&end->out, "", 1)) return true;
    return run_error(error, !strcmp(words[0], SELF) ? "this build" : words[0], what, end, reason);
}

bool bench_check(const Bench *bench, Error *error)
{
    ChildEnd end;
    bool good =
        build_run(&end, (const char *const[]){bench->other, "--version", NULL}, "--version", ANSWERS_WITHIN, error);
    if (good && strncmp(end.out.data, "pasur ", 6))
        good = error_set(error, "%.200s: is no pasur: --version does not say so", bench->other);
    child_free(&end);
    return good || error_under(error, "--compare");
}

/* The signature that the other build prints. */
static bool signature_ask(Bench *bench, Error *error)
{
    static const char WORD[] = "signature ";
    ChildEnd end;
    bool good = build_run(&end, (const char *const[]){bench->other, "bench", "--only", "signature", "-q", NULL},
                          "bench --only signature", 0, error);
    const char *hash = good ? strstr(end.out.data, WORD) : NULL;
    if (hash && strspn(hash + sizeof WORD - 1, "0123456789abcdef") >= SIGNATURE_TEXT - 1)
        snprintf(bench->signatures[1], SIGNATURE_TEXT, "%.16s", hash + sizeof WORD - 1);
    else if (good)
        good = error_set(error, "%.200s: bench prints no signature", bench->other);
    child_free(&end);
    return good;
}

static bool signatures_take(Bench *bench, Error *error)
{
    uint64_t signature;
    if (bench->other && !signature_ask(bench, error)) return false;
    if (!bench->hashes) return true;
    if (!signature_take(&signature, bench->threads)) return error_memory(error);
    snprintf(bench->signatures[0], SIGNATURE_TEXT, "%016llx", (unsigned long long)signature);
    bench->done += !bench->other;
    return true;
}

/* ---- a run of a row */

/* The last row's number in that column of a CSV text; NAN: there is none. */
static double csv_last(const char *text, const char *column)
{
    const size_t length = strlen(column);
    int index = -1;
    double value = NAN;
    for (const char *line = text, *next; *line; line = next) {
        const char *end = line + strcspn(line, "\n");
        int field = 0;
        next = end + (*end == '\n');
        if (*line == '#') continue;
        const bool head = index < 0;
        for (const char *at = line; at < end; at += strcspn(at, ",\n") + 1, field++) {
            if (head && !strncmp(at, column, length) && strchr(",\n", at[length])) index = field;
            if (!head && field == index) value = strtod(at, NULL);
        }
    }
    return value;
}

/* *seconds that a build (0: this one, 1: the other) takes for so much of the row: by the clock, but of two builds with one
   thread of processor time. */
static bool row_run(double *seconds, const Bench *bench, BenchTiming *timing, int build, uint64_t amount, Error *error)
{
    const BenchRow *row = timing->row;
    const char *words[BENCH_WORDS + 8] = {build ? bench->other : bench_self()};
    if (row->steps && bench->work) {
        const double start = seconds_now();
        const bool stepped = bench_steps(amount, timing->threads, error);
        *seconds = seconds_now() - start;
        timing->done = (double)amount * row->each;
        return stepped;
    }
    char number[24], threads[16];
    int length = 1;
    for (int i = 0; i < BENCH_WORDS && row->words[i]; i++)
        words[length++] = row->words[i];
    snprintf(number, sizeof number, "%llu", (unsigned long long)amount);
    snprintf(threads, sizeof threads, "%d", timing->threads);
    const char *const rest[] = {number, "--threads", threads, "-q", "--csv", "-"};
    memcpy(words + length, rest + row->once, sizeof rest - row->once * sizeof *rest);
    ChildEnd end;
    const bool good = build_run(&end, words, row->what, 0, error);
    *seconds = bench->other && timing->threads == 1 ? end.processor : end.wall;
    if (good && !build)
        timing->done =
            (row->column ? csv_last(end.out.data, row->column) : (double)amount) * (row->each > 0 ? row->each : 1);
    child_free(&end);
    return good && (!interrupt_seen() || error_set(error, "interrupted"));
}

/* The next amount that the row can do, in runs that are alike. */
static uint64_t amount_of(const BenchRow *row, double amount)
{
    const uint64_t whole = row->whole ? row->whole : 1;
    return amount <= (double)whole ? whole : ((uint64_t)ceil(amount) + whole - 1) / whole * whole;
}

/* Finds out how much work a run has, which warms up what is measured, once the other build has shown that it has the
   row; many threads do as much each as one alone. */
static bool amount_find(Bench *bench, int index, Error *error)
{
    BenchTiming *timing = &bench->timings[index];
    const BenchRow *row = timing->row;
    const double wanted = bench->seconds * (row->times > 0 ? row->times : 1);
    double seconds;
    timing->amount = row->once ? 1 : bench->work;
    if (timing->amount) return true;
    if (index && timing[-1].row == row) {
        timing->amount = timing[-1].amount * (uint64_t)timing->threads;
        return true;
    }
    if (bench->other && !row_run(&seconds, bench, timing, 1, amount_of(row, 1), error)) return false;
    for (uint64_t amount = amount_of(row, 1);; amount *= 4) {
        if (!row_run(&seconds, bench, timing, 0, amount, error)) return false;
        if (seconds < wanted / 4) continue;
        timing->amount = amount_of(row, (double)amount * fmin(wanted / seconds, 4));
        return true;
    }
}

/* A repetition. */
static bool timing_take(Bench *bench, BenchTiming *timing, Error *error)
{
    static const int TURNS[] = {0, 1, 1, 0};
    const int runs = bench->other ? 4 : 1;
    double sums[2] = {0, 0};
    for (int i = 0; i < runs; i++) {
        double seconds;
        if (!row_run(&seconds, bench, timing, TURNS[i], timing->amount, error)) return false;
        sums[TURNS[i]] += runs > 1 ? seconds / 2 : seconds;
    }
    for (int build = 0; build < 2; build++)
        timing->seconds[build][timing->repeats] = sums[build];
    timing->repeats++;
    bench->done++;
    return true;
}

bool bench_run(Bench *bench, Error *error)
{
    bench->total = bench->hashes && !bench->other;
    for (int i = 0; i < bench->count; i++)
        bench->total += bench->timings[i].row->once ? 1 : (uint64_t)bench->repeats;
    bool good = signatures_take(bench, error);
    for (int i = 0; good && i < bench->count; i++)
        good = amount_find(bench, i, error);
    for (int repeat = 0; good && repeat < bench->repeats; repeat++)
        for (int i = 0; good && i < bench->count; i++)
            if (!repeat || !bench->timings[i].row->once) good = timing_take(bench, &bench->timings[i], error);
    return good || (bench->other && error_under(error, "--compare"));
}

/* ---- what was found */

double timing_value(const BenchTiming *timing, int repeat)
{
    return timing->row->once ? timing->seconds[0][repeat] : timing->done / timing->seconds[0][repeat];
}

double timing_median(const BenchTiming *timing)
{
    double values[BENCH_REPEATS_MOST];
    for (int i = 0; i < timing->repeats; i++)
        values[i] = timing_value(timing, i);
    return median_of(values, (size_t)timing->repeats);
}

double timing_ratio(const BenchTiming *timing, const BenchTiming *to)
{
    double ratios[BENCH_REPEATS_MOST];
    const int count = timing->repeats < to->repeats ? timing->repeats : to->repeats;
    for (int i = 0; i < count; i++)
        ratios[i] = timing_value(timing, i) / timing_value(to, i);
    return median_of(ratios, (size_t)count);
}

const BenchTiming *bench_timing(const Bench *bench, const char *what, int threads)
{
    for (int i = 0; i < bench->count; i++) {
        const BenchTiming *timing = &bench->timings[i];
        if (timing->threads == threads && timing->repeats && !strcmp(timing->row->what, what)) return timing;
    }
    return NULL;
}

BenchCompared bench_compared(const BenchTiming *timing, double alpha)
{
    double builds[2][BENCH_REPEATS_MOST], ratios[BENCH_REPEATS_MOST];
    const size_t count = (size_t)timing->repeats;
    memcpy(builds, timing->seconds, sizeof builds); /* medians sort */
    for (size_t i = 0; i < count; i++)
        ratios[i] = builds[1][i] / builds[0][i];
    BenchCompared found = {.ours = median_of(builds[0], count), .theirs = median_of(builds[1], count)};
    found.ratio = median_of(ratios, count);
    found.interval = interval_median(ratios, count, alpha);
    return found;
}
