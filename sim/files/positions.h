/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All positions of a file of records, for commands that must know that the whole file is right before they begin. */
#pragma once

#include "engine/round.h"
#include "engine/text/error.h"

typedef struct {
    Rules rules;
    Round round;
    int line;    /* of the record in its file */
    bool played; /* the record has a play line */
} Position;

typedef struct {
    Position *list; /* owned */
    size_t count, room;
} Positions;

/* Reads them; "-" is stdin. False with a reason; nothing needs freeing then. */
bool positions_read(Positions *positions, const char *name, Error *error);
void positions_free(Positions *positions);
