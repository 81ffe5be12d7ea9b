/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many pairings of agents on the same boards, and what each side scored: for tournaments, and for variants of one agent
   that are to be compared. Each pairing plays each board in all seatings. */
#pragma once

#include "sim/boards.h"

typedef struct {
    bool played; /* false: void */
    /* [seating][side]; of a match, by the sides of its first round: 1 for the winner */
    int points[MAX_SEATS][MAX_SIDES];
} PairingResult;

/* Takes one result, in order: board by board, and on a board pairing by pairing; called by one thread at a time. `voids`:
   those so far, and of some that come behind this one. False: stop here. */
typedef bool PairingTake(void *arg, uint64_t board, size_t pairing, const PairingResult *result, const Voids *voids);

ArenaEnd pairings_play(const BoardsJob *boards, PairingTake *take, void *arg);

/* What agent `index` of the pairing's order on that board won more than the mean of the other sides, over all rounds of
   a board: an integer, board_scale(schedule, index) * (sides - 1) of which make one point a round. */
int pairing_diff(const PairingResult *result, const Schedule *schedule, int index);
