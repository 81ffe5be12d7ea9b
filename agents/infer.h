/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plays of this deal tell about the hands that made them: a hand is as likely as its plays are under the model
   of players. */
#ifndef PASUR_AGENTS_INFER_H
#define PASUR_AGENTS_INFER_H

#include "agents/agent.h"
#include "agents/model.h"

typedef struct {
    int count; /* plays by others in this deal */
    struct {
        uint8_t seat, class;
        float played;         /* weight of the play that was made */
        float weights[CARDS]; /* by class: of all plays with such a card, had it been in the hand */
        float bound;          /* no hand explains the play better */
    } plays[HAND * MAX_SEATS];
} Infer;

/* sharpness: 1 for the fitted model, less for a more careless player; 0, or a view without history: nothing is
   inferred. */
void infer_init(Infer *infer, const Playout *playout, const View *view, double sharpness);
/* Likelihood of the hands in 0 … 1, 1 for hands that explain the plays best. left[seat]: cards in its hand. */
float infer_likelihood(const Infer *infer, const uint8_t hands[][HAND], const uint8_t left[]);

#endif
