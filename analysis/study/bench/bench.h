/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements of `bench`: how fast agents, search, solver and steps are, the signature, the time to an answer. */
#pragma once

#include "agents/agent.h"
#include "analysis/study/bench/bench_work.h"

/* Repetitions of a measurement, at most; rows with one thread and with all. */
enum { BENCH_REPEATS_MOST = 101, BENCH_TIMINGS = 2 * BENCH_ROWS_MOST };

typedef struct {
    const BenchRow *row;
    int threads;
    uint64_t amount;                   /* pieces of a repetition */
    double values[BENCH_REPEATS_MOST]; /* in the row's unit */
    int repeats;                       /* that were finished */
} BenchTiming;

typedef struct {
    /* what to measure */
    BenchTiming timings[BENCH_TIMINGS]; /* of each row first with one thread, then with all */
    int count;
    double seconds;    /* of a repetition */
    uint64_t work;     /* pieces of a repetition, of which there is one without warm-up; 0: as many as `seconds` has */
    int repeats;       /* of each; WORK_ANSWER is done once */
    int threads;       /* all */
    bool hashes;       /* the signature is asked for */
    const Agent *bots; /* a program and `random`, if WORK_BOT is among them */
    /* what was measured; the user may have stopped it anywhere */
    bool hashed;
    uint64_t signature;
    double nodes;         /* searched for the exact value of a round, mean; 0: none was solved */
    double boards;        /* that the answer is expected to take; 0: not known */
    uint64_t done, total; /* repetitions of measurements, and the signature */
} Bench;

/* Measures. False with the reason if the user stopped it, or memory ran out. */
bool bench_run(Bench *bench, Error *error);

/* Of the repetitions, of which there is one at least. */
double timing_median(const BenchTiming *timing);
/* The median of one's values divided by another's, repetition by repetition: as many as both have. */
double timing_ratio(const BenchTiming *timing, const BenchTiming *to);
/* How many times as fast as one thread many are. */
double bench_gain(const BenchTiming *all, const BenchTiming *one);
/* The timing of that row with so many threads; NULL: there is none that has a repetition. */
const BenchTiming *bench_timing(const Bench *bench, const char *what, int threads);
