/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two builds of the program, measured in turns: how many times as fast is this one? */
#pragma once

#include "analysis/stats/estimate.h"
#include "analysis/study/bench/bench_work.h"
#include "engine/text/error.h"

enum { COMPARE_ROUNDS_MOST = 1001, SIGNATURE_TEXT = 17 };

/* In a round each row runs four times: this build, the other, the other, this one, so that what slows the machine down
   more and more does so to both alike. Both do the same work, each run in a process of its own. */
typedef struct {
    const BenchRow *row;
    uint64_t amount;                    /* pieces of a run; 0: not known yet */
    double ours[COMPARE_ROUNDS_MOST];   /* seconds of a run, mean of the round's two: of this build … */
    double theirs[COMPARE_ROUNDS_MOST]; /* … and of the other */
    int rounds;                         /* that were finished */
} CompareRow;

typedef struct {
    /* what to measure */
    const char *other; /* the other build: a program, found as execvp finds it */
    CompareRow rows[BENCH_ROWS_MOST];
    int count;
    double seconds; /* of a run */
    int rounds;
    double alpha; /* of intervals */
    int threads;  /* 1: processor time counts, else the clock */
    /* what was measured; the user may have stopped it anywhere */
    char signatures[2][SIGNATURE_TEXT]; /* of this build and the other; empty: not known */
    uint64_t done, total;               /* rounds of rows */
} Comparison;

/* Can this row be measured in another build? */
bool compare_knows(const BenchRow *row);
/* Does the other build answer as pasur? False with the reason. */
bool compare_check(const Comparison *comparison, Error *error);
/* False with the reason if the user stopped it, a build failed (`system`), or the other lacks a row. */
bool compare_run(Comparison *comparison, Error *error);
/* What was found of a row, medians over rounds. */
typedef struct {
    double ours, theirs; /* seconds of a run */
    double ratio; /* theirs / ours within a round: how many times as fast this build is; NAN: no round was finished */
    Interval interval; /* of the ratio */
} CompareFound;
CompareFound compare_found(const CompareRow *row, double alpha);
