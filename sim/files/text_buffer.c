/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows. */
#include "sim/files/text_buffer.h"

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

void text_buffer_free(TextBuffer *text)
{
    free(text->data);
    *text = (TextBuffer){0};
}
