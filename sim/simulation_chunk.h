/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What some boards of a simulation come to, as threads work it out and as a journal keeps it. For simulate.c. */
#pragma once

#include "sim/journal.h"
#include "sim/simulate.h"

/* What is written of rounds. */
typedef struct {
    TextBuffer rounds, records; /* rows and records of the files that are wanted */
    /* For a journal, where rows of rounds are wanted, each board: 0 if it is void, else 1 and its rounds as round_pack has
       them; of matches a 1 before each round and a 0 behind the last of each seating. */
    TextBuffer packed;
} RoundTexts;

typedef struct {
    Tally tally;
    RoundTexts texts;
    TextBuffer matches; /* rows of that file, if it is wanted */
} SimulationChunk;

typedef struct {
    const BoardsJob *boards;
    const Simulation *simulation;
    Tally tally;
    uint64_t done;
} SimulationRun;

void round_texts_clear(RoundTexts *texts);
void round_texts_free(RoundTexts *texts);
/* Adds texts to others. False if memory runs out. */
bool round_texts_add(RoundTexts *to, const RoundTexts *more);

void simulation_chunk_clear(void *chunk);
void simulation_chunk_free(void *chunk);

/* Notes for the journal, if there is one and rows of rounds are wanted: that a board is played or void, a round of it, and
   that a match of it is over. False if memory runs out. */
bool simulation_keep_board(RoundTexts *texts, const SimulationRun *run, bool played);
bool simulation_keep_round(RoundTexts *texts, const SimulationRun *run, const Game *game);
bool simulation_keep_end(RoundTexts *texts, const SimulationRun *run);

/* How a journal keeps them; what a result's `shared` is: a BoardsJob whose arg is the SimulationRun. */
ResultFormat simulation_format(const Simulation *simulation);
