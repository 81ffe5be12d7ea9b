/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of chances to win a match: the CSV, and what people read. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/equity.h"
#include "sim/files/figures.h"

/* What whole matches from some scores say of the first agent's chance. */
typedef struct {
    int scores[EQUITY_SIDES];
    Estimate table, matches; /* the mean of all sides' turns to play first */
} EquityCheck;

/* A table that is solved. */
typedef struct {
    const Equity *equity;
    const Rules *rules;
    const char *agents; /* who play, for people */
    int third;          /* the third side's score, where there are three */
    const EquityCheck *checks;
    int check_count;
} EquityReport;

extern const FigureTable EQUITY_FIGURES;
/* Head lines, the header, and a row for all scores of the first two sides. */
void equity_csv(OutputFile *file, const EquityReport *report);
/* Tables of some scores, or with `at` (not NULL) the chances at these; how far they err; the checks. */
void equity_summary(FILE *out, const Page *page, const EquityReport *report, const int *at);
