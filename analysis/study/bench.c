/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how fast this build is. */
#include "analysis/study/bench.h"

#include "analysis/study/tactics/tactic_run.h"
#include "sim/clock.h"
#include "sim/simulate.h"

#define NO_END UINT64_C(1000000000000000) /* boards: until the answer is precise enough */

/* False if the user stopped it, or memory ran out. */
static bool measure_once(const BenchTiming *timing, const Schedule *schedule, uint64_t boards, double *seconds)
{
    const Simulation simulation = {
        .schedule = schedule, .agents = timing->agents, .boards = boards, .threads = timing->threads};
    Tally tally;
    uint64_t done;
    const double start = seconds_now();
    if (simulate(&simulation, &tally, &done) != ARENA_DONE) return false;
    *seconds = seconds_now() - start;
    return true;
}

/* Repetitions in turns, so that a slow moment of the machine meets all measurements alike. */
static bool timings_take(Bench *bench)
{
    double taken;
    for (int i = 0; i < bench->count; i++) {
        uint64_t boards = 1;
        for (;; boards *= 4) {
            if (!measure_once(&bench->timings[i], &bench->schedule, boards, &taken)) return false;
            if (taken >= bench->seconds / 8) break;
        }
        bench->timings[i].boards = 1 + (uint64_t)((double)boards * bench->seconds / taken);
    }
    for (int i = 0; i < BENCH_REPEATS * bench->count; i++) {
        BenchTiming *timing = &bench->timings[i % bench->count];
        if (!measure_once(timing, &bench->schedule, timing->boards, &taken)) return false;
        timing->rates[timing->repeats++] = (double)timing->boards * bench->schedule.seatings / taken;
        bench->done++;
    }
    return true;
}

/* How long it takes to say what a tactic is worth. *seconds stays 0 where the user stopped it, or memory ran out. */
static bool answer_take(double *seconds, int threads)
{
    const TacticRequest request = {
        .rules = "pagat", .agent = "tactic", .opponents = "tactic", .tactics = BENCH_ANSWER, .seed = 1};
    Error error;
    TacticStudy study;
    TacticResult result;
    const double start = seconds_now();
    if (!tactic_study_open(&study, &request, &error)) return false;
    const TacticJob run = {.study = &study, .boards = NO_END, .half_width = BENCH_ANSWER_WIDTH, .threads = threads};
    const bool good = tactic_run(&result, &run);
    if (good && !result.interrupted) *seconds = seconds_now() - start;
    tactic_result_free(&result);
    tactic_study_free(&study);
    return *seconds > 0;
}

bool bench_run(Bench *bench)
{
    Error unused;
    bench->total = 1 + (uint64_t)bench->count * BENCH_REPEATS + BENCH_REPEATS + bench->asks_answer;
    bench->hashed = signature_take(&bench->signature, bench->threads);
    bench->done = bench->hashed;
    bool good = bench->hashed && timings_take(bench);
    good = good && search_speeds_take(&bench->speeds, &bench->schedule, bench->seconds, &unused);
    bench->done += (uint64_t)bench->speeds.repeats;
    good = good && (!bench->asks_answer || answer_take(&bench->answer, bench->threads));
    bench->done += bench->answer > 0;
    return good;
}

double timing_median(const BenchTiming *timing) { return bench_median(timing->rates, timing->repeats); }
