/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes in memory that grow, and bytes at a place of a file; strings of JSON. A TextBuffer that is all zero is empty. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    char *data;          /* `length` bytes, without a zero at the end; owned */
    size_t length, room; /* room: bytes that fit */
} TextBuffer;

/* Makes room for `more` bytes behind the text. False if memory runs out. */
bool text_buffer_reserve(TextBuffer *text, size_t more);
/* Adds text. False if memory runs out; the text is then as it was. */
bool text_buffer_add(TextBuffer *text, const char *more, size_t length);
void text_buffer_free(TextBuffer *text);
/* Closes a stream of open_memstream, NULL where there is none, that writes to *text. False if memory ran out at any
   time, which fclose alone does not say. */
bool text_stream_close(FILE *stream, char *const *text);

/* Lists that grow. `list` is where the pointer to the items stands; size: of an item. False if memory runs out; the
   list is then as it was. */

/* Adds an item to a list that has room for as many items as the next power of two. */
bool list_add(void *list, size_t *count, const void *item, size_t size);
/* Makes room for `more` items behind `count`, where there is room for *room. */
bool list_reserve(void *list, size_t *room, size_t count, size_t more, size_t size);

/* Writes or reads all of the bytes at a place of a file, however little the system takes at once. False with errno. */
bool bytes_write(int file, uint64_t offset, const void *bytes, size_t length);
bool bytes_read(int file, uint64_t offset, void *out, size_t length);

/* Adds a string of JSON (RFC 8259): what is not UTF-8, or a control character of two bytes, becomes U+FFFD, or is kept
   as it is. False if memory runs out. */
bool json_string(TextBuffer *out, const char *text, bool keeps_empty);
