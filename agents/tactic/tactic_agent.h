/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deciding by tactics: a play's score is the weighted sum of what the tactics say about it, and the play with the highest
   score is chosen. */
#pragma once

#include "agents/tactic/tactics.h"

enum { WEIGHT_ONE = 1 << 16 };

/* One weight for each row of TACTICS, in 1/WEIGHT_ONE. */
typedef struct {
    int32_t weights[TACTIC_COUNT];
    unsigned sees; /* SEES_…: what the rows that have a weight look at */
} TacticWeights;

/* A weight in 1/WEIGHT_ONE, rounded. */
int32_t tactic_weight(double value);
/* `values` are within the ranges of the rows, one for each. */
void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT]);
/* The weights of an agent that has TRAIT_TACTICS, in the order of TACTICS. */
static inline const double *tactic_agent_weights(const Agent *agent) { return agent->values; }
/* Does any agent, whatever its kind, put one card of a captured pair of kings or queens onto an opponent's pile? */
bool tactic_agent_splits(const Agent *agent);

/* The play of the highest score, ties at random. Draws exactly once from *rng, whatever the plays. */
CardSet tactic_choose(const FeatureRules *by_rules, const TacticWeights *weights, const View *view, Rng *rng);
