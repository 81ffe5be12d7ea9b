/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements of `bench`: how fast agents, search and solver are, the signature, the time to an answer. */
#pragma once

#include "agents/agent.h"
#include "sim/schedule.h"

/* Repetitions of a measurement. */
enum { BENCH_REPEATS = 5 };

/* Agents, two of each that is measured, and a program against random; and measurements: of each two, of the second two in
   matches too, with one thread and with all, of the program with one. */
enum { BENCH_AGENTS = 6, BENCH_BOTS = 2, BENCH_TIMINGS = BENCH_AGENTS + 2 + 1 };

/* What is searched: random playouts to the end of the round, without what makes a single iteration worth more. */
#define BENCH_SEARCH "ismcts:iters=10k,cut=0,infer=0,model=0"

/* Medians of repetitions. */
typedef struct {
    int repeats;      /* that were finished; fewer where the user stopped it; 0: the rest is not known */
    double search;    /* iterations of BENCH_SEARCH a second, at first plays of rounds */
    double playouts;  /* deals sampled and played out without a tree, a second, for the same plays */
    double cost;      /* of an iteration, in those: median of what repetitions say */
    double last_deal; /* seconds for the exact value of a last deal from its first play, mean over deals */
    double round;     /* seconds for that of a whole round with open cards, mean over deals */
    double nodes;     /* positions searched for it, mean */
} SearchSpeeds;

/* The question of `pasur tactics --tactics leave_11 --stop ci=0.01`. */
#define BENCH_ANSWER "leave_11"
#define BENCH_ANSWER_WIDTH 0.01

typedef struct {
    const Agent *agents; /* two of the same, or a program and random */
    bool matches;        /* boards of matches, not of single rounds */
    int threads;
    uint64_t boards;             /* of one repetition */
    double rates[BENCH_REPEATS]; /* rounds a second */
    int repeats;                 /* that were finished */
} BenchTiming;

typedef struct {
    /* what to measure */
    Schedule schedule;
    BenchTiming timings[BENCH_TIMINGS];
    int count;
    double
        seconds; /* of a repetition; the search makes at least one decision, the solver takes a fixed number of boards */
    int threads; /* all */
    bool asks_answer;
    /* what was measured; the user may have stopped it anywhere */
    bool hashed;
    uint64_t signature;
    SearchSpeeds speeds;
    double answer;        /* seconds; 0: not measured */
    uint64_t done, total; /* repetitions of measurements */
} Bench;

/* Measures. False if the user stopped it, or memory ran out. */
bool bench_run(Bench *bench);
/* The median of the repetitions, of which there is one at least, in rounds a second. */
double timing_median(const BenchTiming *timing);
/* The median of what it is in times of another, repetition by repetition; the other has as many at least. */
double timing_ratio(const BenchTiming *timing, const BenchTiming *to);
