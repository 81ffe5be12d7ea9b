/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `bench` can measure, one row for each; does the work of a row, and takes the time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "agents/agent.h"
#include "sim/files/system.h"

/* What is done, and what is counted as one piece of it: a row's amount is so many pieces. */
typedef enum {
    WORK_BOARDS,     /* a board of single rounds */
    WORK_MATCHES,    /* a board of matches */
    WORK_BOT,        /* a board of a program against `random` */
    WORK_SEARCH,     /* a decision at the first play of a round, by BENCH_SEARCH */
    WORK_PLAYOUTS,   /* as many deals sampled and played out as one decision has */
    WORK_LAST_DEALS, /* the exact value of a last deal, from its first play */
    WORK_ROUNDS,     /* the exact value of a round with open cards */
    WORK_STEPS,      /* a step of BENCH_STEP rounds side by side, with a random play in each (library/pasur.h) */
    WORK_RATE,       /* a board of a tournament of BENCH_PLAYERS */
    WORK_TUNE,       /* a round of a tuning of BENCH_TUNED: of the search so many, and those of the validation */
    WORK_EQUITY,     /* a board of a table of chances of BENCH_TUNED under BENCH_EQUITY */
    WORK_FORECAST,   /* a board of BENCH_ANSWER */
    WORK_ANSWER,     /* BENCH_ANSWER to its end, once */
} BenchWork;

/* What is searched. */
#define BENCH_SEARCH "ismcts:iters=10k"
/* The question of `pasur tactics --tactics deny_sur --stop ci=0.01`. */
#define BENCH_ANSWER "deny_sur"
#define BENCH_ANSWER_WIDTH 0.01
/* Players that differ in weights alone, an agent to tune and of which a table of chances is made, with the rules of
   that. */
#define BENCH_PLAYERS "tactic", "tactic:deny_sur=0", "tactic:count_cards=0"
#define BENCH_TUNED "tactic"
#define BENCH_EQUITY "pagat,target=20"
enum { BENCH_STEP = 1024 };

typedef struct {
    const char *what, *unit;
    BenchWork work;
    const char *rules;     /* NULL: pagat */
    const char *agents[2]; /* WORK_BOARDS, WORK_MATCHES */
    double times;          /* a repetition takes so many times --seconds, for work in large pieces; 0: once */
    bool plays;            /* CSV files have its plays a second too */
    bool alone;            /* it is measured with one thread alone */
    bool asked;            /* only where it is asked for */
    const char *over;      /* the row above with which it is compared, repetition by repetition; NULL: none … */
    const char *ratio;     /* … and what its value is called, divided by that row's */
} BenchRow;

enum { BENCH_ROWS_MOST = 32 };
extern const BenchRow BENCH_ROWS[];
extern const size_t BENCH_ROW_COUNT;

/* What a value is made of: work done a second, or seconds (us, ms, s) for a piece of work. */
double bench_value(const BenchRow *row, double seconds, double done);
/* Is a smaller value better? */
bool bench_row_takes(const BenchRow *row);

/* How long the work of a row took. */
typedef struct {
    double seconds;   /* by the clock */
    double processor; /* seconds of this process, all threads together */
    double done;      /* in the row's unit; of WORK_FORECAST the part of the answer that it is */
} BenchTime;

/* Both clocks as they stand now. */
static inline BenchTime bench_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (BenchTime){.seconds = seconds_now(), .processor = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec};
}

/* From the start until now. */
static inline void bench_clock_stop(BenchTime *time, BenchTime start)
{
    const BenchTime now = bench_clock();
    time->seconds = now.seconds - start.seconds;
    time->processor = now.processor - start.processor;
}

/* Rounds to search and to solve, and what threads keep from one repetition to the next. */
typedef struct BenchTools BenchTools;

/* bots: a program and `random`, for WORK_BOT; NULL: no row asks for them. NULL with the reason if memory runs out. The
   tools are freed by bench_tools_free. */
BenchTools *bench_tools_make(const Agent *bots, int threads, Error *error);
void bench_tools_free(BenchTools *tools);

/* An amount that the row can do with so many threads: at least as much as that, in pieces that are alike. */
uint64_t bench_amount(const BenchRow *row, uint64_t amount);
/* False with the reason if memory runs out, or if the user stopped it. */
bool bench_work(BenchTime *time, BenchTools *tools, const BenchRow *row, int threads, uint64_t amount, Error *error);

/* Positions searched for a round's exact value, mean over the rounds of WORK_ROUNDS; 0: none was solved. */
double bench_nodes(const BenchTools *tools);
/* Boards that the answer is expected to take; 0: WORK_FORECAST was not done. */
double bench_boards(const BenchTools *tools);
