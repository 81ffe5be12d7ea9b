/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/tactic/odds.h"

void odds_init(Odds *odds)
{
    for (int cards = 0; cards <= CARDS; cards++) {
        odds->choose[0][cards] = 1;
        for (int held = 1; held <= MAX_HIDDEN; held++)
            odds->choose[held][cards] = cards ? odds->choose[held - 1][cards - 1] + odds->choose[held][cards - 1] : 0;
    }
    for (int held = 0; held <= MAX_HIDDEN; held++)
        for (int cards = 0; cards <= CARDS; cards++)
            odds->inverse[held][cards] = cards < held ? 0 : 1 / odds->choose[held][cards];
}

CardSet view_unseen(const View *view)
{
    const CardSet *piles = view->table->piles;
    return PACK & ~(view->hand | view->table->pool | piles[0] | piles[1] | piles[2] | piles[3]);
}

int seat_held(const Rules *rules, int ply)
{
    return ply < PLAYS ? HAND - ply % (HAND * rules->players) / rules->players : 0;
}
