/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/files/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool text_reserve(Text *text, size_t more)
{
    if (text->room - text->length >= more) return true;
    size_t room = 2 * text->room > text->length + more ? 2 * text->room : text->length + more;
    char *data = realloc(text->data, room);
    if (!data) return false;
    text->data = data;
    text->room = room;
    return true;
}

bool text_printf(Text *text, const char *format, ...)
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
        if (!text_reserve(text, (size_t)length + 1)) return false;
    }
}

void text_free(Text *text)
{
    free(text->data);
    *text = (Text){0};
}
