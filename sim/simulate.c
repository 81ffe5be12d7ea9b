/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the boards of a schedule: adds up their tallies and writes rows and records in board order. */
#include "sim/simulate.h"

#include "sim/simulation_chunk.h"

/* Adds the round to the files that are wanted. */
static bool round_write(SimulationChunk *chunk, const SimulationRun *run, const PlayedRound *round)
{
    const Schedule *schedule = run->boards->schedule;
    const Agent *agents = run->boards->agents;
    return (!run->simulation->rounds || rounds_add(&chunk->rounds, schedule, agents, round)) &&
           (!run->simulation->records || record_add(&chunk->records, schedule, agents, round)) &&
           simulation_keep_round(chunk, run, round->game);
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const SimulationRun *run = arg;
    const Schedule *schedule = run->boards->schedule;
    SimulationChunk *chunk = result;
    (void)pairing;
    if (!board->played) {
        voids_add(&chunk->tally.voids, &board->failure);
        return simulation_keep_board(chunk, run, false);
    }
    if (!simulation_keep_board(chunk, run, true)) return false;
    tally_add(&chunk->tally, schedule, board);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        if (!round_write(chunk, run, &round)) return false;
    }
    return true;
}

/* ---- boards of matches: nobody knows beforehand how many rounds they have, so that each is added once it is over */

typedef struct {
    const SimulationRun *run;
    SimulationChunk *chunk;
    BoardSums sums;
} MatchesBoard;

static bool match_round(void *arg, const Match *match, const PlayedRound *round)
{
    MatchesBoard *board = arg;
    /* the first round of a seating ends the seating before */
    if (!match->rounds && round->rotation && !simulation_keep_end(board->chunk, board->run)) return false;
    sums_round(&board->sums, board->run->boards->schedule, round);
    return round_write(board->chunk, board->run, round);
}

/* The board counts. */
static bool matches_count(MatchesBoard *at, const MatchBoard *board)
{
    const BoardsJob *boards = at->run->boards;
    const Schedule *schedule = boards->schedule;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        sums_match(&at->sums, schedule, seating, &board->matches[seating]);
        if (at->run->simulation->matches &&
            !match_rows_add(&at->chunk->matches, schedule, boards->agents, board, seating))
            return false;
    }
    for (int agent = 0; agent < schedule->agents; agent++)
        at->sums.counts[agent].nanoseconds = board->timed ? (int64_t)board->nanoseconds[agent] : 0;
    tally_sums(&at->chunk->tally, schedule, &board->order, &at->sums);
    return true;
}

static bool play_matches(const void *arg, void *result, Players *players, uint64_t index, size_t pairing)
{
    SimulationChunk *chunk = result;
    const size_t rounds = chunk->rounds.length, records = chunk->records.length, packed = chunk->packed.length;
    const SimulationRun *run = arg;
    MatchesBoard at = {.run = run, .chunk = chunk};
    MatchBoard board = {.told = match_round, .arg = &at};
    (void)pairing;
    if (!simulation_keep_board(chunk, run, true)) return false;
    const bool whole = match_board_play(&board, players, NULL, index);
    if (whole && board.played) return simulation_keep_end(chunk, run) && matches_count(&at, &board);
    chunk->rounds.length = rounds;
    chunk->records.length = records;
    chunk->packed.length = packed;
    if (!whole) return false;
    voids_add(&chunk->tally.voids, &board.failure);
    return simulation_keep_board(chunk, run, false);
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    SimulationRun *run = arg;
    const SimulationChunk *chunk = result;
    const Simulation *simulation = run->simulation;
    OutputFile *const files[] = {simulation->rounds, simulation->records, simulation->matches};
    if (simulation->rounds) output_file_write(simulation->rounds, chunk->rounds.data, chunk->rounds.length);
    if (simulation->records) output_file_write(simulation->records, chunk->records.data, chunk->records.length);
    if (simulation->matches) output_file_write(simulation->matches, chunk->matches.data, chunk->matches.length);
    if (!output_files_flush(files, 3)) return false; /* the sums are over the boards that are in the files */
    tally_merge(&run->tally, &chunk->tally);
    run->done = first + count;
    return !simulation->watch || simulation->watch(simulation->arg, &run->tally, run->done);
}

ArenaEnd simulate(const BoardsJob *boards, const Simulation *simulation, Tally *tally, uint64_t *done)
{
    static const Simulation SUMS;
    SimulationRun run = {.boards = boards, .simulation = simulation ? simulation : &SUMS};
    BoardsJob job = *boards;
    const ResultFormat format = simulation_format(run.simulation);
    job.format = &format;
    job.result_size = sizeof(SimulationChunk);
    job.result_clear = simulation_chunk_clear;
    job.result_free = simulation_chunk_free;
    job.add = add;
    job.play = boards->schedule->match_rounds ? play_matches : NULL;
    job.release = release;
    job.arg = &run;
    ArenaEnd end = boards_play(&job);
    *tally = run.tally;
    *done = run.done;
    return end;
}
