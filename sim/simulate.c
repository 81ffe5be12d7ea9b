/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the boards of a schedule: adds up their tallies and writes rows and records in board order. */
#include "sim/simulate.h"

#include "sim/simulation_chunk.h"

/* Adds the round to the files that are wanted. */
static bool round_write(RoundTexts *texts, const SimulationRun *run, const PlayedRound *round)
{
    const Schedule *schedule = run->boards->schedule;
    const Agent *agents = run->boards->agents;
    return (!run->simulation->rounds || rounds_add(&texts->rounds, schedule, agents, round)) &&
           (!run->simulation->records || record_add(&texts->records, schedule, agents, round)) &&
           simulation_keep_round(texts, run, round->game);
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const SimulationRun *run = arg;
    const Schedule *schedule = run->boards->schedule;
    SimulationChunk *chunk = result;
    (void)pairing;
    if (!board->played) {
        voids_add(&chunk->tally.voids, &board->failure);
        return simulation_keep_board(&chunk->texts, run, false);
    }
    if (!simulation_keep_board(&chunk->texts, run, true)) return false;
    tally_add(&chunk->tally, schedule, board);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        if (!round_write(&chunk->texts, run, &round)) return false;
    }
    return true;
}

/* ---- boards of matches: nobody knows beforehand how many rounds they have, so that each is added once it is over */

typedef struct {
    const SimulationRun *run;
    BoardSums sums;
    RoundTexts texts[MAX_SEATS]; /* [seating]: matches of a board are played side by side */
} MatchesBoard;

static void matches_begin(const void *arg, void *kept)
{
    MatchesBoard *board = kept;
    board->run = arg;
    board->sums = (BoardSums){0};
    for (int seating = 0; seating < MAX_SEATS; seating++)
        round_texts_clear(&board->texts[seating]);
}

static bool matches_tell(void *kept, const Match *match, const PlayedRound *round)
{
    MatchesBoard *board = kept;
    const Schedule *schedule = board->run->boards->schedule;
    (void)match;
    sums_round(&board->sums, schedule, round);
    return round_write(&board->texts[round->match % schedule->seatings], board->run, round);
}

static void matches_free(void *kept)
{
    for (int seating = 0; seating < MAX_SEATS; seating++)
        round_texts_free(&((MatchesBoard *)kept)->texts[seating]);
}

static bool matches_add(const void *arg, void *result, const void *kept, const MatchBoard *board)
{
    SimulationChunk *chunk = result;
    const SimulationRun *run = arg;
    const MatchesBoard *at = kept;
    const Schedule *schedule = run->boards->schedule;
    BoardSums sums = at->sums;
    if (!board->played) {
        voids_add(&chunk->tally.voids, &board->failure);
        return simulation_keep_board(&chunk->texts, run, false);
    }
    if (!simulation_keep_board(&chunk->texts, run, true)) return false;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        if (!round_texts_add(&chunk->texts, &at->texts[seating]) || !simulation_keep_end(&chunk->texts, run))
            return false;
        sums_match(&sums, schedule, seating, &board->matches[seating]);
        if (run->simulation->matches && !match_rows_add(&chunk->matches, schedule, run->boards->agents, board, seating))
            return false;
    }
    for (int agent = 0; agent < schedule->agents; agent++)
        sums.counts[agent].nanoseconds = board->timed ? (int64_t)board->nanoseconds[agent] : 0;
    tally_sums(&chunk->tally, schedule, &board->order, &sums);
    return true;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    SimulationRun *run = arg;
    const SimulationChunk *chunk = result;
    const Simulation *simulation = run->simulation;
    OutputFile *const files[] = {simulation->rounds, simulation->records, simulation->matches};
    if (simulation->rounds) output_file_write(simulation->rounds, chunk->texts.rounds.data, chunk->texts.rounds.length);
    if (simulation->records)
        output_file_write(simulation->records, chunk->texts.records.data, chunk->texts.records.length);
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
    if (boards->schedule->match_rounds) {
        job.kept_size = sizeof(MatchesBoard);
        job.kept_begin = matches_begin;
        job.kept_tell = matches_tell;
        job.kept_free = matches_free;
        job.add_matches = matches_add;
    }
    job.release = release;
    job.arg = &run;
    ArenaEnd end = boards_play(&job);
    *tally = run.tally;
    *done = run.done;
    return end;
}
