/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the boards of a schedule: adds up their tallies and writes rows and records in board order. */
#include "sim/simulate.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"

typedef struct {
    const BoardsJob *boards;
    const Simulation *simulation;
    Tally tally;
    uint64_t done;
} SimulationRun;

typedef struct {
    Tally tally;
    TextBuffer rounds, records;
} SimulationChunk;

static void chunk_clear(void *result)
{
    SimulationChunk *chunk = result;
    memset(&chunk->tally, 0, sizeof chunk->tally);
    chunk->rounds.length = chunk->records.length = 0;
}

static void chunk_free(void *result)
{
    SimulationChunk *chunk = result;
    text_buffer_free(&chunk->rounds);
    text_buffer_free(&chunk->records);
}

/* The names of who sits at the seats, separated by spaces, as far as they fit. */
static void seat_names(char *out, size_t size, const BoardsJob *boards, const Board *board, int seating)
{
    const Schedule *schedule = boards->schedule;
    size_t used = 0;
    for (int seat = 0; seat < schedule->rules.players && used < size; seat++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", seat ? " " : "",
                                 boards->agents[board_agent(board, schedule, seating, seat)].name);
}

/* Tells the card from what it captures, which takes the hands. */
static void plays_note(Record *record, const CardSet history[static PLAYS])
{
    Round round;
    round_start(&round, &record->rules, &record->pack, NULL);
    for (int ply = 0; ply < PLAYS; ply++) {
        CardSet card = history[ply] & round_hand(&round);
        record->plays[ply] = (Play){.captured = history[ply] ^ card, .card = set_first(card)};
        round_play(&round, &record->rules, history[ply]);
    }
    record->play_count = PLAYS;
}

static bool record_add(TextBuffer *text, const BoardsJob *boards, const Board *board, int seating)
{
    const Schedule *schedule = boards->schedule;
    const Game *game = &board->games[seating];
    Record record = {.rules = schedule->rules,
                     .pack = board->pack,
                     .has_play = true,
                     .has_points = true,
                     .has_surs = true,
                     .has_clubs = true,
                     .has_round = true,
                     .has_seed = !schedule->packs,
                     .seed = schedule->seed,
                     .round = schedule_round(schedule, board->index, seating)};
    plays_note(&record, game->history);
    for (int side = 0; side < schedule->rules.sides; side++) {
        record.points[side] = game->counts[side].points;
        record.surs[side] = game->counts[side].surs;
        record.clubs[side] = game->counts[side].clubs;
    }
    seat_names(record.agents, sizeof record.agents, boards, board, seating);
    if (!text_buffer_reserve(text, RECORD_TEXT)) return false;
    text->length += (size_t)record_print(text->data + text->length, &record);
    return true;
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const SimulationRun *run = arg;
    const BoardsJob *boards = run->boards;
    const Simulation *simulation = run->simulation;
    SimulationChunk *chunk = result;
    (void)pairing;
    if (!board->played) {
        voids_add(&chunk->tally.voids, &board->failure);
        return true;
    }
    tally_add(&chunk->tally, boards->schedule, board);
    for (int seating = 0; seating < boards->schedule->seatings; seating++)
        if ((simulation->rounds && !rounds_add(&chunk->rounds, boards->schedule, boards->agents, board, seating)) ||
            (simulation->records && !record_add(&chunk->records, boards, board, seating)))
            return false;
    return true;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    SimulationRun *run = arg;
    const SimulationChunk *chunk = result;
    const Simulation *simulation = run->simulation;
    OutputFile *const files[] = {simulation->rounds, simulation->records};
    if (simulation->rounds) output_file_write(simulation->rounds, chunk->rounds.data, chunk->rounds.length);
    if (simulation->records) output_file_write(simulation->records, chunk->records.data, chunk->records.length);
    if (!output_files_flush(files, 2)) return false; /* the sums are over the boards that are in the files */
    tally_merge(&run->tally, &chunk->tally);
    run->done = first + count;
    return !simulation->watch || simulation->watch(simulation->arg, &run->tally, run->done);
}

ArenaEnd simulate(const BoardsJob *boards, const Simulation *simulation, Tally *tally, uint64_t *done)
{
    static const Simulation SUMS;
    SimulationRun run = {.boards = boards, .simulation = simulation ? simulation : &SUMS};
    BoardsJob job = *boards;
    job.result_size = sizeof(SimulationChunk);
    job.result_clear = chunk_clear;
    job.result_free = chunk_free;
    job.add = add;
    job.release = release;
    job.arg = &run;
    ArenaEnd end = boards_play(&job);
    *tally = run.tally;
    *done = run.done;
    return end;
}
