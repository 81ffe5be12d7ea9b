/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the four tables of `tactics`, for the CSV and for tactic_report.c. */
#pragma once

#include "analysis/report/tactics/tactic_report.h"
#include "analysis/report/worth_report.h"

typedef enum { TABLE_TACTICS, TABLE_SWEEP, TABLE_PAIRS, TABLE_STRATA } TableKind;
TableKind study_kind(const TacticStudy *study);

enum { STUDY_WORD = 64 };

/* A row of any of the tables. */
typedef struct {
    const char *tactic, *stratum, *opponent;
    char second[STUDY_WORD]; /* the measure, the weight, the other tactic or what the value is divided by */
    const char *verdict;
    TacticCell cell;
    double per_change;          /* points by which a round changed in which the versions chose differently */
    double most;                /* the largest value of the table */
    double worth[WORTH_SCORES]; /* of a point in matches won; NAN: there is no table to say */
    TableKind kind;
    bool unicode;
} StudyLine;

/* The row of a cell, without what only the whole table knows; result: for the change, NULL: it is not known. */
StudyLine study_line(const TacticStudy *study, const TacticResult *result, const TacticCell *cell);
/* The cell as people see it: shares of matches in %. */
TacticCell cell_shown(const TacticCell *cell, const TacticStudy *study);
/* Of values that are shown so: "points a round". */
const char *study_unit(const TacticStudy *study);
/* Holm's method may show what no interval does that holds for all rows together. */
bool cell_by_p_alone(const TacticCell *cell);
