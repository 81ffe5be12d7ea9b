/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through a log once. */
#include "sim/run/log_scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "sim/files/bytes.h"
#include "sim/run/chunk_head.h"

enum { AT_ONCE = 1 << 16 };

/* What a chunk's place holds. */
typedef enum { CHUNK_GOOD, CHUNK_DAMAGED, CHUNK_NONE, CHUNK_UNREAD } ChunkFound;

static ChunkFound chunk_check(const ChunkLog *log, uint64_t offset, uint64_t size, LogChunk *out)
{
    unsigned char bytes[LOG_HEAD];
    char part[AT_ONCE];
    uint32_t crc = 0;
    if (size - offset < LOG_HEAD) return CHUNK_NONE;
    if (!bytes_read(log->file, offset, bytes, LOG_HEAD)) return CHUNK_UNREAD;
    if (!chunk_head_get(out, bytes, offset) || size - offset - LOG_HEAD < out->length) return CHUNK_NONE;
    for (uint64_t done = 0; done < out->length;) {
        const size_t next = out->length - done < AT_ONCE ? (size_t)(out->length - done) : AT_ONCE;
        if (!bytes_read(log->file, offset + LOG_HEAD + done, part, next)) return CHUNK_UNREAD;
        crc = crc32c(crc, part, next);
        done += next;
    }
    return crc == out->crc ? CHUNK_GOOD : CHUNK_DAMAGED;
}

/* The next place behind `offset` where a chunk's head stands, or `size`. False if it cannot be read. */
static bool head_find(const ChunkLog *log, uint64_t offset, uint64_t size, uint64_t *found)
{
    unsigned char part[AT_ONCE + LOG_HEAD];
    LogChunk chunk;
    for (*found = offset + 1; *found < size; *found += AT_ONCE) {
        const uint64_t left = size - *found;
        const size_t length = left < sizeof part ? (size_t)left : sizeof part;
        if (!bytes_read(log->file, *found, part, length)) return false;
        for (size_t i = 0; i + LOG_HEAD <= length && i < AT_ONCE; i++)
            if (chunk_head_get(&chunk, part + i, *found + i)) return *found += i, true;
    }
    return *found = size, true;
}

static bool chunk_add(ChunkLog *log, const LogChunk *chunk)
{
    LogChunk *grown = list_room(log->chunks, log->count, sizeof *grown);
    if (!grown) return false;
    log->chunks = grown;
    log->chunks[log->count++] = *chunk;
    return true;
}

static bool damage_add(ChunkLog *log, LogDamage damage)
{
    LogDamage *grown = list_room(log->damages, log->damage_count, sizeof *grown);
    if (!grown) return false;
    damage.chunk = log->count + log->damage_count;
    log->damages = grown;
    log->damages[log->damage_count++] = damage;
    return true;
}

/* Boards that are missing between two chunks of the file, where their order tells. */
static void damage_bound(LogDamage *damage, const LogChunk *before, const LogChunk *after)
{
    const uint64_t from = before ? before->boards.first + before->boards.count : 0;
    if (damage->known || after->boards.first <= from) return;
    damage->boards = (BoardRange){from, after->boards.first - from};
}

bool log_scan(ChunkLog *log, uint64_t size, Error *error)
{
    size_t unbound = 0; /* damages before which the next good chunk stands */
    LogDamage waiting;  /* damage at the end so far: torn, unless a good chunk follows */
    bool waits = false;
    uint64_t offset = log->end, next;
    while (offset < size) {
        LogChunk chunk;
        const ChunkFound found = chunk_check(log, offset, size, &chunk);
        if (found == CHUNK_UNREAD || (found != CHUNK_GOOD && !head_find(log, offset, size, &next)))
            return error_file(error, log->name, errno);
        /* what is damaged ends with its chunk, or earlier where bytes were lost and the next one stands nearer */
        const uint64_t end = found == CHUNK_NONE ? UINT64_MAX : offset + LOG_HEAD + chunk.length;
        if (found == CHUNK_GOOD || next > end) next = end;
        if (found == CHUNK_GOOD) {
            if ((waits && !damage_add(log, waiting)) || !chunk_add(log, &chunk)) return error_memory(error);
            for (waits = false; unbound < log->damage_count; unbound++)
                damage_bound(&log->damages[unbound], log->count > 1 ? &log->chunks[log->count - 2] : NULL, &chunk);
            log->end = next;
        } else {
            if (waits && !damage_add(log, waiting)) return error_memory(error);
            waits = true;
            waiting = (LogDamage){.offset = offset, .length = next - offset, .known = found == CHUNK_DAMAGED};
            if (waiting.known) waiting.boards = chunk.boards;
        }
        offset = next;
    }
    while (log->damage_count && log->damages[log->damage_count - 1].offset >= log->end)
        log->damage_count--;
    log->torn = size - log->end;
    return true;
}
