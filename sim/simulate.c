/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the boards of a run on all threads: the tally, the rows of rounds, the records. */
#include "sim/simulate.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "sim/files/text_buffer.h"
#include "sim/rounds.h"

enum { CHUNK_MOST = 16 };

typedef struct {
    const Simulation *simulation;
    Tally tally;
    uint64_t done;
} Run;

typedef struct {
    const Run *run;
    Minds minds;
    Board board;
    Record record;
} Worker;

typedef struct {
    Tally tally;
    TextBuffer rounds, records;
} Chunk;

static void *worker_open(void *shared)
{
    const Run *run = shared;
    Worker *worker = calloc(1, sizeof *worker);
    if (worker && !minds_open(&worker->minds, run->simulation->schedule, run->simulation->agents)) {
        free(worker);
        return NULL;
    }
    if (worker) worker->run = run;
    return worker;
}

static void worker_close(void *arg)
{
    Worker *worker = arg;
    minds_close(&worker->minds);
    free(worker);
}

static void chunk_clear(void *result)
{
    Chunk *chunk = result;
    memset(&chunk->tally, 0, sizeof chunk->tally);
    chunk->rounds.length = chunk->records.length = 0;
}

static void chunk_free(void *result)
{
    Chunk *chunk = result;
    text_buffer_free(&chunk->rounds);
    text_buffer_free(&chunk->records);
}

/* The names of who sits at the seats, separated by spaces, as far as they fit. */
static void seat_names(char *out, size_t size, const Worker *worker, int seating)
{
    const Schedule *schedule = worker->minds.schedule;
    size_t used = 0;
    for (int seat = 0; seat < schedule->rules.players && used < size; seat++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", seat ? " " : "",
                                 worker->minds.agents[schedule->slots[schedule_slot(schedule, seating, seat)]].name);
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

static bool record_add(TextBuffer *text, Worker *worker, int seating)
{
    const Schedule *schedule = worker->minds.schedule;
    const Board *board = &worker->board;
    const Game *game = &board->games[seating];
    Record *record = &worker->record;
    record->rules = schedule->rules;
    record->pack = board->pack;
    record->has_play = record->has_points = record->has_surs = record->has_clubs = record->has_round = true;
    plays_note(record, game->history);
    for (int side = 0; side < schedule->rules.sides; side++) {
        record->points[side] = game->counts[side].points;
        record->surs[side] = game->counts[side].surs;
        record->clubs[side] = game->counts[side].clubs;
    }
    seat_names(record->agents, sizeof record->agents, worker, seating);
    record->has_seed = !schedule->packs;
    record->seed = schedule->seed;
    record->round = schedule_round(schedule, board->index, seating);
    if (!text_buffer_reserve(text, RECORD_TEXT)) return false;
    text->length += (size_t)record_print(text->data + text->length, record);
    return true;
}

static bool work(void *arg, uint64_t index, void *result)
{
    Worker *worker = arg;
    Chunk *chunk = result;
    const Simulation *simulation = worker->run->simulation;
    if (!board_play(&worker->board, &worker->minds, index, NULL)) {
        chunk->tally.voids++;
        return true;
    }
    tally_add(&chunk->tally, simulation->schedule, &worker->board);
    for (int seating = 0; seating < simulation->schedule->seatings; seating++)
        if ((simulation->rounds && !rounds_add(&chunk->rounds, &worker->minds, &worker->board, seating)) ||
            (simulation->records && !record_add(&chunk->records, worker, seating)))
            return false;
    return true;
}

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Run *run = shared;
    const Chunk *chunk = result;
    const Simulation *simulation = run->simulation;
    tally_merge(&run->tally, &chunk->tally);
    run->done = first + count - simulation->first;
    if (simulation->rounds) output_file_write(simulation->rounds, chunk->rounds.data, chunk->rounds.length);
    if (simulation->records) output_file_write(simulation->records, chunk->records.data, chunk->records.length);
    if (simulation->rounds) output_file_flush(simulation->rounds);
    if (simulation->records) output_file_flush(simulation->records);
    if ((simulation->rounds && output_file_failed(simulation->rounds)) ||
        (simulation->records && output_file_failed(simulation->records)))
        return false;
    return !simulation->watch || simulation->watch(simulation->arg, &run->tally, run->done);
}

ArenaEnd simulate(const Simulation *simulation, Tally *tally, uint64_t *done)
{
    Run run = {.simulation = simulation};
    ArenaJob job = {
        .first = simulation->first,
        .count = simulation->boards,
        .chunk = arena_chunk(simulation->boards, CHUNK_MOST),
        .threads = simulation->threads,
        .shared = &run,
        .worker_open = worker_open,
        .worker_close = worker_close,
        .result_size = sizeof(Chunk),
        .result_clear = chunk_clear,
        .result_free = chunk_free,
        .work = work,
        .release = release,
    };
    ArenaEnd end = arena_run(&job);
    *tally = run.tally;
    *done = run.done;
    return end;
}
