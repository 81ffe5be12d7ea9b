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

/* ---- the heads of a log and of its chunks: numbers of 4 bytes, and behind them the CRC-32C of these bytes */

enum { HEAD_NUMBERS = 7, CHECKED = 4 * HEAD_NUMBERS };
#define KIND_PACKED (UINT32_C(1) << 31)
/* Four letters as such a number. */
#define LETTERS(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
static const uint32_t LOG_MAGIC[] = {LETTERS('P', 'A', 'S', 'U'), LETTERS('R', 'L', 'O', 'G')},
                      CHUNK_MAGIC = LETTERS('P', 'C', 'H', 'K');

static void number_put(unsigned char *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(value >> 8 * i);
}

static uint32_t number_get(const unsigned char *bytes) { return LETTERS(bytes[0], bytes[1], bytes[2], bytes[3]); }

static void head_put(unsigned char out[static LOG_HEAD], const uint32_t numbers[static HEAD_NUMBERS])
{
    for (int i = 0; i < HEAD_NUMBERS; i++)
        number_put(out + 4 * i, numbers[i]);
    number_put(out + CHECKED, crc32c(0, out, CHECKED));
}

/* False: there is none that begins with this number. */
static bool head_get(uint32_t numbers[static HEAD_NUMBERS], const unsigned char head[static LOG_HEAD], uint32_t magic)
{
    for (int i = 0; i < HEAD_NUMBERS; i++)
        numbers[i] = number_get(head + 4 * i);
    return *numbers == magic && number_get(head + CHECKED) == crc32c(0, head, CHECKED);
}

/* The chunk whose head stands at `offset`. False: none does. */
static bool chunk_head_get(LogChunk *out, const unsigned char head[static LOG_HEAD], uint64_t offset)
{
    uint32_t numbers[HEAD_NUMBERS];
    if (!head_get(numbers, head, CHUNK_MAGIC)) return false;
    *out = (LogChunk){.boards = {numbers[2] | (uint64_t)numbers[3] << 32, numbers[4]},
                      .offset = offset,
                      .length = numbers[1],
                      .crc = numbers[6],
                      .kind = numbers[5] & ~KIND_PACKED,
                      .packed = numbers[5] & KIND_PACKED};
    return out->length <= LOG_PAYLOAD_MOST && out->boards.first <= UINT64_MAX - out->boards.count;
}

/* ---- what is good in a log, what is damaged and what is torn */

/* Moves *offset to the first place from there on where the head of a chunk stands that ends before `size`, or to `size`.
   False with errno if the file cannot be read. */
static bool chunk_find(const ChunkLog *log, uint64_t *offset, uint64_t size, LogChunk *out)
{
    enum { AT_ONCE = 1 << 12 };
    unsigned char part[AT_ONCE + LOG_HEAD];
    for (; *offset < size; *offset += AT_ONCE) {
        const uint64_t left = size - *offset;
        const size_t length = left < sizeof part ? (size_t)left : sizeof part;
        if (!bytes_read(log->file, *offset, part, length)) return false;
        for (size_t i = 0; i + LOG_HEAD <= length && i < AT_ONCE; i++)
            if (chunk_head_get(out, part + i, *offset + i) && out->length <= left - i - LOG_HEAD)
                return *offset += i, true;
    }
    return *offset = size, true;
}

/* Reads the payload as it stands in the file, and says whether it is what was appended. */
static bool payload_read(const ChunkLog *log, const LogChunk *chunk, TextBuffer *out, bool *same, Error *error)
{
    out->length = 0;
    if (!text_buffer_reserve(out, chunk->length + 1)) return error_memory(error);
    if (!bytes_read(log->file, chunk->offset + LOG_HEAD, out->data, chunk->length))
        return error_file(error, log->name, errno);
    out->length = chunk->length;
    *same = crc32c(0, out->data, out->length) == chunk->crc;
    return true;
}

bool chunk_log_read(const ChunkLog *log, const LogChunk *chunk, TextBuffer *out, Error *error)
{
    TextBuffer packed = {0};
    bool same;
    out->length = 0;
    bool good = payload_read(log, chunk, chunk->packed ? &packed : out, &same, error);
    if (good && !same)
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
    TextBuffer payload = {0};
    LogChunk chunk;
    bool good = true, same = false;
    for (uint64_t offset = log->end; good && offset < size;) {
        good = chunk_find(log, &offset, size, &chunk) || error_file(error, log->name, errno);
        if (!good || offset == size) break;
        good = payload_read(log, &chunk, &payload, &same, error) && (!same || chunk_take(log, &chunk, error));
        offset += same ? LOG_HEAD + chunk.length : 1;
        if (!good || !same) continue;
        log->damaged += chunk.offset - log->end;
        log->end = offset;
    }
    log->torn = size - log->end;
    text_buffer_free(&payload);
    return good;
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

/* Looks at the log's head; one that is none is damaged. False with the reason if it is another program's or run's. */
static bool head_right(ChunkLog *log, const unsigned char head[static LOG_HEAD], uint32_t run, Error *error)
{
    uint32_t numbers[HEAD_NUMBERS];
    if (!head_get(numbers, head, LOG_MAGIC[0]) || numbers[1] != LOG_MAGIC[1]) return log->damaged = LOG_HEAD, true;
    if (numbers[2] != LOG_VERSION)
        return error_set(error,
                         "%.200s: its format is version %" PRIu32
                         ", and this program reads %d; start its command anew in another directory",
                         log->name, numbers[2], LOG_VERSION);
    return numbers[3] == run || error_set(error, "%.200s: it belongs to another run", log->name);
}

/* What is shorter than a head, and the beginning of the right one, was torn when it was made. */
static bool log_read(ChunkLog *log, uint32_t run, Error *error)
{
    struct stat there;
    unsigned char head[LOG_HEAD] = {0}, wanted[LOG_HEAD];
    if (fstat(log->file, &there)) return error_file(error, log->name, errno);
    const uint64_t size = (uint64_t)there.st_size;
    const size_t length = size < LOG_HEAD ? (size_t)size : LOG_HEAD;
    if (!bytes_read(log->file, 0, head, length)) return error_file(error, log->name, errno);
    head_put(wanted, (uint32_t[HEAD_NUMBERS]){LOG_MAGIC[0], LOG_MAGIC[1], LOG_VERSION, run});
    const bool begins = length < LOG_HEAD && !memcmp(head, wanted, length);
    log->end = begins && !log->writes ? 0 : LOG_HEAD;
    if (begins)
        log->torn = size;
    else if (!head_right(log, head, run, error) || (size > LOG_HEAD && !log_scan(log, size, error)))
        return false;
    if (log->damaged && !log->count) return error_set(error, "%.200s: it is no log of a run", log->name);
    if (!log->writes) return true;
    return (((!begins && !log->damaged) || bytes_write(log->file, 0, wanted, LOG_HEAD)) &&
            (log->end >= size || ftruncate(log->file, (off_t)log->end) == 0)) ||
           error_file(error, log->name, errno);
}

bool chunk_log_open(ChunkLog *out, const char *name, uint32_t run, bool writes, Error *error)
{
    *out = (ChunkLog){.name = name, .file = run_file_open(name, writes ? O_RDWR | O_CREAT : O_RDONLY, error)};
    out->writes = writes;
    if (out->file >= 0 && log_read(out, run, error)) return true;
    out->writes = false;
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
    head_put(head, (uint32_t[HEAD_NUMBERS]){CHUNK_MAGIC, chunk->length, (uint32_t)chunk->boards.first,
                                            (uint32_t)(chunk->boards.first >> 32), (uint32_t)chunk->boards.count,
                                            chunk->kind | (chunk->packed ? KIND_PACKED : 0), chunk->crc});
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
