/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts numbers and texts into a payload and gets them back. */
#include "sim/run/fields.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE_BYTES = 19 }; /* of the longest number */

static bool put_bits(TextBuffer *out, unsigned __int128 bits)
{
    if (!text_buffer_reserve(out, WIDE_BYTES)) return false;
    for (; bits >= 0x80; bits >>= 7)
        out->data[out->length++] = (char)(0x80 | (unsigned char)(bits & 0x7f));
    out->data[out->length++] = (char)(unsigned char)bits;
    return true;
}

bool put_uint(TextBuffer *out, uint64_t value) { return put_bits(out, value); }

bool put_wide(TextBuffer *out, __int128 value)
{
    const unsigned __int128 bits = (unsigned __int128)value << 1;
    return put_bits(out, value < 0 ? ~bits : bits);
}

bool put_int(TextBuffer *out, int64_t value) { return put_wide(out, value); }

bool put_bytes(TextBuffer *out, const void *bytes, size_t length)
{
    return put_uint(out, length) && text_buffer_add(out, bytes, length);
}

const char *pool_text(TextPool *pool, const char *bytes, size_t length)
{
    for (size_t i = 0; i < pool->count; i++)
        if (strlen(pool->texts[i]) == length && !memcmp(pool->texts[i], bytes, length)) return pool->texts[i];
    char **more = realloc(pool->texts, (pool->count + 1) * sizeof *more);
    if (!more) return NULL;
    pool->texts = more;
    char *text = malloc(length + 1);
    if (!text) return NULL;
    memcpy(text, bytes, length);
    text[length] = 0;
    return pool->texts[pool->count++] = text;
}

void pool_free(TextPool *pool)
{
    for (size_t i = 0; i < pool->count; i++)
        free(pool->texts[i]);
    free(pool->texts);
    *pool = (TextPool){0};
}

void reader_fail(FieldReader *in)
{
    in->failed = true;
    in->at = in->end;
}

static unsigned __int128 get_bits(FieldReader *in)
{
    unsigned __int128 bits = 0;
    for (int shift = 0; shift < 7 * WIDE_BYTES && in->at < in->end; shift += 7) {
        const unsigned char byte = (unsigned char)*in->at++;
        bits |= (unsigned __int128)(byte & 0x7f) << shift;
        if (byte < 0x80) return bits;
    }
    reader_fail(in);
    return 0;
}

uint64_t get_uint(FieldReader *in)
{
    const unsigned __int128 bits = get_bits(in);
    if (bits > UINT64_MAX) reader_fail(in);
    return in->failed ? 0 : (uint64_t)bits;
}

__int128 get_wide(FieldReader *in)
{
    const unsigned __int128 bits = get_bits(in);
    return (__int128)(bits >> 1) ^ -(__int128)(bits & 1);
}

int64_t get_int(FieldReader *in)
{
    const __int128 value = get_wide(in);
    if (value > INT64_MAX || value < INT64_MIN) reader_fail(in);
    return in->failed ? 0 : (int64_t)value;
}

const char *get_some(FieldReader *in, size_t length)
{
    if (in->failed || (size_t)(in->end - in->at) < length) return reader_fail(in), NULL;
    in->at += length;
    return in->at - length;
}

const char *get_bytes(FieldReader *in, size_t *length)
{
    *length = get_uint(in);
    const char *bytes = get_some(in, *length);
    if (!bytes) *length = 0;
    return bytes;
}
