/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All positions of a file of records, for commands that must know that the whole file is right before they begin. */
#ifndef PASUR_ANALYSIS_COMMANDS_POSITIONS_H
#define PASUR_ANALYSIS_COMMANDS_POSITIONS_H

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

/* Reads them; "-" is stdin. Returns 0, or the exit status (2 or 5) with one line in error;
   nothing needs freeing then. */
int positions_read(Positions *positions, const char *name, Error *error);
void positions_free(Positions *positions);

#endif
