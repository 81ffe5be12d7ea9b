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

static int records_read(Positions *positions, RecordFile *file, Record *record, Error *error)
{
    RecordFileStatus status;
    while ((status = record_file_next(file, record, error)) == RECORD_NEXT) {
        Position position = {.rules = record->rules, .line = record->first_line, .played = record->has_play};
        if (!record_position(&position.round, record, error)) {
            error_under(error, "%.100s:%d", file->name, record->first_line);
            return STATUS_WRONG_USE;
        }
        if (!position_add(positions, &position)) {
            error_memory(error);
            return STATUS_FAILED;
        }
    }
    return status == RECORD_BAD ? STATUS_WRONG_USE : status == RECORD_FAILED ? STATUS_FAILED : 0;
}

int positions_read(Positions *positions, const char *name, Error *error)
{
    RecordFile file;
    *positions = (Positions){0};
    if (!record_file_open(&file, name, error)) return STATUS_WRONG_USE;
    Record *record = malloc(sizeof *record);
    int status = STATUS_FAILED;
    if (record)
        status = records_read(positions, &file, record, error);
    else
        error_memory(error);
    free(record);
    record_file_close(&file);
    if (status) positions_free(positions);
    return status;
}

void positions_free(Positions *positions)
{
    free(positions->list);
    *positions = (Positions){0};
}
