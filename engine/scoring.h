/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cards, clubs, Surs and the last sweep are worth: the one place that reads their keys. PAYING_ROWS (rules.h) says
   which cards pay by themselves. All code asks here, and fast paths build their tables from these answers. */
#pragma once

#include "engine/rules.h"

/* ---- cards */

/* How many of a rank's four cards are in the set: a nibble of this constant. */
static inline int rank_count(CardSet set, int rank)
{
    return (int)(UINT64_C(0x4332322132212110) >> 4 * (set >> 4 * rank & 0xf) & 0xf);
}

/* How many of these cards of one class are in the set. The class is a constant, and so is the way to count it. */
static inline int class_count(CardSet set, CardSet cards)
{
    const int first = __builtin_ctzll(cards), rank = first >> 2;
    if (!set_rest(cards)) return (int)(set >> first & 1);
    return cards & ~RANK_SET(rank) ? set_count(set & cards) : rank_count(set & cards, rank);
}

/* Points of a set of cards by themselves, without the clubs: the sum of what each card is worth. */
static inline int scoring_cards(CardSet cards, const Rules *rules)
{
#define CLASS_SCORING(name, key, pagat, of, ...) +class_count(cards, of) * rules->key
    return 0 PAYING_ROWS(CLASS_SCORING);
#undef CLASS_SCORING
}
/* Cards that are worth this many points each. A card may have several prices, and is worth their sum. */
typedef struct {
    CardSet cards;
    int64_t points;
} Price;
/* Lists what cards are worth; returns how many prices there are. */
int scoring_prices(Price out[static PAYING], const Rules *rules);
/* Cards that the game tells apart from all others of their rank: those whose worth no other has, and the clubs. With
   `settled` it no longer matters who takes the clubs. */
CardSet scoring_alone(const Rules *rules, bool settled);
/* Cards that are worth points by themselves. */
CardSet scoring_scoring(const Rules *rules);

/* ---- clubs */

enum { CLUBS_IN_PACK = 13, CLUBS_WON = 7 }; /* won: nobody can overtake */

/* The side that wins the clubs, or NOBODY: a round that is not over has a winner only where nobody can overtake. Who
   has too few of them wins nothing. */
int scoring_clubs_winner(const int clubs[], const Rules *rules, bool over);
/* Do the clubs bring more to a winner who has more of them? */
static inline bool scoring_clubs_vary(const Rules *rules) { return rules->clubs == CLUBS_PERCARD; }
/* Points for the side that wins the clubs with this many. */
static inline int scoring_clubs(int count, const Rules *rules)
{
    if (count < rules->clubs_least) return 0;
    if (!scoring_clubs_vary(rules)) return rules->clubs_points;
    return count < rules->clubs_cap ? count : rules->clubs_cap;
}
/* How many clubs the winner has, to a guess. */
static inline int scoring_clubs_usual(const Rules *rules)
{
    enum { USUAL = 9 };
    return rules->clubs_least > USUAL ? rules->clubs_least : USUAL;
}
/* What one club is worth to a guess, in 1/shares points: one part of the clubs' points; a point where they vary. */
static inline int scoring_club(int shares, const Rules *rules)
{
    return scoring_clubs_vary(rules) ? shares : rules->clubs_points;
}

/* ---- Surs */

/* Points of this many Surs. */
static inline int sur_points(int surs, const Rules *rules) { return surs * rules->sur_points; }
/* What a Sur does in a deal, as sur_last_deal says of the last: LAST_DEAL_NO … LAST_DEAL_YES. */
static inline int sur_in_deal(int deal, const Rules *rules)
{
    return deal + 1 < rules->deals ? LAST_DEAL_YES : rules->sur_last_deal;
}
/* Does a card of this rank make a Sur when it empties the pool? */
static inline bool sur_by_rank(int rank, const Rules *rules)
{
    return rank < JACK ? true : rank == JACK ? rules->sur_jack : rules->sur_faces;
}
/* Does a side make Surs that had this score before the round? */
static inline bool sur_by_score(int score, const Rules *rules) { return !rules->sur_limit || score < rules->sur_limit; }
/* The side whose Sur one of `side` cancels, or NOBODY. */
static inline int sur_victim(const uint8_t surs[], int side, const Rules *rules)
{
    if (rules->sur_cancel)
        for (int other = 0; other < rules->sides; other++)
            if (other != side && surs[other]) return other;
    return NOBODY;
}
/* Is every Sur worth the same in the difference between the sides, whoever holds Surs? */
static inline bool sur_adds_up(const Rules *rules)
{
    return rules->sur_last_deal != LAST_DEAL_CANCEL && (!rules->sur_cancel || rules->sides == 2);
}

/* ---- the last sweep */

/* Does a capture by the play of this number take all that is left in the pool as well? */
static inline bool sweeps_at(int ply, const Rules *rules)
{
    return rules->last_sweep == SWEEP_MATCH && ply >= PLAYS - rules->players;
}

/* ---- bounds */

/* Bits for whole numbers from 0 to `most`. */
#define BITS_FOR(most) (64 - __builtin_clzll(most))

/* A Sur with every play of a side. */
enum { SURS_MOST = PLAYS / 2 };
/* No side scores more in a round, whatever the rules: all cards, the clubs, and the Surs. */
enum { ROUND_POINTS = (PAYING_PACK + 1 + SURS_MOST) * MAX_POINTS };
