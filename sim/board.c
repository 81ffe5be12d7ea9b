/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards: one at a time in one thread, and many by many threads in board order. */
#include "sim/board.h"
#include "sim/board_block.h"

#include <stdlib.h>
#include <string.h>

#include "agents/many/many.h"
#include "sim/journal.h"
#include "sim/lockstep/lockstep.h"

/* The most seats that one of the schedule's agents holds in a round. */
static int seats_most(const Schedule *schedule)
{
    int held[MAX_SEATS] = {0}, most = 0;
    for (int slot = 0; slot < schedule->rules.players; slot++)
        if (++held[schedule->slots[slot]] > most) most = held[schedule->slots[slot]];
    return most;
}

bool players_open(Players *players, const Schedule *schedule, const Agent *agents, size_t count)
{
    const int most = seats_most(schedule);
    *players = (Players){.schedule = schedule, .count = count};
    players->players = calloc(count, sizeof *players->players);
    bool good = players->players != NULL;
    for (size_t agent = 0; good && agent < count; agent++)
        for (int k = 0; good && k < most; k++)
            good = player_open(&players->players[agent][k], &agents[agent], &schedule->rules);
    if (!good) players_close(players);
    return good;
}

void players_close(Players *players)
{
    for (size_t agent = 0; players->players && agent < players->count; agent++)
        for (int k = 0; k < MAX_SEATS; k++)
            player_close(&players->players[agent][k]);
    free(players->players);
    *players = (Players){0};
}

void players_seat(Player *seated[static MAX_SEATS], Players *players, const Pairing *order, uint64_t board, int seating)
{
    const Schedule *schedule = players->schedule;
    int held[MAX_SEATS] = {0}; /* seats that the agent holds so far */
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        int agent = schedule_agent(schedule, seating, seat);
        seated[seat] = &players->players[order->agents[agent]][held[agent]++];
        seated[seat]->rng = player_rng(schedule->seed, board, seating, seat);
        seated[seat]->nanoseconds = 0;
    }
}

/* Plays the board in one seating. False if an agent failed. */
static bool seating_play(Board *board, Players *players, int seating)
{
    const Schedule *schedule = players->schedule;
    Player *seated[MAX_SEATS] = {0};
    int16_t scores[MAX_SIDES];
    players_seat(seated, players, &board->order, board->index, seating);
    schedule_scores(scores, schedule, seating);
    Game *game = &board->games[seating];
    game_start(game, &schedule->rules, &board->pack, scores);
    bool played = game_play(game, &schedule->rules, seated, board->timed);
    for (int seat = 0; seat < schedule->rules.players; seat++)
        board->nanoseconds[schedule_agent(schedule, seating, seat)] += seated[seat]->nanoseconds;
    if (!played) board->failure = game_failure(game, seated, board->index, seating);
    return played;
}

/* Makes a board ready to be played. */
static void board_begin(Board *board, const Schedule *schedule, const Pairing *pairing, uint64_t index)
{
    static const Pairing AS_NAMED = {{0, 1, 2, 3}};
    board->index = index;
    board->order = schedule_order(schedule, pairing ? pairing : &AS_NAMED, index);
    board->timed = index % TIMED_EVERY == 0;
    board->played = true;
    memset(board->nanoseconds, 0, sizeof board->nanoseconds);
    schedule_pack(&board->pack, schedule, index);
}

/* Plays a board that is ready. */
static bool board_finish(Board *board, Players *players)
{
    for (int seating = 0; seating < players->schedule->seatings && board->played; seating++)
        board->played = seating_play(board, players, seating);
    return board->played;
}

bool board_play(Board *board, Players *players, const Pairing *pairing, uint64_t index)
{
    board_begin(board, players->schedule, pairing, index);
    return board_finish(board, players);
}

/* ---- many boards */

static size_t pairing_count(const BoardsJob *job) { return job->pairings ? job->pairing_count : 1; }

void board_prepare(Board *board, const BoardsJob *job, const Schedule *schedule, uint64_t index)
{
    const Pairing *pairing = job->pairings ? &job->pairings[index % pairing_count(job)] : NULL;
    board_begin(board, schedule, pairing, job->first + index / pairing_count(job));
}

/* Boards in a result. Where a thread plays those of a result side by side, it wants more of them: programs, and in lockstep. */
static uint64_t boards_chunk(const BoardsJob *job)
{
    enum { MORE = 4, MORE_MANY = 16 };
    const size_t agents = job->pairings ? job->agent_count : (size_t)job->schedule->agents;
    const uint64_t count = job->boards * pairing_count(job);
    bool batch = false, many = true;
    for (size_t i = 0; i < agents; i++) {
        batch |= job->agents[i].kind->batch != NULL;
        many &= agent_has(&job->agents[i], TRAIT_MANY);
    }
    return arena_chunk(batch ? count * MORE : many ? count * MORE_MANY : count, BOARDS_CHUNK);
}

typedef struct {
    const BoardsJob *job;
    uint64_t chunk; /* boards in a result */
    Players players;
    Board board;
    BoardBlock *block;  /* NULL: no agent takes many decisions before it answers */
    Lockstep *lockstep; /* NULL: not all agents decide many at once */
} BoardsWorker;

static void *worker_open(void *shared)
{
    const BoardsJob *job = shared;
    BoardsWorker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    worker->job = job;
    worker->chunk = boards_chunk(job);
    const size_t agents = job->pairings ? job->agent_count : (size_t)job->schedule->agents;
    const bool opened = players_open(&worker->players, job->schedule, job->agents, agents);
    /* In lockstep plain code is slower than one by one. */
    if (opened && (job->play || !many_possible() || !lockstep_possible(&worker->players))) return worker;
    if (opened && (worker->lockstep = lockstep_open(&worker->players))) return worker;
    players_close(&worker->players);
    free(worker);
    return NULL;
}

static void worker_close(void *arg)
{
    BoardsWorker *worker = arg;
    players_close(&worker->players);
    board_block_close(worker->block);
    lockstep_close(worker->lockstep);
    free(worker);
}

/* Plays the board of that index, alone or with those that follow it in its chunk. NULL if memory runs out. */
static const Board *board_of(BoardsWorker *worker, uint64_t index)
{
    const BoardsJob *job = worker->job;
    const uint64_t count = job->boards * pairing_count(job), chunk = worker->chunk;
    const uint64_t end = index + chunk - index % chunk, together = (end < count ? end : count) - index;
    const Board *found = worker->lockstep ? lockstep_find(worker->lockstep, index)
                         : worker->block  ? board_block_find(worker->block, index)
                                          : NULL;
    if (found) return found;
    if (worker->lockstep) {
        lockstep_play(worker->lockstep, job, index, together);
        return lockstep_find(worker->lockstep, index);
    }
    if (!board_block_wanted(&worker->players)) {
        board_prepare(&worker->board, job, worker->players.schedule, index);
        board_finish(&worker->board, &worker->players);
        return &worker->board;
    }
    if (!worker->block && !(worker->block = board_block_open(&worker->players))) return NULL;
    board_block_play(worker->block, job, index, together);
    return board_block_find(worker->block, index);
}

static bool work(void *arg, uint64_t index, void *result)
{
    BoardsWorker *worker = arg;
    const BoardsJob *job = worker->job;
    const size_t pairing = index % pairing_count(job);
    const uint64_t board = job->first + index / pairing_count(job);
    if (job->play) return job->play(job->arg, result, &worker->players, board, pairing);
    const Board *played = board_of(worker, index);
    if (!played || (!played->played && void_by_stop(&played->failure))) return false;
    return job->add(job->arg, result, played, pairing);
}

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    const BoardsJob *job = shared;
    return job->release(job->arg, first, count, result);
}

ArenaEnd boards_play(const BoardsJob *job)
{
    BoardsJob shared = *job;
    const uint64_t count = job->boards * pairing_count(job);
    const ArenaJob arena = {
        .count = count,
        .chunk = boards_chunk(job),
        .threads = job->threads,
        .shared = &shared,
        .worker_open = worker_open,
        .worker_close = worker_close,
        .result_size = job->result_size,
        .result_clear = job->result_clear,
        .result_free = job->result_free,
        .work = work,
        .release = release,
    };
    return journal_run(job->journal, &arena, job->format);
}
