/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head lines of every CSV file that a run writes. */
#ifndef PASUR_ANALYSIS_REPORT_RUN_HEAD_H
#define PASUR_ANALYSIS_REPORT_RUN_HEAD_H

#include "engine/rules.h"
#include "sim/files/figures.h"

/* command: the whole command line that repeats the run; start: when it began; wall: the seconds that it took, below 0 if
   that is not known yet. */
void run_head_write(OutputFile *csv, const char *command, uint64_t seed, const Rules *rules, const char *start,
                    double wall);

#endif
