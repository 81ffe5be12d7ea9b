/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs two builds in turns, as child processes, and compares the time that the same work takes. */
#include "analysis/study/bench/compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "analysis/stats/estimate.h"
#include "analysis/study/bench/bench_work.h"
#include "sim/files/system.h"

#define SELF "/proc/self/exe"
enum { PRINTED_MOST = 1 << 24, ANSWERS_WITHIN = 60, WORDS_MOST = 20 };

/* ---- a run of one build */

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
        return error_set(error, "--compare: %.200s: no answer to '%s' within %d s", program, what, ANSWERS_WITHIN);
    if (reason == EFBIG) return error_set(error, "--compare: %.200s: prints without end at '%s'", program, what);
    if (reason) return error_set(error, "--compare: %.200s: %s", program, strerror(reason));
    if (WIFSIGNALED(end->status))
        return error_system(error, "--compare: %.200s: '%s' was ended by signal %d", program, what,
                            WTERMSIG(end->status));
    const int status = WEXITSTATUS(end->status);
    return error_write(error, status != 2, "--compare: %.200s: '%s' ended with status %d%s%s", program, what, status,
                       *line ? ": " : "", line);
}

/* Runs a build with these words. False with the reason unless it ends with status 0; the caller frees *end in any
   case. */
static bool build_run(ChildEnd *end, char *words[], const char *what, double within, Error *error)
{
    const ChildStart start = {.words = words, .heeds = true, .seconds = within, .most = PRINTED_MOST};
    const int reason = child_run(end, &start);
    if (!reason && WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0) return true;
    return run_error(error, !strcmp(words[0], SELF) ? "this build" : words[0], what, end, reason);
}

bool compare_check(const Comparison *comparison, Error *error)
{
    char *words[] = {(char *)(uintptr_t)comparison->other, (char[]){"--version"}, NULL};
    ChildEnd end;
    bool good = build_run(&end, words, "--version", ANSWERS_WITHIN, error);
    if (good && (end.out.length < 6 || memcmp(end.out.data, "pasur ", 6)))
        good = error_set(error, "--compare: %.200s: is no pasur: --version does not say so", comparison->other);
    child_free(&end);
    return good;
}

/* ---- signatures */

/* The signature that a build prints; empty where it prints none. */
static void signature_find(char out[static SIGNATURE_TEXT], TextBuffer *text)
{
    static const char WORD[] = "signature ";
    *out = 0;
    if (!text_buffer_add(text, "", 1)) return;
    for (const char *line = text->data; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, WORD, sizeof WORD - 1)) continue;
        const char *hash = line + sizeof WORD - 1;
        if (strspn(hash, "0123456789abcdef") >= SIGNATURE_TEXT - 1) snprintf(out, SIGNATURE_TEXT, "%.16s", hash);
        return;
    }
}

/* Asks for it alone; builds that know no --only are asked for all, as shortly as they can. */
static bool signature_ask(char out[static SIGNATURE_TEXT], const char *program, Error *error)
{
    char *name = (char *)(uintptr_t)program;
    char *alone[] = {name, (char[]){"bench"}, (char[]){"--only"}, (char[]){"signature"}, (char[]){"-q"}, NULL};
    char *all[] = {name, (char[]){"bench"}, (char[]){"--seconds"}, (char[]){"0.001"}, (char[]){"-q"}, NULL};
    ChildEnd end;
    bool good = build_run(&end, alone, "bench --only signature", 0, error);
    if (!good && WIFEXITED(end.status) && WEXITSTATUS(end.status) == 2) {
        child_free(&end);
        good = build_run(&end, all, "bench", 0, error);
    }
    if (good) signature_find(out, &end.out);
    child_free(&end);
    return good && (*out || error_set(error, "--compare: %.200s: bench prints no signature", program));
}

/* ---- a row */

bool compare_knows(const BenchRow *row) { return row->work != WORK_BOT && row->work != WORK_ANSWER; }

typedef struct {
    char *words[WORDS_MOST];
    char amount[24], threads[16];
    int count;
} Pieces;

static void word_add(Pieces *words, const char *word) { words->words[words->count++] = (char *)(uintptr_t)word; }

/* The words of a command that does so much of the row's work: one that every version knows, where there is one. */
static void row_words(Pieces *out, const char *program, const BenchRow *row, uint64_t amount, int threads)
{
    *out = (Pieces){.count = 0};
    snprintf(out->amount, sizeof out->amount, "%llu", (unsigned long long)amount);
    snprintf(out->threads, sizeof out->threads, "%d", threads);
    word_add(out, program);
    if (row->work == WORK_BOARDS || row->work == WORK_MATCHES) {
        word_add(out, "sim");
        for (int i = 0; i < 2; i++)
            word_add(out, row->agents[i]);
        word_add(out, "--rules");
        word_add(out, row->rules ? row->rules : "pagat");
        word_add(out, row->work == WORK_BOARDS ? "--boards" : "--matches");
    } else if (row->work == WORK_RATE) {
        static const char *const PLAYERS[] = {BENCH_PLAYERS};
        word_add(out, "rate");
        for (size_t i = 0; i < sizeof PLAYERS / sizeof *PLAYERS; i++)
            word_add(out, PLAYERS[i]);
        word_add(out, "--boards");
    } else if (row->work == WORK_TUNE || row->work == WORK_EQUITY) {
        word_add(out, row->work == WORK_TUNE ? "tune" : "equity");
        word_add(out, BENCH_TUNED);
        word_add(out, "--rules");
        word_add(out, row->rules ? row->rules : "pagat");
        word_add(out, row->work == WORK_TUNE ? "--from" : "--check");
        word_add(out, row->work == WORK_TUNE ? "base" : "0");
        word_add(out, row->work == WORK_TUNE ? "--rounds" : "--boards");
    } else if (row->work == WORK_FORECAST) {
        word_add(out, "tactics");
        word_add(out, "--tactics");
        word_add(out, BENCH_ANSWER);
        word_add(out, "--boards");
    } else {
        word_add(out, "bench");
        word_add(out, "--only");
        word_add(out, row->what);
        word_add(out, "--work");
    }
    word_add(out, out->amount);
    word_add(out, "--threads");
    word_add(out, out->threads);
    word_add(out, "-q");
}

/* *seconds that a build takes for it. */
static bool row_run(double *seconds, const char *program, const BenchRow *row, uint64_t amount, int threads,
                    Error *error)
{
    Pieces words;
    ChildEnd end;
    row_words(&words, program, row, amount, threads);
    bool good = build_run(&end, words.words, row->what, 0, error);
    if (row->work == WORK_TUNE && WIFEXITED(end.status)) /* the test of a tuning says no by 1, and perhaps by 3 */
        good |= WEXITSTATUS(end.status) == 1 || WEXITSTATUS(end.status) == 3;
    *seconds = threads == 1 ? end.processor : end.wall;
    child_free(&end);
    return good && (!interrupt_seen() || error_set(error, "interrupted"));
}

/* Finds out how much work a run has, by this build, once the other has shown that it has the row. */
static bool amount_find(CompareRow *row, const Comparison *comparison, Error *error)
{
    const double wanted = comparison->seconds * (row->row->times > 0 ? row->row->times : 1);
    double seconds;
    if (!row_run(&seconds, comparison->other, row->row, bench_amount(row->row, 1), comparison->threads, error))
        return false;
    for (uint64_t amount = bench_amount(row->row, 1);; amount *= 4) {
        if (!row_run(&seconds, SELF, row->row, amount, comparison->threads, error)) return false;
        if (seconds < wanted / 4) continue;
        row->amount = bench_amount(row->row, (uint64_t)ceil((double)amount * fmin(wanted / seconds, 4)));
        return true;
    }
}

/* This build, the other, the other, this one. */
static bool round_take(CompareRow *row, const Comparison *comparison, Error *error)
{
    double seconds[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
        const int other = i == 1 || i == 2;
        double taken;
        if (!row_run(&taken, other ? comparison->other : SELF, row->row, row->amount, comparison->threads, error))
            return false;
        seconds[other] += taken / 2;
    }
    row->ours[row->rounds] = seconds[0];
    row->theirs[row->rounds++] = seconds[1];
    return true;
}

bool compare_run(Comparison *comparison, Error *error)
{
    comparison->total = (uint64_t)comparison->count * (uint64_t)comparison->rounds;
    for (int i = 1; i >= 0; i--)
        if (!signature_ask(comparison->signatures[i], i ? comparison->other : SELF, error)) return false;
    for (int i = 0; i < comparison->count; i++)
        if (!amount_find(&comparison->rows[i], comparison, error)) return false;
    for (int round = 0; round < comparison->rounds; round++)
        for (int i = 0; i < comparison->count; i++, comparison->done++)
            if (!round_take(&comparison->rows[i], comparison, error)) return false;
    return true;
}

/* The median of values that stay as they are. */
static double median_kept(const double values[], int count)
{
    double sorted[COMPARE_ROUNDS_MOST];
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    return median_of(sorted, (size_t)count);
}

CompareFound compare_found(const CompareRow *row, double alpha)
{
    double ratios[COMPARE_ROUNDS_MOST];
    for (int i = 0; i < row->rounds; i++)
        ratios[i] = row->theirs[i] / row->ours[i];
    CompareFound found = {.ours = median_kept(row->ours, row->rounds), .theirs = median_kept(row->theirs, row->rounds)};
    found.ratio = median_of(ratios, (size_t)row->rounds);
    found.interval = interval_median(ratios, (size_t)row->rounds, alpha);
    return found;
}
