/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures for people: the terminal's table, what the columns mean, and notes on who played. */
#pragma once

#include "agents/agent.h"
#include "analysis/stats/estimate.h"
#include "sim/files/figures.h"

/* "+6.424 (+6.410 to +6.438)" in the format of a double; `*` in it stands for as many decimals as the interval deserves. Without
   the brackets if the interval is unknown; "unknown" for NaN. Returns out. */
char *interval_text(char out[static FIGURE_CELL], const char *format, double value, Interval interval);
/* How many decimals that is. */
int interval_decimals(Interval interval);

/* A table of the figures that have a title: a line of titles and a line for each of `count` structs of `size` bytes. */
void figures_print(FILE *out, const FigureTable *table, const void *rows, size_t size, size_t count);

/* What each column of the CSV is, for the terminal. */
void figures_explain(FILE *out, const FigureTable *table);
/* The same as a section of a page in Markdown. */
void figures_markdown(FILE *out, const FigureTable *table);

/* ---- what a reader must know of the agents that played */

#define TIMED_NOTE "An agent decides by the clock (time=): another run gives other figures.\n"
/* A line for each kind of agent here that sees all cards. */
void agents_open_note(FILE *out, const Agent *agents, int count);
