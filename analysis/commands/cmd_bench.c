/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur bench: speed of this build on this machine, the signature, and two builds in turns. */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/verdict.h"
#include "analysis/study/signature.h"
#include "engine/rng.h"
#include "engine/text/number.h"
#include "engine/text/words.h"
#include "library/pasur.h"
#include "sim/files/system.h"

/* ---- what is measured: rows, each a command that this build runs or, in turns, another too */

enum { BENCH_WORDS = 10 };

typedef struct {
    const char *what, *unit;
    const char *words[BENCH_WORDS]; /* the command that does it, without its amount */
    const char *column;             /* of the command's CSV, whose last row says what it did; NULL: the amount … */
    double each;                    /* … times this many; 0: once */
    uint64_t whole;                 /* the amount is so often a whole number; 0: once */
    double times;      /* a repetition takes this many times --seconds, for work in large pieces; 0: once */
    bool plays;        /* CSV files have its plays a second too */
    bool alone;        /* it is measured with one thread alone */
    bool asked;        /* only where it is asked for */
    bool once;         /* the command has no amount, and runs once, with all threads */
    bool steps;        /* with Bench.work it is done in this process: steps_work */
    const char *over;  /* the row above with which it is compared, repetition by repetition; NULL: none … */
    const char *ratio; /* … and what its value is called, divided by that row's */
} BenchRow;
#define SIM(a, b, rules, sample) .words = {"sim", a, b, "--rules", rules, sample}, .column = "rounds"
#define BOARDS(a, b) SIM(a, b, "pagat", "--boards")
#define OF_THREE(a, b) SIM(a, b, "pagat,players=3", "--boards")
#define IN_TEAMS(a, b) SIM(a, b, "pagat,players=4", "--boards")
#define SELF "/proc/self/exe"
enum { BENCH_STEP = 1024 }; /* rounds of a step of the library */

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

static const BenchRow BENCH_ROWS[] = {
    {"random", "rounds/s", BOARDS("random", "random"), .plays = true},
    {"random of three", "rounds/s", OF_THREE("random", "random")},
    {"random in teams", "rounds/s", IN_TEAMS("random", "random")},
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
    {"planner", "rounds/s", BOARDS("planner", "planner"), .plays = true, .times = 6},
    {"planner of three", "rounds/s", OF_THREE("planner", "planner"), .times = 6, .asked = true},
    {"planner in teams", "rounds/s", IN_TEAMS("planner", "planner"), .times = 12, .asked = true},
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
enum { BENCH_ROW_COUNT = sizeof BENCH_ROWS / sizeof *BENCH_ROWS };

/* Repetitions of a measurement, at most; rows with one thread and with all; a signature in text. */
enum { BENCH_REPEATS_MOST = 101, BENCH_TIMINGS = 2 * BENCH_ROW_COUNT, SIGNATURE_TEXT = 17 };

/* A row, with this many threads. Of two builds each repetition has four runs: this build, the other, the other, this one,
   so that what slows the machine down more and more does so to both alike. */
typedef struct {
    const BenchRow *row;
    int threads;
    uint64_t amount;                       /* of a run, as its command takes it */
    double done;                           /* by a run, in the row's unit */
    double seconds[2][BENCH_REPEATS_MOST]; /* of a run of this build, and of the other (means of two) */
    int repeats;                           /* that were finished */
} BenchTiming;

typedef struct {
    const char *only;
    uint64_t repetitions;
    Rules pagat;
    /* what to measure */
    BenchTiming timings[BENCH_TIMINGS]; /* of each row first with one thread, then with all */
    int count;
    const char *other; /* the other build: a program, found as execvp finds it; NULL: this one is measured alone */
    double seconds;    /* of a run */
    uint64_t work;     /* amount of a run, of which there is one without warm-up; 0: as much as `seconds` has */
    int repeats;       /* of each */
    int threads;       /* all */
    bool hashes;       /* the signature is asked for */
    char signatures[2][SIGNATURE_TEXT]; /* of this build and the other; empty: not known */
} Bench;

/* ---- rounds of the library side by side, with a random play in each at every step */

typedef struct {
    uint8_t planes[BENCH_STEP * PASUR_PLANES * PASUR_CARDS], ended[BENCH_STEP];
    int16_t counts[BENCH_STEP * PASUR_COUNTS];
    uint32_t first[BENCH_STEP + 1];
    pasur_cards plays[BENCH_STEP * PASUR_LEGAL], chosen[BENCH_STEP];
    int32_t actions[BENCH_STEP * PASUR_LEGAL], points[BENCH_STEP * PASUR_SEATS];
} BenchSteps;

/* So many steps of BENCH_STEP rounds of pagat for two, with all that pasur_step can write but whose turn it is. False if
   that fails. */
static bool steps_make(BenchSteps *at, uint64_t steps, uint64_t seed)
{
    pasur_error error;
    pasur_rules *rules = pasur_rules_new("pagat", 2, &error);
    pasur_env *env = rules ? pasur_env_new(rules, BENCH_STEP, seed, &error) : NULL;
    const pasur_env_arrays arrays = {.planes = at->planes,
                                     .counts = at->counts,
                                     .first = at->first,
                                     .plays = at->plays,
                                     .actions = at->actions,
                                     .points = at->points,
                                     .ended = at->ended};
    Rng rng = rng_for(seed, 0, PURPOSE_AGENT);
    bool good = env != NULL;
    if (env) pasur_env_observe(env, &arrays);
    for (; good && steps; steps--) {
        for (int i = 0; i < BENCH_STEP; i++)
            at->chosen[i] = at->plays[at->first[i] + rng_bounded(&rng, at->first[i + 1] - at->first[i])];
        good = pasur_step(env, at->chosen, &arrays, &error) == 0;
    }
    if (env) pasur_env_free(env);
    if (rules) pasur_rules_free(rules);
    return good;
}

/* So many steps, by all threads together. False with the reason. */
static bool steps_work(uint64_t steps, int threads, Error *error)
{
    bool good = true;
#pragma omp parallel num_threads(threads) reduction(&& : good)
    {
        const uint64_t thread = (uint64_t)omp_get_thread_num(), all = (uint64_t)omp_get_num_threads();
        BenchSteps *at = calloc(1, sizeof *at);
        good = at && steps_make(at, (steps + all - 1 - thread) / all, thread);
        free(at);
    }
    return good || error_memory(error);
}

/* ---- a run of a build */

enum { PRINTED_MOST = 1 << 24 };

/* Runs a build with these words, up to NULL; `what` it is to do. False with the reason unless it ends with an answer, which
   may be no (1) or undecided (3); the caller frees *end in any case. */
static bool build_run(ChildEnd *end, const char *const words[], const char *what, Error *error)
{
    const char *program = strcmp(words[0], SELF) ? words[0] : "this build";
    const ChildStart start = {
        .words = (char *const *)(uintptr_t)words, .input = SCRIPT, .heeds = true, .most = PRINTED_MOST};
    const int reason = child_run(end, &start);
    if (reason == EFBIG) return error_set(error, "%.200s: prints without end at '%s'", program, what);
    if (reason) return error_set(error, "%.200s: %s", program, strerror(reason));
    if (WIFSIGNALED(end->status))
        return error_system(error, "%.200s: '%s' was ended by signal %d", program, what, WTERMSIG(end->status));
    const int status = WEXITSTATUS(end->status);
    if (!text_buffer_add(&end->out, "", 1) || !text_buffer_add(&end->errors, "", 1)) return error_memory(error);
    if (status == 0 || status == 1 || status == 3) return true;
    /* the first line of what it said is told, without our own name in front */
    char line[300], *said = end->errors.data;
    said[strcspn(said, "\n")] = 0;
    const char *own = !strncmp(said, "pasur ", 6) ? strstr(said, ": ") : NULL;
    text_one_line(line, sizeof line, own ? own + 2 : said);
    return error_write(error, status != 2, "%.200s: '%s' ended with status %d%s%s", program, what, status,
                       *line ? ": " : "", line);
}

/* The signature that the other build prints. */
static bool signature_ask(Bench *bench, Error *error)
{
    static const char WORD[] = "signature ";
    ChildEnd end;
    bool good = build_run(&end, (const char *const[]){bench->other, "bench", "--only", "signature", "-q", NULL},
                          "bench --only signature", error);
    const char *hash = good ? strstr(end.out.data, WORD) : NULL;
    if (hash && strspn(hash + sizeof WORD - 1, "0123456789abcdef") >= SIGNATURE_TEXT - 1)
        snprintf(bench->signatures[1], SIGNATURE_TEXT, "%.16s", hash + sizeof WORD - 1);
    else if (good)
        good = error_set(error, "%.200s: bench prints no signature", bench->other);
    child_free(&end);
    return good;
}

static bool signature_own(Bench *bench, Error *error)
{
    uint64_t signature;
    if (!bench->hashes) return true;
    if (!signature_take(&signature, bench->threads)) return error_memory(error);
    snprintf(bench->signatures[0], SIGNATURE_TEXT, "%016llx", (unsigned long long)signature);
    return true;
}

/* ---- a run of a row */

/* The last row's number in that column of a CSV text; NAN: there is none. */
static double csv_last(const TextBuffer *text, const char *column)
{
    Result result = {.name = "-"};
    CsvReader reader = {.result = &result, .lines.file = fmemopen(text->data, strlen(text->data), "r")};
    double value = NAN;
    if (reader.lines.file && csv_begin(&reader)) {
        const int index = result_column(&result, column);
        while (index >= 0 && csv_next(&reader) == CSV_ROW)
            value = strtod(reader.fields[index], NULL);
    }
    csv_close(&reader);
    result_free(&result);
    return value;
}

/* *seconds that a build (0: this one, 1: the other) takes for so much of the row: by the clock, but of two builds with one
   thread of processor time. Each repetition of two builds plays other boards, so that their ratio is not that of a few. */
static bool row_run(double *seconds, const Bench *bench, BenchTiming *timing, int build, uint64_t amount, Error *error)
{
    const BenchRow *row = timing->row;
    const char *words[BENCH_WORDS + 10] = {build ? bench->other : access(SELF, X_OK) ? "pasur" : SELF};
    if (row->steps && bench->work) {
        const double start = seconds_now();
        const bool stepped = steps_work(amount, timing->threads, error);
        *seconds = seconds_now() - start;
        timing->done = (double)amount * row->each;
        return stepped;
    }
    char number[24], threads[16], seed[16];
    int length = 1;
    for (int i = 0; i < BENCH_WORDS && row->words[i]; i++)
        words[length++] = row->words[i];
    snprintf(number, sizeof number, "%llu", (unsigned long long)amount);
    snprintf(threads, sizeof threads, "%d", timing->threads);
    snprintf(seed, sizeof seed, "%d", timing->repeats + 1);
    const bool seeds = bench->other && !row->steps;
    const char *const rest[] = {number, "--threads", threads, "-q", "--csv", "-", seeds ? "--seed" : NULL, seed};
    memcpy(words + length, rest + row->once, sizeof rest - row->once * sizeof *rest);
    ChildEnd end;
    const bool good = build_run(&end, words, row->what, error);
    *seconds = bench->other && timing->threads == 1 ? end.processor : end.wall;
    if (good && !build)
        timing->done =
            (row->column ? csv_last(&end.out, row->column) : (double)amount) * (row->each > 0 ? row->each : 1);
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
    return true;
}

/* ---- what was found */

/* Of this build, in the row's unit: of a repetition. */
static double timing_value(const BenchTiming *timing, int repeat)
{
    return timing->row->once ? timing->seconds[0][repeat] : timing->done / timing->seconds[0][repeat];
}

/* The median of the values, or of what they are divided by another's, repetition by repetition: as many as both have. */
static double timing_median(const BenchTiming *timing, const BenchTiming *over)
{
    double values[BENCH_REPEATS_MOST];
    const int count = over && over->repeats < timing->repeats ? over->repeats : timing->repeats;
    for (int i = 0; i < count; i++)
        values[i] = timing_value(timing, i) / (over ? timing_value(over, i) : 1);
    return median_of(values, (size_t)count);
}

/* The timing of that row with this many threads; NULL: there is none that has a repetition. */
static const BenchTiming *bench_timing(const Bench *bench, const char *what, int threads)
{
    for (int i = 0; i < bench->count; i++) {
        const BenchTiming *timing = &bench->timings[i];
        if (timing->threads == threads && timing->repeats && !strcmp(timing->row->what, what)) return timing;
    }
    return NULL;
}

/* ---- one build */

typedef struct {
    const char *what, *unit;
    double value, low, high;
    int threads, repeats;
} BenchMeasurement;

/* Three digits. */
static void value_text(char text[static SHORT_TEXT], double value)
{
    if (value >= 1000)
        short_count(text, value);
    else
        snprintf(text, SHORT_TEXT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
}

static void value_cell(char out[static COLUMN_CELL], const void *row)
{
    value_text(out, ((const BenchMeasurement *)row)->value);
}

#define AT(member) COLUMN_AT(BenchMeasurement, member)
static const Column BENCH[] = {
    {"what", "text", "what is measured", AT(what), .title = "measured"},
    {"unit", "text", "the unit of its value", AT(unit)},
    {"value", "see unit", "median of the repetitions", AT(value), .title = "median", .cell = value_cell},
    {NULL, "text", "the unit of its value", AT(unit), .title = "unit"},
    {"threads", "threads", "how many threads worked", AT(threads), .title = "threads"},
    {"lowest", "see unit", "lowest of the repetitions; empty for a figure computed from others", AT(low)},
    {"highest", "see unit", "highest of the repetitions; empty for a figure computed from others", AT(high)},
    {"repetitions", "repetitions", "how many repetitions the value is the median of", AT(repeats)},
};
#undef AT
static const ColumnTable BENCH_COLUMNS = {"bench --csv", "measurement", COLUMN_ROWS(BENCH), NULL};

enum { MEASUREMENTS_OF_ROW = 4 };

/* The figures of a timing that has repetitions, and what is made of them; returns how many. */
static size_t measurements_fill(BenchMeasurement out[static MEASUREMENTS_OF_ROW], Result *memory, const Bench *bench,
                                const BenchTiming *timing)
{
    const BenchRow *row = timing->row;
    const BenchTiming *over = row->over ? bench_timing(bench, row->over, timing->threads) : NULL,
                      *one = timing->threads > 1 ? bench_timing(bench, row->what, 1) : NULL;
    size_t count = 1;
    for (size_t i = 0; i < MEASUREMENTS_OF_ROW; i++)
        out[i] = (BenchMeasurement){row->what, "times", NAN, NAN, NAN, timing->threads, timing->repeats};
    out->unit = row->unit;
    out->value = timing_median(timing, NULL);
    for (int i = 0; i < timing->repeats; i++) {
        out->low = fmin(out->low, timing_value(timing, i)); /* which pass NaN over */
        out->high = fmax(out->high, timing_value(timing, i));
    }
    if (row->plays) out[count].unit = "plays/s", out[count++].value = out->value * PLAYS;
    if (over) out[count].what = row->ratio, out[count++].value = timing_median(timing, over);
    if (one) {
        out[count].what = result_format(memory, "%s: threads over one", row->what);
        out[count++].value = timing_median(timing, one);
    }
    return count;
}

/* ---- two builds */

typedef struct {
    const char *what;
    int threads, rounds;
    double amount;
    double ours, theirs; /* seconds of a run, medians */
    double ratio;        /* theirs / ours within a repetition: how many times as fast this build is */
    Interval interval;   /* of the ratio */
} CompareMeasurement;

#define OF(member) COLUMN_AT(CompareMeasurement, member)
static const Column COMPARED[] = {
    {"what", "text", "what is measured", OF(what), .title = "measured", .plain = "measured"},
    {"threads", "threads", "how many threads worked", OF(threads)},
    {"rounds", "rounds", "how many times each build ran twice, in turns", OF(rounds)},
    {"amount", "pieces of work", "boards, rounds or iterations of a run", OF(amount)},
    {"this_s", "seconds",
     "time of a run of this build: processor time with one thread, else by the clock; median "
     "over rounds",
     OF(ours), .title = "this, s", .format = "%.3f"},
    {"other_s", "seconds", "the same of the other build", OF(theirs), .title = "other, s", .format = "%.3f"},
    {"ratio", "times", "how many times as fast this build is: the other's time over this one's, median over rounds",
     OF(ratio), .title = "times as fast (95 %)", .format = "%.3f", .interval = offsetof(CompareMeasurement, interval),
     .plain = "times as fast"},
    COLUMN_ENDS("ratio_ci", "times",
                "the 95 % interval of the ratio, by order statistics; empty with fewer than 6 rounds",
                CompareMeasurement, interval),
};
static const ColumnTable COMPARE_COLUMNS = {"bench --compare", "measurement of two builds", COLUMN_ROWS(COMPARED),
                                            NULL};

static void compare_result(Result *out, const Bench *bench, double alpha)
{
    CompareMeasurement rows[BENCH_TIMINGS];
    size_t used = 0;
    for (const BenchTiming *timing = bench->timings; timing < bench->timings + bench->count; timing++) {
        double builds[2][BENCH_REPEATS_MOST], ratios[BENCH_REPEATS_MOST];
        const size_t count = (size_t)timing->repeats;
        if (!count) continue;
        memcpy(builds, timing->seconds, sizeof builds); /* medians sort */
        for (size_t i = 0; i < count; i++)
            ratios[i] = builds[1][i] / builds[0][i];
        CompareMeasurement *row = &rows[used++];
        *row = (CompareMeasurement){timing->row->what,
                                    timing->threads,
                                    timing->repeats,
                                    (double)timing->amount,
                                    .ours = median_of(builds[0], count),
                                    .theirs = median_of(builds[1], count)};
        row->ratio = median_of(ratios, count);
        row->interval = interval_median(ratios, count, alpha);
    }
    result_rows(out, &RESULT_COMPARE, rows, sizeof *rows, used);
}

/* ---- pictures */

/* Measurements of one unit share a colour and a scale: the largest of them is 1. */
static bool bench_draw(Chart *chart)
{
    Result *table = chart->result;
    const size_t rows = table->row_count;
    const double *values = result_numbers(table, "value");
    for (size_t row = 0; values && row < rows; row++) {
        const char *unit = text_at(table, row, "unit"), *threads = text_at(table, row, "threads"),
                   *name = result_words(
                       table, row, strcmp(threads, "1") ? "{what}[, {threads} threads]" : "{what}[, {threads} thread]");
        char speed[SHORT_TEXT] = "?";
        double top = 0;
        for (size_t i = 0; i < rows; i++)
            if (!strcmp(unit, text_at(table, i, "unit"))) top = fmax(top, values[i]);
        if (!isnan(values[row])) value_text(speed, values[row]);
        const char *text = result_format(table, "%s %s", speed, unit);
        if (!chart_mark(chart, (Mark){.group = unit,
                                      .row = name,
                                      .value = top > 0 ? values[row] / top : NAN,
                                      .interval = {NAN, NAN},
                                      .text = text,
                                      .pointed = result_format(table, "%s\n%s", name, text)}))
            return false;
    }
    chart->groups[0] = ""; /* colours alone: they have no names, and no place of their own in a row */
    chart->group_count = 1;
    return values;
}

static const Picture BENCH_PICTURE = {.form = CHART_BARS,
                                      .title = "Speed of this build on this machine",
                                      .subtitle = "bars of one colour share a scale",
                                      .unit = "",
                                      .is = CHART_OWN | CHART_BARE,
                                      .draw = bench_draw},
                     COMPARE_PICTURE = {.title = "How much faster this build is than another",
                                        .unit = "times as fast; above 1 this build is faster",
                                        MARKS(NULL, NULL, "{what}", "ratio", "ratio_ci"),
                                        .is = CHART_OWN | CHART_SHARES};

/* ---- verdict and kinds */

static void compare_verdicts(Verdicts *verdicts, Result *result)
{
    static const VerdictColumns RATIOS = {{"what"}, "ratio", "ratio_ci", 1, "times as fast", NULL};
    verdict_counts(verdicts, result, &RATIOS, "measurements", "faster", "slower");
}

static const char BENCH_METHOD[] = "Speeds are of one build on one machine, and differ from run to run.";

const ResultKind RESULT_BENCH = {
    .table = &BENCH_COLUMNS,
    .question = "How fast is it?",
    .boardless = true,
    .method = BENCH_METHOD,
    .page = "speed.md",
    .picture = &BENCH_PICTURE,
};
const ResultKind RESULT_COMPARE = {
    .table = &COMPARE_COLUMNS,
    .question = "Which build is faster?",
    .boardless = true,
    .method = BENCH_METHOD,
    .page = "speed.md",
    .verdicts = compare_verdicts,
    .picture = &COMPARE_PICTURE,
};

/* ---- the command */

#define HASH "signature" /* the word of --only for it */
enum { REPEATS = 5, COMPARE_ROUNDS = 9 };

static const Option OPTIONS[] = {
    {"only", "measure these rows alone, with commas between; the row '" HASH "' is the signature",
     OPTION_AT(Bench, only), .metavar = "ROW,...", .heading = "Options", .brief = "measure these rows alone"},
    {"seconds", "length of a run; some rows take a few times as long", OPTION_AT(Bench, seconds), .low = "0.001",
     .high = "3600", .fallback = "0.2", .brief = "of a run"},
    {"repetitions", "of each measurement; default 5, with --compare rounds of two builds in turns, 9",
     OPTION_AT(Bench, repetitions), .low = "1", .high = "101"},
    {"work",
     "do this much of the rows of --only, once and without warm-up: boards, rounds, iterations, steps; for profilers",
     OPTION_AT(Bench, work), .low = "1", .high = "1G", .metavar = "N"},
    {"compare", "take turns with another build, and say how many times as fast this one is", OPTION_AT(Bench, other),
     .metavar = "PROGRAM", .brief = "another build, in turns with this one", .takes = TAKES_FILE},
    OPTIONS_RESULTS,
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
static bool rows_choose(Bench *bench, Error *error)
{
    const Names names = NAMES_OF("row", BENCH_ROWS, BENCH_ROW_COUNT, "'pasur bench --help all' lists them");
    bool chosen[BENCH_ROW_COUNT] = {false};
    bench->hashes = !bench->only || bench->other;
    for (const char *at = bench->only; at; at = strchr(at, ',')) {
        char word[64];
        at += *at == ',';
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
        const bool hash = !strcmp(word, HASH);
        const int row = hash ? 0 : name_lookup(&names, word, error);
        if (row < 0) return error_under(error, "--only");
        (hash ? &bench->hashes : &chosen[row])[0] = true;
    }
    for (size_t i = 0; i < BENCH_ROW_COUNT; i++)
        if (bench->only ? chosen[i] : !BENCH_ROWS[i].asked) timings_add(bench, &BENCH_ROWS[i], bench->threads);
    return true;
}

static bool bench_prepare(Driver *driver, Error *error)
{
    Bench *bench = driver->own;
    if (bench->work && (!bench->only || bench->other))
        return error_set(error, bench->other ? "--work and --compare exclude each other"
                                             : "--work needs --only, which names what is done");
    driver->common.seed = 1;
    driver->setup.rules = &bench->pagat;
    driver->work.unit = bench->other ? "rounds of two builds" : "measurements";
    bench->threads = bench->other && !driver->common.threads ? 1 : driver->threads;
    bench->repeats = bench->work          ? 1
                     : bench->repetitions ? (int)bench->repetitions
                     : bench->other       ? COMPARE_ROUNDS
                                          : REPEATS;
    return rules_parse(&bench->pagat, "pagat", error) && rows_choose(bench, error);
}

static void bench_plan(const Driver *driver, FILE *out)
{
    const Bench *bench = driver->own;
    if (bench->other)
        fprintf(out, "%d rounds of this build and %s in turns: ", bench->repeats, bench->other);
    else if (bench->hashes)
        fprintf(out, "the signature%s", bench->count ? "; " : "\n");
    for (int i = 0; i < bench->count; i++)
        fprintf(out, "%s%s with %d thread%s", i ? ", " : "", bench->timings[i].row->what, bench->timings[i].threads,
                PLURAL(bench->timings[i].threads));
    if (bench->count && bench->work)
        fprintf(out, "; amount of work: %llu\n", (unsigned long long)bench->work);
    else if (bench->count)
        fprintf(out, "; %d repetitions of %g s each\n", bench->repeats, bench->seconds);
}

/* Measures. False with the reason if memory ran out, or a build failed (`system`) or lacks a row. */
static bool bench_work(Driver *driver, Error *error)
{
    Bench *bench = driver->own;
    RunWork *work = &driver->work;
    work->total = bench->hashes && !bench->other;
    for (int i = 0; i < bench->count; i++)
        work->total += bench->timings[i].row->once ? 1 : (uint64_t)bench->repeats;
    /* what another build lacks is found before this one works for a second */
    bool good = bench->other ? signature_ask(bench, error) : signature_own(bench, error);
    work->done = good && bench->hashes && !bench->other;
    for (int i = 0; good && i < bench->count; i++)
        good = amount_find(bench, i, error);
    if (bench->other && (good || interrupt_seen())) good = signature_own(bench, error) && good;
    for (int repeat = 0; good && repeat < bench->repeats; repeat++)
        for (int i = 0; good && i < bench->count; i++) {
            if (repeat && bench->timings[i].row->once) continue;
            good = timing_take(bench, &bench->timings[i], error);
            work->done += good;
        }
    work->interrupted = interrupt_seen() && work->done < work->total;
    if (*bench->signatures[1] && strcmp(bench->signatures[0], bench->signatures[1])) work->verdict = STATUS_NO;
    return good || work->interrupted || (bench->other && error_under(error, "--compare"));
}

static void bench_result_fill(const Driver *driver, Result *out)
{
    const Bench *bench = driver->own;
    static const char *const HEADS[] = {"signature", "other_signature"};
    if (bench->other) result_head(out, "other", "%s", bench->other);
    for (int i = 0; i < 2; i++)
        if (*bench->signatures[i]) result_head(out, HEADS[i], "%s", bench->signatures[i]);
    if (bench->other) return compare_result(out, bench, driver_alpha(driver));
    BenchMeasurement rows[MEASUREMENTS_OF_ROW * BENCH_TIMINGS];
    size_t count = 0;
    for (int i = 0; i < bench->count; i++)
        if (bench->timings[i].repeats) count += measurements_fill(&rows[count], out, bench, &bench->timings[i]);
    result_rows(out, &RESULT_BENCH, rows, sizeof *rows, count);
}

static bool bench_summary(const Driver *driver, FILE *out)
{
    const Bench *bench = driver->own;
    const bool found = driver->results->row_count > 0;
    const char *signature = bench->signatures[0], *other = bench->signatures[1];
    const double alpha = driver_alpha(driver);
    if (found) result_print(out, &driver->page, driver->results, 0);
    if (found && bench->other)
        fprintf(out, "%s; above 1 this build is faster than %s.\n",
                bench->threads == 1 ? "Processor time of one thread" : "Time by the clock", bench->other);
    if (found && bench->other && bench->repeats < median_least(alpha))
        fprintf(out, "Fewer than %d rounds of both builds give no interval of %g %%.\n", median_least(alpha),
                100 * (1 - alpha));
    if (*signature) fprintf(out, "signature %s", signature);
    if (*other && strcmp(signature, other)) fprintf(out, ", of the other %s: they do not do the same work", other);
    if (*signature) putc('\n', out);
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
             "Measures, with one thread and with all, the rounds a second of agents, for two and three players, in "
             "teams, and in whole matches; a tournament, the values of a tactic, and a table of the chances to win a "
             "match; the search's iterations a second at a first play; agents that compute exact values of last "
             "deals, and of whole rounds with open cards; random plays a second in rounds side by side, as a "
             "learning program sees them; and the plays a second of a program that speaks the line protocol. Each "
             "row is a command, and each run a process of its own. All figures are medians, after a warm-up. Then it "
             "prints the signature: a hash of the results of a fixed workload of rounds, searches, advice, ratings "
             "and tunings, the same for any threads, compiler and flags. It changes when the program deals, plays, "
             "counts or computes differently, and perhaps with another C library. With --compare two builds do the "
             "same work in turns (this one, the other, the other, this one), and the figure is how many times as "
             "fast this one is: the median over rounds with its interval, by processor time with one thread, so that "
             "a busy machine hardly matters. Status 1: the signatures differ, so that the two may not do the same "
             "work.",
         .example = "pasur bench --csv bench.csv",
         .list = rows_list,
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Bench),
    COMMAND_RESULTS(&RESULT_BENCH, &RESULT_COMPARE),
    .prepare = bench_prepare,
    .plan = bench_plan,
    .work = bench_work,
    .result = bench_result_fill,
    .summary = bench_summary,
};
