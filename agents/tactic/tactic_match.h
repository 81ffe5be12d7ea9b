/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of tactics for a match: what a Sur and the clubs are worth at these scores, in points as they are worth here. */
#pragma once

#include "agents/match_value.h"
#include "agents/tactic/tactic_agent.h"

/* The weights for the decision of this view, of two sides. What a tactic says stays in points of the round; rows about Surs
   and about the clubs alone weigh as much more as these move the chance to win the match, compared with the same points
   that come one by one. */
void tactic_match_weights(TacticWeights *out, const TacticWeights *weights, const MatchEquity *equity,
                          const FeatureRules *by_rules, const View *view);
