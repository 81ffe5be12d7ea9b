/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What playout_value adds up, for tests/bench/fit_value.c to fit. */
#ifndef PASUR_AGENTS_SEARCH_VALUE_TERMS_H
#define PASUR_AGENTS_SEARCH_VALUE_TERMS_H

#include "agents/search/playout.h"

enum { TWO_SIDES = 2 };

/* What the side that leads the next deal gains by it. */
enum { VALUE_OVER, VALUE_CARDS, VALUE_POINTS, VALUE_CLUBS, VALUE_SUR, VALUE_TERMS };
typedef struct {
    const char *name;
    float weights[2]; /* two sides, more */
} ValueTerm;
extern const ValueTerm VALUE_TERM[VALUE_TERMS];

/* Two sides, more: what a club weighs in the race for the clubs. */
extern const float CLUB_STEEPNESS[2];

/* Adds what each side may expect of the clubs: a softmax of clubs with steepness / sqrt(clubs left), until a side has
   won them. Returns true while they are open. */
bool value_clubs(float points[], const PublicState *state, const Playout *playout, float steepness);
/* The other terms, of the side to move; arguments as of playout_value. */
void value_terms(float terms[static VALUE_TERMS], const PublicState *state, const Rest *rest, const Playout *playout,
                 const uint8_t order[static PLAYS], bool clubs_open);

#endif
