/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many decisions by tactics at once, each with several vectors of weights that are compared. */
#ifndef PASUR_AGENTS_TACTIC_WIDE_TACTIC_MANY_H
#define PASUR_AGENTS_TACTIC_WIDE_TACTIC_MANY_H

#include "agents/tactic/tactic.h"

enum { MAX_TACTIC_VERSIONS = 64 };

/* Vectors of weights. Rows that are switched on and off together are one part of the score, computed once for all
   versions. */
typedef struct {
    int count;
    unsigned sees;
    TacticParts parts;
    int32_t factors[MAX_TACTIC_VERSIONS][TACTIC_COUNT]; /* [version][part] */
    uint32_t changed[MAX_TACTIC_VERSIONS];              /* bit p: part p's factor is not the first version's */
} TacticVersions;

/* count is 1 … MAX_TACTIC_VERSIONS; values[i] has a weight for each row of TACTICS. */
void tactic_versions_init(TacticVersions *versions, const double *const values[], int count);

/* A decision that is to be made. */
typedef struct {
    const Table *table;
    CardSet hand;    /* of the seat to move, not empty */
    uint64_t wanted; /* bit v: by version v */
    uint32_t draw;   /* uniform: decides among equals */
} TacticDecision;

/* What tactic_choose would choose with the versions that are wanted, if that were its draw: out[decision *
   versions->count + version]; nothing is written for the others. All decisions are before the same play of a round
   (table->ply), with the same scores of the match. */
void tactic_choose_many(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVersions *versions,
                        const TacticDecision decisions[], int count);

#endif
