/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `sim` tells of its agents, and what their points are worth in matches. */
#pragma once

#include <stdio.h>

#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/study/sim_figures.h"
#include "sim/boards.h"

extern const ResultKind RESULT_SIM, RESULT_ROUNDS, RESULT_MATCHES, RESULT_BY_SCORE;

/* Below, NAME_result fills what the command has found into a result, NAME_summary tells it to people; `told` is that
   result, whose verdicts are told among it. */

/* For the progress line: how the first agent does, LLR of a test, void boards. */
enum { SIM_STANDING = AGENT_NAME + 2 * FIGURE_CELL };
void sim_standing(char out[static SIM_STANDING], const SimFound *found);
/* Head lines of a test, the header and a row for each agent. */
void sim_result(Result *out, const SimFound *found);
/* The table for people, the sentence that says what it means, and how the rule ended the run. */
void sim_summary(FILE *out, const Page *page, const SimFound *found, Result *told);

/* ---- sim --by score */

/* Matches from pairs of scores, each of a schedule from one of them: the score of the side that plays first stands first.
   What becomes of their boards: a row for each schedule, of the first agent. `result`: a SimResult of the first
   schedule, with alpha of one row. */
extern const SumsShape SITUATIONS_SHAPE; /* but for how many rows */
bool situations_add(const void *result, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure);
void situations_result(Result *out, const SimResult *result);

/* ---- --equity */

/* What a round of the first agent is worth to it. */
void round_worth_print(FILE *out, const SimFound *found, const EquityTable *table);
#define TABLE_NOTE "The errors of the table itself are not in the intervals.\n"
