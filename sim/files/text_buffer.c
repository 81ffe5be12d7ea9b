/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows. */
#include "sim/files/text_buffer.h"

#include <stdlib.h>
#include <string.h>

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

bool text_buffer_add(TextBuffer *text, const char *more, size_t length)
{
    if (!text_buffer_reserve(text, length)) return false;
    if (length) memcpy(text->data + text->length, more, length);
    text->length += length;
    return true;
}

void text_buffer_free(TextBuffer *text)
{
    free(text->data);
    *text = (TextBuffer){0};
}
