/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deciding by tactics: a play's score is the weighted sum of what the tactics say about it. */
#ifndef PASUR_AGENTS_TACTIC_H
#define PASUR_AGENTS_TACTIC_H

#include "agents/tactics.h"

enum { WEIGHT_ONE = 1 << 16 };

/* One weight for each row of TACTICS, in 1/WEIGHT_ONE. */
typedef struct {
    int32_t weights[TACTIC_COUNT];
    unsigned sees; /* what the rows that have one look at */
} TacticWeights;

/* `values` are within the ranges of the rows; they are rounded to 1/65536. */
void tactic_weights_init(TacticWeights *weights, const double values[static TACTIC_COUNT]);
/* The weights of a settled agent of the kind `tactic`, in the order of TACTICS. */
const double *tactic_agent_weights(const Agent *agent);
/* True if it plays exact values where all cards are known: then its weights alone do not say what it chooses. */
bool tactic_agent_exact(const Agent *agent);

/* The play of the highest score, ties at random. Draws exactly once from *rng, whatever the plays. */
CardSet tactic_choose(const SceneRules *base, const TacticWeights *weights, const View *view, Rng *rng);

enum { MAX_TACTIC_VERSIONS = 64 };

/* Several vectors of weights to be compared with the first. Rows that are switched on and off together are one part of
   the score, computed once for all versions. */
typedef struct {
    int count;
    unsigned sees;
    TacticParts parts;
    int32_t factors[MAX_TACTIC_VERSIONS][TACTIC_COUNT]; /* [version][part] */
    uint32_t changed[MAX_TACTIC_VERSIONS];              /* bit p: part p's factor is not the first version's */
} TacticVersions;

/* count is 1 … MAX_TACTIC_VERSIONS; values[i] has a weight for each row of TACTICS. */
void tactic_versions_init(TacticVersions *versions, const double *const values[], int count);
/* What tactic_choose would choose with each version from the same *rng, which moves on by one draw in all: out[i]
   belongs to version i. Returns the versions (bit i) that choose otherwise than the first. */
uint64_t tactic_choose_many(CardSet out[], const SceneRules *base, const TacticVersions *versions, const View *view,
                            Rng *rng);

#endif
