/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tally of `sim` says: figures for each agent, the CSV, the summary. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/sim_figures.h"
#include "sim/files/figures.h"

extern const FigureTable SIM_FIGURES;
/* For the progress line: how the first agent does, LLR of a test, void boards. */
enum { SIM_PROGRESS = AGENT_NAME + 2 * FIGURE_CELL };
void sim_progress(char out[static SIM_PROGRESS], const SimResult *result, const StopRule *stop);
/* Head lines of a test, the header and a row for each agent. */
void sim_csv(OutputFile *csv, const SimResult *result, const StopRule *stop);
/* The table for people, the sentence that says what it means, and how the rule ended the run. */
void sim_summary(FILE *out, const Page *page, const SimResult *result, const StopRule *stop);
