/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work of `bench` that no command does: searches, playouts, exact values and steps, piece by piece. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/text/error.h"

typedef enum {
    PIECE_SEARCH,     /* a decision at the first play of a round, by BENCH_SEARCH */
    PIECE_PLAYOUTS,   /* as many deals sampled and played out as one decision has */
    PIECE_LAST_DEALS, /* the exact value of a last deal, from its first play */
    PIECE_ROUNDS,     /* the exact value of a round with open cards */
    PIECE_STEPS,      /* a step of BENCH_STEP rounds side by side, with a random play in each (library/pasur.h) */
} PieceWork;

/* What is searched, so many iterations a decision; BENCH_ROUNDS is how many rounds there are to solve. */
#define BENCH_SEARCH "ismcts:iters=10k"
enum { BENCH_ITERATIONS = 10000, BENCH_STEP = 1024, BENCH_ROUNDS = 100 };

/* Rounds to search and to solve, and what threads keep from one call to the next. NULL with the reason if memory runs
   out. */
typedef struct Pieces Pieces;
Pieces *pieces_open(int threads, Error *error);
void pieces_close(Pieces *pieces);

/* *seconds by the clock that `count` of them take with so many threads; *nodes: searched for a piece, mean. False with
   the reason if memory runs out, or if the user stopped it. */
bool pieces_do(double *seconds, double *nodes, Pieces *pieces, PieceWork work, int threads, uint64_t count,
               Error *error);
