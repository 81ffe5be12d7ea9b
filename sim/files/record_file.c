/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/files/record_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/error.h"

enum { NAME_SHOWN = 128 };

static bool is_stdin(const char *name) { return strcmp(name, "-") == 0; }

static const char *name_shown(char out[static NAME_SHOWN], const RecordFile *file)
{
    return is_stdin(file->name) ? "standard input" : text_one_line(out, NAME_SHOWN, file->name);
}

bool record_file_open(RecordFile *file, const char *name, Error *error)
{
    char shown[NAME_SHOWN];
    memset(file, 0, sizeof *file);
    file->name = name;
    errno = 0;
    file->file = is_stdin(name) ? stdin : fopen(name, "r");
    if (!file->file) return error_set(error, "%s: %s", name_shown(shown, file), strerror(errno));
    return true;
}

RecordFileStatus record_file_next(RecordFile *file, Record *record, Error *error)
{
    char shown[NAME_SHOWN];
    while (!file->ended) {
        errno = 0;
        ssize_t length = getline(&file->line, &file->line_room, file->file);
        file->ended = length < 0;
        if (file->ended && (ferror(file->file) || errno == ENOMEM)) {
            int reason_number = errno;
            (reason_number == EISDIR ? error_set : error_system)(error, "%s: %s", name_shown(shown, file),
                                                                 strerror(reason_number));
            return RECORD_BAD;
        }
        int bad_line = file->reader.line + 1;
        if (!file->ended && memchr(file->line, 0, (size_t)length)) {
            error_set(error, "%s:%d: a zero byte; records are text", name_shown(shown, file), bad_line);
            return RECORD_BAD;
        }
        while (length > 0 && (file->line[length - 1] == '\n' || file->line[length - 1] == '\r'))
            file->line[--length] = 0;
        switch (record_feed(&file->reader, record, file->ended ? NULL : file->line, &bad_line, error)) {
        case READ_MORE: break;
        case READ_RECORD: file->found = true; return RECORD_NEXT;
        case READ_ERROR: {
            char line[ERROR_TEXT];
            error_set(error, "%s:%d: %s", name_shown(shown, file), bad_line,
                      text_one_line(line, sizeof line, error->text));
            return RECORD_BAD;
        }
        }
    }
    if (file->found) return RECORD_END;
    error_set(error, "%s: it holds no record", name_shown(shown, file));
    return RECORD_BAD;
}

void record_file_close(RecordFile *file)
{
    if (file->file && file->file != stdin) fclose(file->file);
    free(file->line);
    memset(file, 0, sizeof *file);
}
