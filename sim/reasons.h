/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why one play is better than another: what differs between the two over the same sampled deals, in the game's words.

   A round's points are the sum of their parts: Surs and cards of the play itself, of the next player's answer and of all
   later plays, the last sweep, the clubs. So the difference of two plays is the sum of the differences of the parts, and
   the largest that are shown to speak for the better play are its reasons. */
#pragma once

#include "agents/planner/chances.h"
#include "sim/advise.h"

typedef enum {
    REASON_SUR_OWN,   /* Surs that the play makes, or cancels */
    REASON_SUR_NEXT,  /* that the next player does */
    REASON_SUR_LATER, /* that come later */
    REASON_CARDS_OWN, /* cards that the play takes */
    REASON_CARDS_NEXT,
    REASON_CARDS_LATER,
    REASON_SWEEP, /* cards of the last sweep */
    REASON_CLUBS,
    REASON_PARTS
} ReasonPart;

/* The parts of one deal: points, times the number of other sides, by which the own side is ahead through them; and
   whether the thing happened: the next player makes a Sur, or captures; the own side makes the last sweep, or wins the
   clubs. The parts' sum is all that the play and what follows it bring. */
typedef struct {
    int points[REASON_PARTS];
    bool happened[REASON_PARTS];
    bool cancels; /* the next player cancels a Sur of another than the own side */
} ReasonDeal;

enum { REASONS_MOST = 2, REASON_DEALS = 200, REASONS_TEXT = 1600 };
typedef struct {
    bool compared, shown;          /* there are two plays; it is shown that one of them is better */
    ReasonPart list[REASONS_MOST]; /* `count`, the largest first */
    int count, deals;
    RolloutMean points[REASON_PARTS]; /* the better play's less the other's, points of the round */
    double share[REASON_PARTS][2]; /* of the deals in which the thing happened, after the better play and the other */
    double cancels[2];             /* likewise: the next player cancels a Sur of another than the own side */
    double all;                    /* the sum of the parts */
    bool jack;                     /* the better play keeps a jack that the other plays */
    bool choice;                   /* the better play is the advice's choice */
    bool chance;                   /* what is shown is a difference of chances to win the match, not of points */
} Reasons;

/* Compares two legal plays of the task's view; `tactic` plays on. False with the reason. */
bool reasons_find(Reasons *out, const AdviseTask *task, CardSet better, CardSet worse, Error *error);
/* Why the advice's choice is better than that play of it, or worse, where that is shown. False with the reason. */
bool reasons_advised(Reasons *out, const Advice *advice, const AdviseTask *task, int play, Error *error);
/* Whole sentences on the better play and the other, by these names (NULL: "the better play" and "it"); empty where nothing
   was compared. Returns out. */
char *reasons_text(char out[static REASONS_TEXT], const Reasons *reasons, const char *better, const char *other);

/* ---- all that is said of a position */

typedef struct {
    Advice advice;
    Chances chances; /* of the advice's plays */
    Reasons why;     /* the choice is better than the next play, or worse */
} Advised;
/* False with the reason. */
bool advised_find(Advised *out, const AdviseTask *task, AdviseWatch watch, void *context, Error *error);
