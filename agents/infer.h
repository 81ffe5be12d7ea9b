/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plays of this deal tell about the hands that made them: a hand is as likely as its plays are under a model that
   prefers plays by how good they look (public_score). */
#ifndef PASUR_AGENTS_INFER_H
#define PASUR_AGENTS_INFER_H

#include "agents/agent.h"
#include "agents/playout.h"

typedef struct {
    int count; /* plays by others in this deal */
    struct {
        uint8_t seat, class;
        float weights[CARDS]; /* by class: of playing it then */
        float bound;          /* no hand explains the play better */
    } plays[HAND * MAX_SEATS];
} Infer;

/* sharpness: how strongly the model prefers, per point; 0, or a view without history: nothing is inferred. */
void infer_init(Infer *infer, const Playout *playout, const View *view, double sharpness);
/* Likelihood of the hands in 0 … 1: 1 for the hands that explain the plays best. left[seat]: cards in its hand. */
float infer_likelihood(const Infer *infer, const uint8_t hands[][HAND], const uint8_t left[]);

#endif
