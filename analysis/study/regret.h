/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the choices of agents cost by the values of a reference, on the same positions for all. Given agents play
   rounds, and one decision between different plays is taken from each round, so that positions are independent. The
   reference values every play; each agent is asked once for its choice.

   Each value is found twice, in separate deals: the best play of one half is valued by the other half, so that it is
   not the best by luck. The values are the same for all agents, so the difference between two agents only has the error
   of the positions in which they choose differently. A round has several decisions a side; what is lost in one is
   counted as often. */
#pragma once

#include "analysis/stats/estimate.h"
#include "sim/schedule.h"
#include "sim/survey.h"

enum {
    REGRET_AGENTS = 16, /* that are judged, or play the rounds, at most */
    REGRET_UNIT = 4096, /* parts of a point that are added up */
    REGRET_LEAST = 300  /* positions, below which no interval of what is lost keeps its level */
};

/* A play of a position, folded. */
typedef struct {
    CardSet play;
    int32_t values[2]; /* points that its side wins, in 1/REGRET_UNIT */
    uint32_t chosen;   /* bit k: by agent k */
} RegretPlay;

/* What agents lost in a position. */
typedef struct {
    bool there;           /* its plays are valued, and every agent has chosen */
    uint8_t decisions;    /* of its round, between plays that differ */
    uint32_t best, apart; /* bit k: agent k chose a play of the highest value; otherwise than the first agent */
    int32_t losses[REGRET_AGENTS]; /* doubled, in 1/REGRET_UNIT points: against the best of either half of the values */
} RegretLosses;

typedef struct {
    const Schedule *schedule;
    const Agent *players; /* who play the rounds; each seat is one of them at random */
    const Agent *judged;
    int player_count, judged_count;
    const Agent *reference; /* of the kind AGENT_PLANNER */
    int rounds;             /* for each of the two values of a play */
    double alpha;
    Survey survey; /* of positions: how many, and how they are run; where they are kept, judged, players and reference
                      stand in a row */
} RegretTask;

/* Unknown figures are NAN. */
typedef struct {
    const char *agent;
    int64_t positions;
    Estimate regret;          /* points a round; by chance it may lie below 0 */
    Interval regret_interval; /* for this agent by itself */
    double best;              /* share of the positions where it chose a play of the highest value */
    double apart;             /* share of those where it chose otherwise than the first agent */
    Estimate more;            /* its regret less that of the first agent */
    Interval more_interval;   /* all of them hold together (Bonferroni) */
    double decision;          /* points a decision: the loss over all decisions of these rounds */
} RegretRow;

typedef struct {
    RegretTask task;
    RegretLosses *losses; /* of each position; owned */
    uint64_t done;
    RegretRow rows[REGRET_AGENTS];
} Regret;

/* Fills the losses of out->task, which are to be freed in any case. */
ArenaEnd regret_measure(Regret *out);
/* What `agents` agents lose among this many plays of a round of this many decisions. */
RegretLosses regret_losses(const RegretPlay plays[], int count, int decisions, int agents);
/* The rows, from the losses. */
void regret_find(Regret *regret);
