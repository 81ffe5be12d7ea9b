/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of a learning: the CSV, the table of what nets won, the sentences. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/learn/learn.h"
#include "sim/files/figures.h"

extern const FigureTable LEARN_FIGURES;
void learn_csv(OutputFile *csv, const LearnResult *result);
/* One line of a stage that is over, without its end. */
enum { LEARN_LINE = 2 * FIGURE_CELL };
void learn_line(char out[static LEARN_LINE], const LearnNote *note);
/* The lines of its stages, if `course`, and what the net wins from whom. */
void learn_summary(FILE *out, const LearnResult *result, bool course);
