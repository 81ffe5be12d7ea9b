/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `sim` tells of its agents, and what their points are worth in matches. */
#pragma once

#include <stdio.h>

#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/study/sim_figures.h"

extern const ResultKind RESULT_SIM, RESULT_ROUNDS, RESULT_MATCHES, RESULT_BY_SCORE;

/* Below, NAME_result fills what the command has found into a result, NAME_summary tells it to people; `found` is that
   result, whose verdicts are told among it. */

/* For the progress line: how the first agent does, LLR of a test, void boards. */
enum { SIM_PROGRESS = AGENT_NAME + 2 * FIGURE_CELL };
void sim_progress(char out[static SIM_PROGRESS], const SimResult *result, const StopRule *stop);
/* Head lines of a test, the header and a row for each agent. */
void sim_result(Result *out, const SimResult *result, const StopRule *stop);
/* The table for people, the sentence that says what it means, and how the rule ended the run. */
void sim_summary(FILE *out, const Page *page, const SimResult *result, const StopRule *stop, Result *found);

/* ---- sim --by score */

enum { SIM_SITUATIONS = 64 };

/* One pair of scores: that of the side that plays first stands first. */
typedef struct {
    int16_t scores[MAX_SIDES];
    Sums sums;
    bool cut; /* it was not played to its end */
} Situation;

typedef struct {
    const Schedule *schedule; /* whose scores do not count */
    const Agent *agents;
    const Situation *situations;
    size_t count, asked; /* that were begun; that were asked for, for all of which the intervals hold together */
    double rho;          /* of the anytime interval of one that was cut */
    double alpha;        /* with which some interval of them all misses */
} SituationResult;

void situations_result(Result *out, const SituationResult *result);
void situations_summary(FILE *out, const Page *page, Result *found);

/* ---- --equity */

/* What a round of the first agent is worth to it. */
void round_worth_print(FILE *out, const SimResult *result, const EquityTable *table);
/* What a point is worth at some scores, and so many points with their interval; whose: what they are of. */
void points_worth_print(FILE *out, const EquityTable *table, const Rules *rules, double points, Interval interval,
                        const char *whose);
