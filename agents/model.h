/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How players play: a multinomial logit over what is seen of a play, fitted by maximum likelihood to 107,000 plays of
   tactic, counter and ismcts against each other (docs/search.md). */
#ifndef PASUR_AGENTS_MODEL_H
#define PASUR_AGENTS_MODEL_H

#include "agents/playout.h"

/* Cards that may lie in other hands. */
typedef struct {
    uint8_t ranks[RANKS];
    uint8_t count;
} Unseen;

Unseen unseen_of(CardSet cards);
/* A play's chance is proportional to exp(score) among the plays of a hand. unseen: before the play, to those who do not
   see the mover's hand. */
float model_score(const PublicState *state, const Playout *playout, const Unseen *unseen, int class, CardSet captured);

#endif
