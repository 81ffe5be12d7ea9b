/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study found: the CSV, and the table for people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "analysis/study/tactics/tactic_run.h"
#include "sim/files/figures.h"

/* The columns depend on what was asked: tactics, a sweep, pairs, or parts by stratum. */
enum { STUDY_TABLES = 4 };
extern const FigureTable STUDY_FIGURES[STUDY_TABLES];
/* The header and a row for each cell. */
void study_csv(OutputFile *csv, const TacticStudy *study, const TacticResult *result);

/* For the progress line: the cell that is known least, "leave_11 without +1.221 (+1.172 to +1.270) points", if any, and
   the void boards. */
enum { STUDY_PROGRESS = AGENT_NAME + 256 };
void study_progress(char out[static STUDY_PROGRESS], const TacticStudy *study, const TacticProgress *now);

/* The tactics whose weight in the agent is below 0, so that their rows are about doing the opposite, bit = tactic. */
unsigned study_reversed(const TacticStudy *study);

/* The table, sorted by value (strata and sweeps in their order), with bars, and a sentence. unicode: bars of block
   characters. False if memory runs out. */
bool study_summary(FILE *out, const TacticStudy *study, const TacticResult *result, double half_width, bool unicode);
