/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows. */
#include "sim/files/text_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

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

void *list_room(void *list, size_t count, size_t size)
{
    return count & (count - 1) ? list : realloc(list, (count ? 2 * count : 1) * size);
}

/* ---- reads and writes that are whole */

bool bytes_write(int file, uint64_t offset, const void *bytes, size_t length)
{
    for (const char *at = bytes; length > 0;) {
        const ssize_t done = pwrite(file, at, length, (off_t)offset);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = ENOSPC;
        if (done <= 0) return false;
        at += done;
        offset += (uint64_t)done;
        length -= (size_t)done;
    }
    return true;
}

bool bytes_read(int file, uint64_t offset, void *out, size_t length)
{
    for (char *at = out; length > 0;) {
        const ssize_t done = pread(file, at, length, (off_t)offset);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = EIO; /* it has become shorter */
        if (done <= 0) return false;
        at += done;
        offset += (uint64_t)done;
        length -= (size_t)done;
    }
    return true;
}
