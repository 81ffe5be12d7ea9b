/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions by tactics, eight at a time in the lanes of AVX-512: the same plays, bit for bit, as one at a time. Nothing is
   decided here where the compiler or the processor cannot do that, or PASUR_PLAIN is defined.

   Much of a decision's time goes into branches that cannot be foreseen (how many plays, which capture, how many
   stakes); side by side there are hardly any. */
#ifndef PASUR_AGENTS_TACTIC_WIDE_TACTIC_WIDE_H
#define PASUR_AGENTS_TACTIC_WIDE_TACTIC_WIDE_H

#include "agents/tactic/wide/tactic_many.h"

enum { WIDE = 256 }; /* decisions in a call, at most */

/* True if this processor has what it takes, and rules and rows with a weight are among those that are known here: two
   players, Surs that only add up, clubs for the side with most. */
bool tactic_wide_plays(const FeatureRules *by_rules, const Rules *rules, const TacticVersions *versions);
/* tactic_choose_many for 1 … WIDE decisions. Returns how many it left open, few, as they have more plays, numerals or
   stakes than there is room for: open[0], open[1], …; there is room for all. */
int tactic_wide(CardSet out[], int open[], const FeatureRules *by_rules, const Rules *rules,
                const TacticVersions *versions, const TacticDecision decisions[], int count);

#endif
