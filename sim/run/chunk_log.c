/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of a payload put and got; logs opened, appended to and read back. */
#include "sim/run/chunk_log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/crc32c.h"

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

static bool put_wide(TextBuffer *out, __int128 value)
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

void fields_fail(Fields *in)
{
    in->failed = true;
    in->at = in->end;
}

static unsigned __int128 get_bits(Fields *in)
{
    unsigned __int128 bits = 0;
    for (int shift = 0; shift < 7 * WIDE_BYTES && in->at < in->end; shift += 7) {
        const unsigned char byte = (unsigned char)*in->at++;
        bits |= (unsigned __int128)(byte & 0x7f) << shift;
        if (byte < 0x80) return bits;
    }
    fields_fail(in);
    return 0;
}

uint64_t get_uint(Fields *in)
{
    const unsigned __int128 bits = get_bits(in);
    if (bits > UINT64_MAX) fields_fail(in);
    return in->failed ? 0 : (uint64_t)bits;
}

static __int128 get_wide(Fields *in)
{
    const unsigned __int128 bits = get_bits(in);
    return (__int128)(bits >> 1) ^ -(__int128)(bits & 1);
}

int64_t get_int(Fields *in)
{
    const __int128 value = get_wide(in);
    if (value > INT64_MAX || value < INT64_MIN) fields_fail(in);
    return in->failed ? 0 : (int64_t)value;
}

const char *get_bytes(Fields *in, size_t *length)
{
    const uint64_t count = get_uint(in);
    *length = 0;
    if (in->failed || (uint64_t)(in->end - in->at) < count) return fields_fail(in), NULL;
    *length = (size_t)count;
    in->at += count;
    return in->at - count;
}

/* ---- both ways */

void field_uint(Fields *fields, uint64_t *value)
{
    if (fields->out)
        fields->full |= !put_uint(fields->out, *value);
    else
        *value = get_uint(fields);
}

void field_wide(Fields *fields, __int128 *value, __int128 most)
{
    if (fields->out) {
        fields->full |= !put_wide(fields->out, *value);
        return;
    }
    *value = get_wide(fields);
    if (*value > most || *value < -most) fields_fail(fields);
    if (fields->failed) *value = 0;
}

void field_int(Fields *fields, int64_t *value, int64_t least, int64_t most)
{
    __int128 wide = *value;
    field_wide(fields, &wide, INT64_MAX);
    if (fields->out) return;
    if (wide < least || wide > most) fields_fail(fields);
    *value = fields->failed ? 0 : (int64_t)wide;
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
        *bytes = get_bytes(fields, length);
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
#define KIND_PACKED (UINT32_C(1) << 31)
static const char LOG_MAGIC[] = "PASURLOG", CHUNK_MAGIC[] = "PCHK";

static void number_put(unsigned char *out, uint64_t value, int bytes)
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
    number_put(out + 8, LOG_VERSION, 4);
    number_put(out + 12, run, 4);
    number_put(out + CHECKED, crc32c(0, out, CHECKED), 4);
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
    number_put(out + 4, chunk->length, 4);
    number_put(out + 8, chunk->boards.first, 8);
    number_put(out + 16, chunk->boards.count, 4);
    number_put(out + 20, chunk->kind | (chunk->packed ? KIND_PACKED : 0), 4);
    number_put(out + 24, chunk->crc, 4);
    number_put(out + CHECKED, crc32c(0, out, CHECKED), 4);
}

/* The chunk whose head stands at `offset`. False: none does. */
static bool chunk_head_get(LogChunk *out, const unsigned char head[static LOG_HEAD], uint64_t offset)
{
    *out = (LogChunk){.boards = {get(head + 8, 8), get(head + 16, 4)},
                      .offset = offset,
                      .length = (uint32_t)get(head + 4, 4),
                      .crc = (uint32_t)get(head + 24, 4),
                      .kind = (uint32_t)get(head + 20, 4)};
    out->packed = out->kind & KIND_PACKED;
    out->kind &= ~KIND_PACKED;
    return !memcmp(head, CHUNK_MAGIC, 4) && get(head + CHECKED, 4) == crc32c(0, head, CHECKED) &&
           out->length <= LOG_PAYLOAD_MOST && out->boards.first <= UINT64_MAX - out->boards.count;
}

/* ---- what is good in a log, what is damaged and what is torn */

enum { AT_ONCE = 1 << 14 };

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

bool chunk_log_read(const ChunkLog *log, const LogChunk *chunk, TextBuffer *out, Error *error)
{
    TextBuffer packed = {0}, *bytes = chunk->packed ? &packed : out;
    out->length = 0;
    if (!text_buffer_reserve(bytes, chunk->length + 1)) return error_memory(error);
    bool good = bytes_read(log->file, chunk->offset + LOG_HEAD, bytes->data, chunk->length) ||
                error_file(error, log->name, errno);
    bytes->length = chunk->length;
    if (good && crc32c(0, bytes->data, bytes->length) != chunk->crc)
        good =
            error_system(error, "%.200s: the chunk at %" PRIu64 " is no longer what it was", log->name, chunk->offset);
    if (good && chunk->packed && pack_missing(PACK_ZSTD))
        good = error_set(error, "%.200s: it is compressed, and %s", log->name, pack_missing(PACK_ZSTD));
    else if (good && chunk->packed && !unpack_zstd(out, packed.data, packed.length, LOG_PAYLOAD_MOST))
        good = error_set(error, "%.200s: the chunk at %" PRIu64 " cannot be unpacked", log->name, chunk->offset);
    text_buffer_free(&packed);
    return good;
}

/* Takes a chunk that is good: boards, or a text. */
static bool chunk_take(ChunkLog *log, const LogChunk *chunk, Error *error)
{
    TextBuffer text = {0};
    if (chunk->boards.count) return list_add(&log->chunks, &log->count, chunk, sizeof *chunk) || error_memory(error);
    bool good = chunk_log_read(log, chunk, &text, error);
    if (good && !pool_text(&log->texts, text.data, text.length)) good = error_memory(error);
    if (good) log->named = log->texts.count;
    text_buffer_free(&text);
    return good;
}

/* Reads the chunks between log->end and the file's `size`, in the order of the file; log->end is then behind the last,
   log->torn what lies behind that. False with the reason if the file cannot be read or memory runs out. */
static bool log_scan(ChunkLog *log, uint64_t size, Error *error)
{
    uint64_t offset = log->end, next;
    while (offset < size) {
        LogChunk chunk;
        const ChunkFound found = chunk_check(log, offset, size, &chunk);
        if (found == CHUNK_UNREAD || (found != CHUNK_GOOD && !head_find(log, offset, size, &next)))
            return error_file(error, log->name, errno);
        if (found == CHUNK_GOOD) {
            if (!chunk_take(log, &chunk, error)) return false;
            log->damaged += offset - log->end;
            log->end = next = offset + LOG_HEAD + chunk.length;
        }
        offset = next;
    }
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

/* Writes the log's head, as if nothing followed or over what stands there. */
static bool head_write(ChunkLog *log, uint32_t run, Error *error)
{
    unsigned char head[LOG_HEAD];
    log_head_put(head, run);
    log->end = LOG_HEAD;
    return bytes_write(log->file, 0, head, LOG_HEAD) || error_file(error, log->name, errno);
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
        return !log->writes || head_write(log, run, error);
    }
    if (!log_head_get(head, &version, &found)) {
        log->damaged = log->end = LOG_HEAD;
        return true;
    }
    if (version != LOG_VERSION)
        return error_set(error,
                         "%.200s: its format is version %" PRIu32
                         ", and this program reads %d; start its command anew in another directory",
                         log->name, version, LOG_VERSION);
    if (found != run) return error_set(error, "%.200s: it belongs to another run", log->name);
    log->end = LOG_HEAD;
    return true;
}

static bool log_read(ChunkLog *log, uint32_t run, Error *error)
{
    struct stat there;
    if (fstat(log->file, &there)) return error_file(error, log->name, errno);
    const uint64_t size = (uint64_t)there.st_size;
    if (!head_read(log, run, size, error)) return false;
    if (size > log->end && log->end && !log_scan(log, size, error)) return false;
    if (log->damaged && !log->count) return error_set(error, "%.200s: it is no log of a run", log->name);
    const uint64_t end = log->end;
    if (log->writes && log->damaged && !head_write(log, run, error)) return false;
    log->end = end;
    return !log->writes || log->end >= size || ftruncate(log->file, (off_t)log->end) == 0 ||
           error_file(error, log->name, errno);
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
    pool_free(&log->texts);
    *log = (ChunkLog){.file = -1};
    return good;
}

/* ---- writing and reading */

/* Writes a chunk behind the last. */
static bool chunk_write(ChunkLog *log, LogChunk *chunk, const void *payload, size_t length, Error *error)
{
    enum { PACKED_LEAST = 256 };
    unsigned char head[LOG_HEAD];
    TextBuffer packed = {0};
    chunk->packed = length >= PACKED_LEAST && !pack_missing(PACK_ZSTD) && pack(PACK_ZSTD, &packed, payload, length) &&
                    packed.length < length;
    if (chunk->packed) payload = packed.data, length = packed.length;
    chunk->offset = log->end;
    chunk->length = (uint32_t)length;
    chunk->crc = crc32c(0, payload, length);
    chunk_head_put(head, chunk);
    const bool good = bytes_write(log->file, log->end, head, LOG_HEAD) &&
                      bytes_write(log->file, log->end + LOG_HEAD, payload, length);
    if (good) log->end += LOG_HEAD + length;
    if (!good) {
        error_file(error, log->name, errno);
        log->writes = ftruncate(log->file, (off_t)log->end) == 0; /* else what is torn there goes when it is opened */
    }
    text_buffer_free(&packed);
    return good;
}

bool chunk_log_append(ChunkLog *log, BoardRange boards, uint32_t kind, const void *payload, size_t length, Error *error)
{
    assert(log->writes && boards.count && boards.count <= UINT32_MAX && length <= LOG_PAYLOAD_MOST);
    for (; log->named < log->texts.count; log->named++) {
        const char *name = log->texts.texts[log->named];
        if (!chunk_write(log, &(LogChunk){.kind = 0}, name, strlen(name), error)) return false;
    }
    LogChunk chunk = {.boards = boards, .kind = kind};
    if (!chunk_write(log, &chunk, payload, length, error)) return false;
    return list_add(&log->chunks, &log->count, &chunk, sizeof chunk) || error_memory(error);
}

bool chunk_log_sync(const ChunkLog *log, Error *error)
{
    return fsync(log->file) == 0 || errno == EINVAL || error_file(error, log->name, errno);
}
