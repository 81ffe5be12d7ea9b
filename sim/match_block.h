/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards of matches by the players of one thread: those of a chunk side by side in lockstep, or one after the other. Each
   board comes out as match_board_play plays it. */
#pragma once

#include "sim/matches.h"

typedef struct MatchBlock MatchBlock;

/* lockstep: the players can, and it pays. NULL if memory runs out. */
MatchBlock *match_block_open(Players *players, const BoardsJob *job, bool lockstep);
void match_block_close(MatchBlock *block);
/* Adds the board of that job index to a result. If it was not among those played last it is played, in lockstep with as many
   of the `together` boards from there on as there is room for. False if memory ran out, or an agent was stopped by the user. */
bool match_block_work(MatchBlock *block, uint64_t index, uint64_t together, void *result);
