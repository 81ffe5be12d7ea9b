/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What points are worth in matches won, in words. */
#pragma once

#include <stdio.h>

#include "analysis/study/sim_figures.h"

/* What a round of the first agent is worth to it. */
void round_worth_print(FILE *out, const SimResult *result, const EquityTable *table);
/* What a point is worth at some scores, and so many points with their interval. */
void points_worth_print(FILE *out, const EquityTable *table, const Rules *rules, double points, Interval interval);
