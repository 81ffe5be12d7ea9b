/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study found: the CSV, and the table for people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/tactics/tactic_run.h"
#include "sim/files/figures.h"

/* The columns depend on what was asked: tactics, a sweep, pairs, or parts by stratum. */
enum { STUDY_TABLES = 4 };
extern const FigureTable STUDY_FIGURES[STUDY_TABLES];
/* The header and a row for each cell. */
void study_csv(OutputFile *csv, const TacticStudy *study, const TacticResult *result);

/* For the progress line: the cell that is known least, "leave_11 without +1.221 (+1.172 to +1.270) points", if any, and
   the void boards. */
enum { STUDY_PROGRESS = AGENT_NAME + 2 * FIGURE_CELL };
void study_progress(char out[static STUDY_PROGRESS], const TacticStudy *study, const TacticProgress *now);

/* The tactics whose weight in the agent is below 0, so that their rows are about doing the opposite, bit = tactic. */
unsigned study_reversed(const TacticStudy *study);

/* How many rows are not as precise as was wanted. */
int study_unsettled(const TacticResult *result);
/* The table, sorted by value (strata and sweeps in their order), with bars, and a sentence. False if memory runs out. */
bool study_summary(FILE *out, const Page *page, const TacticStudy *study, const TacticResult *result,
                   double half_width);
