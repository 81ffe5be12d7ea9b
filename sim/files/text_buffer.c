/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows, whole reads and writes, strings of JSON. */
#include "sim/files/text_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/text/error.h"

bool text_buffer_reserve(TextBuffer *text, size_t more)
{
    return list_reserve(&text->data, &text->room, text->length, more, 1);
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

bool text_stream_close(FILE *stream, char *const *text)
{
    if (!stream) return false;
    const bool good = !ferror(stream);
    return fclose(stream) == 0 && good && *text;
}

bool list_add(void *list, size_t *count, const void *item, size_t size)
{
    size_t room = *count & (*count - 1) ? SIZE_MAX : *count;
    if (!list_reserve(list, &room, *count, 1, size)) return false;
    memcpy(*(char **)list + (*count)++ * size, item, size);
    return true;
}

bool list_reserve(void *list, size_t *room, size_t count, size_t more, size_t size)
{
    if (more <= *room - count) return true;
    const size_t wanted = 2 * count > count + more ? 2 * count : count + more;
    void *grown = realloc(*(void **)list, wanted * size);
    if (!grown) return false;
    *(void **)list = grown;
    *room = wanted;
    return true;
}

/* ---- reads and writes that are whole */

static bool bytes_move(int file, uint64_t offset, char *at, size_t length, bool writes)
{
    while (length > 0) {
        const ssize_t done = writes ? pwrite(file, at, length, (off_t)offset) : pread(file, at, length, (off_t)offset);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = writes ? ENOSPC : EIO; /* EIO: it has become shorter */
        if (done <= 0) return false;
        at += done;
        offset += (uint64_t)done;
        length -= (size_t)done;
    }
    return true;
}

bool bytes_write(int file, uint64_t offset, const void *bytes, size_t length)
{
    return bytes_move(file, offset, (char *)(uintptr_t)bytes, length, true);
}

bool bytes_read(int file, uint64_t offset, void *out, size_t length)
{
    return bytes_move(file, offset, out, length, false);
}

/* ---- strings of JSON */

bool json_string(TextBuffer *out, const char *text, bool keeps_empty)
{
    bool good = text_buffer_add(out, "\"", 1);
    while (good && *text) {
        char escaped[16];
        const int length = text_character(text);
        if (*text == '"' || *text == '\\')
            snprintf(escaped, sizeof escaped, "\\%c", *text);
        else if ((*text > 0 && *text < ' ') || *text == 0x7F)
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*text);
        else if (length || keeps_empty)
            snprintf(escaped, sizeof escaped, "%.*s", length ? length : 1, text);
        else
            snprintf(escaped, sizeof escaped, "\xEF\xBF\xBD");
        good = text_buffer_add(out, escaped, strlen(escaped));
        text += length ? length : 1;
    }
    return good && text_buffer_add(out, "\"", 1);
}
