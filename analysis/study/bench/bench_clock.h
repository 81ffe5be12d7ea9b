/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the work of a row of `bench` took. */
#pragma once

#include <time.h>

#include "sim/files/system.h"

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
