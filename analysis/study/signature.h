/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number for what the program does: it changes only when deals, legal plays, choices, counts or figures do. A hash
   of a fixed workload: rounds under all presets with all numbers of seats; choices of every kind of agent; the advice
   of searches of every kind; ratings; short tunings. Floating-point results count to the last bit. The same for any
   number of threads and, with one C library, for any compiler. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What takes most of its time, and is for programs that do it. The rest (rounds, choices of the other kinds, ratings)
   is a tenth of it. */
enum {
    SIGNATURE_SEARCHES = 1 << 0, /* choices and advice of agents that search */
    SIGNATURE_TUNINGS = 1 << 1,
    SIGNATURE_ALL = SIGNATURE_SEARCHES | SIGNATURE_TUNINGS
};

/* False if the user stopped it, or memory ran out. */
bool signature_take(uint64_t *signature, unsigned parts, int threads);
