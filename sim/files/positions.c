/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads all positions of a file of records. */
#include "sim/files/positions.h"

#include <stdlib.h>

#include "sim/files/record_file.h"

static bool record_take(void *context, const Record *record, Error *error)
{
    Positions *positions = context;
    Position position = {.rules = record->rules, .line = record->first_line, .played = record->has_play};
    if (!record_position(&position.round, record, error)) return false;
    if (positions->count == positions->room) {
        size_t room = positions->room ? 2 * positions->room : 64;
        Position *grown = realloc(positions->list, room * sizeof *grown);
        if (!grown) return error_memory(error);
        positions->list = grown;
        positions->room = room;
    }
    positions->list[positions->count++] = position;
    return true;
}

bool positions_read(Positions *positions, const char *name, Error *error)
{
    *positions = (Positions){0};
    if (record_file_read(name, record_take, positions, error)) return true;
    positions_free(positions);
    return false;
}

void positions_free(Positions *positions)
{
    free(positions->list);
    *positions = (Positions){0};
}
