/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values rounds by a table of match equity. */
#include "sim/round_chances.h"

#include "agents/match_equity.h"

/* The side that stops the match in this round, or NOBODY: the round was played out whatever the scores. */
static int round_stopper(const Rules *rules, const Pack *pack, const Game *game)
{
    Round round;
    int side;
    round_start(&round, rules, pack, game->round.table.scores);
    for (int ply = 0; ply + 1 < PLAYS; ply++) {
        round_play(&round, rules, game->history[ply]);
        if (set_rest(game->history[ply]) && table_shodam(&round.table, rules, &side)) return side;
    }
    return NOBODY;
}

int board_chances(const Board *board, const Schedule *schedule)
{
    const Rules *rules = &schedule->rules;
    int chances = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const Game *game = &board->games[seating];
        const int16_t *before = game->round.table.scores;
        const int own = schedule->sides[seating][0] >> 1 & 1, other = !own;
        const int stopper = round_stopper(rules, &board->pack, game);
        if (stopper != NOBODY)
            chances += stopper == own ? EQUITY_ONE : 0;
        else /* who played first now plays last */
            chances += match_equity_units(schedule->equity, before[own] + game->counts[own].points,
                                          before[other] + game->counts[other].points, own == 1);
    }
    return chances;
}
