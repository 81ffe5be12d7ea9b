/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches, plays out, solves and steps, with many threads. */
#include "analysis/study/bench/pieces.h"

#include <omp.h>
#include <stdlib.h>

#include "agents/search/search.h"
#include "engine/rng.h"
#include "engine/solve.h"
#include "library/pasur.h"
#include "sim/boards.h"
#include "sim/files/system.h"

/* ---- rounds of the library side by side, with a random play in each at every step */

enum { N = BENCH_STEP };

typedef struct {
    pasur_rules *rules;
    pasur_env *env;
    Rng rng;
    uint8_t planes[N * PASUR_PLANES * PASUR_CARDS], ended[N];
    int16_t counts[N * PASUR_COUNTS];
    uint32_t first[N + 1];
    pasur_cards plays[N * PASUR_LEGAL], chosen[N];
    int32_t actions[N * PASUR_LEGAL], points[N * PASUR_SEATS];
} BenchSteps;

static pasur_env_arrays arrays_of(BenchSteps *steps)
{
    return (pasur_env_arrays){.planes = steps->planes,
                              .counts = steps->counts,
                              .first = steps->first,
                              .plays = steps->plays,
                              .actions = steps->actions,
                              .points = steps->points,
                              .ended = steps->ended};
}

static void bench_steps_free(BenchSteps *steps)
{
    if (!steps) return;
    if (steps->env) pasur_env_free(steps->env);
    if (steps->rules) pasur_rules_free(steps->rules);
    free(steps);
}

/* BENCH_STEP rounds of pagat for two. NULL if memory runs out. */
static BenchSteps *bench_steps_open(uint64_t seed)
{
    pasur_error error;
    BenchSteps *steps = calloc(1, sizeof *steps);
    if (!steps) return NULL;
    steps->rng = rng_for(seed, 0, PURPOSE_AGENT);
    steps->rules = pasur_rules_new("pagat", 2, &error);
    steps->env = steps->rules ? pasur_env_new(steps->rules, N, seed, &error) : NULL;
    if (!steps->env) return bench_steps_free(steps), NULL;
    const pasur_env_arrays arrays = arrays_of(steps);
    pasur_env_observe(steps->env, &arrays);
    return steps;
}

/* A play in each round, with all that pasur_step can write but whose turn it is. False if that fails. */
static bool bench_step(BenchSteps *steps)
{
    pasur_error error;
    const pasur_env_arrays arrays = arrays_of(steps);
    const uint32_t *first = steps->first;
    for (int i = 0; i < N; i++)
        steps->chosen[i] = steps->plays[first[i] + rng_bounded(&steps->rng, first[i + 1] - first[i])];
    return pasur_step(steps->env, steps->chosen, &arrays, &error) == 0;
}

/* ---- what threads work with */

enum { LAST_DEALS = 1000, FIRST_PLAYS = 16, LAST_DEAL_PLY = PLAYS - 2 * HAND };

/* What one thread works with; what is not needed yet is not there. */
typedef struct {
    Search *search;
    SolveEntry *entries;
    Solver solver;
    BenchSteps *steps;
} Worker;

struct Pieces {
    Schedule schedule; /* of the rounds below */
    Round rounds[BENCH_ROUNDS], last_deals[LAST_DEALS];
    Agent search;
    PieceWork work; /* that is done now … */
    uint64_t nodes; /* … and what that searched */
    int threads;
    Worker workers[];
};

static void round_open(Round *round, const Schedule *schedule, uint64_t board)
{
    Pack pack;
    schedule_pack(&pack, schedule, board);
    round_start(round, &schedule->rules, &pack, NULL);
}

/* Last deals as greedy players come to them. False if memory runs out. */
static bool last_deals_make(Round rounds[static LAST_DEALS], const Schedule *schedule, Error *error)
{
    static const char *const NAMES[] = {"greedy", "greedy"};
    Board board;
    Players players;
    Agent agents[2];
    if (!agents_open(agents, NAMES, 2, &schedule->rules, error)) return false;
    const bool good = players_open(&players, schedule, agents, 2);
    for (int i = 0; good && i < LAST_DEALS; i++) {
        board_play(&board, &players, NULL, (uint64_t)i);
        round_open(&rounds[i], schedule, (uint64_t)i);
        for (int ply = 0; ply < LAST_DEAL_PLY; ply++)
            round_play(&rounds[i], &schedule->rules, board.games[0].history[ply]);
    }
    if (good) players_close(&players);
    agents_free(agents, 2);
    return good || error_memory(error);
}

Pieces *pieces_open(int threads, Error *error)
{
    static const char *const SEARCH[] = {BENCH_SEARCH};
    Pieces *pieces = calloc(1, sizeof *pieces + (size_t)threads * sizeof *pieces->workers);
    if (!pieces) return error_memory(error), NULL;
    pieces->threads = threads;
    const bool good = schedule_make(&pieces->schedule, "pagat", 2, true, error) &&
                      agents_open(&pieces->search, SEARCH, 1, &pieces->schedule.rules, error);
    if (!good || !last_deals_make(pieces->last_deals, &pieces->schedule, error)) {
        if (good) agents_free(&pieces->search, 1);
        return free(pieces), NULL;
    }
    for (int i = 0; i < BENCH_ROUNDS; i++)
        round_open(&pieces->rounds[i], &pieces->schedule, (uint64_t)i);
    return pieces;
}

void pieces_close(Pieces *pieces)
{
    if (!pieces) return;
    for (int i = 0; i < pieces->threads; i++) {
        if (pieces->workers[i].search) search_close(pieces->workers[i].search);
        bench_steps_free(pieces->workers[i].steps);
        free(pieces->workers[i].entries);
    }
    agents_free(&pieces->search, 1);
    free(pieces);
}

/* ---- work that each thread does by itself, piece by piece */

static bool search_piece(Worker *worker, const Pieces *pieces, uint64_t index)
{
    const Rules *rules = &pieces->schedule.rules;
    const Round *round = &pieces->rounds[index % FIRST_PLAYS];
    const View view = {.rules = rules,
                       .table = &round->table,
                       .hand = round_hand(round),
                       .seat = round->table.turn,
                       .first_pool = round->table.pool};
    Rng rng = rng_for(1, index, PURPOSE_AGENT);
    SearchResult result;
    int64_t sum;
    if (pieces->work == PIECE_PLAYOUTS) {
        search_playouts(&sum, worker->search, &view, BENCH_ITERATIONS, &rng);
        return true;
    }
    search_forget(worker->search);
    search_run(&result, worker->search, &view, &rng);
    return true;
}

static bool solve_piece(Worker *worker, const Pieces *pieces, uint64_t index, uint64_t *nodes)
{
    int value;
    const Round *round =
        pieces->work == PIECE_ROUNDS ? &pieces->rounds[index % BENCH_ROUNDS] : &pieces->last_deals[index % LAST_DEALS];
    solve_value(&value, &worker->solver, round, &pieces->schedule.rules);
    *nodes += worker->solver.nodes;
    return true;
}

static bool piece_do(void *shared, uint64_t index, void *nodes)
{
    Pieces *pieces = shared;
    Worker *worker = &pieces->workers[omp_get_thread_num()];
    if (pieces->work == PIECE_STEPS) return bench_step(worker->steps);
    return pieces->work <= PIECE_PLAYOUTS ? search_piece(worker, pieces, index)
                                          : solve_piece(worker, pieces, index, nodes);
}

static uint64_t pieces_work(void *worker, const ArenaRange *range) { return arena_each(range, worker, piece_do); }

static bool nodes_add(void *shared, uint64_t first, uint64_t count, const void *nodes)
{
    (void)first, (void)count;
    ((Pieces *)shared)->nodes += *(const uint64_t *)nodes;
    return true;
}

/* What the threads need for it, before the clock starts. */
static bool workers_prepare(Pieces *pieces, int threads)
{
    const Rules *rules = &pieces->schedule.rules;
    const PieceWork work = pieces->work;
    SearchOptions options;
    search_options(&options, &pieces->search);
    bool good = true;
    for (int i = 0; i < threads && good; i++) {
        Worker *worker = &pieces->workers[i];
        if (work <= PIECE_PLAYOUTS && !worker->search) good = (worker->search = search_open(&options, rules)) != NULL;
        if ((work == PIECE_LAST_DEALS || work == PIECE_ROUNDS) && !worker->entries) {
            worker->entries = malloc(solver_entries(rules) * sizeof *worker->entries);
            good = worker->entries;
            if (good) solver_init(&worker->solver, worker->entries, solver_entries(rules));
        }
        if (work == PIECE_STEPS && !worker->steps) good = (worker->steps = bench_steps_open((uint64_t)i)) != NULL;
    }
    return good;
}

bool pieces_do(double *seconds, double *nodes, Pieces *pieces, PieceWork work, int threads, uint64_t count,
               Error *error)
{
    pieces->work = work;
    pieces->nodes = 0;
    if (!workers_prepare(pieces, threads)) return error_memory(error);
    const bool short_ones = work == PIECE_LAST_DEALS || work == PIECE_STEPS;
    const ArenaJob job = {.count = count,
                          .chunk = short_ones ? arena_chunk(count, 100) : 1,
                          .threads = threads,
                          .shared = pieces,
                          .result_size = sizeof pieces->nodes,
                          .work = pieces_work,
                          .release = nodes_add};
    const double start = seconds_now();
    const ArenaEnd end = arena_run(&job);
    *seconds = seconds_now() - start;
    *nodes = (double)pieces->nodes / (double)count;
    return end == ARENA_DONE || error_memory(error);
}
