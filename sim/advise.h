/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each legal play of a view is worth to an agent. An agent that searches says so itself (agents/search/search.h),
   but its estimates drift as it goes on: where they are measured (sim/rollouts.h), its plays are made in sampled deals
   that agree with the view, and `tactic` plays on at every seat. For other agents deals are sampled too, each play is
   made in each of them, and the agent plays on itself. Where only captured cards are unknown, values are exact: with
   best play by both sides.

   A value is what the side to move scores in the round beyond the other sides' mean, captured cards included; or, of a
   task with an equity table, its chance to win the match in %. */
#pragma once

#include "agents/agent.h"
#include "engine/text/error.h"
#include "sim/rollouts.h"
#include "sim/voids.h"

typedef struct {
    const Agent *agent; /* not one that sees all cards */
    const View *view;   /* captured cards that the seat does not know of are missing from the piles */
    uint64_t seed;
    uint64_t iterations; /* of a search in all, or sampled deals: 100 or more; 0: as many as `seconds` allow */
    double seconds;
    int threads;
    const MatchEquity *equity; /* values are chances to win the match of two sides; NULL: points */
    bool measured;   /* a search only finds the choice, and fresh deals tell what plays are worth; their intervals hold
                      near an edge and where hardly any deal differs. False: a search's own values (for signatures) */
    double reach[2]; /* standard errors to the ends of intervals, of sampled deals and of trees; 0: those of 95 % */
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
    double value, low, high;                /* its interval */
    double behind, behind_low, behind_high; /* by how much the choice is better; its interval */
    uint64_t visits;                        /* of the search, or sampled deals */
    double points, points_low, points_high; /* where values are chances by sampled deals: points of the round in these,
                                               with their interval */
} AdvisePlay;

typedef struct {
    AdviseKind kind;
    bool folded;                 /* each play stands for all that equal it by folding */
    bool is_chance;              /* values are chances to win the match, in % */
    AdvisePlay plays[MAX_MOVES]; /* in the order of moves_list */
    int count;
    int choice, rival; /* the agent's choice, and the best of the others (-1: there is none) */
    uint64_t iterations;
    uint64_t
        deals; /* in which the plays of a search were measured; 0: the values are its own, and their intervals tell only
                       how far another seed would move them */
    Voids voids;  /* sampled deals that were left out, because the agent failed as it played on */
    bool partial; /* stopped before it was done */
} Advice;

/* Called as the figures deepen; false stops. */
typedef bool (*AdviseWatch)(void *context, const Advice *advice);

/* Without `seconds`, the advice depends on the task's view, agent, seed and iterations alone. False with one line in
   error if the agent fails in the position itself, or on every deal, or if memory runs out. */
bool advise(Advice *out, const AdviseTask *task, AdviseWatch watch, void *context, Error *error);
/* Who plays on where the plays of a search are measured: `tactic`, for the match by the same table as the agent. False
   with the reason. */
bool advise_player(Agent *out, const AdviseTask *task, Error *error);
/* The play that comes next to the choice in what is told: the rival, or one that lies before both. -1: there is none. */
int advice_next(const Advice *advice);
/* The play of the advice that stands for a legal play. */
int advice_find(const Advice *advice, const View *view, CardSet play);
