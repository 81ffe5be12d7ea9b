/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the other seats may hold: each possibility weighs as much as the plays of this deal are likely with it, under a
   mixture of styles (agents/search/opponent_model.h) whose chances come from the earlier deals. Also a cache of the
   choices of styles. */
#pragma once

#include "agents/exploit/reply.h"
#include "agents/search/opponent_model.h"

/* ---- what was answered before: the same is asked again and again, in playouts and when hands are weighed */

enum { ANSWER_PLACES = 1 << 14 };
typedef struct {
    struct AnswerEntry *entries;    /* the latest ones, one after the other; owned, as is … */
    NetMemory *net;                 /* … what the net keeps of positions */
    uint32_t next;                  /* the entry that the next answer takes */
    uint32_t places[ANSWER_PLACES]; /* by a part of the key: which entry it may be, under another part of the key */
    CardSet plays[MAX_MOVES];       /* of the view that was asked about last, where an entry has no room for them */
} Answers;

/* The legal plays of a view, folded, and what was said of them. */
typedef struct {
    const CardSet *plays; /* until the next question */
    int count;
    JudgedPlays *judged;
} Answer;

/* False if memory runs out; it is to be closed all the same. */
bool answers_init(Answers *answers);
void answers_close(Answers *answers);
/* What is known of the view; `key` stands for all plays of the round so far. What is in the memory changes nothing but
   how long it takes. */
Answer answers_find(Answers *answers, const OpponentModel *model, const View *view, uint64_t key);

/* ---- hands */

/* One way in which the other hands may lie. */
typedef struct {
    CardSet hands[MAX_SEATS];
    double weight;                            /* how likely the plays of this deal are with it … */
    double sum;                               /* … summed up to this one */
    float styles[MAX_SEATS][OPPONENT_STYLES]; /* chances of each style, given these hands */
} HeldHand;

enum { HELD_GUIDES = 1 << 8 };
typedef struct {
    Sampler sampler; /* of the view */
    Infer infer;     /* the plays of this deal, and chances of styles by the deals before */
    HeldHand *hands; /* owned; behind them … */
    double *sums;    /* … how likely each seat's own plays are with them, summed up: [MAX_SEATS][room] */
    int guides[MAX_SEATS][HELD_GUIDES]; /* the first of these sums that is above each part of the last one */
    int room, count; /* how many hands there is room for, and are weighed; 0: nothing is known, all are alike */
    bool all;        /* they are all that may be, one of each class of hands that score and capture alike */
} HeldHands;

/* Room for this many hands. False if memory runs out; nothing needs closing then. */
bool held_init(HeldHands *held, int room);
void held_close(HeldHands *held);
/* Weighs what the others may hold: with two players all hands, one of each class, if there is room for them; else a
   sample. Draws only from *rng, allocates nothing. False if no round agrees with the view. */
bool held_weigh(HeldHands *held, Answers *answers, const OpponentModel *model, const View *view, Rng *rng);
/* A round that agrees with the view, with the hands at `share` (0 <= share < 1) of all weights, the rest at random; and
   a style for each other seat, drawn with its chances. Several other seats mostly get hands that were weighed apart. */
void held_round(Round *round, uint8_t styles[static MAX_SEATS], HeldHands *held, double share, Rng *rng);
