/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `tune` found: for people, the trajectory as CSV, the file of weights. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/tuning/tune.h"
#include "engine/text/error.h"
#include "sim/files/figures.h"

/* For the progress line: where the search is, or how the test stands. */
enum { TUNE_PROGRESS = 2 * FIGURE_CELL + 64 };
void tune_progress(char out[static TUNE_PROGRESS], const TuneSetup *setup, const TuneNow *now);
/* What would be done. */
void tune_plan(FILE *out, const TuneSetup *setup);
void tune_print(FILE *out, const Page *page, const TuneSetup *setup, const TuneResult *result);
extern const FigureTable TUNE_FIGURES;
void tune_csv(OutputFile *csv, const TuneSetup *setup, const TuneResult *result);
/* Writes the file that was asked for, with the command in a comment, and PARTIAL in its first line if the test was not over;
   a file that stood there is replaced whole, or stays. False with a reason. */
bool tune_save(const TuneSetup *setup, TuneResult *result, const char *command, Error *error);
