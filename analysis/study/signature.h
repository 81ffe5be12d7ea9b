/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number for what the program does: it changes only when deals, legal plays, choices, counts or figures do. A hash
   of a fixed workload: rounds under all presets with all numbers of seats; choices of every kind of agent; the advice
   of searches of every kind; ratings; short tunings. Floating-point results count to the last bit. The same for any
   number of threads and, with one C library, for any compiler. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "agents/agent.h"

/* False if the user stopped it, or memory ran out. */
bool signature_take(uint64_t *signature, int threads);
/* What a run's own agents do on few boards under its own rules, each against greedy, in at most some ten milliseconds;
   programs and people apart, whose files have checksums. Goes on from what *signature is. False as signature_take. */
bool signature_of_run(uint64_t *signature, const char *rules, const Agent agents[], int count);
