/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of tests/scenarios: a position, the plays made in it, and what must be true then. tests/scenarios/README.md
   describes the words. */
#ifndef TESTS_ENGINE_SCENARIO_H
#define TESTS_ENGINE_SCENARIO_H

#include "engine/notation.h"
#include "engine/table.h"

/* What can be claimed. */
enum {
    CLAIM_PLAYS, /* all legal plays of the hand */
    CLAIM_POOL,  /* these and the next after the plays, if there are any */
    CLAIM_PILES,
    CLAIM_SURS,
    CLAIM_LAST,    /* who captured last */
    CLAIM_POINTS,  /* of the count: midway, or of the whole round when it is over */
    CLAIM_CLUBS,   /* how many each side has */
    CLAIM_STOPS,   /* who stops the match (per shodam) */
    CLAIM_BECOMES, /* what becomes of a first pool */
    CLAIM_WINS,    /* who has won the match after the round */
    CLAIM_NEXT,    /* the scores before the next round, in the order of its sides */
    CLAIM_CHOOSES, /* the plays of the hand that a tactic alone likes best; of tests/scenarios/tactics only */
    CLAIMS
};

/* What is claimed, or what somebody finds. Sides that do not play are 0. */
typedef struct {
    unsigned told; /* bit c: claim c is made */
    int sides;
    Play plays[MAX_MOVES]; /* all legal plays, or those that the tactic chooses */
    int play_count;
    CardSet pool, piles[MAX_SIDES];
    int surs[MAX_SIDES], points[MAX_SIDES], clubs[MAX_SIDES];
    int last, stops, wins; /* a side, or NOBODY */
    int next[MAX_SIDES];
    CardSet becomes; /* a first pool, 0: the pack is dealt again */
} Facts;

enum { SCENARIO_PLAYS = 12, SCENARIO_WHERE = 128, SCENARIO_LINE = 1024, FACT_TEXT = 8192 };

typedef struct {
    char where[SCENARIO_WHERE]; /* FILE:LINE */
    Rules rules;
    char rules_text[RULES_TEXT];
    char tactic[32]; /* the name, for CLAIM_CHOOSES */
    Table table;
    CardSet hands[MAX_SEATS];  /* 0: not told */
    Play play[SCENARIO_PLAYS]; /* made in this position, one seat after the other */
    int play_count;
    Card first[FIRST_POOL], stock[CARDS]; /* for CLAIM_BECOMES: a first pool, and the stock from its top */
    int stock_count;
    Facts claims;
} Scenario;

/* Reads a line, which is cut up; one that says nothing fails the test. */
void scenario_read(Scenario *scenario, const char *where, char *line);
/* Calls visit for each scenario in the files that match the pattern; returns how many there are. */
int scenarios_visit(const char *pattern, void (*visit)(const Scenario *));
/* Prints what `who` finds otherwise than the scenario claims; returns how many claims that are. */
int scenario_compare(const Scenario *scenario, const char *who, const Facts *found);
/* One fact in words. */
void fact_print(char text[static FACT_TEXT], const Facts *facts, int claim);

#endif
