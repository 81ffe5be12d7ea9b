/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What some boards of a simulation come to, as threads work it out and as a journal keeps it. For simulate.c. */
#pragma once

#include "sim/journal.h"
#include "sim/simulate.h"

typedef struct {
    Tally tally;
    TextBuffer rounds, records, matches; /* rows and records of the files that are wanted */
    /* For a journal, where rows of rounds are wanted, each board: 0 if it is void, else 1 and its rounds as round_pack has
       them; of matches a 1 before each round and a 0 behind the last of each seating. */
    TextBuffer packed;
} SimulationChunk;

typedef struct {
    const BoardsJob *boards;
    const Simulation *simulation;
    Tally tally;
    uint64_t done;
} SimulationRun;

void simulation_chunk_clear(void *chunk);
void simulation_chunk_free(void *chunk);

/* Notes for the journal, if there is one and rows of rounds are wanted: that a board is played or void, a round of it, and
   that a match of it is over. False if memory runs out. */
bool simulation_keep_board(SimulationChunk *chunk, const SimulationRun *run, bool played);
bool simulation_keep_round(SimulationChunk *chunk, const SimulationRun *run, const Game *game);
bool simulation_keep_end(SimulationChunk *chunk, const SimulationRun *run);

/* How a journal keeps them; what a result's `shared` is: a BoardsJob whose arg is the SimulationRun. */
ResultFormat simulation_format(const Simulation *simulation);
