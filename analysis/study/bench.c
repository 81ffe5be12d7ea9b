/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how fast this build is: agents, search and solver, the time to an answer. */
#include "analysis/study/bench.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/search/search.h"
#include "analysis/study/signature.h"
#include "analysis/study/tactics/tactic_run.h"
#include "engine/solve.h"
#include "sim/board.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/simulate.h"

#define NO_END UINT64_C(1000000000000000) /* boards: until the answer is precise enough */

/* ---- search and solver */

enum { ROUNDS = 100, LAST_DEALS = 1000, FIRST_PLAYS = 16, LAST_DEAL_PLY = PLAYS - 2 * HAND };

typedef struct {
    Round rounds[ROUNDS], last_deals[LAST_DEALS];
    double search[BENCH_REPEATS], playouts[BENCH_REPEATS], cost[BENCH_REPEATS];
    double last_deal[BENCH_REPEATS], round[BENCH_REPEATS];
    double nodes;
    int repeats; /* finished */
    Solver solver;
} SearchWork;

/* The median of repetitions. */
static double median(const double values[static BENCH_REPEATS], int count)
{
    double sorted[BENCH_REPEATS];
    memcpy(sorted, values, sizeof sorted);
    return gsl_stats_median(sorted, 1, (size_t)count);
}

static void round_open(Round *round, const Schedule *schedule, uint64_t board)
{
    Pack pack;
    schedule_pack(&pack, schedule, board);
    round_start(round, &schedule->rules, &pack, NULL);
}

/* Last deals as greedy players come to them. False if memory runs out. */
static bool last_deals_make(Round rounds[static LAST_DEALS], const Schedule *schedule, const Agent agents[2])
{
    Board board;
    Players players;
    if (!players_open(&players, schedule, agents, 2)) return false;
    for (int i = 0; i < LAST_DEALS; i++) {
        board_play(&board, &players, NULL, (uint64_t)i);
        round_open(&rounds[i], schedule, (uint64_t)i);
        for (int ply = 0; ply < LAST_DEAL_PLY; ply++)
            round_play(&rounds[i], &schedule->rules, board.games[0].history[ply]);
    }
    players_close(&players);
    return true;
}

/* `count` decisions, each searched and then as many deals sampled and played out, so that a slow moment of the machine
   meets both alike. Adds the seconds of each. */
static void search_time(double *searching, double *playing, Search *search, const SearchWork *work, const Rules *rules,
                        uint32_t iterations, int count)
{
    SearchResult result;
    for (int i = 0; i < count && !interrupt_seen(); i++) {
        const Round *round = &work->rounds[i % FIRST_PLAYS];
        const View view = {.rules = rules,
                           .table = &round->table,
                           .hand = round_hand(round),
                           .seat = round->table.turn,
                           .first_pool = round->table.pool};
        Rng rng = rng_for(1, (uint64_t)i, PURPOSE_AGENT);
        int64_t sum;
        double start = seconds_now();
        search_forget(search);
        search_run(&result, search, &view, &rng);
        double middle = seconds_now();
        search_playouts(&sum, search, &view, iterations, &rng);
        *searching += middle - start;
        *playing += seconds_now() - middle;
    }
}

/* Mean seconds for the value of a round. */
static double solve_time(Solver *solver, uint64_t *nodes, const Round rounds[], int count, const Rules *rules)
{
    int value;
    double start = seconds_now();
    *nodes = 0;
    for (int i = 0; i < count && !interrupt_seen(); i++) {
        solve_value(&value, solver, &rounds[i], rules);
        *nodes += solver->nodes;
    }
    return (seconds_now() - start) / count;
}

static void speeds_measure(SearchWork *work, Search *search, const Rules *rules, uint32_t iterations, double seconds)
{
    double first[2] = {0};
    uint64_t nodes;
    search_time(&first[0], &first[1], search, work, rules, iterations, 1);
    if (interrupt_seen()) return;
    int count = 1 + (int)(seconds / (first[0] + first[1]));
    for (int repeat = 0; repeat < BENCH_REPEATS; repeat++) {
        double searching = 0, playing = 0, iterated = (double)iterations * count;
        search_time(&searching, &playing, search, work, rules, iterations, count);
        work->search[repeat] = iterated / searching;
        work->playouts[repeat] = iterated / playing;
        work->cost[repeat] = searching / playing;
        work->last_deal[repeat] = solve_time(&work->solver, &nodes, work->last_deals, LAST_DEALS, rules);
        work->round[repeat] = solve_time(&work->solver, &nodes, work->rounds, ROUNDS, rules);
        if (interrupt_seen()) return; /* this one is not whole */
        work->nodes = (double)nodes / ROUNDS;
        work->repeats++;
    }
}

/* Of a schedule for two players. False with one line in error if memory runs out. */
static bool search_speeds_take(SearchSpeeds *out, const Schedule *schedule, double seconds, Error *error)
{
    static const char *const AGENTS[] = {"greedy", "greedy", BENCH_SEARCH};
    const Rules *rules = &schedule->rules;
    Agent agents[3];
    SearchOptions options;
    if (!agents_open(agents, AGENTS, 3, rules, error)) return false;
    Search *search = search_options(&options, &agents[2]) ? search_open(&options, rules) : NULL;
    SolveEntry *entries = malloc(solver_entries(rules) * sizeof *entries);
    SearchWork *work = calloc(1, sizeof *work);
    const bool good = search && entries && work && last_deals_make(work->last_deals, schedule, agents);
    if (good) {
        solver_init(&work->solver, entries, solver_entries(rules));
        for (int i = 0; i < ROUNDS; i++)
            round_open(&work->rounds[i], schedule, (uint64_t)i);
        speeds_measure(work, search, rules, options.iterations, seconds);
        *out = (SearchSpeeds){.repeats = work->repeats,
                              .search = median(work->search, work->repeats),
                              .playouts = median(work->playouts, work->repeats),
                              .cost = median(work->cost, work->repeats),
                              .last_deal = median(work->last_deal, work->repeats),
                              .round = median(work->round, work->repeats),
                              .nodes = work->nodes};
    }
    if (search) search_close(search);
    free(entries);
    free(work);
    agents_free(agents, 3);
    return good || error_memory(error);
}

/* ---- all */

/* Plays so many boards and says how long that took, and how many rounds they had. False if the user stopped it, or memory ran
   out. */
static bool measure_once(const BenchTiming *timing, const Schedule *boards_schedule, uint64_t boards, double *seconds,
                         double *rounds)
{
    Schedule schedule = *boards_schedule;
    if (timing->matches) schedule.match_rounds = MATCH_ROUNDS;
    const BoardsJob job = {
        .schedule = &schedule, .agents = timing->agents, .boards = boards, .threads = timing->threads};
    Tally tally;
    uint64_t done;
    const double start = seconds_now();
    if (simulate(&job, NULL, &tally, &done) != ARENA_DONE) return false;
    *seconds = seconds_now() - start;
    *rounds = timing->matches ? (double)tally.rounds.sum : (double)boards * schedule.seatings;
    return true;
}

/* With so many boards a program has a full batch to answer. */
enum { BOT_BOARDS = 1024 };

/* Repetitions in turns, so that a slow moment of the machine meets all measurements alike. */
static bool timings_take(Bench *bench)
{
    double taken, rounds;
    for (int i = 0; i < bench->count; i++) {
        uint64_t boards = bench->timings[i].agents->bots ? BOT_BOARDS : 1;
        for (;; boards *= 4) {
            if (!measure_once(&bench->timings[i], &bench->schedule, boards, &taken, &rounds)) return false;
            if (taken >= bench->seconds / 8) break;
        }
        if (bench->timings[i].agents->bots) taken = fmin(taken, bench->seconds);
        bench->timings[i].boards = 1 + (uint64_t)((double)boards * bench->seconds / taken);
    }
    for (int i = 0; i < BENCH_REPEATS * bench->count; i++) {
        BenchTiming *timing = &bench->timings[i % bench->count];
        if (!measure_once(timing, &bench->schedule, timing->boards, &taken, &rounds)) return false;
        timing->rates[timing->repeats++] = rounds / taken;
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
    bench->hashed = signature_take(&bench->signature, SIGNATURE_ALL, bench->threads);
    bench->done = bench->hashed;
    bool good = bench->hashed && timings_take(bench);
    good = good && search_speeds_take(&bench->speeds, &bench->schedule, bench->seconds, &unused);
    bench->done += (uint64_t)bench->speeds.repeats;
    good = good && (!bench->asks_answer || answer_take(&bench->answer, bench->threads));
    bench->done += bench->answer > 0;
    return good;
}

double timing_median(const BenchTiming *timing) { return median(timing->rates, timing->repeats); }

double timing_ratio(const BenchTiming *timing, const BenchTiming *to)
{
    double ratios[BENCH_REPEATS];
    for (int i = 0; i < timing->repeats; i++)
        ratios[i] = timing->rates[i] / to->rates[i];
    return median(ratios, timing->repeats);
}
