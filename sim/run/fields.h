/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The payload of a chunk: whole numbers, seven bits a byte from the lowest on, the eighth bit says that more follow (LEB128;
   numbers with a sign are folded to 0, -1, 1, -2, … first), and bytes behind their length. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/files/text_buffer.h"

/* Each adds one field. False if memory runs out. */
bool put_uint(TextBuffer *out, uint64_t value);
bool put_int(TextBuffer *out, int64_t value);
bool put_wide(TextBuffer *out, __int128 value);
bool put_bytes(TextBuffer *out, const void *bytes, size_t length);

/* Texts that live as long as the pool; all zero is empty. */
typedef struct {
    char **texts; /* each once; owned */
    size_t count;
} TextPool;

/* The pool's text of these bytes; NULL if memory runs out. */
const char *pool_text(TextPool *pool, const char *bytes, size_t length);
void pool_free(TextPool *pool);

/* Reads fields in the order in which they were put. */
typedef struct {
    const char *at, *end; /* what is still to be read */
    bool failed;          /* there was no such field (or no memory): everything that is read from here on is 0 */
    TextPool *pool;       /* where texts go */
} FieldReader;

uint64_t get_uint(FieldReader *in);
int64_t get_int(FieldReader *in);
__int128 get_wide(FieldReader *in);
/* Bytes inside the payload, and how many; NULL if it failed. */
const char *get_bytes(FieldReader *in, size_t *length);
/* So many bytes that were put without their length; NULL if it failed. */
const char *get_some(FieldReader *in, size_t length);
/* They are no fields of what they should be. */
void reader_fail(FieldReader *in);
