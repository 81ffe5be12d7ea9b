/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cards and clubs are worth: the one place that reads their keys, as sur.h reads those of Surs. Whoever wants to
   know asks here. */
#pragma once

#include "engine/table.h"

/* ---- cards */

/* How many of a rank's four cards are in the set: a nibble of this constant. */
static inline int rank_count(CardSet set, int rank)
{
    return (int)(UINT64_C(0x4332322132212110) >> 4 * (set >> 4 * rank & 0xf) & 0xf);
}

/* Points of a set of cards by themselves, without the clubs: the sum of what each card is worth. */
static inline int worth_cards(CardSet cards, const Rules *rules)
{
    return rank_count(cards, ACE) * rules->ace_points + rank_count(cards, JACK) * rules->jack_points +
           (int)(cards >> card_of(TWO, CLUB) & 1) * rules->two_points +
           (int)(cards >> card_of(TEN, DIAMOND) & 1) * rules->ten_points +
           rank_count(cards & ~TEN_OF_DIAMONDS, TEN) * rules->tens_points;
}
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
