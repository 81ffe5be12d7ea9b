/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact sums of what the boards of a run came to, for each agent. Merging is associative and needs no order.

   A side's `diff` is its points minus the mean of the other sides' points; it is kept as a whole number of units of 1 /
   (sides - 1) points. A board's figure is the sum over its rounds and over the agent's sides (two where one agent sits
   on two of three or four sides); tally_scale says what to divide by. On a board of matches points and diff are sums
   over all rounds, however many there were, and what is won or lost is a match. */
#pragma once

#include <stddef.h>

#include "engine/match.h"
#include "sim/boards.h"
#include "sim/moments.h"
#include "sim/run/chunk_log.h"

enum { TALLY_COUNTS = 19 };

/* Counts are over rounds and sides, those of matches over matches and sides. */
typedef union {
    struct {
        int64_t draws, clubs, clubs_won, surs, aces, jacks, two_c, ten_d, captures, plays;
        int64_t won_count, won_shodam, won_tie; /* matches: after a round's count, by per shodam, in a tie-break */
        int64_t limit_rounds, limit_surs;       /* of matches: rounds begun at sur_limit, and Surs that it took */
        int64_t margin, won_margin; /* final score less the best of the other sides', of all matches and those won */
        int64_t timed_plays, nanoseconds; /* of the boards that were timed */
    };
    int64_t counts[TALLY_COUNTS];
} TallyCounts;
_Static_assert(sizeof(TallyCounts) == TALLY_COUNTS * sizeof(int64_t), "counts[] holds every count");

enum { TALLY_MOMENTS = 5 + MAX_SEATS, RUN_MOMENTS = 3 + MAX_SEATS };

/* Moments are over boards. */
typedef struct {
    union {
        struct {
            Moments points;
            Moments diff;
            Moments wins;                       /* in units of 1 / win_scale: a shared highest score is shared out */
            Moments points_rounds, diff_rounds; /* of matches: points or diff, and rounds on top: see tally_ratio */
            /* What the agent won more than the others in one seating of the board: diff, or of matches the same of 1
               for the winner and 0; where as many agents as seats take part, at that seat, in whatever order they sat
               down; else in one seating. */
            Moments by_place[MAX_SEATS];
        };
        Moments moments[TALLY_MOMENTS];
    };
    TallyCounts counts;
} AgentTally;
_Static_assert(offsetof(AgentTally, counts) == TALLY_MOMENTS * sizeof(Moments), "moments[] holds all of them");

enum { RESULT_KINDS = 2 * MAX_SEATS + 1 };

typedef struct {
    int64_t boards;
    Voids voids; /* none of them is among boards */
    AgentTally agents[MAX_SEATS];
    union {
        struct {
            Moments chances;            /* where the schedule has a table of match equity: see board_chances */
            Moments rounds;             /* of matches: rounds of a board */
            Moments lengths;            /* over matches: rounds */
            Moments by_seat[MAX_SEATS]; /* as by_place, of the seat's side, over all seatings of a board */
        };
        Moments moments[RUN_MOMENTS];
    };
    /* Two agents: boards by the half points that the first won, 2 for each round (or match) in which its best side beat
       the other's best side, 1 for each drawn. */
    int64_t results[RESULT_KINDS];
} Tally;

/* The points of the sides, out of their counts. */
void side_points(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides);
/* The sides' diffs, in units of 1 / (sides - 1). */
void diff_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides);
/* The sides' shares of the win, in units of 1 / win_scale: all of it for the only side with the most points, as much
   for each that shares it, else 0. They add up to the win. */
void win_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides);

/* Divisible by every number of sides that may share a win. */
static inline int win_scale(int sides) { return sides == 4 ? 12 : sides == 3 ? 6 : 2; }

/* One board before it counts: all zero at first. Agents as the schedule numbers them. */
typedef struct {
    int rounds, half_points;
    int points[MAX_SEATS], diffs[MAX_SEATS], wins[MAX_SEATS]; /* [agent] */
    int seats[MAX_SEATS];                                     /* [seat] */
    int places[MAX_SEATS][MAX_SEATS];                         /* [seating][agent] */
    int lengths[MAX_SEATS];                                   /* [seating]: rounds of its match */
    TallyCounts counts[MAX_SEATS];                            /* [agent] */
} BoardSums;

/* Adds a round: its points and counts. */
void sums_round(BoardSums *sums, const Schedule *schedule, const PlayedRound *round);
/* Sets the time of the board's plays. */
void sums_times(BoardSums *sums, const Schedule *schedule, const PlayTime times[static MAX_SEATS]);
/* Adds a match that was won: its end, its length and its result. */
void sums_match(BoardSums *sums, const Schedule *schedule, int seating, const Match *match);
/* The board counts. */
void tally_sums(Tally *tally, const Schedule *schedule, const Pairing *order, const BoardSums *sums);

/* A board of single rounds. */
void tally_add(Tally *tally, const Schedule *schedule, const Board *board);
void tally_merge(Tally *into, const Tally *from);

/* Rounds (or matches) times sides that a board's figure of this agent sums over. */
static inline int tally_scale(const Schedule *schedule, int agent)
{
    return schedule->seatings * schedule->side_count[agent];
}

/* ---- fields of a run's log (sim/run/chunk_log.h) */

/* The agents that may have failed, in two arrays one after the other: what is kept of an agent is its number among
   them. */
typedef struct {
    const Agent *agents[2];
    size_t counts[2];
} KnownAgents;
/* Those of a job. */
KnownAgents boards_known(const BoardsJob *job);

/* A sum, which is not beyond any run. */
void field_sum(Fields *fields, int64_t *sum);
void field_moments(Fields *fields, Moments *moments);
void field_void(Fields *fields, VoidBoard *board, const KnownAgents *known);
void field_voids(Fields *fields, Voids *voids, const KnownAgents *known);
/* `count` agents of the tally. */
void field_tally(Fields *fields, Tally *tally, int count, const KnownAgents *known);
