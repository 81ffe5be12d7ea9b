/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of plays over sampled deals. Every play is tried in the same deals, and sums are exact, so that neither threads
   nor steps matter. */
#pragma once

#include "analysis/study/advise.h"

typedef struct Worlds Worlds;

/* For the advice's plays and choice; those of kind ADVISE_ROLLOUTS are played on by the agent, others solved with open cards
   (two sides). NULL if memory runs out. The advice, the task and what it points to must outlive it. */
Worlds *worlds_open(const AdviseTask *task, Advice *advice);
void worlds_close(Worlds *worlds);
/* Goes on until `deals` (two or more, unless the kind is ADVISE_EXACT) have been tried, and fills the advice's plays with
   what the deals say in which the agent did not fail. */
void worlds_grow(Worlds *worlds, uint64_t deals);
