/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of a payload put and got; logs opened, appended to and read back. */
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
#include "sim/files/text_buffer.h"

/* ---- fields of a payload */

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
    char *text = malloc(length + 1);
    if (!text || !list_add(&pool->texts, &pool->count, &text, sizeof text)) return free(text), NULL;
    memcpy(text, bytes, length);
    text[length] = 0;
    return text;
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

/* ---- both ways */

bool fields_good(const Fields *fields) { return !fields->full && (fields->out || !fields->in->failed); }

void field_uint(Fields *fields, uint64_t *value)
{
    if (fields->out)
        fields->full |= !put_uint(fields->out, *value);
    else
        *value = get_uint(fields->in);
}

void field_wide(Fields *fields, __int128 *value, __int128 most)
{
    if (fields->out) {
        fields->full |= !put_wide(fields->out, *value);
        return;
    }
    *value = get_wide(fields->in);
    if (*value > most || *value < -most) reader_fail(fields->in);
    if (fields->in->failed) *value = 0;
}

void field_int(Fields *fields, int64_t *value, int64_t least, int64_t most)
{
    __int128 wide = *value;
    field_wide(fields, &wide, INT64_MAX);
    if (fields->out) return;
    if (wide < least || wide > most) reader_fail(fields->in);
    *value = fields->in->failed ? 0 : (int64_t)wide;
}

void field_int32(Fields *fields, int32_t *value, int32_t least, int32_t most)
{
    int64_t number = *value;
    field_int(fields, &number, least, most);
    *value = (int32_t)number;
}

void field_bytes(Fields *fields, const char **bytes, size_t *length)
{
    if (fields->out)
        fields->full |= !put_bytes(fields->out, *bytes, *length);
    else
        *bytes = get_bytes(fields->in, length);
}

void field_buffer(Fields *fields, TextBuffer *text, bool wanted)
{
    const char *bytes = text->data;
    size_t length = text->length;
    field_bytes(fields, &bytes, &length);
    if (!fields->out && wanted && bytes) fields->full |= !text_buffer_add(text, bytes, length);
}

/* ---- the bytes of a log's heads */

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

static void log_head_put(unsigned char out[static LOG_HEAD], uint32_t run)
{
    memset(out, 0, LOG_HEAD);
    memcpy(out, LOG_MAGIC, 8);
    put(out + 8, LOG_VERSION, 4);
    put(out + 12, run, 4);
    put(out + CHECKED, crc32c(0, out, CHECKED), 4);
}

/* False: it is none. */
static bool log_head_get(const unsigned char head[static LOG_HEAD], uint32_t *version, uint32_t *run)
{
    *version = (uint32_t)get(head + 8, 4);
    *run = (uint32_t)get(head + 12, 4);
    return !memcmp(head, LOG_MAGIC, 8) && get(head + CHECKED, 4) == crc32c(0, head, CHECKED);
}

static void chunk_head_put(unsigned char out[static LOG_HEAD], const LogChunk *chunk)
{
    memcpy(out, CHUNK_MAGIC, 4);
    put(out + 4, chunk->length, 4);
    put(out + 8, chunk->boards.first, 8);
    put(out + 16, chunk->boards.count, 4);
    put(out + 20, chunk->kind, 4);
    put(out + 24, chunk->crc, 4);
    put(out + CHECKED, crc32c(0, out, CHECKED), 4);
}

/* The chunk whose head stands at `offset`. False: none does. */
static bool chunk_head_get(LogChunk *out, const unsigned char head[static LOG_HEAD], uint64_t offset)
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

/* ---- what is good in a log, what is damaged and what is torn */

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
    return list_add(&log->chunks, &log->count, chunk, sizeof *chunk);
}

static bool damage_add(ChunkLog *log, LogDamage damage)
{
    damage.chunk = log->count + log->damage_count;
    return list_add(&log->damages, &log->damage_count, &damage, sizeof damage);
}

/* Boards that are missing between two chunks of the file, where their order tells. */
static void damage_bound(LogDamage *damage, const LogChunk *before, const LogChunk *after)
{
    const uint64_t from = before ? before->boards.first + before->boards.count : 0;
    if (damage->known || after->boards.first <= from) return;
    damage->boards = (BoardRange){from, after->boards.first - from};
}

/* Reads the chunks between log->end and the file's `size`, in the order of the file; log->end is then behind the last,
   log->torn what lies behind that. False with the reason if the file cannot be read or memory runs out. */
static bool log_scan(ChunkLog *log, uint64_t size, Error *error)
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

/* ---- opening */

int run_file_open(const char *path, int flags, Error *error)
{
    struct stat what;
    /* a pipe would let whoever opens it wait */
    const int file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (file < 0) return error_file(error, path, errno), -1;
    bool good = fstat(file, &what) == 0 || error_file(error, path, errno);
    if (good && !S_ISREG(what.st_mode)) good = error_set(error, "%.200s: it is no file", path);
    if (good && (flags & O_ACCMODE) != O_RDONLY && what.st_nlink > 1)
        good = error_system(error, "%.200s: it has another name elsewhere, under which it would change too", path);
    if (good) return file;
    close(file);
    return errno = EINVAL, -1;
}

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
    log->headless = !log_head_get(head, &version, &found);
    if (log->headless) return log->end = LOG_HEAD, true;
    if (version != LOG_VERSION)
        return error_set(error,
                         "%.200s: its format is version %" PRIu32
                         ", and this program reads %d; start its command anew in another directory",
                         log->name, version, LOG_VERSION);
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
    if (log->headless && !log->count) return error_set(error, "%.200s: it is no log of a run", log->name);
    if (log->writes && !log->headless && log->end < size && ftruncate(log->file, (off_t)log->end))
        return error_file(error, log->name, errno);
    return chunks_sort(log, error);
}

bool chunk_log_mend(ChunkLog *log, uint32_t run, Error *error)
{
    unsigned char head[LOG_HEAD];
    assert(log->writes && log->headless);
    log_head_put(head, run);
    if (!bytes_write(log->file, 0, head, LOG_HEAD) || ftruncate(log->file, (off_t)log->end))
        return error_file(error, log->name, errno);
    log->headless = false;
    return true;
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

size_t ranges_find(const void *items, size_t size, size_t count, uint64_t board)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (((const BoardRange *)((const char *)items + middle * size))->first < board)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t chunk_log_find(const ChunkLog *log, uint64_t board)
{
    return ranges_find(log->chunks, sizeof *log->chunks, log->count, board);
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
    const LogChunk chunk = {boards, log->end, (uint32_t)length, crc32c(0, payload, length), kind};
    if (!chunk_add(log, &chunk)) return error_memory(error);
    chunk_head_put(head, &chunk);
    if (!bytes_write(log->file, log->end, head, LOG_HEAD) ||
        !bytes_write(log->file, log->end + LOG_HEAD, payload, length)) {
        error_file(error, log->name, errno);
        log->count--;
        log->writes = ftruncate(log->file, (off_t)log->end) == 0; /* else what is torn there goes when it is opened */
        return false;
    }
    LogChunk *at = log->chunks + place;
    memmove(at + 1, at, (log->count - 1 - place) * sizeof *at);
    *at = chunk;
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
