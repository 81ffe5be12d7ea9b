/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cards and clubs are worth: the one place that reads their keys, as sur.h reads those of Surs. Whoever wants to
   know asks here. */
#pragma once

#include "engine/table.h"

/* ---- cards */

/* Points of a set of cards by themselves, without the clubs: the sum of what each card is worth. */
int worth_cards(CardSet cards, const Rules *rules);
/* No more cards than that are worth points under any rules, each MAX_POINTS at most: the solver has room for no more. */
enum { WORTH_CARDS = 15 };
/* Cards that the game tells apart from all others of their rank: those whose worth no other has, and the clubs. With
   `settled` it no longer matters who takes the clubs. */
CardSet worth_alone(const Rules *rules, bool settled);
/* Cards that are worth points by themselves. */
CardSet worth_scoring(const Rules *rules);

/* ---- clubs */

enum { CLUBS_IN_PACK = 13, CLUBS_WON = 7 }; /* won: nobody can overtake */

/* The side that wins the clubs, or NOBODY: a round that is not over has a winner only where nobody can overtake. */
int worth_clubs_winner(const int clubs[], const Rules *rules, bool over);
/* Do the clubs bring more to a winner who has more of them? */
static inline bool worth_clubs_vary(const Rules *rules) { return rules->clubs == CLUBS_PERCARD; }
/* Points for the side that wins the clubs with so many. */
static inline int worth_clubs(int count, const Rules *rules)
{
    if (!worth_clubs_vary(rules)) return rules->clubs_points;
    return count < rules->clubs_cap ? count : rules->clubs_cap;
}
/* What one club is worth to a guess, in 1/shares points: one part of the clubs' points; a point where they vary. */
static inline int worth_club(int shares, const Rules *rules)
{
    return worth_clubs_vary(rules) ? shares : rules->clubs_points;
}
