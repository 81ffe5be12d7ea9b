/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `sim --by score`: matches from several pairs of scores, and what the first agent wins from each. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/sim_figures.h"
#include "sim/files/figures.h"

enum { SIM_SITUATIONS = 64 };

/* One pair of scores: that of the side that plays first stands first. */
typedef struct {
    int16_t scores[MAX_SIDES];
    Tally tally;
    bool cut; /* it was not played to its end */
} Situation;

typedef struct {
    const Schedule *schedule; /* whose scores do not count */
    const Agent *agents;
    const Situation *situations;
    size_t count, asked; /* that were begun; that were asked for, for all of which the intervals hold together */
    double rho;          /* of the anytime interval of one that was cut */
} SituationResult;

extern const FigureTable SIM_SCORE_FIGURES;
void situations_csv(OutputFile *csv, const SituationResult *result);
void situations_summary(FILE *out, const Page *page, const SituationResult *result);
