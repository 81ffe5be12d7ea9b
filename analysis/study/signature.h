/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number for what the program does: it changes only when deals, legal plays, choices or counts do. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A hash of integers (plays, points, Surs, perft counts) of a fixed workload: all presets, all numbers of seats, random
   and greedy agents. The same for any number of threads. False if memory runs out. */
bool signature_take(uint64_t *signature, int threads);
