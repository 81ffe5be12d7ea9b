/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Match equity: the chance to win a match of two or three sides from all their scores.

   For agents that play for the points of the round, the match's scores matter only through sur_limit. So rounds are
   played from one set of scores on each side of that limit, a few situations, and each round keeps its course: what all
   sides had whenever that changed. For any scores such a course says whether somebody stops the match midway (per
   shodam) or wins at the count, or what the scores are before the next round. The table is solved backward from the
   highest scores, exactly for the rounds that were played; rounds that score nothing, and ties at the target, lead back
   to the same scores with another side first, which gives as many equations as sides. With three sides, ties more than
   EQUITY_TIES above the target are split evenly instead of played on.

   For agents that play by the scores, every pair of scores is a separate situation.

   Boards are divided into EQUITY_PARTS parts, each solved separately: the mean over the parts is the estimate, and
   their standard deviation gives its interval (Student's t). */
#pragma once

#include "analysis/stats/estimate.h"
#include "sim/boards.h"

enum { EQUITY_PARTS = 20, EQUITY_SIDES = 3, EQUITY_TIES = 100 };
/* Three sides: a higher target would take too much memory. */
enum { EQUITY_TARGET_THREE = 100 };

typedef struct Equity Equity;

typedef struct {
    BoardsJob boards; /* of as many agents as sides, whose scores do not count; shared out to the situations */
    bool alike;       /* the agents are the same, and a board is played once */
    bool apart;       /* two sides: agents play by the scores */
    /* Called after each chunk, with the boards played so far. False: stop. */
    bool (*watch)(void *arg, const Sums *sums, uint64_t done);
    void *arg;
} EquityJob;

/* How many situations differ: up to 8, or where agents play by the scores as many as there are pairs of scores. */
int equity_situations(const Rules *rules, bool apart);
/* Plays the rounds; *end says how that ended. NULL if memory ran out, or if it ended before every part had a round of
   every situation: that takes EQUITY_PARTS boards for each. The caller frees it. */
Equity *equity_play(const EquityJob *job, ArenaEnd *end);
void equity_free(Equity *equity);
/* Solves the table by many threads. False if memory runs out. */
bool equity_solve(Equity *equity, int threads);

/* Who plays first in the next round, where that is each in turn. */
enum { EQUITY_EACH_FIRST = -1 };
/* The chance of the side of agent `who`, 0 to 1, from these scores of the agents' sides; `first`: the agent that plays
   first in the next round, the others behind it in turn. All scores are below the target, or some tie for the highest,
   which is at most EQUITY_TIES above. */
Estimate equity_at(const Equity *equity, const int scores[], int first, int who);
Interval equity_interval(const Estimate *estimate, double alpha);
