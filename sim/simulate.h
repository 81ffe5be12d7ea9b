/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards of a schedule by many threads: sums, rows and records, in board order. */
#pragma once

#include "sim/boards.h"
#include "sim/files/figures.h"
#include "sim/measures.h"
#include "sim/stretch.h"

/* The numbers of a block of boards (sim/block_sums.h): boards that count, their rounds, and by agent diff and wins. */
enum {
    BLOCK_PLAYED,
    BLOCK_ROUNDS,
    BLOCK_DIFF,
    BLOCK_WINS = BLOCK_DIFF + MAX_SEATS,
    BLOCK_NUMBERS = BLOCK_WINS + MAX_SEATS
};

/* What is wanted beside the sums. */
typedef struct {
    OutputFile *streams[SIM_STREAMS]; /* NULL: it is not wanted */
    BlockSums *blocks;                /* what a journal keeps of blocks of boards goes there; NULL: it is not wanted */
    /* Called after each chunk with the sums over the first `done` boards. False: stop. May be NULL. */
    bool (*watch)(void *arg, const Sums *sums, uint64_t done);
    /* Called by any thread after each board that is not void; may be NULL, and is with a journal. */
    void (*board)(void *arg, uint64_t board, const BoardValues *values);
    void *arg;
} Simulation;

/* *sums is what was released, and the caller's to free; *done how many boards that is. A file that cannot be written
   stops it. simulation NULL: the sums are all that is wanted. */
ArenaEnd simulate(const BoardsJob *boards, const Simulation *simulation, Sums *sums, uint64_t *done);

/* The rows of `sim --rounds-csv`: one for each round and seat. */
extern const FigureTable ROUND_FIGURES;
/* Adds the rows of a round that was played. False if memory runs out. */
bool rounds_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round);
/* Adds its record, without the count where the round is not over. False if memory runs out. */
bool record_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round);
/* The rows of `sim --matches-csv`: one for each match and seat of its first round. */
extern const FigureTable MATCH_FIGURES;
/* Adds the rows of the match that was played in a seating of the board. False if memory runs out. */
bool match_rows_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const MatchBoard *board,
                    int seating);
