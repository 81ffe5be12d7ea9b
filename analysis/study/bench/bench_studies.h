/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `bench` that are whole commands: a tournament, a tuning, a table of chances. */
#pragma once

#include "analysis/study/bench/bench_clock.h"
#include "analysis/study/bench/bench_rows.h"
#include "engine/text/error.h"

/* Does so much of the row's work (WORK_RATE, WORK_TUNE, WORK_EQUITY). False with the reason if memory runs out, or if the
   user stopped it. */
bool bench_study(BenchTime *time, const BenchRow *row, int threads, uint64_t amount, Error *error);
