/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/commands/positions.h"

#include <stdlib.h>

#include "analysis/commands/status.h"
#include "sim/files/record_file.h"

static bool position_add(Positions *positions, const Position *position)
{
    if (positions->count == positions->room) {
        size_t room = positions->room ? 2 * positions->room : 64;
        Position *grown = realloc(positions->list, room * sizeof *grown);
        if (!grown) return false;
        positions->list = grown;
        positions->room = room;
    }
    positions->list[positions->count++] = *position;
    return true;
}

static bool records_read(Positions *positions, RecordFile *file, Record *record, Error *error)
{
    RecordFileStatus status;
    while ((status = record_file_next(file, record, error)) == RECORD_NEXT) {
        Position position = {.rules = record->rules, .line = record->first_line, .played = record->has_play};
        if (!record_position(&position.round, record, error))
            return error_under(error, "%.100s:%d", file->name, record->first_line);
        if (!position_add(positions, &position)) return error_memory(error);
    }
    return status == RECORD_END;
}

bool positions_read(Positions *positions, const char *name, Error *error)
{
    RecordFile file;
    *positions = (Positions){0};
    if (!record_file_open(&file, name, error)) return false;
    Record *record = malloc(sizeof *record);
    const bool good = record ? records_read(positions, &file, record, error) : error_memory(error);
    free(record);
    record_file_close(&file);
    if (!good) positions_free(positions);
    return good;
}

void positions_free(Positions *positions)
{
    free(positions->list);
    *positions = (Positions){0};
}
