/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which line-ups a study's rows need, and where each row finds their results. */
#pragma once

#include "analysis/study/tactics/tactic_study.h"
#include "sim/shared/lineups.h"

enum { MAX_PAIRS = 4 };

/* Where a row finds its results: the line-ups of its terms, and the pairs of them that show whether it is active. */
typedef struct {
    int row, table;
    uint16_t lineups[MAX_TERMS];
    int pairs[MAX_PAIRS]; /* two terms: the first; four: (0,1) (2,3) (0,3) (2,1) */
} RowPlan;

typedef struct {
    Lineups *tables; /* the line-ups of as many rows as each has room for the players of */
    int table_count;
    int block; /* boards that all tables can play at once */
    RowPlan *rows;
    int row_count;
} TacticPlan;

/* Plans the rows that are not to be skipped (skip NULL: all). False if memory runs out; tactic_plan_free in either case. */
bool tactic_plan_make(TacticPlan *plan, const TacticStudy *study, const bool *skip);
void tactic_plan_free(TacticPlan *plan);
