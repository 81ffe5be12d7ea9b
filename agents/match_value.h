/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance to win the match from within a round of two sides: match equity, smoothed over how the round may continue,
   or with best play by both sides if all cards are known. */
#pragma once

#include "agents/match_equity.h"
#include "engine/round.h"
#include "engine/solve.h"
#include "engine/table.h"

/* Surs that a side may still make, as far as they are thought of: none, one, two or more. */
enum { MORE_SURS = 3 };

/* What is still open in a round: fitted to rounds of tactic, see docs/notes/2026-11-matches.md. */
typedef struct {
    float spread;                /* standard deviation of a side's part of `total` at the end */
    float chances[2][MORE_SURS]; /* [side][how many more Surs it makes] */
} MatchOpen;

/* A round of a match. All pointers are the caller's. */
typedef struct {
    const MatchEquity *equity;
    const Rules *rules;
    int scores[2];   /* before the round */
    int total;       /* points of all cards and of the clubs */
    int claims_from; /* this many Surs must count before a side could stop the match */
    bool race;       /* both sides may reach the target, so that it matters who is first */
} MatchRoundValue;

/* A position of the round, in the eyes of side 0. */
typedef struct {
    float part;  /* of the total that it may expect, fractions too */
    int surs[2]; /* that the sides hold */
    int now[2];  /* points, counted midway: needed where value->race */
} MatchStanding;

/* Prepares the round that begins with these scores. */
void match_value_init(MatchRoundValue *value, const MatchEquity *equity, const Rules *rules, const int16_t scores[]);
/* What is open before the play `ply`. */
void match_open_at(MatchOpen *open, const MatchRoundValue *value, int ply);
/* The chance of side 0, 0 to 1. */
float match_value(const MatchRoundValue *value, const MatchOpen *open, const MatchStanding *at);
/* One to three chances of side 0: as it stands, with one Sur more of side 0, and with one more of side 1. */
void match_values(float chances[], int count, const MatchRoundValue *value, const MatchOpen *open,
                  const MatchStanding *at);
/* What one point more of the difference between the sides adds to it, at least a little. */
float match_value_point(const MatchRoundValue *value, const MatchOpen *open, const MatchStanding *at);
/* The chance of side 0 after a round that is over, in 1/EQUITY_ONE. */
int match_value_end(const MatchRoundValue *value, const int points[static 2]);
/* The side that may stop the match now, or NOBODY, with these points of both, counted midway. */
static inline int match_value_claim(const MatchRoundValue *value, const int points[static 2])
{
    const int own = value->scores[0] + points[0], other = value->scores[1] + points[1], target = value->equity->target;
    return own == other || (own < target && other < target) ? NOBODY : own < other;
}
/* Is it worth asking, with this many Surs on the table? */
static inline bool match_value_claims(const MatchRoundValue *value, const uint8_t surs[static 2])
{
    return surs[0] + surs[1] >= value->claims_from;
}

/* ---- best play, per shodam included: alpha-beta over chances, without a table of positions, for the last deal */

enum { MATCH_POSITIONS = 1 << 20 }; /* that an agent searches for a play */
/* The values of `count` legal plays for the side to move: chances in 1/EQUITY_ONE; without a table (NULL) points, by the
   solver, which nothing else asks for. False if chances would take more than `most` positions. */
bool exact_values(int values[], Solver *solver, const MatchEquity *equity, const Round *round, const Rules *rules,
                  const CardSet plays[], int count, uint64_t most);
