/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/simulate.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "sim/files/text_buffer.h"

enum { CHUNK_MOST = 16 };

const char *const ROUND_COLUMNS[ROUND_COLUMN_COUNT] = {
    "board", "round", "match", "seat",  "agent", "points",   "diff",         "surs",       "clubs",
    "aces",  "jacks", "two_c", "ten_d", "cards", "captures", "score_before", "score_after"};

typedef struct {
    const Simulation *simulation;
    char *names[MAX_SEATS]; /* of the agents, as CSV fields */
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

static bool rows_add(TextBuffer *text, const Worker *worker, int seating)
{
    const Schedule *schedule = worker->minds.schedule;
    const Board *board = &worker->board;
    const Game *game = &board->games[seating];
    int diff[MAX_SIDES];
    diff_units(diff, game->counts, schedule->rules.sides);
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        int side = rules_side(&schedule->rules, seat);
        const SideCount *count = &game->counts[side];
        char number[NUMBER_TEXT];
        if (!text_buffer_printf(text, "%llu,%llu,,%d,%s,%d,%s,%d,%d,%d,%d,%d,%d,%d,%d,0,%d\n",
                                (unsigned long long)board->index,
                                (unsigned long long)schedule_round(schedule, board->index, seating), seat,
                                worker->run->names[schedule->slots[schedule_slot(schedule, seating, seat)]],
                                count->points, number_text(number, (double)diff[side] / (schedule->rules.sides - 1)),
                                count->surs, count->clubs, count->aces, count->jacks, count->two_c, count->ten_d,
                                count->cards, game->captures[side], count->points))
            return false;
    }
    return true;
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
        if ((simulation->rounds && !rows_add(&chunk->rounds, worker, seating)) ||
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

/* The agents' names as CSV fields, owned by the run. */
static bool names_open(Run *run)
{
    for (int agent = 0; agent < run->simulation->schedule->agents; agent++) {
        size_t size;
        OutputFile csv = {.file = open_memstream(&run->names[agent], &size)};
        if (!csv.file) return false;
        csv_text(&csv, run->simulation->agents[agent].name);
        if (fclose(csv.file) != 0) return false;
    }
    return true;
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
    ArenaEnd end = names_open(&run) ? arena_run(&job) : ARENA_FAILED;
    for (int agent = 0; agent < MAX_SEATS; agent++)
        free(run.names[agent]);
    *tally = run.tally;
    *done = run.done;
    return end;
}
