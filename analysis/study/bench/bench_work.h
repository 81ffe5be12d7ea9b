/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does the work of one row of `bench`, and takes the time. */
#pragma once

#include "agents/agent.h"
#include "analysis/study/bench/bench_clock.h"
#include "analysis/study/bench/bench_rows.h"

/* Rounds to search and to solve, and what threads keep from one repetition to the next. */
typedef struct BenchTools BenchTools;

/* bots: a program and `random`, for WORK_BOT; NULL: no row asks for them. NULL with the reason if memory runs out. The tools are freed by
   bench_tools_free. */
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
