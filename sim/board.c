/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards: one at a time in one thread, and many by many threads in board order. */
#include "sim/board.h"
#include "sim/board_block.h"

#include <stdlib.h>
#include <string.h>

#include "agents/many/many.h"
#include "sim/journal.h"
#include "sim/lockstep/board_lockstep.h"
#include "sim/lockstep/lockstep.h"
#include "sim/match_block.h"

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

void board_round_start(Board *board, const Schedule *schedule, int seating)
{
    int16_t scores[MAX_SIDES];
    schedule_scores_of(scores, schedule, board->scores, seating);
    (board->match ? game_start_match : game_start)(&board->games[seating], &schedule->rules, &board->pack, scores);
}

/* Plays the board in one seating. False if an agent failed. */
static bool seating_play(Board *board, Players *players, int seating)
{
    const Schedule *schedule = players->schedule;
    Player *seated[MAX_SEATS] = {0};
    Game *game = &board->games[seating];
    players_seat(seated, players, &board->order, board->index, seating);
    board_round_start(board, schedule, seating);
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
    board->match = false;
    memcpy(board->scores, schedule->scores, sizeof board->scores);
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
    board->match = job->match;
    if (job->scores) job->scores(job->arg, board->scores, board->index);
}

static size_t agent_count(const BoardsJob *job)
{
    return job->pairings ? job->agent_count : (size_t)job->schedule->agents;
}

/* In lockstep plain code is slower than one by one. */
bool boards_in_lockstep(const BoardsJob *job)
{
    return many_possible() && lockstep_possible(job->agents, agent_count(job));
}

/* Boards in a result. Programs want more of them, since a thread plays those of a result side by side. */
static uint64_t boards_chunk(const BoardsJob *job)
{
    enum { MORE = 4 };
    uint64_t count = job->boards * pairing_count(job);
    for (size_t i = 0; i < agent_count(job); i++)
        if (job->agents[i].kind->batch) return arena_chunk(count * MORE, BOARDS_CHUNK);
    return arena_chunk(count, BOARDS_CHUNK);
}

typedef struct {
    const BoardsJob *job;
    uint64_t chunk; /* boards in a result */
    Players players;
    Board board;
    BoardBlock *block;       /* NULL: no agent takes many decisions before it answers */
    BoardLockstep *lockstep; /* NULL: not all agents decide many at once */
    MatchBlock *matches;     /* NULL: boards are of single rounds */
    BoardRange ahead;        /* jobs that the thread has taken */
} BoardsWorker;

static void *worker_open(void *shared)
{
    const BoardsJob *job = shared;
    BoardsWorker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    worker->job = job;
    worker->chunk = boards_chunk(job);
    const bool opened = players_open(&worker->players, job->schedule, job->agents, agent_count(job));
    const bool lockstep = boards_in_lockstep(job);
    if (opened && job->add_matches && (worker->matches = match_block_open(&worker->players, job, lockstep)))
        return worker;
    if (opened && !job->add_matches && !lockstep) return worker;
    if (opened && !job->add_matches && (worker->lockstep = board_lockstep_open(&worker->players))) return worker;
    players_close(&worker->players);
    free(worker);
    return NULL;
}

static void worker_close(void *arg)
{
    BoardsWorker *worker = arg;
    players_close(&worker->players);
    board_block_close(worker->block);
    board_lockstep_close(worker->lockstep);
    match_block_close(worker->matches);
    free(worker);
}

static void ahead(void *arg, uint64_t first, uint64_t count)
{
    ((BoardsWorker *)arg)->ahead = (BoardRange){first, count};
}

/* Boards from that index on which this thread is to play: those that it has taken, or of the chunk. */
static uint64_t boards_left(const BoardsWorker *worker, uint64_t index)
{
    const BoardsJob *job = worker->job;
    if (index - worker->ahead.first < worker->ahead.count) return worker->ahead.count - (index - worker->ahead.first);
    const uint64_t count = job->boards * pairing_count(job), chunk = worker->chunk;
    const uint64_t end = index + chunk - index % chunk;
    return (end < count ? end : count) - index;
}

/* Plays the board of that index, alone or with those that follow it in its chunk. NULL if memory runs out. */
static const Board *board_of(BoardsWorker *worker, uint64_t index)
{
    const BoardsJob *job = worker->job;
    const uint64_t together = boards_left(worker, index);
    const Board *found = worker->lockstep ? board_lockstep_find(worker->lockstep, index)
                         : worker->block  ? board_block_find(worker->block, index)
                                          : NULL;
    if (found) return found;
    if (worker->lockstep) {
        board_lockstep_play(worker->lockstep, job, index, together);
        return board_lockstep_find(worker->lockstep, index);
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
    if (worker->matches) return match_block_work(worker->matches, index, boards_left(worker, index), result);
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
        .together = boards_in_lockstep(job) ? lockstep_boards(job->schedule) : 0,
        .shared = &shared,
        .worker_open = worker_open,
        .worker_close = worker_close,
        .ahead = ahead,
        .result_size = job->result_size,
        .result_clear = job->result_clear,
        .result_free = job->result_free,
        .work = work,
        .release = release,
    };
    return journal_run(job->journal, &arena, job->format);
}
