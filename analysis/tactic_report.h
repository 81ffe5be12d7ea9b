/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study found: the CSV, and the table for people. */
#ifndef PASUR_ANALYSIS_TACTIC_REPORT_H
#define PASUR_ANALYSIS_TACTIC_REPORT_H

#include <stdio.h>

#include "analysis/tactic_run.h"
#include "sim/csv.h"

/* The header and a row for each cell. Which columns there are depends on what was asked:
   tactic,measure,… · tactic,weight,… (a sweep) · tactic_a,tactic_b,… (pairs) · tactic,by,stratum,… (strata). */
void study_csv(Csv *csv, const Study *study, const StudyResult *result);

/* The table, sorted by value (strata and sweeps in their order), with bars, and a sentence. unicode: bars of block
   characters. False if memory runs out. */
bool study_summary(FILE *out, const Study *study, const StudyResult *result, double half_width, bool unicode);

#endif
