/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the speed of the search and of the solver. */
#include "analysis/study/bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "agents/agent_list.h"
#include "agents/search/search.h"
#include "engine/solve.h"
#include "sim/board.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"

enum { ROUNDS = 100, LAST_DEALS = 1000, FIRST_PLAYS = 16, LAST_DEAL_PLY = PLAYS - 2 * HAND };

typedef struct {
    Round first_plays[FIRST_PLAYS], rounds[ROUNDS], last_deals[LAST_DEALS];
    double search[BENCH_REPEATS], playouts[BENCH_REPEATS], cost[BENCH_REPEATS];
    double last_deal[BENCH_REPEATS], round[BENCH_REPEATS];
    double nodes;
    int repeats; /* finished */
    Solver solver;
    SolveEntry *entries;
} SearchWork;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double values[], int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
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
        const Round *round = &work->first_plays[i % FIRST_PLAYS];
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

static void work_do(SearchWork *work, Search *search, const Rules *rules, uint32_t iterations, double seconds)
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

/* What it needs, once the agents are read. False if memory runs out. */
static bool speeds_take(SearchSpeeds *out, SearchWork *work, const Schedule *schedule, const Agent greedy[2],
                        const SearchOptions *options, double seconds)
{
    const Rules *rules = &schedule->rules;
    Search *search = search_open(options, rules);
    work->entries = malloc(solver_entries(rules) * sizeof *work->entries);
    bool good = search && work->entries && last_deals_make(work->last_deals, schedule, greedy);
    if (good) {
        solver_init(&work->solver, work->entries, solver_entries(rules));
        for (int i = 0; i < ROUNDS; i++)
            round_open(&work->rounds[i], schedule, (uint64_t)i);
        for (int i = 0; i < FIRST_PLAYS; i++)
            round_open(&work->first_plays[i], schedule, (uint64_t)i);
        work_do(work, search, rules, options->iterations, seconds);
        const int repeats = work->repeats;
        *out = (SearchSpeeds){.repeats = repeats};
        if (repeats)
            *out = (SearchSpeeds){.repeats = repeats,
                                  .search = bench_median(work->search, repeats),
                                  .playouts = bench_median(work->playouts, repeats),
                                  .cost = bench_median(work->cost, repeats),
                                  .last_deal = bench_median(work->last_deal, repeats),
                                  .round = bench_median(work->round, repeats),
                                  .nodes = work->nodes};
    }
    if (search) search_close(search);
    free(work->entries);
    return good;
}

bool search_speeds_take(SearchSpeeds *out, const Schedule *schedule, double seconds, Error *error)
{
    static const char *const AGENTS[] = {"greedy", "greedy", BENCH_SEARCH};
    Agent agents[3];
    SearchOptions options;
    if (!agents_open(agents, AGENTS, 3, &schedule->rules, error)) return false;
    SearchWork *work = calloc(1, sizeof *work);
    bool good =
        work && search_options(&options, &agents[2]) && speeds_take(out, work, schedule, agents, &options, seconds);
    if (!good) error_memory(error);
    free(work);
    agents_free(agents, 3);
    return good;
}
