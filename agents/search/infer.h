/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plays tell: about the style of each player, from the deals that are over, in which the hands are known; and about
   the hands of this deal, which are as likely as the plays made from them. By Bayes' rule. */
#ifndef PASUR_AGENTS_SEARCH_INFER_H
#define PASUR_AGENTS_SEARCH_INFER_H

#include "agents/search/opponent_model.h"
#include "agents/search/playout.h"
#include "agents/tactic/odds.h"

/* One way the other hands may lie. */
typedef struct {
    uint8_t classes[MAX_HIDDEN];              /* seat by seat, as many as each has left */
    float cumulative;                         /* weights up to this one */
    float styles[MAX_SEATS][OPPONENT_STYLES]; /* chances of each style, given these hands */
} WeighedHands;

typedef struct {
    int count; /* plays by others in this deal */
    struct {
        Table table;         /* before it */
        CardSet play, known; /* known: of the hand that made it, the cards played since */
    } plays[HAND * MAX_SEATS];
    float styles[MAX_SEATS][OPPONENT_STYLES]; /* chances of each style after the earlier deals */
    int weighed;                              /* of `hands` */
    WeighedHands *hands;                      /* the caller's */
} Infer;

/* Reads the view's history, if there is one. */
void infer_init(Infer *infer, const OpponentModel *model, const View *view);
/* Weighs hands number `index`, after those before it. hands[seat]: what it may hold now. */
void infer_weigh(Infer *infer, const OpponentModel *model, int index, const Rules *rules, const CardSet hands[]);
/* Index of the hands up to which lies this share, in 0 … 1, of all weights. */
int infer_draw(const Infer *infer, double share);
/* The same for styles by their chances, one of which is 0 < chance. */
int infer_style(const float chances[static OPPONENT_STYLES], double share);

#endif
