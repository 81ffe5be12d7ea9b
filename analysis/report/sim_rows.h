/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `sim`, an agent each: for the CSV and the terminal. */
#pragma once

#include "analysis/report/sim_report.h"
#include "analysis/study/sim_figures.h"

typedef struct {
    const char *agent;
    int64_t boards, rounds, sides; /* sides: the sides of the agent in all rounds */
    AgentFigures figures;
    AgentTally tally;
    double elo;
    Interval elo_interval;
    RoundWorth worth;
    /* of matches, all 0 where rounds are played: */
    int64_t one, matches, match_sides, match_rounds, round_sides;
    int64_t won, won_count, won_shodam, won_tie, limit_rounds, limit_surs, margin, won_margin;
} SimRow;

/* The terminal's table of matches; that of rounds, and the CSV: SIM_FIGURES. */
extern const FigureTable SIM_MATCH_TABLE;

/* A row for each agent. */
void sim_rows(SimRow rows[static MAX_SEATS], const SimResult *result);
