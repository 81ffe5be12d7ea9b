/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each play of a record cost compared with the best play, and how much players lose by their plays.

   Each position is seen as its player saw it and is advised on as by `pasur advise` (sim/advise.h): the search chooses,
   and fresh deals, in which both are made, say by how much its choice is better than the play. That is the play's loss;
   it is below 0 if the play did better in these deals.

   Values are points of the round; for an agent that plays for the match they are chances to win it, in %. */
#pragma once

#include "analysis/stats/estimate.h"
#include "engine/notation.h"
#include "sim/advise.h"

/* How far intervals of advice reach that miss with alpha: AdviseTask.reach. */
double advice_reach(double alpha);

enum { REVIEW_WHY = 400 };

/* A play of a record, and what would have been best. Unknown figures are NAN. */
typedef struct {
    uint64_t record;           /* in the file, from 0 */
    char match[24], round[24]; /* as the record says; empty: it does not */
    int ply, seat, deal;       /* deal from 1 */
    int player;                /* among the players … */
    const char *name;          /* … of whom this is the name */
    CardSet hand, pool;        /* as the player had them before it */
    CardSet play, best;
    char played[PLAY_TEXT], better[PLAY_TEXT]; /* play and best as records write them */
    int choices;                               /* legal plays, equal ones counted once */
    double value, loss;   /* of the play, points by which the side wins the round or its chance in %; what it cost */
    Interval cost;        /* of the loss; a point where it is exact */
    char why[REVIEW_WHY]; /* where the loss is shown: what the best does better; else empty */
} ReviewPlay;

/* Players are those of the same name, and where two in a record have the same, of the same seat in the match's first
   round, which stands behind the name; where the record names nobody, those of the same seat there. */
enum {
    REVIEW_PLAYERS = 64,
    REVIEW_NAME = AGENT_NAME + 16,
    REVIEW_UNIT = 4096 /* parts of a point, or of 1 %, that are added up */
};

typedef struct {
    char name[REVIEW_NAME];
    int64_t plays, choices, best; /* choices: plays where there was more than one; best: those of them without a loss */
    Moments loss, count, both;    /* over rounds: losses in 1/REVIEW_UNIT, plays, and their sum */
    Estimate mean;                /* of what a play costs … */
    Interval interval;            /* … over rounds */
    double round;                 /* what the plays of a round cost on average */
} ReviewPlayer;

typedef struct {
    ReviewPlay *plays; /* in the order of the file; owned */
    size_t count;
    ReviewPlayer players[REVIEW_PLAYERS];
    int player_count;
    bool chance;  /* values are chances to win the match, in %, not points */
    double alpha; /* of intervals */
} Review;

/* Looks at the plays of a record, number `number` of the file, by who sits at `seats`, a bit for each, and adds them. `ask`
   is the task of every position, whose view is filled in; its agent is one that searches. False with the reason if the record is
   wrong, cannot be one of a match that the agent plays for, the agent fails, memory runs out or there are too many
   players. The user may stop it, and what is there counts. */
bool review_record(Review *review, const Record *record, uint64_t number, const AdviseTask *ask, unsigned seats,
                   Error *error);
/* The player who sits at that seat of the record: index in the list, which grows; -1: it is full. */
int review_player(Review *review, const Record *record, int seat);
/* Adds the plays from `first` on, which are those of one record, to their players. */
void review_add(Review *review, size_t first);
