/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards of matches: in lockstep the same round of every match at a time. */
#include "sim/match_block.h"

#include <stdlib.h>
#include <string.h>

#include "sim/lockstep/lockstep.h"

struct MatchBlock {
    Players *players;
    const BoardsJob *job;
    Lockstep *lockstep;    /* NULL: one after the other */
    uint64_t room;         /* boards that are played together */
    MatchPlay *plays;      /* in lockstep: of each board one for each seating */
    MatchBoard *boards;    /* `room` */
    char *kept;            /* of each board job->kept_size bytes */
    uint64_t first, count; /* of the boards played last */
    LockstepRound rounds[LOCKSTEP_ROUNDS];
    MatchPlay *of_rounds[LOCKSTEP_ROUNDS]; /* the match of each */
};

MatchBlock *match_block_open(Players *players, const BoardsJob *job, bool lockstep)
{
    MatchBlock *block = calloc(1, sizeof *block);
    if (!block) return NULL;
    block->players = players;
    block->job = job;
    block->room = lockstep ? lockstep_boards(players->schedule) : 1;
    block->boards = calloc(block->room, sizeof *block->boards);
    block->kept = calloc(block->room, job->kept_size);
    if (lockstep) block->lockstep = lockstep_open(players);
    if (lockstep) block->plays = calloc(LOCKSTEP_ROUNDS, sizeof *block->plays);
    if (block->boards && block->kept && (!lockstep || (block->lockstep && block->plays))) return block;
    match_block_close(block);
    return NULL;
}

void match_block_close(MatchBlock *block)
{
    if (!block) return;
    for (uint64_t i = 0; block->kept && block->job->kept_free && i < block->room; i++)
        block->job->kept_free(block->kept + i * block->job->kept_size);
    free(block->boards);
    free(block->kept);
    free(block->plays);
    lockstep_close(block->lockstep);
    free(block);
}

/* ---- in lockstep */

static MatchPlay *play_of(MatchBlock *block, uint64_t board, int seating)
{
    return &block->plays[board * (uint64_t)block->players->schedule->seatings + (uint64_t)seating];
}

/* Starts the next round of every match that goes on; returns how many that are. */
static int rounds_open(MatchBlock *block)
{
    const Schedule *schedule = block->players->schedule;
    const Pack *dealt[LOCKSTEP_ROUNDS] = {NULL}; /* of each board */
    int count = 0;
    for (int seating = 0; seating < schedule->seatings; seating++)
        for (uint64_t i = 0; i < block->count; i++) {
            MatchPlay *play = play_of(block, i, seating);
            MatchBoard *board = play->board;
            if (!match_play_round(play, schedule, dealt[i])) continue;
            dealt[i] = &play->pack;
            const int round = board->matches[seating].rounds;
            block->of_rounds[count] = play;
            block->rounds[count] = (LockstepRound){.game = &play->game,
                                                   .order = &board->order,
                                                   .rotation = schedule_rotation(schedule, seating, round),
                                                   .nanoseconds = board->timed ? board->nanoseconds : NULL};
            for (int seat = 0; seat < schedule->rules.players; seat++)
                block->rounds[count].rngs[seat] = &play->seated[seat]->rng;
            count++;
        }
    return count;
}

static bool boards_finish(MatchBlock *block)
{
    const Schedule *schedule = block->players->schedule;
    for (int seating = 0; seating < schedule->seatings; seating++)
        for (uint64_t i = 0; i < block->count; i++)
            match_play_begin(play_of(block, i, seating), &block->boards[i], block->players, seating);
    for (int count; (count = rounds_open(block));) {
        lockstep_play(block->lockstep, block->rounds, count);
        for (int i = 0; i < count; i++)
            if (!match_play_add(block->of_rounds[i], schedule)) return false;
    }
    return true;
}

/* ---- boards */

static MatchBoard *board_open(MatchBlock *block, uint64_t index)
{
    const BoardsJob *job = block->job;
    const size_t pairings = job->pairings ? job->pairing_count : 1;
    MatchBoard *board = &block->boards[index - block->first];
    board->told = job->kept_tell;
    board->arg = block->kept + (index - block->first) * job->kept_size;
    job->kept_begin(job->arg, board->arg);
    match_board_begin(board, block->players->schedule, job->pairings ? &job->pairings[index % pairings] : NULL,
                      job->first + index / pairings);
    return board;
}

/* Plays boards from that index on, one or more. False if memory ran out, or an agent was stopped by the user. */
static bool block_play(MatchBlock *block, uint64_t index, uint64_t together)
{
    const int seatings = block->players->schedule->seatings;
    bool good = true;
    block->first = index;
    block->count = together < block->room ? together : block->room;
    for (uint64_t i = 0; i < block->count; i++)
        board_open(block, index + i);
    if (block->lockstep)
        good = boards_finish(block);
    else
        for (int seating = 0; good && seating < seatings && block->boards[0].played; seating++)
            good = match_play(&block->boards[0], block->players, seating);
    if (!good) block->count = 0;
    return good;
}

bool match_block_work(MatchBlock *block, uint64_t index, uint64_t together, void *result)
{
    const BoardsJob *job = block->job;
    if (index - block->first >= block->count && !block_play(block, index, together)) return false;
    const MatchBoard *board = &block->boards[index - block->first];
    return job->add_matches(job->arg, result, board->arg, board);
}
