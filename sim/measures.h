/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is measured on a board that agents play against each other: a row for each measure. A new measure of a side in a
   round is one line in SIDE_MEASURES_MORE, which also makes its column NAME_mean; it needs no other change.

   A side's `diff` is its points minus the mean of the other sides' points; it is kept as a whole number of units of 1 /
   (sides - 1) points. A board's value is the sum over its rounds and over the agent's sides (two where one agent sits
   on two of three or four sides); board_scale says what to divide by. On a board of matches, points and diff are sums
   over all rounds, however many there were, and wins and losses are matches. */
#pragma once

#include <string.h>

#include "engine/match.h"
#include "sim/play_rounds.h"
#include "sim/sums.h"

/* M(name, unit, help, value): of the agent's sides. The value is one of a side in a round, by `count`, its SideCount,
   `pile`, its cards, and `game`; of the others measures.c knows how. Unit and help are for readers of this list, and of
   SIDE_MEASURES_MORE for the column. */
#define SIDE_MEASURES(M)                                                                                               \
    M(clubs, "cards a round", "clubs captured", count->clubs)                                                          \
    M(clubs_won, "rounds", "rounds in which the side won the clubs, whether or not the rules pay for that",            \
      count->clubs_won)                                                                                                \
    M(surs, "Surs a round", "Surs of the side", count->surs)                                                           \
    M(captures, "plays a round", "plays of the side that captured", game->captures[side])
#define SIDE_MEASURES_MORE(M)
/* And each class of paying cards is a measure of a side: those that it captured. */
/* Of an agent, squared. place_…: what the agent won more than the others in one seating of the board: diff, or of
   matches the same of 1 for the winner and 0; where as many agents as seats take part, at that seat, in whatever order
   they sat down; else in one seating. */
#define AGENT_SQUARED(M)                                                                                               \
    M(place_0, "units", "at the first place", )                                                                        \
    M(place_1, "units", "at the second", )                                                                             \
    M(place_2, "units", "at the third", )                                                                              \
    M(place_3, "units", "at the fourth", )                                                                             \
    M(points, "points", "what the side scored", )                                                                      \
    M(diff, "units", "see above", )                                                                                    \
    M(wins, "units", "of 1 / win_scale: a shared highest score is shared out", )
/* Of the table, squared. diff, wins and rounds are of blocks of boards, too. */
#define TABLE_SQUARED(M)                                                                                               \
    M(rounds, "rounds", "rounds of the board", )                                                                       \
    M(chances, "1/EQUITY_ONE", "chance of the first agent to win the match after its rounds, by schedule->equity", )   \
    M(seat_0, "units", "as place_0, of the seat's side, over all seatings", )                                          \
    M(seat_1, "units", "of the second seat", )                                                                         \
    M(seat_2, "units", "of the third", )                                                                               \
    M(seat_3, "units", "of the fourth", )
#define AGENT_MEASURES(M)                                                                                              \
    M(draws, "rounds", "rounds, or matches, in which the side shared the highest score", )                             \
    M(plays, "plays", "plays that the agent chose", )                                                                  \
    M(points_rounds, "points times rounds", "of matches: the product", )                                               \
    M(diff_rounds, "units times rounds", "of matches: the product", )                                                  \
    M(won_count, "matches", "won by the count after a round", )                                                        \
    M(won_shodam, "matches", "won by per shodam", )                                                                    \
    M(won_tie, "matches", "won by the count after a tie-break", )                                                      \
    M(limit_rounds, "rounds", "of matches: begun at sur_limit", )                                                      \
    M(limit_surs, "Surs", "that the limit took", )                                                                     \
    M(margin, "points", "final score less the best of the other sides', of all matches", )                             \
    M(won_margin, "points", "the same of those won", )                                                                 \
    M(timed_plays, "plays", "of the boards that were timed", )                                                         \
    M(nanoseconds, "ns", "that they took", )
/* result_…: of two agents, boards by the half points that the first won, 2 for each round (or match) in which its best
   side beat the other's best side, 1 for each drawn. */
#define TABLE_MEASURES(M)                                                                                              \
    M(lengths_squared, "rounds", "of matches: the sum of their squared lengths", )                                     \
    M(result_0, "boards", "with no half point", )                                                                      \
    M(result_1, "boards", "with 1", )                                                                                  \
    M(result_2, "boards", "with 2", )                                                                                  \
    M(result_3, "boards", "with 3", )                                                                                  \
    M(result_4, "boards", "with 4", )                                                                                  \
    M(result_5, "boards", "with 5", )                                                                                  \
    M(result_6, "boards", "with 6", )                                                                                  \
    M(result_7, "boards", "with 7", )                                                                                  \
    M(result_8, "boards", "with 8", )

#define MEASURE_NUMBER(name, ...) SUM_##name,
enum {
    AGENT_SQUARED(MEASURE_NUMBER) TABLE_SQUARED(MEASURE_NUMBER) SQUARED_END,
    SIM_SQUARES = SQUARED_END,
    SQUARED_LAST = SQUARED_END - 1,
    SIDE_MEASURES(MEASURE_NUMBER) AGENT_MEASURES(MEASURE_NUMBER) TABLE_MEASURES(MEASURE_NUMBER)
        SIDE_MEASURES_MORE(MEASURE_NUMBER) PAYING_ROWS(MEASURE_NUMBER) SIM_MEASURE_COUNT
};
enum { RESULT_KINDS = 2 * MAX_SEATS + 1 };
_Static_assert(SIM_MEASURE_COUNT <= 64 && SUM_result_0 + RESULT_KINDS - 1 == SUM_result_8,
               "Sums.unknown, and all results");
extern const char *const SIM_MEASURES[SIM_MEASURE_COUNT];

/* Of the sums of a block: where diff, wins and rounds are. */
enum { BLOCK_DIFF, BLOCK_WINS = SUM_wins - SUM_diff, BLOCK_ROUNDS = SUM_rounds - SUM_diff, BLOCK_MEASURES };

/* A row for each agent and, behind them, one for the table. */
static inline SumsShape sim_shape(const Schedule *schedule)
{
    return (SumsShape){SIM_MEASURES, SIM_MEASURE_COUNT,  SIM_SQUARES, schedule->agents + 1, SUM_rounds - SUM_diff + 1,
                       SUM_diff,     .rows_count = false};
}
static inline int table_row(const Sums *sums) { return sums->shape.rows - 1; }

/* A board before it counts; the schedule's rows are in use. */
typedef struct {
    int64_t rows[MAX_SEATS + 1][SIM_MEASURE_COUNT];
} BoardValues;

static inline void values_clear(BoardValues *values, const Schedule *schedule)
{
    memset(values->rows, 0, (size_t)(schedule->agents + 1) * sizeof *values->rows);
}

/* Adds a round; of matches before it is added to its match. */
void values_round(BoardValues *values, const Schedule *schedule, const PlayedRound *round);
/* The board is over: adds what it came to, by the points of the sides of each seating's round, or of its match's first
   round (matches NULL: these are rounds). */
void values_board(BoardValues *values, const Schedule *schedule, const Pairing *order, int points[][MAX_SIDES],
                  const Match matches[], const PlayTime times[static MAX_SEATS]);

/* ---- units */

/* The points of the sides, out of their counts. */
void side_points(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides);
/* The sides' diffs, in units of 1 / (sides - 1). */
void diff_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides);
/* The sides' shares of the win, in units of 1 / win_scale: all of it for the only side with the most points, as much
   for each that shares it, else 0. They add up to the win. */
void win_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides);
/* Divisible by every number of sides that may share a win. */
static inline int win_scale(int sides) { return sides == 4 ? 12 : sides == 3 ? 6 : 2; }
/* Rounds (or matches) times sides that a board's value of this agent sums over. */
static inline int board_scale(const Schedule *schedule, int agent)
{
    return schedule->seatings * schedule->side_count[agent];
}
