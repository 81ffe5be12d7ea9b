/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards: one at a time in one thread, and many by many threads in board order. */
#include "sim/boards.h"

#include <stdlib.h>
#include <string.h>

#include "agents/many/many.h"
#include "sim/journal.h"

/* ---- a board */

/* Who sits down where nobody is named. */
static const Pairing AS_NAMED = {{0, 1, 2, 3}};

void board_begin(Board *board, const Schedule *schedule, const Pairing *pairing, uint64_t index)
{
    board->index = index;
    board->order = schedule_order(schedule, pairing ? pairing : &AS_NAMED, index);
    board->timed = index % TIMED_EVERY == 0;
    board->played = true;
    board->match = false;
    memcpy(board->scores, schedule->scores, sizeof board->scores);
    memset(board->times, 0, sizeof board->times);
    schedule_pack(&board->pack, schedule, index);
}

void board_round_begin(RoundPlay *round, Board *board, const Schedule *schedule, int seating, Rng streams[],
                       size_t stride)
{
    int16_t scores[MAX_SIDES];
    Game *game = &board->games[seating];
    schedule_scores_of(scores, schedule, board->scores, seating);
    (board->match ? game_start_match : game_start)(game, &schedule->rules, &board->pack, scores);
    round->game = game;
    round->pack = &board->pack;
    round->ahead = NULL;
    round->timed = board->timed;
    round_seat(round, schedule, &board->order, seating);
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        round->streams[seat] = &streams[(size_t)seat * stride];
        *round->streams[seat] = player_rng(schedule->seed, board->index, seating, seat);
    }
}

/* The round of a seating is over. Of a board's failures that of the first seating counts. */
static void board_round_end(const RoundPlay *round, Board *board, const Schedule *schedule, int seating)
{
    for (int seat = 0; board->timed && seat < schedule->rules.players; seat++)
        play_time_add(&board->times[schedule_agent(schedule, seating, seat)], round->times[seat]);
    if (!round->failed || !board->played) return;
    board->played = false;
    board->failure = round->failure;
    board->failure.board = board->index;
    board->failure.seating = seating;
}

bool board_finish(Board *board, Players *players)
{
    const Schedule *schedule = players->schedule;
    RoundPlay rounds[MAX_SEATS] = {0};
    Rng streams[MAX_SEATS][MAX_SEATS];
    for (int seating = 0; seating < schedule->seatings; seating++) {
        board_round_begin(&rounds[seating], board, schedule, seating, streams[seating], 1);
        if (seating) rounds[seating].ahead = &rounds[seating - 1];
    }
    rounds_play_alone(players, rounds, schedule->seatings);
    for (int seating = 0; seating < schedule->seatings; seating++)
        board_round_end(&rounds[seating], board, schedule, seating);
    return board->played;
}

bool board_play(Board *board, Players *players, const Pairing *pairing, uint64_t index)
{
    board_begin(board, players->schedule, pairing, index);
    return board_finish(board, players);
}

void match_board_begin(MatchBoard *board, const Schedule *schedule, const Pairing *pairing, uint64_t index)
{
    board->index = index;
    board->order = schedule_order(schedule, pairing ? pairing : &AS_NAMED, index);
    board->timed = index % TIMED_EVERY == 0;
    board->played = true;
    memset(board->times, 0, sizeof board->times);
}

/* ---- many boards */

static size_t pairing_count(const BoardsJob *job) { return job->pairings ? job->pairing_count : 1; }

static size_t agent_count(const BoardsJob *job)
{
    return job->pairings ? job->agent_count : (size_t)job->schedule->agents;
}

/* Who plays the board of that job index. */
static const Pairing *pairing_of(const BoardsJob *job, uint64_t index)
{
    return job->pairings ? &job->pairings[index % job->pairing_count] : NULL;
}

/* In lockstep plain code is slower than one by one. */
bool boards_in_lockstep(const BoardsJob *job)
{
    return !job->schedule->rules.open_hands && many_lanes() && lockstep_possible(job->agents, agent_count(job));
}

/* Does an agent take many decisions before it answers the first? */
static bool takes_batches(const BoardsJob *job)
{
    for (size_t i = 0; i < agent_count(job); i++)
        if (job->agents[i].kind->batch) return true;
    return false;
}

/* Boards in a result. Programs want more of them, since a thread plays those of a result side by side. */
static uint64_t boards_chunk(const BoardsJob *job)
{
    enum { MORE = 4 };
    const uint64_t count = job->boards * pairing_count(job);
    return arena_chunk(takes_batches(job) ? count * MORE : count, BOARDS_CHUNK);
}

/* Boards that a thread plays side by side; 0: those of a result. */
static uint64_t boards_side_by_side(const BoardsJob *job)
{
    const uint64_t rounds = boards_in_lockstep(job) ? LOCKSTEP_ROUNDS : takes_batches(job) ? SINGLE_ROUNDS : 0;
    return rounds / (uint64_t)job->schedule->seatings;
}

/* The boards of one thread; those that are played together stand in `boards` or `matches`. */
typedef struct {
    const BoardsRun *run;
    Players players;
    const RoundsWay *way;
    uint64_t room; /* boards that are played together, at most */
    /* boards of single rounds: */
    void *opened; /* by the way */
    Board *boards;
    RoundPlay *rounds; /* of all seatings */
    Rng *streams;      /* [seat][round] */
    /* boards of matches: */
    MatchesPlayer *player;
    MatchBoard *matches;
    char *kept; /* of each board */
} BoardsWorker;

static void worker_close(void *arg)
{
    BoardsWorker *worker = arg;
    const MatchesKept *kept = worker->run->use->matches;
    players_close(&worker->players);
    if (worker->opened) worker->way->close(worker->opened);
    free(worker->boards);
    free(worker->rounds);
    free(worker->streams);
    matches_close(worker->player);
    for (uint64_t i = 0; worker->kept && kept->free && i < worker->room; i++)
        kept->free(worker->kept + i * kept->size);
    free(worker->matches);
    free(worker->kept);
    free(worker);
}

/* What boards of single rounds need. False if memory runs out. */
static bool boards_open(BoardsWorker *worker)
{
    const uint64_t seatings = (uint64_t)worker->run->job->schedule->seatings;
    worker->room = (worker->way == &ROUNDS_LOCKSTEP ? LOCKSTEP_ROUNDS : SINGLE_ROUNDS) / seatings;
    worker->opened = worker->way->open(&worker->players);
    worker->boards = calloc(worker->room, sizeof *worker->boards);
    worker->rounds = calloc(worker->room * seatings, sizeof *worker->rounds);
    worker->streams = calloc(worker->room * seatings * MAX_SEATS, sizeof *worker->streams);
    return worker->opened && worker->boards && worker->rounds && worker->streams;
}

/* What boards of matches need. */
static bool matches_ready(BoardsWorker *worker)
{
    worker->player = matches_open(&worker->players, worker->way);
    if (!worker->player) return false;
    worker->room = matches_room(worker->player);
    worker->matches = calloc(worker->room, sizeof *worker->matches);
    worker->kept = calloc(worker->room, worker->run->use->matches->size + 1);
    return worker->matches && worker->kept;
}

static void *worker_open(void *shared)
{
    const BoardsRun *run = shared;
    const BoardsJob *job = run->job;
    BoardsWorker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    worker->run = run;
    worker->way = boards_in_lockstep(job) ? &ROUNDS_LOCKSTEP : &ROUNDS_SINGLE;
    if (players_open(&worker->players, job->schedule, job->agents, agent_count(job)) &&
        (run->use->matches ? matches_ready(worker) : boards_open(worker)))
        return worker;
    worker_close(worker);
    return NULL;
}

/* ---- boards of single rounds */

/* Plays boards together, from that job index on. */
static void boards_finish(BoardsWorker *worker, uint64_t index, uint64_t count)
{
    const BoardsRun *run = worker->run;
    const BoardsJob *job = run->job;
    const Schedule *schedule = job->schedule;
    RoundPlay *round = worker->rounds;
    for (uint64_t i = 0; i < count; i++) {
        board_begin(&worker->boards[i], schedule, pairing_of(job, index + i),
                    job->first + (index + i) / pairing_count(job));
        if (run->use->prepare) run->use->prepare(run->arg, &worker->boards[i]);
    }
    const size_t rounds = (size_t)count * (size_t)schedule->seatings;
    for (int seating = 0; seating < schedule->seatings; seating++)
        for (uint64_t i = 0; i < count; i++, round++) {
            board_round_begin(round, &worker->boards[i], schedule, seating, worker->streams + (round - worker->rounds),
                              rounds);
            if (seating) round->ahead = round - count;
        }
    worker->way->play(worker->opened, worker->rounds, (int)rounds);
    round = worker->rounds;
    for (int seating = 0; seating < schedule->seatings; seating++)
        for (uint64_t i = 0; i < count; i++)
            board_round_end(round++, &worker->boards[i], schedule, seating);
}

/* How many boards are played together now. */
static uint64_t boards_together(const BoardsWorker *worker, uint64_t left)
{
    const uint64_t rounds = (uint64_t)worker->way->room(worker->opened);
    const uint64_t most = rounds / (uint64_t)worker->run->job->schedule->seatings;
    const uint64_t together = most < worker->room ? most : worker->room;
    return !together ? 1 : left < together ? left : together;
}

static uint64_t boards_work(BoardsWorker *worker, const ArenaRange *range)
{
    const BoardsRun *run = worker->run;
    uint64_t done = 0;
    while (done < range->count && arena_wants(range)) {
        const uint64_t count = boards_together(worker, range->count - done);
        boards_finish(worker, range->first + done, count);
        for (uint64_t i = 0; i < count; i++, done++) {
            const Board *board = &worker->boards[i];
            const uint64_t index = range->first + done;
            if (!board->played && void_by_stop(&board->failure)) return done;
            if (!run->use->add(run->arg, arena_result(range, index), board, index % pairing_count(run->job)))
                return done;
        }
    }
    return done;
}

/* ---- boards of matches */

/* Plays boards together, from that job index on. False if memory ran out, or the user stopped an agent. */
static bool matches_work_some(BoardsWorker *worker, uint64_t index, uint64_t count)
{
    const BoardsRun *run = worker->run;
    const BoardsJob *job = run->job;
    const MatchesKept *use = run->use->matches;
    for (uint64_t i = 0; i < count; i++) {
        MatchBoard *board = &worker->matches[i];
        board->take_round = use->round;
        board->kept = worker->kept + i * use->size;
        if (use->begin) use->begin(run->arg, board->kept);
        match_board_begin(board, job->schedule, pairing_of(job, index + i),
                          job->first + (index + i) / pairing_count(job));
    }
    return matches_play(worker->player, worker->matches, count);
}

static uint64_t matches_work(BoardsWorker *worker, const ArenaRange *range)
{
    const BoardsRun *run = worker->run;
    uint64_t done = 0;
    while (done < range->count && arena_wants(range)) {
        const uint64_t left = range->count - done, count = left < worker->room ? left : worker->room;
        if (!matches_work_some(worker, range->first + done, count)) return done;
        for (uint64_t i = 0; i < count; i++, done++) {
            const MatchBoard *board = &worker->matches[i];
            void *result = arena_result(range, range->first + done);
            if (!run->use->matches->add(run->arg, result, board->kept, board)) return done;
        }
    }
    return done;
}

/* ---- the run */

static uint64_t work(void *arg, const ArenaRange *range)
{
    BoardsWorker *worker = arg;
    return worker->player ? matches_work(worker, range) : boards_work(worker, range);
}

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    const BoardsRun *run = shared;
    return run->use->release(run->arg, first, count, result);
}

ArenaEnd boards_play(const BoardsJob *job, const BoardsUse *use, void *arg)
{
    BoardsRun run = {job, use, arg};
    const ArenaJob arena = {
        .count = job->boards * pairing_count(job),
        .chunk = boards_chunk(job),
        .threads = job->threads,
        .together = boards_side_by_side(job),
        .shared = &run,
        .worker_open = worker_open,
        .worker_close = worker_close,
        .result_size = use->size,
        .result_clear = use->clear,
        .result_free = use->free,
        .work = work,
        .release = release,
    };
    return journal_run(job->journal, &arena, use->format);
}
