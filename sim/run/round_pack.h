/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a round gave each side, in four bytes a side, and six where the round began with scores. What the rules say of the
   rest (points, what the clubs brought) is not stored. */
#pragma once

#include "engine/count.h"
#include "sim/files/text_buffer.h"

typedef struct {
    SideCount count;
    uint8_t captures; /* plays of the side that captured */
    int16_t score;    /* before the round */
} RoundSide;

/* Bytes of one side. */
static inline int round_side_bytes(bool scores) { return scores ? 6 : 4; }
/* Adds the sides of a round, as many as the rules say. False if memory runs out. */
bool round_pack(TextBuffer *out, const RoundSide sides[], const Rules *rules, bool scores);
/* Reads what round_pack added: sides times round_side_bytes. False: these bytes are no round's. */
bool round_unpack(RoundSide out[static MAX_SIDES], const char *bytes, const Rules *rules, bool scores);
