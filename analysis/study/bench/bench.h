/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements of `bench`: rows, each a command that this build runs or, in turns, another too. */
#pragma once

#include "analysis/stats/estimate.h"
#include "engine/text/error.h"

enum { BENCH_WORDS = 10, BENCH_ROWS_MOST = 32 };

typedef struct {
    const char *what, *unit;
    const char *words[BENCH_WORDS]; /* the command that does it, without its amount */
    const char *column;             /* of the command's CSV, whose last row says what it did; NULL: the amount … */
    double each;                    /* … times so many; 0: once */
    uint64_t whole;                 /* the amount is so often a whole number; 0: once */
    double times;                   /* a repetition takes so many times --seconds, for work in large pieces; 0: once */
    bool plays;                     /* CSV files have its plays a second too */
    bool alone;                     /* it is measured with one thread alone */
    bool asked;                     /* only where it is asked for */
    bool once;                      /* the command has no amount, and runs once, with all threads */
    bool steps;                     /* with Bench.work it is done in this process: bench_steps */
    const char *over;  /* the row above with which it is compared, repetition by repetition; NULL: none … */
    const char *ratio; /* … and what its value is called, divided by that row's */
} BenchRow;
extern const BenchRow BENCH_ROWS[];
extern const size_t BENCH_ROW_COUNT;

/* Repetitions of a measurement, at most; rows with one thread and with all; a signature in text. */
enum { BENCH_REPEATS_MOST = 101, BENCH_TIMINGS = 2 * BENCH_ROWS_MOST, SIGNATURE_TEXT = 17 };

/* A row, with so many threads. Of two builds each repetition has four runs: this build, the other, the other, this one,
   so that what slows the machine down more and more does so to both alike. */
typedef struct {
    const BenchRow *row;
    int threads;
    uint64_t amount;                       /* of a run, as its command takes it */
    double done;                           /* by a run, in the row's unit */
    double seconds[2][BENCH_REPEATS_MOST]; /* of a run of this build, and of the other (means of two) */
    int repeats;                           /* that were finished */
} BenchTiming;

typedef struct {
    /* what to measure */
    BenchTiming timings[BENCH_TIMINGS]; /* of each row first with one thread, then with all */
    int count;
    const char *other; /* the other build: a program, found as execvp finds it; NULL: this one is measured alone */
    double seconds;    /* of a run */
    uint64_t work;     /* amount of a run, of which there is one without warm-up; 0: as much as `seconds` has */
    int repeats;       /* of each */
    int threads;       /* all */
    bool hashes;       /* the signature is asked for */
    /* what was measured; the user may have stopped it anywhere */
    char signatures[2][SIGNATURE_TEXT]; /* of this build and the other; empty: not known */
    uint64_t done, total;               /* repetitions of measurements, and the signature */
} Bench;

/* Does the other build answer as pasur? False with the reason. */
bool bench_check(const Bench *bench, Error *error);
/* Measures. False with the reason if the user stopped it, memory ran out, or a build failed (`system`) or lacks a row. */
bool bench_run(Bench *bench, Error *error);

enum { BENCH_STEP = 1024 };
/* So many steps of BENCH_STEP rounds of the library side by side, with a random play in each (library/pasur.h). False
   with the reason. */
bool bench_steps(uint64_t steps, int threads, Error *error);

/* Of this build, in the row's unit: of a repetition, and the median of all, of which there is one at least. */
double timing_value(const BenchTiming *timing, int repeat);
double timing_median(const BenchTiming *timing);
/* The median of one's values divided by another's, repetition by repetition: as many as both have. */
double timing_ratio(const BenchTiming *timing, const BenchTiming *to);
/* The timing of that row with so many threads; NULL: there is none that has a repetition. */
const BenchTiming *bench_timing(const Bench *bench, const char *what, int threads);

/* What was found of two builds, medians over repetitions. */
typedef struct {
    double ours, theirs; /* seconds of a run */
    double ratio; /* theirs / ours within a repetition: how many times as fast this build is; NAN: none was finished */
    Interval interval; /* of the ratio */
} BenchCompared;
BenchCompared bench_compared(const BenchTiming *timing, double alpha);
