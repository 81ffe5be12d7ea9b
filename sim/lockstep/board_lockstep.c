/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the rounds of some boards, in all their seatings, in lockstep. */
#include "sim/lockstep/board_lockstep.h"

#include <stdlib.h>

#include "sim/lockstep/lockstep.h"

struct BoardLockstep {
    Players *players;
    Lockstep *engine;      /* plays the rounds */
    uint64_t first, count; /* of the boards played last */
    Board *boards;         /* lockstep_boards */
    LockstepRound rounds[LOCKSTEP_ROUNDS];
    Rng rngs[MAX_SEATS][LOCKSTEP_ROUNDS]; /* [seat][round] */
};

BoardLockstep *board_lockstep_open(Players *players)
{
    BoardLockstep *lockstep = calloc(1, sizeof *lockstep);
    if (!lockstep) return NULL;
    lockstep->players = players;
    lockstep->engine = lockstep_open(players);
    lockstep->boards = calloc(lockstep_boards(players->schedule), sizeof *lockstep->boards);
    if (lockstep->engine && lockstep->boards) return lockstep;
    board_lockstep_close(lockstep);
    return NULL;
}

void board_lockstep_close(BoardLockstep *lockstep)
{
    if (!lockstep) return;
    lockstep_close(lockstep->engine);
    free(lockstep->boards);
    free(lockstep);
}

static void round_open(BoardLockstep *lockstep, int index, Board *board, int seating)
{
    const Schedule *schedule = lockstep->players->schedule;
    LockstepRound *round = &lockstep->rounds[index];
    board_round_start(board, schedule, seating);
    *round = (LockstepRound){.game = &board->games[seating],
                             .order = &board->order,
                             .rotation = seating,
                             .nanoseconds = board->timed ? board->nanoseconds : NULL};
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        round->rngs[seat] = &lockstep->rngs[seat][index];
        *round->rngs[seat] = player_rng(schedule->seed, board->index, seating, seat);
    }
}

void board_lockstep_play(BoardLockstep *lockstep, const BoardsJob *job, uint64_t first, uint64_t count)
{
    const Schedule *schedule = lockstep->players->schedule;
    const uint64_t room = lockstep_boards(schedule);
    int rounds = 0;
    if (count > room) count = room;
    lockstep->first = first;
    lockstep->count = count;
    for (uint64_t i = 0; i < count; i++)
        board_prepare(&lockstep->boards[i], job, schedule, first + i);
    for (int seating = 0; seating < schedule->seatings; seating++)
        for (uint64_t i = 0; i < count; i++)
            round_open(lockstep, rounds++, &lockstep->boards[i], seating);
    lockstep_play(lockstep->engine, lockstep->rounds, rounds);
}

const Board *board_lockstep_find(const BoardLockstep *lockstep, uint64_t index)
{
    return index - lockstep->first < lockstep->count ? &lockstep->boards[index - lockstep->first] : NULL;
}
