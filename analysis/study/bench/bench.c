/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how fast this build is: repetitions of all rows in turns. */
#include "analysis/study/bench/bench.h"

#include <math.h>
#include <string.h>

#include "analysis/stats/estimate.h"
#include "analysis/study/bench/bench_work.h"
#include "analysis/study/signature.h"

double timing_median(const BenchTiming *timing)
{
    double sorted[BENCH_REPEATS_MOST];
    memcpy(sorted, timing->values, sizeof sorted);
    return median_of(sorted, (size_t)timing->repeats);
}

double timing_ratio(const BenchTiming *timing, const BenchTiming *to)
{
    double ratios[BENCH_REPEATS_MOST];
    const int count = timing->repeats < to->repeats ? timing->repeats : to->repeats;
    for (int i = 0; i < count; i++)
        ratios[i] = timing->values[i] / to->values[i];
    return median_of(ratios, (size_t)count);
}

double bench_gain(const BenchTiming *all, const BenchTiming *one)
{
    return bench_row_takes(all->row) ? timing_ratio(one, all) : timing_ratio(all, one);
}

const BenchTiming *bench_timing(const Bench *bench, const char *what, int threads)
{
    for (int i = 0; i < bench->count; i++) {
        const BenchTiming *timing = &bench->timings[i];
        if (timing->threads == threads && timing->repeats && !strcmp(timing->row->what, what)) return timing;
    }
    return NULL;
}

/* How many repetitions there are to be. */
static int repeats_of(const Bench *bench, const BenchTiming *timing)
{
    return timing->row->work == WORK_ANSWER ? 1 : bench->repeats;
}

/* Finds out how much work a repetition has, which warms up what is measured. Processor time decides where the work is
   done here, so that a busy machine does not make it less; of many threads each does as much as one alone. */
static bool amount_find(Bench *bench, BenchTools *tools, int index, Error *error)
{
    BenchTiming *timing = &bench->timings[index];
    const BenchRow *row = timing->row;
    const double wanted = bench->seconds * (row->times > 0 ? row->times : 1);
    BenchTime time;
    timing->amount = bench->work;
    if (bench->work || row->work == WORK_ANSWER) return true;
    if (index && timing[-1].row == row) {
        timing->amount = timing[-1].amount * (uint64_t)timing->threads;
        return true;
    }
    for (uint64_t amount = bench_amount(row, 1);; amount *= 4) {
        if (!bench_work(&time, tools, row, timing->threads, amount, error)) return false;
        const double taken = row->work == WORK_BOT ? time.seconds : time.processor;
        if (taken < wanted / 8) continue;
        timing->amount = bench_amount(row, (uint64_t)ceil((double)amount * fmin(wanted / taken, 8)));
        return true;
    }
}

/* Repetitions in turns, so that a slow moment of the machine meets all measurements alike. */
static bool timings_take(Bench *bench, BenchTools *tools, Error *error)
{
    BenchTime time;
    for (int i = 0; i < bench->count; i++)
        if (!amount_find(bench, tools, i, error)) return false;
    for (int repeat = 0; repeat < bench->repeats; repeat++)
        for (int i = 0; i < bench->count; i++) {
            BenchTiming *timing = &bench->timings[i];
            if (repeat >= repeats_of(bench, timing)) continue;
            if (!bench_work(&time, tools, timing->row, timing->threads, timing->amount, error)) return false;
            timing->values[timing->repeats++] = bench_value(timing->row, time.seconds, time.done);
            bench->done++;
            bench->nodes = bench_nodes(tools);
            bench->boards = bench_boards(tools);
        }
    return true;
}

bool bench_run(Bench *bench, Error *error)
{
    bench->total = bench->hashes;
    for (int i = 0; i < bench->count; i++)
        bench->total += (uint64_t)repeats_of(bench, &bench->timings[i]);
    bench->hashed = bench->hashes && signature_take(&bench->signature, bench->threads);
    bench->done = bench->hashed;
    if (bench->hashes && !bench->hashed) return error_memory(error);
    if (!bench->count) return true;
    BenchTools *tools = bench_tools_make(bench->bots, bench->threads, error);
    const bool good = tools && timings_take(bench, tools, error);
    bench_tools_free(tools);
    return good;
}
