/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clock that only goes forward. */
#pragma once

#include <stdint.h>
#include <time.h>

static inline uint64_t nanoseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* From then until now; 0 where the system lets the clock go back. */
static inline uint64_t nanoseconds_since(uint64_t start)
{
    const uint64_t now = nanoseconds_now();
    return now > start ? now - start : 0;
}

static inline double seconds_now(void) { return (double)nanoseconds_now() * 1e-9; }
