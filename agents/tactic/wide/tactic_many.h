/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many decisions by tactics at once, each with several vectors of weights that are compared. */
#ifndef PASUR_AGENTS_TACTIC_WIDE_TACTIC_MANY_H
#define PASUR_AGENTS_TACTIC_WIDE_TACTIC_MANY_H

#include "agents/tactic/tactic_agent.h"

enum { MAX_TACTIC_VARIANTS = 64 };

/* Vectors of weights. Rows that are switched on and off together are one part of the score, computed once for all
   variants. */
typedef struct {
    int count;
    unsigned sees;
    TacticParts parts;
    int32_t factors[MAX_TACTIC_VARIANTS][TACTIC_COUNT]; /* [variant][part] */
    uint32_t changed[MAX_TACTIC_VARIANTS];              /* bit p: part p's factor is not the first variant's */
} TacticVariants;

/* count is 1 … MAX_TACTIC_VARIANTS; values[i] has a weight for each row of TACTICS. */
void tactic_variants_init(TacticVariants *variants, const double *const values[], int count);

/* A decision that is to be made. */
typedef struct {
    const Table *table;
    CardSet hand;    /* of the seat to move, not empty */
    uint64_t wanted; /* bit v: by variant v */
    uint32_t draw;   /* uniform: decides among equals */
} TacticDecision;

/* What tactic_choose would choose with the variants that are wanted, if that were its draw: out[decision *
   variants->count + variant]; nothing is written for the others. All decisions are before the same play of a round
   (table->ply), with the same scores of the match. Returns how many of them were made eight at a time. */
int tactic_choose_many(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants,
                       const TacticDecision decisions[], int count);

/* ---- the fast path, for tactic_many.c alone: tactic_wide.c

   Decisions are made eight at a time in the lanes of AVX-512: the same plays, bit for bit, as one at a time. None is
   where the compiler or the processor cannot do that, or PASUR_PLAIN is defined. Much of a decision's time goes into
   branches that cannot be foreseen (how many plays, which capture, how many stakes); side by side there are hardly any. */

enum { WIDE_DECISIONS = 256 }; /* decisions in a call, at most */

/* True if this processor has what it takes, and rules and rows with a weight are among those that are known here: two
   players, Surs that only add up, clubs for the side with most. */
bool tactic_wide_plays(const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants);
/* tactic_choose_many for 1 … WIDE_DECISIONS decisions. Returns how many it left open, few, as they have more plays, numerals or
   stakes than there is room for: open[0], open[1], …; there is room for all. */
int tactic_wide(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                const TacticVariants *variants, const TacticDecision decisions[], int count);

#endif
