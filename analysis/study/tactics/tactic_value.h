/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a study come to on boards, as exact sums.

   A board is one pack, played in each seating by every variant of the tested agent, against every opponent. Cards and
   streams are those of a simulation with the same seed, so a variant's result on a board is what `sim` gives it there,
   and a row to which the tactic made no difference is exactly zero. Nothing is played twice: games that are the same up
   to some decision are one game up to it. Whole matches are played one by one. */
#pragma once

#include "agents/tactic/advice.h"
#include "analysis/study/tactics/tactic_study.h"
#include "sim/boards.h"

/* Measures of a row on a board. The part of its value that comes from rounds in which the variants first chose
   differently in one stratum (BY_NOTHING: one part, the row); the parts add up to the row, board by board. */
enum {
    TACTIC_PLUS,                                 /* [seating]: the sum of the variants that count positive … */
    TACTIC_MINUS = TACTIC_PLUS + MAX_SEATS,      /* … and of the others */
    TACTIC_VALUE = TACTIC_MINUS + MAX_SEATS,     /* [stratum]; a board without such a round is a zero */
    TACTIC_BOARDS = TACTIC_VALUE + MAX_STRATA,   /* 1: rows stop at looks of their own */
    TACTIC_ACTIVE,                               /* [stratum]: 1 if there is such a round … */
    TACTIC_CHANGED = TACTIC_ACTIVE + MAX_STRATA, /* … if the part is not zero … */
    TACTIC_ROUNDS = TACTIC_CHANGED + MAX_STRATA, /* … and how many rounds */
    TACTIC_MEASURES = TACTIC_ROUNDS + MAX_STRATA,
    TACTIC_SQUARES = TACTIC_BOARDS
};
SumsShape tactic_shape(const TacticStudy *study);
/* Of a row's measure that is squared, over its boards. */
Moments tactic_moments(const Sums *sums, int row, int measure);

/* Integer observations of a board for one point a round, or for all of its matches, for estimate_of. */
double tactic_value_scale(const TacticStudy *study);

/* The line-ups of a study's rows, each once. All zero is empty. */
typedef struct {
    const TacticStudy *study;
    const bool *skip; /* [row]: no line-up is its; NULL: all rows are */
    Agent *agents;    /* of the line-ups; owned, but their texts stay with the study's */
    size_t agent_count;
    Pairing *lineups; /* owned, as are … */
    int lineup_count;
    int (*terms)[MAX_TERMS]; /* … [row]: the line-ups of its terms */
} TacticLineups;

/* In place of those that were there. False if memory runs out. */
bool tactic_lineups_make(TacticLineups *lineups, const TacticStudy *study, const bool *skip);
void tactic_lineups_free(TacticLineups *lineups);
/* The job that they play, but for the boards, and what becomes of these: sums of tactic_shape. Void are those in which an
   agent failed, the study's own or one of its opponents, which count for no row. */
BoardsJob tactic_job(const TacticLineups *lineups);
BoardsUse tactic_use(const TacticLineups *lineups);
/* For a use of another kind: what a row comes to on a board, under one of the schedules that the job has; `out` is zero.
   False: the board is void, or the script that groups its rounds failed. */
bool tactic_row(int64_t out[static TACTIC_MEASURES], const TacticLineups *lineups, int row, AdviceMemory *grouper,
                const WholeBoard *whole, size_t schedule, VoidBoard *failure);
