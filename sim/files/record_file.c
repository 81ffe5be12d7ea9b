/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads records from a file, line by line. */
#include "sim/files/record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SHOWN = 128 };

typedef struct {
    FILE *file;
    char name[NAME_SHOWN]; /* as reasons show it */
    char *line;
    size_t line_room;
    bool ended; /* the end of the file */
    RecordReader reader;
} RecordFile;

/* Reads the next line, without its end, unless the file has ended. */
static bool line_next(RecordFile *file, Error *error)
{
    errno = 0;
    ssize_t length = getline(&file->line, &file->line_room, file->file);
    if (length < 0) {
        file->ended = true;
        return (!ferror(file->file) && errno != ENOMEM) ||
               (errno == EISDIR ? error_set : error_system)(error, "%s: %s", file->name, strerror(errno));
    }
    if (memchr(file->line, 0, (size_t)length))
        return error_set(error, "%s:%d: a zero byte; records are text", file->name, file->reader.line + 1);
    while (length > 0 && (file->line[length - 1] == '\n' || file->line[length - 1] == '\r'))
        file->line[--length] = 0;
    return true;
}

static bool records_take(RecordFile *file, Record *record, RecordTake *take, void *context, Error *error)
{
    bool found = false;
    while (!file->ended) {
        if (!line_next(file, error)) return false;
        int bad_line = file->reader.line + 1;
        switch (record_feed(&file->reader, record, file->ended ? NULL : file->line, &bad_line, error)) {
        case READ_MORE: break;
        case READ_ERROR: return error_under(error, "%s:%d", file->name, bad_line);
        case READ_RECORD:
            found = true;
            if (take(context, record, error)) break;
            return error->system ? false : error_under(error, "%s:%d", file->name, record->first_line);
        }
    }
    return found || error_set(error, "%s: it holds no record", file->name);
}

bool record_file_read(const char *name, RecordTake *take, void *context, Error *error)
{
    const bool is_stdin = strcmp(name, "-") == 0;
    RecordFile file = {.file = is_stdin ? stdin : fopen(name, "r")};
    text_one_line(file.name, sizeof file.name, is_stdin ? "standard input" : name);
    if (!file.file) return error_set(error, "%s: %s", file.name, strerror(errno));
    Record *record = malloc(sizeof *record);
    const bool good = record ? records_take(&file, record, take, context, error) : error_memory(error);
    free(record);
    free(file.line);
    if (!is_stdin) fclose(file.file);
    return good;
}
