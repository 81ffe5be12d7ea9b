/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What random playouts, plain and wide, share: how they tell what a card can capture. */
#pragma once

#include "agents/search/playout_private.h"

/* Numerals that a pool has room for. */
enum { PLACES = 8 };

/* The pool's word: bits 0 … 10 are the sums of numerals; then what lies there. */
enum { SUMS = 0x7ff, QUEEN_BIT = 16, KING_BIT = 17, SWEEP_BIT = 18, JACK_BIT = 19 };
enum { FACES = 1 << QUEEN_BIT | 1 << KING_BIT, SWEEPABLE = 1 << SWEEP_BIT, ANYTHING = FACES | SWEEPABLE };
enum { SLOT_SWEEP, SLOT_QUEENS, SLOT_KINGS, SLOTS };

/* In a byte for what a card is worth: its points, and this if it is a club. */
enum { BYTE_CLUB = 0x80 };
_Static_assert((int)MAX_POINTS < (int)BYTE_CLUB, "the points of a card fit beside it");
