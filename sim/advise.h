/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each legal play of a view is worth to an agent. An agent that searches gives its own estimates
   (agents/search/search.h), but they drift while it runs: to measure them (sim/rollouts.h), its plays are made in
   sampled deals consistent with the view, and `tactic` plays on at every seat. For other agents deals are also sampled,
   each play is made in each of them, and the agent itself plays on. If only captured cards are unknown, values are
   exact: with best play by both sides.

   A value is what the side to move scores in the round beyond the other sides' mean, captured cards included; or, for a
   task with an equity table, its chance to win the match in %. */
#pragma once

#include "agents/agent.h"
#include "agents/planner/chances.h"
#include "engine/text/error.h"
#include "sim/rollouts.h"
#include "sim/voids.h"

typedef struct Advice Advice;

typedef struct {
    const Agent *agent; /* not one that sees all cards */
    const View *view;   /* captured cards that the seat does not know of are missing from the piles */
    uint64_t seed;
    uint64_t iterations; /* of a search in all, or sampled deals: 100 or more; 0: as many as `seconds` allow */
    double seconds;
    int threads;
    const MatchEquity *equity; /* values are chances to win the match of two sides; NULL: points */
    bool measured; /* a search only finds the choice, and fresh deals tell what plays are worth; their intervals hold
                      near an edge and where hardly any deal differs. False: a search's own values (for signatures) */
    double reach;  /* standard errors to the ends of intervals of sampled deals; 0: those of 95 % */
    /* Called as the figures deepen; false stops, as the user does (sim/files/system.h). NULL: nobody looks. */
    bool (*watch)(void *context, const Advice *advice);
    void *context;
} AdviseTask;

/* What the agent makes of it, measured, for the match where it plays for that. */
AdviseTask advise_task(const Agent *agent, const View *view, uint64_t seed, uint64_t iterations, int threads);

typedef enum {
    ADVISE_SEARCH,
    ADVISE_ROLLOUTS,
    ADVISE_SOLVED, /* exact values of sampled deals: of the unseen cards, which have been captured is all that is unknown */
    ADVISE_EXACT /* all cards are known */
} AdviseKind;

/* Unknown figures are NAN. */
typedef struct {
    CardSet play;
    uint64_t visits;           /* of the search, or sampled deals */
    RolloutMean value, behind; /* behind: by how much the choice is better */
    RolloutMean points;        /* where values are chances by sampled deals: points of the round in these */
} AdvisePlay;

struct Advice {
    AdviseKind kind;
    bool folded;                 /* each play stands for all that equal it by folding */
    bool is_chance;              /* values are chances to win the match, in % */
    AdvisePlay plays[MAX_MOVES]; /* in the order of moves_list */
    int count;
    int choice, rival; /* the agent's choice, and the best of the others (-1: there is none) */
    uint64_t iterations;
    uint64_t played; /* of these by a search: an agent that values plays gives up those that are clearly behind */
    uint64_t
        deals; /* in which the plays of a search were measured; 0: the values are its own, and their intervals tell only
                       how far another seed would move them */
    Voids voids;  /* sampled deals that were left out, because the agent failed as it played on */
    bool partial; /* stopped before it was done */
};

/* Without `seconds`, the advice depends on the task's view, agent, seed and iterations alone. False with one line in
   error if the agent fails in the position itself, or on every deal, or if memory runs out. */
bool advise(Advice *out, const AdviseTask *task, Error *error);
/* The play that comes next to the choice in what is told: the rival, or one that lies before both. -1: there is none. */
int advice_next(const Advice *advice);
/* The play of the advice that stands for a legal play. */
int advice_find(const Advice *advice, const View *view, CardSet play);

/* ---- why one play is better than another: what differs between the two over the same sampled deals

   A round's points are the sum of their parts: Surs and cards of the play itself, of the next player's answer and of all
   later plays, the last sweep, the clubs. So the difference of two plays is the sum of the differences of the parts, and
   the largest that are shown to speak for the better play are its reasons. */

typedef enum {
    REASON_SUR_OWN,   /* Surs that the play makes, or cancels */
    REASON_SUR_NEXT,  /* that the next player does */
    REASON_SUR_LATER, /* that come later */
    REASON_CARDS_OWN, /* cards that the play takes */
    REASON_CARDS_NEXT,
    REASON_CARDS_LATER,
    REASON_SWEEP, /* cards of the last sweep */
    REASON_CLUBS,
    REASON_PARTS, /* a part is told as another reason where the next player cancels a Sur of another than the own side … */
    REASON_CANCELS = REASON_PARTS,
    REASON_JACK, /* … and where the better play keeps a jack that the other plays */
    REASON_KINDS
} Reason;
typedef struct {
    const char *name;    /* what the page calls it */
    const char *happens; /* after a play, whose share of the deals is told of both; NULL: it is the same in all deals */
    const char *words;   /* where the shares are alike, or not told: %s is the better play */
} ReasonWords;
extern const ReasonWords REASON_WORDS[REASON_KINDS];

enum { REASONS_MOST = 2, REASON_DEALS = 200, REASONS_TEXT = 1600 };
typedef struct {
    bool compared, shown;      /* there are two plays; it is shown that one of them is better */
    Reason list[REASONS_MOST]; /* `count`, the largest first */
    int count, deals;
    RolloutMean points[REASON_KINDS]; /* the better play's less the other's, points of the round */
    double share[REASON_KINDS][2]; /* of the deals in which the thing happened, after the better play and the other */
    double all;                    /* the sum of the parts */
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
bool advised_find(Advised *out, const AdviseTask *task, Error *error);
