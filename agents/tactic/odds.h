/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chances that hidden hands hold wanted cards. Every unseen card is taken to lie anywhere with equal chance
   (hypergeometric); what a player's plays tell about its hand is left aside. */
#ifndef PASUR_AGENTS_TACTIC_ODDS_H
#define PASUR_AGENTS_TACTIC_ODDS_H

#include "agents/agent.h"

enum { MAX_HIDDEN = HAND * (MAX_SEATS - 1) }; /* cards that the other seats hold */

/* Ways to choose `held` of `cards`, exact in a double: choose[held][cards]; and one divided by it. */
typedef struct {
    double choose[MAX_HIDDEN + 1][CARDS + 1];
    double inverse[MAX_HIDDEN + 1][CARDS + 1];
} Odds;

void odds_init(Odds *odds);

/* Chance that `held` cards out of `unseen` contain at least one of `wanted`; wanted <= unseen. */
static inline double odds_hold(const Odds *odds, int held, int unseen, int wanted)
{
    return 1 - odds->choose[held][unseen - wanted] / odds->choose[held][unseen];
}

/* What the seat has not seen: neither in its hand nor on the table. */
CardSet view_unseen(const View *view);
/* Cards that the seat which makes the play `ply` (0 … 47) holds just before it; 0 past the round's end. */
int seat_held(const Rules *rules, int ply);

#endif
