/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes in memory that grow, and bytes at a place of a file. A TextBuffer that is all zero is empty. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data;          /* `length` bytes, without a zero at the end; owned */
    size_t length, room; /* room: bytes that fit */
} TextBuffer;

/* Makes room for `more` bytes behind the text. False if memory runs out. */
bool text_buffer_reserve(TextBuffer *text, size_t more);
/* Adds text. False if memory runs out; the text is then as it was. */
bool text_buffer_add(TextBuffer *text, const char *more, size_t length);
void text_buffer_free(TextBuffer *text);

/* The list with room for one element more, which grows where `count` is a power of two; NULL if memory runs out. */
void *list_room(void *list, size_t count, size_t size);

/* Writes or reads all of the bytes at a place of a file, however little the system takes at once. False with errno. */
bool bytes_write(int file, uint64_t offset, const void *bytes, size_t length);
bool bytes_read(int file, uint64_t offset, void *out, size_t length);
