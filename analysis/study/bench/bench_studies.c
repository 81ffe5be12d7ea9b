/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs studies against the clock, as the commands of these names do. */
#include "analysis/study/bench/bench_studies.h"

#include "analysis/study/equity.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tuning/tune.h"

static bool rate_do(BenchTime *time, int threads, uint64_t boards, Error *error)
{
    static const char *const NAMES[] = {BENCH_PLAYERS};
    enum { COUNT = sizeof NAMES / sizeof *NAMES };
    Schedule schedule;
    Agent agents[COUNT];
    Tournament tournament;
    if (!schedule_make(&schedule, "pagat", 2, true, error) ||
        !agents_open(agents, NAMES, COUNT, &schedule.rules, error))
        return false;
    if (!tournament_init(&tournament, &schedule, COUNT, NO_GAUNTLET, boards, error))
        return agents_free(agents, COUNT), false;
    const BenchTime start = bench_clock();
    const ArenaEnd end = tournament_play(&tournament, agents, threads);
    bench_clock_stop(time, start);
    time->done = (double)boards * (double)tournament.pairing_count * schedule.seatings;
    tournament_free(&tournament);
    agents_free(agents, COUNT);
    return end == ARENA_DONE || error_memory(error);
}

static bool tune_do(BenchTime *time, int threads, uint64_t rounds, Error *error)
{
    const TuneRequest request = {.rules = "pagat",
                                 .agent = BENCH_TUNED,
                                 .opponents = "counter",
                                 .rounds = rounds,
                                 .seed = 1,
                                 .test = 200000,
                                 .step = 0.25,
                                 .gain = 0.05};
    TuneSetup setup;
    TuneResult result;
    bool good = tune_setup_make(&setup, &request, error);
    if (good) {
        const TuneRun run = {.setup = &setup, .threads = threads};
        const BenchTime start = bench_clock();
        good = (tune_run(&result, &run) && !result.interrupted) || error_memory(error);
        bench_clock_stop(time, start);
        time->done = good ? (double)result.notes[result.note_count - 1].rounds : 1;
    }
    tune_setup_free(&setup);
    return good;
}

static bool equity_do(BenchTime *time, int threads, uint64_t boards, Error *error)
{
    static const char *const NAMES[] = {BENCH_TUNED, BENCH_TUNED};
    Schedule schedule;
    Agent agents[2];
    ArenaEnd end;
    if (!schedule_make(&schedule, BENCH_EQUITY, 2, true, error) ||
        !agents_open(agents, NAMES, 2, &schedule.rules, error))
        return false;
    schedule.fixed_order = true;
    const EquityJob job = {.boards = {.schedule = &schedule, .agents = agents, .boards = boards, .threads = threads},
                           .alike = true};
    const BenchTime start = bench_clock();
    Equity *equity = equity_play(&job, &end);
    const bool good = equity && equity_solve(equity, threads);
    bench_clock_stop(time, start);
    time->done = (double)boards;
    equity_free(equity);
    agents_free(agents, 2);
    return (good && end == ARENA_DONE) || error_memory(error);
}

bool bench_study(BenchTime *time, const BenchRow *row, int threads, uint64_t amount, Error *error)
{
    return row->work == WORK_RATE   ? rate_do(time, threads, amount, error)
           : row->work == WORK_TUNE ? tune_do(time, threads, amount, error)
                                    : equity_do(time, threads, amount, error);
}
