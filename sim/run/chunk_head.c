/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a log's heads. */
#include "sim/run/chunk_head.h"

#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"

enum { CHECKED = LOG_HEAD - 4 };
static const char LOG_MAGIC[] = "PASURLOG", CHUNK_MAGIC[] = "PCHK";

static void put(unsigned char *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

void log_head_put(unsigned char out[static LOG_HEAD], uint32_t run)
{
    memset(out, 0, LOG_HEAD);
    memcpy(out, LOG_MAGIC, 8);
    put(out + 8, LOG_VERSION, 4);
    put(out + 12, run, 4);
    put(out + CHECKED, crc32c(0, out, CHECKED), 4);
}

bool log_head_get(const unsigned char head[static LOG_HEAD], uint32_t *version, uint32_t *run)
{
    *version = (uint32_t)get(head + 8, 4);
    *run = (uint32_t)get(head + 12, 4);
    return !memcmp(head, LOG_MAGIC, 8) && get(head + CHECKED, 4) == crc32c(0, head, CHECKED);
}

void chunk_head_put(unsigned char out[static LOG_HEAD], const LogChunk *chunk)
{
    memcpy(out, CHUNK_MAGIC, 4);
    put(out + 4, chunk->length, 4);
    put(out + 8, chunk->boards.first, 8);
    put(out + 16, chunk->boards.count, 4);
    put(out + 20, chunk->kind, 4);
    put(out + 24, chunk->crc, 4);
    put(out + CHECKED, crc32c(0, out, CHECKED), 4);
}

bool chunk_head_get(LogChunk *out, const unsigned char head[static LOG_HEAD], uint64_t offset)
{
    *out = (LogChunk){.boards = {get(head + 8, 8), get(head + 16, 4)},
                      .offset = offset,
                      .length = (uint32_t)get(head + 4, 4),
                      .crc = (uint32_t)get(head + 24, 4),
                      .kind = (uint32_t)get(head + 20, 4)};
    return !memcmp(head, CHUNK_MAGIC, 4) && get(head + CHECKED, 4) == crc32c(0, head, CHECKED) &&
           out->length <= LOG_PAYLOAD_MOST && out->boards.count > 0 &&
           out->boards.first <= UINT64_MAX - out->boards.count;
}

void *list_room(void *list, size_t count, size_t size)
{
    return count & (count - 1) ? list : realloc(list, (count ? 2 * count : 1) * size);
}
