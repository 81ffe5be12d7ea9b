/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks. */
#include "sim/files/clock.h"

#include <time.h>

void time_print(char text[static TIME_TEXT])
{
    time_t now = time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts) || !strftime(text, TIME_TEXT, "%Y-%m-%dT%H:%M:%SZ", &parts)) *text = 0;
}

uint64_t nanoseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t nanoseconds_since(uint64_t start)
{
    const uint64_t now = nanoseconds_now();
    return now > start ? now - start : 0;
}

double seconds_now(void) { return (double)nanoseconds_now() * 1e-9; }
