/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tournament came to, for people and as CSV. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "analysis/study/tournament.h"
#include "sim/files/figures.h"

/* Intervals hold with 95 % each; a pair counts as decided where all pairs together are sure to 95 % (Holm). */
#define RATE_ALPHA 0.05

typedef struct {
    const Tournament *tournament;
    const Agent *agents;
    Rating points[TOURNAMENT_MAX_AGENTS], elo[TOURNAMENT_MAX_AGENTS];
    bool beats[TOURNAMENT_MAX_AGENTS * TOURNAMENT_MAX_AGENTS];          /* as of tournament_beats */
    double adjusted[TOURNAMENT_MAX_AGENTS * TOURNAMENT_MAX_AGENTS / 2]; /* by pair, as of tournament_holm */
    uint16_t order[TOURNAMENT_MAX_AGENTS];                              /* agents, best first */
} RateResult;

/* What a tournament that has played boards came to. False if memory runs out. */
bool rate_result_make(RateResult *result, const Tournament *tournament, const Agent *agents);

extern const FigureTable RATE_FIGURES, CROSS_FIGURES;

/* For the progress line: who leads, "tactic leads, +1.230 (+1.100 to +1.360) points more than its opponents", if that is
   known, and the void boards. */
enum { RATE_PROGRESS = AGENT_NAME + 2 * FIGURE_CELL };
void rate_progress(char out[static RATE_PROGRESS], const Tournament *tournament, const Agent *agents);
/* Header and rows: one for each agent as named; one for each ordered pair that met. */
void rate_csv(OutputFile *csv, const RateResult *result);
void cross_csv(OutputFile *csv, const RateResult *result);
/* Ratings, best first; the cross-table; where "better than" runs in a circle. */
void rate_table(FILE *out, const Page *page, const RateResult *result);
void cross_table(FILE *out, const Page *page, const RateResult *result);
void cycles_list(FILE *out, const RateResult *result);
