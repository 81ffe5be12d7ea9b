/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards of single rounds played in lockstep. Each board comes out as board_play plays it. */
#pragma once

#include "sim/board.h"

typedef struct BoardLockstep BoardLockstep;

/* For players of agents for whom lockstep_possible is true. NULL if memory runs out. */
BoardLockstep *board_lockstep_open(Players *players);
void board_lockstep_close(BoardLockstep *lockstep);
/* Plays the boards of job indices from `first` on, `count` of them or as many as it has room for, each by its pairing. */
void board_lockstep_play(BoardLockstep *lockstep, const BoardsJob *job, uint64_t first, uint64_t count);
/* The board of that index; NULL: it was not among those played last. */
const Board *board_lockstep_find(const BoardLockstep *lockstep, uint64_t index);
