/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards of single rounds played side by side by the players of one thread, for agents that take many decisions before they
   answer the first (AgentBatch): neither they nor the way to them is idle while one decision waits. Each board comes out as
   board_play plays it. */
#pragma once

#include "sim/board.h"

typedef struct BoardBlock BoardBlock;

/* NULL if memory runs out. */
BoardBlock *board_block_open(Players *players);
void board_block_close(BoardBlock *block);
/* Is it worth it now? Some agent takes many decisions, and none is a person or goes on from one play to the
   next. */
bool board_block_wanted(const Players *players);
/* Plays the boards of job indices first … first + count - 1 (count at most BOARDS_CHUNK), each by its pairing. */
void board_block_play(BoardBlock *block, const BoardsJob *job, uint64_t first, uint64_t count);
/* The board of that index; NULL: it was not among those played last. */
const Board *board_block_find(const BoardBlock *block, uint64_t index);
