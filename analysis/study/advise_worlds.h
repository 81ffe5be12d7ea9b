/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of plays over sampled deals. Every play is tried in the same deals, and sums are exact, so that neither threads
   nor steps matter. */
#pragma once

#include "analysis/study/advise.h"

typedef struct Worlds Worlds;

/* solve: exact values with open cards (two sides), else the agent plays on. plays: `count` of them, `choice` is the one
   that the others are compared with. NULL if memory runs out. The task and what it points to must outlive it. */
Worlds *worlds_open(const AdviseTask *task, bool solve, const CardSet plays[], int count, int choice);
void worlds_close(Worlds *worlds);
/* Goes on until `deals` have been tried. False if the agent failed. */
bool worlds_grow(Worlds *worlds, uint64_t deals);
/* Fills what the deals say about one play. quantile: of the intervals, in standard errors; 0: values are exact, for a
   single deal, else two deals or more are needed. */
void worlds_play(AdvisePlay *out, const Worlds *worlds, int play, double quantile);
