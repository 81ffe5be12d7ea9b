/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows. */
#include "sim/files/text_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool text_buffer_reserve(TextBuffer *text, size_t more)
{
    if (text->room - text->length >= more) return true;
    size_t room = 2 * text->room > text->length + more ? 2 * text->room : text->length + more;
    char *data = realloc(text->data, room);
    if (!data) return false;
    text->data = data;
    text->room = room;
    return true;
}

bool text_buffer_printf(TextBuffer *text, const char *format, ...)
{
    for (;;) {
        size_t room = text->room - text->length;
        va_list args;
        va_start(args, format);
        int length = vsnprintf(room ? text->data + text->length : NULL, room, format, args);
        va_end(args);
        if (length < 0) return false;
        if ((size_t)length < room) {
            text->length += (size_t)length;
            return true;
        }
        if (!text_buffer_reserve(text, (size_t)length + 1)) return false;
    }
}

void text_buffer_free(TextBuffer *text)
{
    free(text->data);
    *text = (TextBuffer){0};
}
