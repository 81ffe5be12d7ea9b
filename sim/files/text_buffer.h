/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows; a TextBuffer that is all zero is empty. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *data;          /* `length` bytes, without a zero at the end; owned */
    size_t length, room; /* room: bytes that fit */
} TextBuffer;

/* Makes room for `more` bytes behind the text. False if memory runs out. */
bool text_buffer_reserve(TextBuffer *text, size_t more);
/* Adds text. False if memory runs out; the text is then as it was. */
bool text_buffer_add(TextBuffer *text, const char *more, size_t length);
void text_buffer_free(TextBuffer *text);
