/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deciding by tactics: a play's score is the weighted sum of what the tactics say about it. */
#ifndef PASUR_AGENTS_TACTIC_H
#define PASUR_AGENTS_TACTIC_H

#include "agents/tactics.h"

enum { WEIGHT_ONE = 1 << 16 };

/* One weight for each row of TACTICS, in 1/WEIGHT_ONE. */
typedef struct {
    int32_t weights[TACTIC_COUNT];
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

/* Several vectors of weights to be compared with the first. */
typedef struct {
    int count;
    TacticWeights first;
    uint32_t asked;                                   /* bit i: row i has a weight in some version */
    uint32_t changed[MAX_TACTIC_VERSIONS];            /* bit i: row i's weight is not the first version's */
    int32_t delta[MAX_TACTIC_VERSIONS][TACTIC_COUNT]; /* by how much */
} TacticVersions;

/* count is 1 … MAX_TACTIC_VERSIONS; values[i] has a weight for each row of TACTICS. */
void tactic_versions_init(TacticVersions *versions, const double *const values[], int count);
/* What tactic_choose would choose with each version from the same *rng, which moves on by one draw in all: out[i]
   belongs to version i. Returns the versions (bit i) that choose otherwise than the first. */
uint64_t tactic_choose_many(CardSet out[], const SceneRules *base, const TacticVersions *versions, const View *view,
                            Rng *rng);

#endif
