/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a study come to on boards, as exact sums.

   A board is one pack, played in each seating by every variant of the tested agent, against every opponent. Cards and
   streams are those of a simulation with the same seed, so a variant's result on a board is what `sim` gives it there,
   and a row to which the tactic made no difference is exactly zero. Nothing is played twice: games that are the same up
   to some decision are one game up to it. Whole matches are played one by one. */
#pragma once

#include "analysis/study/tactics/tactic_study.h"
#include "sim/run/arena.h"
#include "sim/stretch.h"

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

typedef struct {
    const TacticStudy *study;
    const bool *skip;       /* [row]: leave it out; NULL: none */
    uint64_t first, boards; /* boards first … first + boards - 1 */
    int threads;
    struct Checkpoint *checkpoint; /* where results are kept; NULL: nowhere */
    Blocks *blocks;                /* what the checkpoint keeps of blocks of boards; NULL: not wanted */
    /* What is added up of a board in place of the rows' measures, by what these are under each of so many schedules
       (NULL: the study's alone), of[schedule][row * TACTIC_MEASURES + measure]: values of this shape, which are zero.
       Called by any thread. NULL: nothing else. */
    void (*take)(const void *arg, uint64_t board, int64_t *values, const int64_t *const of[]);
    const void *take_arg;
    SumsShape shape;
    const Schedule *schedules;
    size_t schedule_count;
    /* Called after each chunk, in board order, with the sums so far, and how many boards are done. False: stop. May be
       NULL. */
    bool (*watch)(void *arg, const Sums *sums, uint64_t done);
    void *arg;
} TacticValues;

/* Adds the boards to the sums, which are open; *done counts boards that were released. Void are those in
   which an agent failed (the study's own, or one of its opponents), which count for no row. */
ArenaEnd tactic_values_play(const TacticValues *values, Sums *sums, uint64_t *done);
