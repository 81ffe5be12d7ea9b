/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha-beta over the chance to win the match. */
#include "agents/match_solve.h"

#include "engine/table.h"

enum { FEW_MOVES = 64, LEAST = -1, HIGHEST = EQUITY_ONE + 1 };

typedef struct {
    const MatchRoundValue *value;
    const Fold *fold;
    uint64_t left; /* positions that may still be searched; 0: it gave up */
} MatchSolver;

/* The chance of side 0 if the match or the round is over; else below 0. */
static int over_chance(const MatchSolver *solver, const Table *table)
{
    const MatchRoundValue *value = solver->value;
    const bool over = table_over(table);
    int points[MAX_SIDES], side;
    if (!over && !match_value_claims(value, table->surs)) return LEAST;
    count_points(points, table, value->rules);
    if (over) return match_value_end(value, points);
    side = match_value_claim(value, points);
    return side == NOBODY ? LEAST : side ? 0 : EQUITY_ONE;
}

/* Captures of much come first: they are the best plays most often. */
static void moves_order(CardSet moves[], int count, CardSet pool)
{
    for (int i = 1; i < count; i++) {
        const CardSet move = moves[i];
        const int worth = set_count(move & pool);
        int at = i;
        for (; at && set_count(moves[at - 1] & pool) < worth; at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

/* The chance of the side to move, if it lies between low and high; else a bound of it. */
static int position_chance(MatchSolver *solver, const Round *round, int low, int high)
{
    const Rules *rules = solver->value->rules;
    const bool second = table_side(&round->table, rules);
    const int over = over_chance(solver, &round->table);
    if (over >= 0) return second ? EQUITY_ONE - over : over;
    if (!solver->left || !--solver->left) return 0;
    CardSet moves[MAX_MOVES];
    const int count = moves_list(moves, round_hand(round), round->table.pool, solver->fold);
    int best = LEAST;
    moves_order(moves, count, round->table.pool);
    for (int i = 0; i < count && best < high && solver->left; i++) {
        Round next = *round;
        round_play(&next, rules, moves[i]);
        const int from = best > low ? best : low;
        const int chance = EQUITY_ONE - position_chance(solver, &next, EQUITY_ONE - high, EQUITY_ONE - from);
        best = chance > best ? chance : best;
    }
    return best;
}

int match_solve_plays(MatchSolvePlay out[static MAX_MOVES], const MatchRoundValue *value, const Round *round,
                      const Fold *fold, uint64_t most)
{
    CardSet moves[MAX_MOVES];
    MatchSolver solver = {value, fold, most};
    const int count = moves_list(moves, round_hand(round), round->table.pool, fold);
    for (int i = 0; i < count; i++) {
        Round next = *round;
        round_play(&next, value->rules, moves[i]);
        out[i] = (MatchSolvePlay){moves[i], EQUITY_ONE - position_chance(&solver, &next, LEAST, HIGHEST)};
    }
    return solver.left ? count : 0;
}
