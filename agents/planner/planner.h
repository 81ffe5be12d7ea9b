/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plays are worth by the beliefs of the agent `planner`, without its search: for measuring agents' choices. */
#pragma once

#include "agents/agent.h"

/* A play with two values that were found in rounds of their own, in points that the own side wins; the same number
   twice where they are exact. */
typedef struct {
    CardSet play;
    double values[2];
} PlannedPlay;

/* All plays of the view, folded, in the order of moves_list. Each is tried in the same rounds, `rounds` > 0 of them for
   each of its values: others hold and play what agrees with their plays, the net plays on for the own seat, and nothing
   is searched, so that a value does not depend on which play is the best. In the last deal of two players values are
   exact, with best play by both. `memory` is one of the kind AGENT_PLANNER. Draws only from *rng. Returns how many
   plays there are; 0: no round agrees with the view. */
int planner_values(PlannedPlay out[], void *memory, const View *view, int rounds, Rng *rng);
