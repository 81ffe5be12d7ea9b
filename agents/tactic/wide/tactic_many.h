/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many decisions by tactics at once, each with several vectors of weights that are compared. */
#pragma once

#include "agents/tactic/tactic_agent.h"

enum { MAX_TACTIC_VARIANTS = 64 };
_Static_assert(MAX_TACTIC_VARIANTS <= 64, "TacticDecision.wanted has a bit for each");

/* Vectors of weights, the variants. Rows whose weights the variants have or lack together are one part of the score, which
   is computed once; a variant's score is the sum of the parts, each times a factor. */
typedef struct {
    int count;
    unsigned sees; /* SEES_…: what the rows that have a weight look at */
    TacticParts parts;
    int32_t factors[MAX_TACTIC_VARIANTS][TACTIC_COUNT]; /* [variant][part] */
    uint32_t changed[MAX_TACTIC_VARIANTS]; /* bit p: the factor of part p is not that of the first variant */
    bool wide;                             /* nothing hinders decisions eight at a time */
} TacticVariants;

/* `count` is 1 … MAX_TACTIC_VARIANTS; values[i] has a weight for each row of TACTICS. */
void tactic_variants_init(TacticVariants *variants, const double *const values[], int count);

/* A decision that is to be made. */
typedef struct {
    const Table *table;
    CardSet hand;              /* of the seat to move, not empty */
    uint64_t wanted;           /* bit v: variant v is to decide */
    uint32_t draw;             /* decides among plays of equal scores; uniform over all numbers */
    CardSet first_pool;        /* as in View … */
    const CardSet *history;    /* … and this too */
    const TacticVariants *own; /* where decisions differ in their weights: the one variant that decides; else unused */
} TacticDecision;

/* Makes the decisions by the variants that are wanted: out[decision * variants->count + variant] is what tactic_choose
   chooses with these weights and this draw; nothing is written for other variants. All decisions are before the same play
   of a round (table->ply), with the same scores of the match. Returns how many of them were made eight at a time.
   variants NULL: each decision is made by its `own`, which is one variant, and out[decision] is what it chooses. */
int tactic_choose_many(CardSet out[], const FeatureRules *by_rules, const Rules *rules, const TacticVariants *variants,
                       const TacticDecision decisions[], int count);

/* Why no decisions are made eight at a time where rows with these weights are summed, as the end of "… one by one, since";
   NULL: they can be. The fast path wants a processor and a compiler that know AVX-512, and rows that are WIDE. Plays whose
   capture takes the whole pool (last_sweep=match, the last card of each hand) are decided one by one. */
const char *tactic_wide_hindrance(const int32_t weights[static TACTIC_COUNT]);

/* ---- the fast path, for tactic_many.c alone: tactic_wide.c

   Decisions are made eight at a time in the lanes of AVX-512: the same plays, bit for bit, as one at a time. None is
   where the compiler or the processor cannot do that, or PASUR_PLAIN is defined. Much of a decision's time goes into
   branches that cannot be foreseen (how many plays, which capture, how many stakes); side by side there are hardly any. */

enum { WIDE_DECISIONS = 256 }; /* the most in one call, counted by a byte */

/* So many vectors of weights at most stand side by side, each beside decisions of its own. */
enum { TACTIC_COLUMNS = 16 };

/* Makes 1 … WIDE_DECISIONS decisions; variants NULL: by their own vectors of weights, which change from one decision to the
   next less than TACTIC_COLUMNS times. A few stay open, as they have more plays, numerals or stakes than there is room for:
   returns how many, and lists them in open[], which has room for all. */
int tactic_wide(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                const TacticVariants *variants, const TacticDecision decisions[], int count);
