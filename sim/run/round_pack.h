/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a round gave each side, in as many bits as its counts need, and two bytes more where the round began with
   scores. What the rules say of the rest (points, what the clubs brought) is not stored. */
#pragma once

#include "engine/table.h"
#include "sim/files/text_buffer.h"

typedef struct {
    SideCount count;
    uint8_t captures; /* plays of the side that captured */
    int16_t score;    /* before the round */
} RoundSide;

#define PAYING_BITS(name, key, pagat, cards, ...) +BITS_FOR(__builtin_popcountll(cards))
/* Surs, clubs, the paying cards class by class, who won the clubs, cards and captures of one side. */
enum {
    ROUND_BITS = BITS_FOR(SURS_MOST) + BITS_FOR(CLUBS_IN_PACK) + (0 PAYING_ROWS(PAYING_BITS)) + 1 + BITS_FOR(CARDS) +
                 BITS_FOR(PLAYS / 2),
    ROUND_BYTES = (ROUND_BITS + 7) / 8
};
_Static_assert(ROUND_BITS <= 64, "a side fits a word");

/* Bytes of one side. */
static inline int round_side_bytes(bool scores) { return ROUND_BYTES + (scores ? 2 : 0); }
/* Adds the sides of a round, as many as the rules say. False if memory runs out. */
bool round_pack(TextBuffer *out, const RoundSide sides[], const Rules *rules, bool scores);
/* Reads what round_pack added: sides times round_side_bytes. False: these bytes are no round's. */
bool round_unpack(RoundSide out[static MAX_SIDES], const char *bytes, const Rules *rules, bool scores);
