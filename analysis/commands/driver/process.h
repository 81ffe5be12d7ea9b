/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process in which a command runs. */
#pragma once

#include "analysis/commands/driver/driver.h"

/* Before anything else: descriptors 0 to 2 are no file that is opened later, and signals are as the program needs them. */
void process_begin(void);
/* The version, and what this build has of what it can do without. */
void version_print(void);
/* Starts so many threads, which work that follows takes. False with the reason if the system does not give them. Call it
   while the process has no other thread. */
bool process_threads(int threads, Error *error);
/* Says about how long the command would take, for commands that play; tries it for a third of a second. Call it while the
   process has no other thread. */
void estimate_print(Driver *driver, FILE *out);
