/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the boards of a schedule: adds up their measures, writes rows and records in board order, and keeps them in
   a journal. */
#include "sim/simulate.h"

#include <string.h>

#include "sim/journal.h"

typedef struct {
    const BoardsJob *boards;
    const Simulation *simulation;
    Sums *sums;
    uint64_t done;
    bool failed; /* memory ran out where results are released, which ends the run */
} SimulationRun;

/* ---- what a journal keeps */

static void fields(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result)
{
    const SimulationRun *run = ((const BoardsRun *)shared)->arg;
    const SumsShape shape = sim_shape(run->boards->schedule);
    const KnownAgents agents = boards_known(run->boards);
    (void)jobs;
    stretch_fields(fields, kind, result, &shape, &agents, BLOCK_NUMBERS, run->simulation->streams);
}

/* ---- boards */

static bool round_write(TextBuffer texts[static SIM_STREAMS], const SimulationRun *run, const PlayedRound *round)
{
    const BoardsJob *boards = run->boards;
    OutputFile *const *streams = run->simulation->streams;
    return (!streams[STREAM_ROUNDS] || rounds_add(&texts[STREAM_ROUNDS], boards->schedule, boards->agents, round)) &&
           (!streams[STREAM_RECORDS] || record_add(&texts[STREAM_RECORDS], boards->schedule, boards->agents, round));
}

/* Adds a board to the blocks; values NULL: it is void. False if memory runs out. */
static bool block_add(Stretch *chunk, const SimulationRun *run, uint64_t board, const BoardValues *values)
{
    const Schedule *schedule = run->boards->schedule;
    if (!run->boards->journal) return true;
    int64_t *sums = block_sums_board(&chunk->blocks, BLOCK_NUMBERS, board);
    if (!sums || !values) return sums;
    sums[BLOCK_PLAYED]++;
    sums[BLOCK_ROUNDS] += values->rows[schedule->agents][SUM_rounds];
    for (int agent = 0; agent < schedule->agents; agent++) {
        sums[BLOCK_DIFF + agent] += values->rows[agent][SUM_diff];
        sums[BLOCK_WINS + agent] += values->rows[agent][SUM_wins];
    }
    return true;
}

/* Adds a board; values NULL: it is void, and failed so. False if memory runs out. */
static bool board_add(Stretch *chunk, const SimulationRun *run, uint64_t board, const BoardValues *values,
                      const VoidBoard *failure)
{
    const SumsShape shape = sim_shape(run->boards->schedule);
    if (!stretch_open(chunk, &shape)) return false;
    if (!values)
        voids_add(&chunk->sums.voids, failure);
    else
        sums_add(&chunk->sums, values->rows[0]);
    if (values && run->simulation->board) run->simulation->board(run->simulation->arg, board, values);
    return block_add(chunk, run, board, values);
}

static bool rounds_take(const void *arg, void *result, const Board *board, size_t pairing)
{
    const SimulationRun *run = arg;
    const Schedule *schedule = run->boards->schedule;
    Stretch *chunk = result;
    BoardValues values;
    (void)pairing;
    if (!board->played) return board_add(chunk, run, board->index, NULL, &board->failure);
    values_clear(&values, schedule);
    values_of(&values, schedule, board);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        if (!round_write(chunk->texts, run, &round)) return false;
    }
    return board_add(chunk, run, board->index, &values, NULL);
}

/* A board of matches: nobody knows beforehand how many rounds they have, so that each is added once it is over. */
typedef struct {
    const SimulationRun *run;
    BoardValues values;
    TextBuffer texts[MAX_SEATS][SIM_STREAMS]; /* [seating]: matches of a board are played side by side */
} MatchesBoard;

static void matches_begin(const void *arg, void *kept)
{
    MatchesBoard *board = kept;
    board->run = arg;
    values_clear(&board->values, board->run->boards->schedule);
    for (int seating = 0; seating < MAX_SEATS; seating++)
        texts_clear(board->texts[seating]);
}

static bool matches_round(void *kept, const Match *match, const PlayedRound *round)
{
    MatchesBoard *board = kept;
    (void)match;
    values_round(&board->values, board->run->boards->schedule, round);
    return round_write(board->texts[round->seating], board->run, round);
}

static void matches_free(void *kept)
{
    for (int seating = 0; seating < MAX_SEATS; seating++)
        texts_free(((MatchesBoard *)kept)->texts[seating]);
}

static bool matches_take(const void *arg, void *result, const void *kept, const MatchBoard *board)
{
    const SimulationRun *run = arg;
    const MatchesBoard *at = kept;
    const Schedule *schedule = run->boards->schedule;
    Stretch *chunk = result;
    BoardValues values = at->values;
    if (!board->played) return board_add(chunk, run, board->index, NULL, &board->failure);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int points[MAX_SIDES] = {0};
        points[board->matches[seating].winner] = 1;
        values_seating(&values, schedule, &board->order, seating, points, &board->matches[seating]);
        if (!texts_add(chunk->texts, at->texts[seating]) ||
            (run->simulation->streams[STREAM_MATCHES] &&
             !match_rows_add(&chunk->texts[STREAM_MATCHES], schedule, run->boards->agents, board, seating)))
            return false;
    }
    values_board(&values, schedule, &board->order, board->times);
    return board_add(chunk, run, board->index, &values, NULL);
}

/* ---- the run */

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    SimulationRun *run = arg;
    const Stretch *chunk = result;
    const Simulation *simulation = run->simulation;
    for (int i = 0; i < SIM_STREAMS; i++)
        if (simulation->streams[i])
            output_file_write(simulation->streams[i], chunk->texts[i].data, chunk->texts[i].length);
    /* the sums are over the boards that are in the files */
    if (!output_files_flush(simulation->streams, SIM_STREAMS)) return false;
    if (simulation->blocks && !block_sums_merge(simulation->blocks, &chunk->blocks)) return run->failed = true, false;
    if (!sums_merge(run->sums, &chunk->sums)) return run->failed = true, false;
    run->done = first + count;
    return !simulation->watch || simulation->watch(simulation->arg, run->sums, run->done);
}

ArenaEnd simulate(const BoardsJob *boards, const Simulation *simulation, Sums *sums, uint64_t *done)
{
    static const Simulation ALONE;
    static const MatchesKept MATCHES = {sizeof(MatchesBoard), matches_begin, matches_round, matches_free, matches_take};
    const SumsShape shape = sim_shape(boards->schedule);
    SimulationRun run = {.boards = boards, .simulation = simulation ? simulation : &ALONE, .sums = sums};
    const ResultFormat format = stretch_format(fields, run.simulation->streams);
    const BoardsUse use = {.size = sizeof(Stretch),
                           .clear = stretch_clear,
                           .free = stretch_free,
                           .format = &format,
                           .add = rounds_take,
                           .matches = boards->schedule->match_rounds ? &MATCHES : NULL,
                           .release = release};
    *done = 0;
    if (!sums_open(sums, &shape)) return ARENA_FAILED;
    const ArenaEnd end = boards_play(boards, &use, &run);
    *done = run.done;
    return run.failed ? ARENA_FAILED : end;
}
