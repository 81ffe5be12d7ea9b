/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values with open cards, for two sides (two players, or four as two teams): the points of the round that the side
   to move has beyond the other side's, over the whole round, with best play by both and every card known. Per shodam
   does not stop the round. Alpha-beta (principal variation search) with a transposition table that the caller hands in;
   nothing is allocated. More than two sides are not solved: every function returns false then.

     static SolveEntry table[1 << 15];
     Solver solver;
     solver_init(&solver, table, 1 << 15);
     if (solve_value(&value, &solver, &round, &rules)) … */
#pragma once

#include "engine/solve_script.h"

typedef struct {
    uint64_t key, data;
} SolveEntry;

/* About 16 KB; one for each thread. */
typedef struct {
    uint64_t node_limit; /* a call that needs more positions gives up; solver_init sets no limit */
    uint64_t nodes;      /* positions searched by the last call */
    bool gave_up;        /* the last call met the limit */
    /* private */
    SolveEntry *table;
    uint32_t mask;       /* of the first entry of a bucket */
    uint32_t generation; /* of the entries that belong to this call */
    uint64_t stop;       /* nodes at which it gives up */
    Script script;
    CardSet captures[MAX_CAPTURES]; /* of the position that is being listed */
} Solver;

typedef struct {
    CardSet play;
    int value; /* for the side to move */
} SolvePlay;

/* Entries that serve a whole round: 512 KB for two players, 16 MB for teams. 2^12 serve the last deal of two players. */
size_t solver_entries(const Rules *rules);
/* `entries` (a power of two, at least 4) stay the caller's and must outlive the solver. Any table gives the same values. */
void solver_init(Solver *solver, SolveEntry *table, size_t entries);

/* The value of a round, over or not; an ended round's for side 0. False: more than two sides, or it gave up. */
bool solve_value(int *value, Solver *solver, const Round *round, const Rules *rules);
/* Every legal play, as moves_list(…, NULL) orders them, with its value; *count of them, 0 if the round is over. */
bool solve_plays(SolvePlay out[static MAX_MOVES], int *count, Solver *solver, const Round *round, const Rules *rules);
