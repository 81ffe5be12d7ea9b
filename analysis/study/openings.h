/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to play first. On each board the first player tries one play of each kind on the pool as it was dealt, and the agent
   plays on at every seat; so each situation of pool and hand has a mean for each kind of play.

   The best kind of play of a situation, and simple rules with their order, are chosen on the boards with even numbers,
   and measured on those with odd numbers, which took no part in the choice. */
#pragma once

#include "analysis/stats/estimate.h"
#include "sim/schedule.h"
#include "sim/survey.h"

/* Kinds of first plays; of each at most one play in a position, see kinds_find. */
enum {
    KIND_CLEAR,
    KIND_JACK,
    KIND_FACE,
    KIND_RICH,
    KIND_SAFE,
    KIND_LIE_FACE,
    KIND_LIE_HIGH,
    KIND_LIE_LOW,
    KIND_LIE_SAFE,
    OPENING_KINDS
};
extern const struct OpeningKind {
    const char *name, *words; /* as in "deny_sur", and in "Clear the pool" */
} OPENING_KIND[OPENING_KINDS];

enum { OPENING_POOLS = 12, OPENING_HANDS = 10, OPENING_RULES = 10, OPENING_WORDS = 200, OPENING_NAME = 80 };

/* One board: the position and what came of each kind of play, in 1/(sides - 1) points. */
typedef struct {
    bool there; /* it was played, and is not void */
    uint8_t pool_class, hand_class;
    uint16_t kinds; /* bit k: there is a play of kind k */
    uint32_t facts; /* of the situation: a bit for each row of FACTS in openings.c */
    int16_t values[OPENING_KINDS];
    int16_t base, own; /* of what the other player plays first there, and the agent itself */
    CardSet hand, pool;
} OpeningBoard;

/* What to play somewhere: the best kind of play where pool and hand are of these classes, or a rule, which speaks of all. */
typedef struct {
    char pool[OPENING_NAME], hand[OPENING_NAME]; /* of classes */
    int pool_class, hand_class, kind;
    double pool_share; /* of all first pools, exact; of openings_find alone */
    int number;        /* of rules, from 1 … */
    char rule[OPENING_WORDS];
    const char *play; /* the kind's name */
    int64_t boards;   /* that measured it */
    double share;     /* of all boards */
    Estimate value;   /* of classes */
    Estimate
        gain; /* points more than by the other player's first play; of a rule: than by the rules below it, if any fits */
    Interval value_interval, gain_interval; /* gains hold for all rows, or all rules, together */
    double worth;                           /* share times gain: points a round */
} OpeningRow;

typedef struct {
    const Schedule *schedule;
    const Agent *agent, *base; /* who plays on, and whose first play is the measure */
    double alpha;              /* of intervals */
    Survey survey;             /* of boards: how many, and how they are run */
} OpeningTask;

/* What a play wins on the boards of one half, and how much more than the other player's. */
typedef struct {
    Extremes value, gain;
} OpeningSums;

typedef struct {
    OpeningTask task;
    OpeningBoard *boards; /* owned; sums cannot choose rules, each of which is judged by what the others leave */
    uint64_t done;
    OpeningSums sums[OPENING_POOLS][OPENING_HANDS][OPENING_KINDS][2];
    OpeningRow rows[OPENING_POOLS * OPENING_HANDS];
    int row_count;
    OpeningRow rules[OPENING_RULES];
    int rule_count;
    Estimate own; /* what the agent's own first play is worth more than the other's */
    Interval own_interval;
    Estimate by_rules; /* what the first play by all rules is worth more than the other's */
    Interval by_rules_interval;
} Openings;

/* Plays the boards of out->task. */
ArenaEnd openings_play(Openings *out);
/* What is best in each situation: fills the rows, from the boards. */
void openings_rows(Openings *openings);
/* Rows and rules, from the boards. False if memory runs out. */
bool openings_find(Openings *openings);
