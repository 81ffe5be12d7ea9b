/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `bench`, and the work that each is made of, against the clock. */
#include "analysis/study/bench/bench_work.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "agents/search/search.h"
#include "analysis/study/equity.h"
#include "analysis/study/tactics/tactic_run.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tuning/tune.h"
#include "engine/rng.h"
#include "engine/solve.h"
#include "library/pasur.h"
#include "sim/boards.h"
#include "sim/files/system.h"

#define OF_THREE .rules = "pagat,players=3"
#define IN_TEAMS .rules = "pagat,players=4"

const BenchRow BENCH_ROWS[] = {
    {"random", "rounds/s", WORK_BOARDS, .agents = {"random", "random"}, .plays = true},
    {"greedy", "rounds/s", WORK_BOARDS, .agents = {"greedy", "greedy"}, .plays = true},
    {"greedy in matches", "rounds/s", WORK_MATCHES, .agents = {"greedy", "greedy"}, .over = "greedy",
     .ratio = "greedy in matches over boards"},
    {"tactic", "rounds/s", WORK_BOARDS, .agents = {"tactic", "tactic"}},
    {"tactic counter", "rounds/s", WORK_BOARDS, .agents = {"tactic", "counter"}},
    {"tactic of three", "rounds/s", WORK_BOARDS, OF_THREE, .agents = {"tactic", "tactic"}},
    {"tactic counter of three", "rounds/s", WORK_BOARDS, OF_THREE, .agents = {"tactic", "counter"}},
    {"tactic in teams", "rounds/s", WORK_BOARDS, IN_TEAMS, .agents = {"tactic", "tactic"}},
    {"tactic counter in teams", "rounds/s", WORK_BOARDS, IN_TEAMS, .agents = {"tactic", "counter"}},
    {"rate", "rounds/s", WORK_RATE, .times = 1},
    {"tune", "rounds/s", WORK_TUNE, .asked = true},
    {"equity", "boards/s", WORK_EQUITY, .rules = BENCH_EQUITY},
    {"ismcts", "rounds/s", WORK_BOARDS, .agents = {"ismcts", "ismcts"}, .plays = true, .times = 6},
    {"policy", "rounds/s", WORK_BOARDS, .agents = {"policy", "policy"}, .plays = true},
    {"random as a bot", "plays/s", WORK_BOT, .alone = true},
    {"search", "iterations/s", WORK_SEARCH, .times = 2},
    {"sampling and playout", "iterations/s", WORK_PLAYOUTS, .times = 2, .over = "search",
     .ratio = "search over sampling and playout"},
    {"solve last deal", "us", WORK_LAST_DEALS, .times = 1},
    {"solve round", "ms", WORK_ROUNDS, .times = 2},
    {"steps", "plays/s", WORK_STEPS, .times = 1},
    {"answer " BENCH_ANSWER " expected", "s", WORK_FORECAST, .times = 2},
    {"answer " BENCH_ANSWER, "s", WORK_ANSWER, .asked = true},
};
const size_t BENCH_ROW_COUNT = sizeof BENCH_ROWS / sizeof *BENCH_ROWS;
_Static_assert(sizeof BENCH_ROWS / sizeof *BENCH_ROWS <= BENCH_ROWS_MOST, "there is room for all rows");

bool bench_row_takes(const BenchRow *row) { return !strchr(row->unit, '/'); }

double bench_value(const BenchRow *row, double seconds, double done)
{
    const double scale = row->unit[0] == 'u' ? 1e6 : row->unit[0] == 'm' ? 1e3 : 1;
    return bench_row_takes(row) ? scale * seconds / done : done / seconds;
}

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

/* ---- whole commands: a tournament, a tuning, a table of chances */

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
                                 .alpha = USUAL_ALPHA,
                                 .agent = BENCH_TUNED,
                                 .opponents = "counter",
                                 .from = "base",
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

/* Does so much of the row's work (WORK_RATE, WORK_TUNE, WORK_EQUITY). False with the reason if memory runs out, or if
   the user stopped it. */
static bool bench_study(BenchTime *time, const BenchRow *row, int threads, uint64_t amount, Error *error)
{
    return row->work == WORK_RATE   ? rate_do(time, threads, amount, error)
           : row->work == WORK_TUNE ? tune_do(time, threads, amount, error)
                                    : equity_do(time, threads, amount, error);
}

/* ---- what threads work with */

enum { ROUNDS = 100, LAST_DEALS = 1000, FIRST_PLAYS = 16, LAST_DEAL_PLY = PLAYS - 2 * HAND };
#define NO_END UINT64_C(1000000000000000) /* boards: until the answer is precise enough */

/* What one thread works with; what is not needed yet is not there. */
typedef struct {
    Search *search;
    SolveEntry *entries;
    Solver solver;
    BenchSteps *steps;
} Worker;

struct BenchTools {
    Schedule schedule; /* of the rounds below */
    Round rounds[ROUNDS], last_deals[LAST_DEALS];
    Agent search;
    const Agent *bots;
    double nodes, boards;
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

BenchTools *bench_tools_make(const Agent *bots, int threads, Error *error)
{
    static const char *const SEARCH[] = {BENCH_SEARCH};
    BenchTools *tools = calloc(1, sizeof *tools + (size_t)threads * sizeof *tools->workers);
    if (!tools) return error_memory(error), NULL;
    tools->bots = bots;
    tools->threads = threads;
    const bool good = schedule_make(&tools->schedule, "pagat", 2, true, error) &&
                      agents_open(&tools->search, SEARCH, 1, &tools->schedule.rules, error);
    if (!good || !last_deals_make(tools->last_deals, &tools->schedule, error)) {
        if (good) agents_free(&tools->search, 1);
        return free(tools), NULL;
    }
    for (int i = 0; i < ROUNDS; i++)
        round_open(&tools->rounds[i], &tools->schedule, (uint64_t)i);
    return tools;
}

void bench_tools_free(BenchTools *tools)
{
    if (!tools) return;
    for (int i = 0; i < tools->threads; i++) {
        if (tools->workers[i].search) search_close(tools->workers[i].search);
        bench_steps_free(tools->workers[i].steps);
        free(tools->workers[i].entries);
    }
    agents_free(&tools->search, 1);
    free(tools);
}

double bench_nodes(const BenchTools *tools) { return tools->nodes; }
double bench_boards(const BenchTools *tools) { return tools->boards; }

/* ---- work that each thread does by itself, piece by piece */

typedef struct {
    BenchTools *tools;
    BenchWork work;
    uint32_t iterations;
    uint64_t nodes;
} Pieces;

/* What one thread has of them. */
typedef struct {
    Pieces *pieces;
    Worker *worker;
} PieceWorker;

static bool search_piece(Worker *worker, const Pieces *pieces, uint64_t index)
{
    const Rules *rules = &pieces->tools->schedule.rules;
    const Round *round = &pieces->tools->rounds[index % FIRST_PLAYS];
    const View view = {.rules = rules,
                       .table = &round->table,
                       .hand = round_hand(round),
                       .seat = round->table.turn,
                       .first_pool = round->table.pool};
    Rng rng = rng_for(1, index, PURPOSE_AGENT);
    SearchResult result;
    int64_t sum;
    if (pieces->work == WORK_PLAYOUTS) {
        search_playouts(&sum, worker->search, &view, pieces->iterations, &rng);
        return true;
    }
    search_forget(worker->search);
    search_run(&result, worker->search, &view, &rng);
    return true;
}

static bool solve_piece(Worker *worker, const Pieces *pieces, uint64_t index, uint64_t *nodes)
{
    const BenchTools *tools = pieces->tools;
    int value;
    const Round *round =
        pieces->work == WORK_ROUNDS ? &tools->rounds[index % ROUNDS] : &tools->last_deals[index % LAST_DEALS];
    solve_value(&value, &worker->solver, round, &tools->schedule.rules);
    *nodes += worker->solver.nodes;
    return true;
}

static void *worker_open(void *shared)
{
    Pieces *pieces = shared;
    PieceWorker *worker = malloc(sizeof *worker);
    if (worker) *worker = (PieceWorker){pieces, &pieces->tools->workers[omp_get_thread_num()]};
    return worker;
}

static bool piece_do(void *opened, uint64_t index, void *nodes)
{
    PieceWorker *worker = opened;
    switch (worker->pieces->work) {
    case WORK_SEARCH:
    case WORK_PLAYOUTS: return search_piece(worker->worker, worker->pieces, index);
    case WORK_STEPS: return bench_step(worker->worker->steps);
    default: return solve_piece(worker->worker, worker->pieces, index, nodes);
    }
}

static uint64_t pieces_work(void *worker, const ArenaRange *range) { return arena_each(range, worker, piece_do); }

static bool nodes_add(void *shared, uint64_t first, uint64_t count, const void *nodes)
{
    Pieces *pieces = shared;
    (void)first, (void)count;
    pieces->nodes += *(const uint64_t *)nodes;
    return true;
}

/* What the threads need for it, before the clock starts. */
static bool workers_prepare(BenchTools *tools, BenchWork work, int threads, const SearchOptions *options)
{
    const Rules *rules = &tools->schedule.rules;
    bool good = true;
    for (int i = 0; i < threads && good; i++) {
        Worker *worker = &tools->workers[i];
        if ((work == WORK_SEARCH || work == WORK_PLAYOUTS) && !worker->search)
            good = (worker->search = search_open(options, rules)) != NULL;
        if ((work == WORK_LAST_DEALS || work == WORK_ROUNDS) && !worker->entries) {
            worker->entries = malloc(solver_entries(rules) * sizeof *worker->entries);
            good = worker->entries;
            if (good) solver_init(&worker->solver, worker->entries, solver_entries(rules));
        }
        if (work == WORK_STEPS && !worker->steps) good = (worker->steps = bench_steps_open((uint64_t)i)) != NULL;
    }
    return good;
}

static bool pieces_do(BenchTime *time, BenchTools *tools, const BenchRow *row, int threads, uint64_t amount,
                      Error *error)
{
    SearchOptions options;
    search_options(&options, &tools->search);
    Pieces pieces = {.tools = tools, .work = row->work, .iterations = options.iterations};
    if (!workers_prepare(tools, row->work, threads, &options)) return error_memory(error);
    const ArenaJob job = {.count = amount,
                          .chunk =
                              row->work == WORK_LAST_DEALS || row->work == WORK_STEPS ? arena_chunk(amount, 100) : 1,
                          .threads = threads,
                          .shared = &pieces,
                          .worker_open = worker_open,
                          .worker_close = free,
                          .result_size = sizeof pieces.nodes,
                          .work = pieces_work,
                          .release = nodes_add};
    const BenchTime start = bench_clock();
    const ArenaEnd end = arena_run(&job);
    bench_clock_stop(time, start);
    const bool searches = row->work == WORK_SEARCH || row->work == WORK_PLAYOUTS;
    time->done = (double)amount * (searches ? options.iterations : row->work == WORK_STEPS ? BENCH_STEP : 1);
    if (row->work == WORK_ROUNDS) tools->nodes = (double)pieces.nodes / (double)amount;
    return end == ARENA_DONE || error_memory(error);
}

/* ---- boards, and the answer */

static bool boards_do(BenchTime *time, BenchTools *tools, const BenchRow *row, int threads, uint64_t amount,
                      Error *error)
{
    Agent own[2];
    Schedule schedule;
    Sums sums;
    uint64_t done;
    const bool bot = row->work == WORK_BOT;
    if (!schedule_make(&schedule, row->rules ? row->rules : "pagat", 2, true, error) ||
        (!bot && !agents_open(own, row->agents, 2, &schedule.rules, error)))
        return false;
    if (row->work == WORK_MATCHES) schedule.match_rounds = MATCH_ROUNDS;
    const BoardsJob job = {
        .schedule = &schedule, .agents = bot ? tools->bots : own, .boards = amount, .threads = threads};
    const BenchTime start = bench_clock();
    const ArenaEnd end = simulate(&job, NULL, &sums, &done);
    bench_clock_stop(time, start);
    time->done = (double)sums_x(&sums, table_row(&sums), SUM_rounds);
    sums_free(&sums);
    if (bot) time->done *= (double)PLAYS / 2; /* the program makes every other play */
    if (!bot) agents_free(own, 2);
    return end == ARENA_DONE || error_memory(error);
}

/* Plays `boards` of the answer, or, where that is 0, as many as it takes. */
static bool answer_do(BenchTime *time, BenchTools *tools, int threads, uint64_t boards, Error *error)
{
    const TacticRequest request = {
        .rules = "pagat", .agent = "tactic", .opponents = "tactic", .tactics = BENCH_ANSWER, .seed = 1};
    TacticStudy study;
    TacticResult result;
    const BenchTime start = bench_clock();
    if (!tactic_study_open(&study, &request, error)) return false;
    const TacticJob run = {.study = &study,
                           .boards = boards ? boards : NO_END,
                           .half_width = boards ? 0 : BENCH_ANSWER_WIDTH,
                           .alpha = USUAL_ALPHA,
                           .threads = threads};
    const bool good = tactic_run(&result, &run) && !result.interrupted;
    bench_clock_stop(time, start);
    time->done = 1;
    if (good && boards && tools->boards > 0) time->done = (double)boards / tools->boards;
    if (good && boards && !(tools->boards > 0)) {
        const Estimate value = result.cells[0].value;
        tools->boards = look_first(value.sd, value.n, BENCH_ANSWER_WIDTH, USUAL_ALPHA);
    }
    tactic_result_free(&result);
    tactic_study_free(&study);
    return good || error_memory(error);
}

static bool forecast_do(BenchTime *time, BenchTools *tools, int threads, uint64_t amount, Error *error)
{
    BenchTime pilot;
    if (!(tools->boards > 0) && !answer_do(&pilot, tools, threads, LOOK_PLAN_BOARDS, error)) return false;
    return answer_do(time, tools, threads, amount, error);
}

uint64_t bench_amount(const BenchRow *row, uint64_t amount)
{
    const uint64_t whole = row->work == WORK_ROUNDS     ? ROUNDS
                           : row->work == WORK_BOT      ? 1024
                           : row->work == WORK_FORECAST ? 256
                           : row->work == WORK_TUNE     ? 100000
                           : row->work == WORK_EQUITY   ? 1000
                                                        : 1;
    return amount <= whole ? whole : (amount + whole - 1) / whole * whole;
}

bool bench_work(BenchTime *time, BenchTools *tools, const BenchRow *row, int threads, uint64_t amount, Error *error)
{
    switch (row->work) {
    case WORK_BOARDS:
    case WORK_MATCHES:
    case WORK_BOT: return boards_do(time, tools, row, threads, amount, error);
    case WORK_RATE:
    case WORK_TUNE:
    case WORK_EQUITY: return bench_study(time, row, threads, amount, error);
    case WORK_FORECAST: return forecast_do(time, tools, threads, amount, error);
    case WORK_ANSWER: return answer_do(time, tools, threads, 0, error);
    default: return pieces_do(time, tools, row, threads, amount, error);
    }
}
