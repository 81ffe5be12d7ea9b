/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards of single rounds played in lockstep by the players of one thread: the same play of every round at a time, so
   that an agent with TRAIT_MANY decides in all of them at once. Each board comes out as board_play plays it
   (docs/lockstep.md). */
#pragma once

#include "sim/board.h"

typedef struct Lockstep Lockstep;

/* NULL if memory runs out. */
Lockstep *lockstep_open(Players *players);
void lockstep_close(Lockstep *lockstep);
/* Can these players play so? All of them are agents with TRAIT_MANY. */
bool lockstep_possible(const Players *players);
/* Plays the boards of job indices first … first + count - 1 (count at most BOARDS_CHUNK), each by its pairing. */
void lockstep_play(Lockstep *lockstep, const BoardsJob *job, uint64_t first, uint64_t count);
/* The board of that index; NULL: it was not among those played last. */
const Board *lockstep_find(const Lockstep *lockstep, uint64_t index);
