/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of day, and a clock that only goes forward. */
#pragma once

#include <stdint.h>

enum { TIME_TEXT = 32 };
/* Now, as 2026-01-31T12:00:00Z. */
void time_print(char text[static TIME_TEXT]);
/* Of a clock that only goes forward. */
uint64_t nanoseconds_now(void);
/* From then until now; 0 where the system lets that clock go back. */
uint64_t nanoseconds_since(uint64_t start);
double seconds_now(void);
