/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What zlib and libzstd compress and read back. */
#if defined __linux__
#define _GNU_SOURCE /* fopencookie */
#endif
#include "sim/files/packer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if WITH_ZLIB
#include <zlib.h>
#endif
#if WITH_ZSTD
#include <zstd.h>
#endif

/* ---- kinds */

static bool name_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length > end && !strcmp(name + length - end, ending);
}

PackKind pack_kind(const char *name)
{
    return name_ends(name, ".gz") ? PACK_GZIP : name_ends(name, ".zst") ? PACK_ZSTD : PACK_NONE;
}

const char *pack_missing(PackKind kind)
{
#if !WITH_ZLIB
    if (kind == PACK_GZIP) return "this build is without .gz; install zlib (zlib1g-dev) and run make again";
#endif
#if !WITH_ZSTD
    if (kind == PACK_ZSTD) return "this build is without .zst; install libzstd (libzstd-dev) and run make again";
#endif
    (void)kind;
    return NULL;
}

const char *pack_kinds(void)
{
    static const char *const TEXTS[2][2] = {
        {"without .gz (zlib) and .zst (libzstd)", "with .zst (libzstd), without .gz (zlib)"},
        {"with .gz (zlib), without .zst (libzstd)", "with .gz (zlib) and .zst (libzstd)"},
    };
    return TEXTS[!pack_missing(PACK_GZIP)][!pack_missing(PACK_ZSTD)];
}

/* ---- whole members and frames */

enum { GZIP_LEVEL = 4, ZSTD_LEVEL = 3, WITH_GZIP_HEAD = 15 + 16 /* the widest window, and gzip around it */ };

#if WITH_ZLIB
/* By pieces, since zlib counts in unsigned. */
static bool gzip_pack(TextBuffer *out, const char *bytes, size_t length)
{
    enum { PIECE = 1 << 18 };
    z_stream zlib = {.next_in = (unsigned char *)(uintptr_t)bytes};
    int status = deflateInit2(&zlib, GZIP_LEVEL, Z_DEFLATED, WITH_GZIP_HEAD, 8, Z_DEFAULT_STRATEGY);
    while (status == Z_OK && text_buffer_reserve(out, PIECE)) {
        const size_t left = length - (size_t)((const char *)zlib.next_in - bytes);
        zlib.avail_in = left < PIECE ? (unsigned)left : PIECE;
        zlib.next_out = (unsigned char *)out->data + out->length;
        zlib.avail_out = PIECE;
        status = deflate(&zlib, left > PIECE ? Z_NO_FLUSH : Z_FINISH);
        out->length += PIECE - zlib.avail_out;
    }
    deflateEnd(&zlib);
    return status == Z_STREAM_END;
}
#endif

bool pack(PackKind kind, TextBuffer *out, const char *bytes, size_t length)
{
#if WITH_ZLIB
    if (kind == PACK_GZIP) return gzip_pack(out, bytes, length);
#endif
#if WITH_ZSTD
    const size_t most = ZSTD_compressBound(length);
    if (kind != PACK_ZSTD || !text_buffer_reserve(out, most)) return false;
    const size_t packed = ZSTD_compress(out->data + out->length, most, bytes, length, ZSTD_LEVEL);
    if (ZSTD_isError(packed)) return false;
    out->length += packed;
    return true;
#endif
    (void)kind, (void)out, (void)bytes, (void)length;
    return false;
}

bool unpack_zstd(TextBuffer *out, const char *bytes, size_t length, size_t most)
{
#if WITH_ZSTD
    const unsigned long long size = ZSTD_getFrameContentSize(bytes, length); /* unknown and wrong ones are large */
    if (size > most || !text_buffer_reserve(out, (size_t)size + 1)) return false;
    const size_t got = ZSTD_decompress(out->data + out->length, (size_t)size + 1, bytes, length);
    if (ZSTD_isError(got)) return false;
    out->length += got;
    return true;
#endif
    (void)out, (void)bytes, (void)length, (void)most;
    return false;
}

/* ---- files, read as streams: reading fills out with at most `room` bytes; 0 at the end, -1 with errno */

#if defined __linux__
#define STREAM_OF(cookie, name)                                                                                        \
    fopencookie(cookie, "r", (cookie_io_functions_t){.read = name##_read, .close = name##_close})
typedef ssize_t ReadCount;
typedef size_t ReadRoom;
#else /* the BSDs and macOS */
#define STREAM_OF(cookie, name) funopen(cookie, name##_read, NULL, NULL, name##_close)
typedef int ReadCount;
typedef int ReadRoom;
#endif

#if WITH_ZLIB
static ReadCount gzip_read(void *gzip, char *out, ReadRoom room)
{
    int status = Z_OK;
    const int got = gzread(gzip, out, (unsigned)room);
    if (got <= 0) gzerror(gzip, &status);
    return got < 0 || status != Z_OK ? errno = EBADMSG, -1 : got;
}

static int gzip_close(void *gzip) { return gzclose(gzip), 0; }

static FILE *gzip_open(FILE *file)
{
    const gzFile gzip = gzdopen(fcntl(fileno(file), F_DUPFD_CLOEXEC, 0), "r");
    FILE *stream = gzip ? STREAM_OF(gzip, gzip) : NULL;
    if (gzip && !stream) gzclose(gzip);
    fclose(file);
    return stream;
}
#endif

#if WITH_ZSTD
typedef struct {
    FILE *file;
    ZSTD_DCtx *zstd;
    ZSTD_inBuffer in;
    bool within; /* a frame */
    char data[1 << 16];
} ZstdFile;

static ReadCount zstd_read(void *cookie, char *out, ReadRoom room)
{
    ZstdFile *packed = cookie;
    ZSTD_outBuffer to = {out, (size_t)room, 0};
    while (!to.pos) {
        if (packed->in.pos == packed->in.size)
            packed->in = (ZSTD_inBuffer){packed->data, fread(packed->data, 1, sizeof packed->data, packed->file), 0};
        if (ferror(packed->file)) return -1;
        const bool ended = !packed->in.size;
        if (ended && !packed->within) return 0;
        const size_t left = ZSTD_decompressStream(packed->zstd, &to, &packed->in);
        if (ZSTD_isError(left) || (ended && !to.pos)) return errno = EBADMSG, -1;
        packed->within = left != 0;
    }
    return (ReadCount)to.pos;
}

static int zstd_close(void *cookie)
{
    ZstdFile *packed = cookie;
    fclose(packed->file);
    ZSTD_freeDCtx(packed->zstd);
    free(packed);
    return 0;
}

static FILE *zstd_open(FILE *file)
{
    ZstdFile *packed = calloc(1, sizeof *packed);
    if (!packed) return fclose(file), NULL;
    packed->file = file;
    packed->zstd = ZSTD_createDCtx();
    FILE *stream = packed->zstd ? STREAM_OF(packed, zstd) : NULL;
    if (!stream) zstd_close(packed);
    return stream;
}
#endif

FILE *text_file_open(const char *name, Error *error)
{
    static const char GZIP_START[] = "\x1f\x8b\x08", ZSTD_START[] = "\x28\xb5\x2f\xfd";
    char start[4] = {0};
    FILE *file = fopen(name, "r");
    if (!file) return error_file(error, name, errno), NULL;
    fcntl(fileno(file), F_SETFD, FD_CLOEXEC); /* no business of the programs that are started meanwhile */
    if (pread(fileno(file), start, sizeof start, 0) <= 0) return file;
    const PackKind kind = !memcmp(start, GZIP_START, 3) ? PACK_GZIP : !memcmp(start, ZSTD_START, 4) ? PACK_ZSTD : 0;
    if (kind == PACK_NONE) return file;
    if (pack_missing(kind)) return fclose(file), error_set(error, "%.200s: %s", name, pack_missing(kind)), NULL;
    FILE *stream = NULL;
#if WITH_ZLIB
    if (kind == PACK_GZIP) stream = gzip_open(file);
#endif
#if WITH_ZSTD
    if (kind == PACK_ZSTD) stream = zstd_open(file);
#endif
    if (!stream) error_file(error, name, errno);
    return stream;
}
