/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Appends chunks of boards to a log and reads them back. */
#include "sim/run/chunk_log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/crc32c.h"
#include "sim/files/bytes.h"
#include "sim/run/chunk_head.h"
#include "sim/run/log_scan.h"
#include "sim/run/run_file.h"

/* ---- opening */

static bool head_write(ChunkLog *log, uint32_t run, Error *error)
{
    unsigned char head[LOG_HEAD];
    log_head_put(head, run);
    if (ftruncate(log->file, 0) || !bytes_write(log->file, 0, head, LOG_HEAD))
        return error_file(error, log->name, errno);
    log->end = LOG_HEAD;
    return true;
}

/* Looks at the file's beginning; what is shorter, and the beginning of one, was torn when it was made. */
static bool head_read(ChunkLog *log, uint32_t run, uint64_t size, Error *error)
{
    unsigned char head[LOG_HEAD] = {0}, wanted[LOG_HEAD];
    uint32_t version, found;
    log_head_put(wanted, run);
    const size_t length = size < LOG_HEAD ? (size_t)size : LOG_HEAD;
    if (!bytes_read(log->file, 0, head, length)) return error_file(error, log->name, errno);
    if (length < LOG_HEAD && !memcmp(head, wanted, length)) {
        log->torn = size;
        return log->writes ? head_write(log, run, error) : true;
    }
    if (!log_head_get(head, &version, &found)) return error_set(error, "%.200s: it is no log of a run", log->name);
    if (version != LOG_VERSION)
        return error_set(error, "%.200s: its version is %" PRIu32 ", this program's %d", log->name, version,
                         LOG_VERSION);
    if (found != run) return error_set(error, "%.200s: it belongs to another run", log->name);
    log->end = LOG_HEAD;
    return true;
}

static int by_boards(const void *a, const void *b)
{
    const LogChunk *x = a, *y = b;
    return (x->boards.first > y->boards.first) - (x->boards.first < y->boards.first);
}

/* Puts the chunks in the order of their boards. */
static bool chunks_sort(ChunkLog *log, Error *error)
{
    if (log->count) qsort(log->chunks, log->count, sizeof *log->chunks, by_boards);
    for (size_t i = 1; i < log->count; i++) {
        const LogChunk *before = &log->chunks[i - 1], *chunk = &log->chunks[i];
        if (before->boards.first + before->boards.count <= chunk->boards.first) continue;
        return error_set(error, "%.200s: board %" PRIu64 " stands there twice, at %" PRIu64 " and at %" PRIu64,
                         log->name, chunk->boards.first, before->offset, chunk->offset);
    }
    return true;
}

static bool log_read(ChunkLog *log, uint32_t run, Error *error)
{
    struct stat there;
    if (fstat(log->file, &there)) return error_file(error, log->name, errno);
    const uint64_t size = (uint64_t)there.st_size;
    if (!head_read(log, run, size, error)) return false;
    if (size > log->end && log->end && !log_scan(log, size, error)) return false;
    if (log->writes && log->end < size && ftruncate(log->file, (off_t)log->end))
        return error_file(error, log->name, errno);
    return chunks_sort(log, error);
}

bool chunk_log_open(ChunkLog *out, const char *name, uint32_t run, bool writes, Error *error)
{
    *out = (ChunkLog){.name = name, .writes = writes};
    out->file = run_file_open(name, writes ? O_RDWR | O_CREAT : O_RDONLY, error);
    if (out->file < 0) return false;
    if (log_read(out, run, error)) return true;
    out->writes = false;
    Error unused;
    chunk_log_close(out, &unused);
    return false;
}

bool chunk_log_close(ChunkLog *log, Error *error)
{
    if (log->file < 0) return true;
    const bool good = !log->writes || chunk_log_sync(log, error);
    close(log->file);
    free(log->chunks);
    free(log->damages);
    *log = (ChunkLog){.file = -1};
    return good;
}

/* ---- writing and reading */

size_t chunk_log_find(const ChunkLog *log, uint64_t board)
{
    size_t low = 0, high = log->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (log->chunks[middle].boards.first < board)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Where in the order of boards the range belongs. False: some of its boards are there. */
static bool place_find(const ChunkLog *log, BoardRange boards, size_t *place)
{
    const size_t low = *place = chunk_log_find(log, boards.first);
    const LogChunk *before = low ? &log->chunks[low - 1] : NULL, *after = low < log->count ? &log->chunks[low] : NULL;
    return (!before || before->boards.first + before->boards.count <= boards.first) &&
           (!after || boards.first + boards.count <= after->boards.first);
}

bool chunk_log_append(ChunkLog *log, BoardRange boards, uint32_t kind, const void *payload, size_t length, Error *error)
{
    unsigned char head[LOG_HEAD];
    size_t place;
    assert(log->writes && boards.count && boards.count <= UINT32_MAX && length <= LOG_PAYLOAD_MOST);
    if (!place_find(log, boards, &place))
        return error_set(error, "%.200s: board %" PRIu64 " or one behind it is there already", log->name, boards.first);
    LogChunk *grown = list_room(log->chunks, log->count, sizeof *grown);
    if (!grown) return error_memory(error);
    log->chunks = grown;
    const LogChunk chunk = {boards, log->end, (uint32_t)length, crc32c(0, payload, length), kind};
    chunk_head_put(head, &chunk);
    if (!bytes_write(log->file, log->end, head, LOG_HEAD) ||
        !bytes_write(log->file, log->end + LOG_HEAD, payload, length)) {
        error_file(error, log->name, errno);
        log->writes = ftruncate(log->file, (off_t)log->end) == 0; /* else what is torn there goes when it is opened */
        return false;
    }
    memmove(grown + place + 1, grown + place, (log->count - place) * sizeof *grown);
    grown[place] = chunk;
    log->count++;
    log->end += LOG_HEAD + length;
    return true;
}

bool chunk_log_sync(const ChunkLog *log, Error *error)
{
    return fsync(log->file) == 0 || errno == EINVAL || error_file(error, log->name, errno);
}

bool chunk_log_read(const ChunkLog *log, size_t index, TextBuffer *out, Error *error)
{
    const LogChunk *chunk = &log->chunks[index];
    out->length = 0;
    if (!text_buffer_reserve(out, chunk->length + 1)) return error_memory(error);
    if (!bytes_read(log->file, chunk->offset + LOG_HEAD, out->data, chunk->length))
        return error_file(error, log->name, errno);
    out->length = chunk->length;
    return crc32c(0, out->data, out->length) == chunk->crc ||
           error_system(error, "%.200s: the chunk at %" PRIu64 " is no longer what it was", log->name, chunk->offset);
}

/* ---- what is not there */

size_t chunk_log_missing(const ChunkLog *log, uint64_t boards, BoardRange out[], size_t room)
{
    size_t found = 0;
    uint64_t next = 0;
    for (size_t i = 0; i <= log->count && next < boards; i++) {
        const LogChunk *chunk = i < log->count ? &log->chunks[i] : NULL;
        const uint64_t until = chunk && chunk->boards.first < boards ? chunk->boards.first : boards;
        if (until > next && found++ < room) out[found - 1] = (BoardRange){next, until - next};
        if (chunk) next = chunk->boards.first + chunk->boards.count;
    }
    return found;
}

/* Are all of these boards in good chunks? */
static bool holds(const ChunkLog *log, BoardRange boards)
{
    uint64_t next = boards.first;
    for (size_t i = 0; i < log->count && next < boards.first + boards.count; i++) {
        const BoardRange there = log->chunks[i].boards;
        if (there.first <= next && next < there.first + there.count) next = there.first + there.count;
    }
    return next >= boards.first + boards.count;
}

const LogDamage *chunk_log_harmed(const ChunkLog *log)
{
    for (size_t i = 0; i < log->damage_count; i++)
        if (!holds(log, log->damages[i].boards)) return &log->damages[i];
    return NULL;
}

void log_damage_print(char *out, size_t size, const ChunkLog *log, const LogDamage *damage)
{
    char boards[64] = "";
    if (damage->boards.count)
        snprintf(boards, sizeof boards, ", boards %" PRIu64 " to %" PRIu64, damage->boards.first,
                 damage->boards.first + damage->boards.count - 1);
    snprintf(out, size, "%.200s: %" PRIu64 " bytes at %" PRIu64 " (chunk %" PRIu64 "%s) are damaged", log->name,
             damage->length, damage->offset, damage->chunk, boards);
}
