/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact sums of what the boards of a run came to, for each agent. Merging is associative and needs no order.

   A side's `diff` is its points minus the mean of the other sides' points; it is kept as a whole number of units of
   1 / (sides - 1) points. A board's figure is the sum over its rounds and over the agent's sides (two where one agent
   sits on two of three or four sides); tally_scale says what to divide by. */
#pragma once

#include <stddef.h>

#include "sim/board.h"
#include "sim/moments.h"

enum { TALLY_COUNTS = 12 };

/* Moments are over boards. Counts are over rounds and sides; below 2^10 a board, so exact for 2^53 boards. */
typedef struct {
    Moments points;
    Moments diff;
    Moments half_wins; /* a win is 2, a shared highest score 1 */
    Moments
        by_place[MAX_SEATS]; /* diff in one round of the board: where as many agents as seats take part, at that seat,
                                      in whatever order they sat down; else in one seating */
    union {
        struct {
            int64_t draws, clubs, clubs_won, surs, aces, jacks, two_c, ten_d, captures, plays;
            int64_t timed_plays, nanoseconds; /* of the boards that were timed */
        };
        int64_t counts[TALLY_COUNTS];
    };
} AgentTally;
_Static_assert(offsetof(AgentTally, nanoseconds) == offsetof(AgentTally, counts) + (TALLY_COUNTS - 1) * sizeof(int64_t),
               "counts[] holds every count, nanoseconds last");

enum { RESULT_KINDS = 2 * MAX_SEATS + 1 };

typedef struct {
    int64_t boards;
    Voids voids; /* none of them is among boards */
    AgentTally agents[MAX_SEATS];
    Moments by_seat[MAX_SEATS]; /* diff of the seat's side, over all seatings of a board */
    /* Two agents: boards by the half points that the first won, 2 for each round in which its best side beat the other's
       best side, 1 for each drawn. */
    int64_t results[RESULT_KINDS];
} Tally;

/* The points of the sides, out of their counts. */
void side_points(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides);
/* The sides' diffs, in units of 1 / (sides - 1). */
void diff_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides);
/* 2 for the only side with the most points, 1 for each that shares it, else 0. */
void half_wins(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides);

void tally_add(Tally *tally, const Schedule *schedule, const Board *board);
void tally_merge(Tally *into, const Tally *from);

/* Rounds times sides that a board's figure of this agent sums over. */
static inline int tally_scale(const Schedule *schedule, int agent)
{
    return schedule->seatings * schedule->side_count[agent];
}
