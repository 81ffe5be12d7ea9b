/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plays tell by Bayes' rule: about the style of each player, from the deals that are over, whose hands are known by
   now; and about the hands of this deal, each of which is as likely as the plays that were made from it. */
#pragma once

#include "agents/search/opponent_model.h"
#include "agents/search/playout.h"

/* One way in which the other hands may lie. */
typedef struct {
    uint8_t classes[MAX_HIDDEN];              /* of the cards, seat by seat, as many as each has left */
    CardSet hand;                             /* of two players: the cards of the other one */
    float weight;                             /* how likely the plays are, given these hands */
    float styles[MAX_SEATS][OPPONENT_STYLES]; /* chances of each style, given these hands */
} WeighedHands;

typedef struct {
    CardSet first_pool; /* of the view, as is the history: its plays are the caller's */
    const CardSet *history;
    int count; /* plays by others in this deal */
    struct {
        Table table;   /* before the play */
        CardSet play;  /* the card with what it captured */
        CardSet known; /* what is known of the hand that made it: the cards that were played from it since */
    } plays[HAND * MAX_SEATS];
    float styles[MAX_SEATS][OPPONENT_STYLES]; /* chances of each style after the earlier deals */
    int weighed;                              /* number of `hands` that have been weighed */
    WeighedHands *hands;                      /* the memory of who calls, options.infer of them */
    float *cumulative;                        /* likewise: the sum of the weights up to each of them */
    uint32_t *places;     /* likewise: a hash table of hands of two players, their number + 1; NULL: none is kept */
    uint32_t places_mask; /* entries - 1, twice as many as hands at least */
} Infer;

/* Reads the view's history, if there is one. */
void infer_init(Infer *infer, const OpponentModel *model, const View *view);
/* Weighs hands number `index`, after those before them; hands[seat] are the cards that the seat may hold now. */
void infer_weigh(Infer *infer, const OpponentModel *model, int index, const Rules *rules, const CardSet hands[]);
/* Index of the hands at which the sum of weights passes this share, 0 … 1, of the whole. */
int infer_draw(const Infer *infer, double share);
/* The style at which the sum of chances passes this share; one of the chances is above 0. */
int infer_style(const float chances[static OPPONENT_STYLES], double share);
