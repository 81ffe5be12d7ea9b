/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Match equity: the chance to win a match of two sides from every pair of scores.

   Agents that play for the points of the round see the match's scores only through sur_limit. So rounds are played from one
   pair of scores for each side of that limit, four situations at most, and each round keeps its course: what both sides had
   after every capture. From any pair of scores such a course says whether somebody stops the match midway (per shodam), wins
   at the count, or what the scores are before the next round. The table is solved backward from the highest scores, exactly
   for the rounds that were played; a round that scores nothing, and ties at the target, lead back to scores already there
   with the other side first, which are two equations in two unknowns.

   Boards are dealt out to EQUITY_PARTS parts, each of which is solved by itself: the mean over the parts is the estimate, and
   their spread gives its interval (Student's t). */
#pragma once

#include "analysis/stats/estimate.h"
#include "sim/board.h"

enum { EQUITY_PARTS = 20 };
#define EQUITY_ALPHA 0.05

typedef struct Equity Equity;

typedef struct {
    BoardsJob boards; /* of two agents on two sides, whose scores do not count; in each situation, >= EQUITY_PARTS */
    bool alike;       /* the agents are the same: the table is made symmetric */
    /* Called after each chunk, with the boards played so far in all situations. False: stop. */
    bool (*watch)(void *arg, uint64_t done, const Voids *voids);
    void *arg;
} EquityJob;

/* How many situations differ under these rules: 1 to 4. */
int equity_situations(const Rules *rules);
/* Plays the rounds; *end says how that ended. NULL if memory ran out, or if it ended before every part had a round of every
   situation. The caller frees it. */
Equity *equity_play(const EquityJob *job, ArenaEnd *end);
void equity_free(Equity *equity);
/* Solves the table by many threads. False if memory runs out. */
bool equity_solve(Equity *equity, int threads);

/* The chance of the first agent's side, 0 to 1, with the scores of its own side and the other, both below the target or both
   the same; first: it plays first in the next round. */
Estimate equity_at(const Equity *equity, int score, int opponent, bool first);
Interval equity_interval(const Estimate *estimate);
