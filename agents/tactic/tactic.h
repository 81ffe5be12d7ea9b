/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deciding by tactics: a play's score is the weighted sum of what the tactics say about it. */
#ifndef PASUR_AGENTS_TACTIC_TACTIC_H
#define PASUR_AGENTS_TACTIC_TACTIC_H

#include "agents/tactic/tactics.h"

enum { WEIGHT_ONE = 1 << 16 };

/* One weight for each row of TACTICS, in 1/WEIGHT_ONE. */
typedef struct {
    int32_t weights[TACTIC_COUNT];
    unsigned sees; /* what the rows that have one look at */
} TacticWeights;

/* A weight in 1/WEIGHT_ONE; what is left of it is rounded. */
int32_t tactic_weight(double value);
/* `values` are within the ranges of the rows; they are rounded to 1/65536. */
void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT]);
/* The weights of a settled agent of the kind `tactic`, in the order of TACTICS. */
const double *tactic_agent_weights(const Agent *agent);
/* True if it plays exact values where all cards are known: then its weights alone do not say what it chooses. */
bool tactic_agent_exact(const Agent *agent);

/* The play of the highest score, ties at random. Draws exactly once from *rng, whatever the plays. */
CardSet tactic_choose(const FeatureRules *by_rules, const TacticWeights *weights, const View *view, Rng *rng);

#endif
