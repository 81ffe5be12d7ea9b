/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads lines of text within bounds. */
#include "agents/text_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1 << 20 };

/* Why reading failed: the user's input is wrong if it is a folder, or compressed and damaged (EBADMSG). Returns false. */
static bool read_failed(Error *error, int reason)
{
    return error_write(error, reason != EISDIR && reason != EBADMSG, "%s",
                       reason == EBADMSG ? "its compressed contents are damaged or cut off" : strerror(reason));
}

bool text_lines_next(TextLines *lines, Error *error)
{
    size_t length = 0;
    int byte;
    if (lines->ended) return false;
    if (!lines->line && !(lines->line = malloc(LINE_MOST + 1))) return error_memory(error);
    lines->number++;
    errno = 0;
    while ((byte = getc(lines->file)) != EOF && byte != '\n') {
        if (!byte) return error_set(error, "a zero byte; expected text in UTF-8");
        if (length == LINE_MOST) return error_set(error, "a line of more than 1 MB; expected text");
        lines->line[length++] = (char)byte;
    }
    if (ferror(lines->file)) return read_failed(error, errno ? errno : EIO); /* what it cuts off is no line */
    lines->ended = byte == EOF && !length;
    if (lines->ended) return false; /* and `cut` is still that of the last line */
    lines->cut = byte == EOF;
    lines->line[length -= length && lines->line[length - 1] == '\r'] = 0;
    if (lines->number == 1) memmove(lines->line, text_start(lines->line), strlen(text_start(lines->line)) + 1);
    return true;
}

bool text_lines_blame(const TextLines *lines, const char *name, Error *error)
{
    return ferror(lines->file) ? error_under(error, "%.300s", name)
                               : error_under(error, "%.300s:%d", name, lines->number);
}

void text_lines_free(TextLines *lines)
{
    free(lines->line);
    *lines = (TextLines){0};
}
