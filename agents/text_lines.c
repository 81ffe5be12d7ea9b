/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads lines of text within bounds. */
#include "agents/text_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1 << 20, LINE_FIRST = 256 };

bool text_read_failed(Error *error, int reason)
{
    return error_write(error, reason != EISDIR && reason != EBADMSG, "%s",
                       reason == EBADMSG ? "what it holds is compressed and damaged, or cut off" : strerror(reason));
}

/* Puts a byte behind the `length` of the line, where there is always room for one more. */
static bool byte_put(TextLines *lines, size_t length, int byte, Error *error)
{
    if (length + 1 >= lines->room) {
        const size_t room = lines->room ? 2 * lines->room : LINE_FIRST;
        char *line = length < LINE_MOST ? realloc(lines->line, room) : NULL;
        if (length >= LINE_MOST) return error_set(error, "a line of more than 1 MB; expected text");
        if (!line) return error_memory(error);
        lines->line = line;
        lines->room = room;
    }
    if (!byte) return error_set(error, "a zero byte; expected text in UTF-8");
    lines->line[length] = (char)byte;
    return true;
}

bool text_lines_next(TextLines *lines, Error *error)
{
    size_t length = 0;
    int byte;
    if (lines->ended) return false;
    lines->number++;
    errno = 0;
    while ((byte = getc_unlocked(lines->file)) != EOF && byte != '\n')
        if (!byte_put(lines, length++, byte, error)) return false;
    if (ferror(lines->file)) return text_read_failed(error, errno ? errno : EIO); /* what it cuts off is no line */
    lines->ended = byte == EOF && !length;
    if (lines->ended || !byte_put(lines, length, '\r', error)) return false;
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
