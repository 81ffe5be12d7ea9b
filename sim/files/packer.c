/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams that zlib and libzstd compress and read back. */
#include "sim/files/packer.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- writing */

enum {
    ROOM = 1 << 15,
    GZIP_LEVEL = 4,
    ZSTD_LEVEL = 3,
    WITH_GZIP_HEAD = 15 + 16 /* the widest window, and gzip around it */
};

struct Packer {
    PackKind kind;
    bool begun; /* something was written */
#if WITH_ZLIB
    z_stream zlib;
#endif
#if WITH_ZSTD
    ZSTD_CCtx *zstd;
#endif
};

Packer *packer_new(PackKind kind)
{
    Packer *packer = calloc(1, sizeof *packer);
    if (!packer) return NULL;
    packer->kind = kind;
    bool good = false;
#if WITH_ZLIB
    if (kind == PACK_GZIP)
        good = deflateInit2(&packer->zlib, GZIP_LEVEL, Z_DEFLATED, WITH_GZIP_HEAD, 8, Z_DEFAULT_STRATEGY) == Z_OK;
#endif
#if WITH_ZSTD
    if (kind == PACK_ZSTD && (packer->zstd = ZSTD_createCCtx()))
        good = !ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL));
#endif
    if (good) return packer;
    packer_free(packer);
    return NULL;
}

void packer_free(Packer *packer)
{
    if (!packer) return;
#if WITH_ZLIB
    if (packer->kind == PACK_GZIP) deflateEnd(&packer->zlib);
#endif
#if WITH_ZSTD
    ZSTD_freeCCtx(packer->zstd);
#endif
    free(packer);
}

#if WITH_ZLIB
static bool gzip_write(z_stream *zlib, TextBuffer *out, const char *text, size_t length, PackStep step)
{
    static const int STEPS[] = {[PACK_MORE] = Z_NO_FLUSH, [PACK_FLUSH] = Z_SYNC_FLUSH, [PACK_END] = Z_FINISH};
    enum { AT_ONCE = 1 << 28 }; /* zlib counts in unsigned */
    do {
        const size_t part = length < AT_ONCE ? length : AT_ONCE;
        zlib->next_in = (unsigned char *)(uintptr_t)text;
        zlib->avail_in = (unsigned)part;
        text += part;
        length -= part;
        do {
            if (!text_buffer_reserve(out, ROOM)) return false;
            zlib->next_out = (unsigned char *)out->data + out->length;
            zlib->avail_out = ROOM;
            deflate(zlib, length ? Z_NO_FLUSH : STEPS[step]);
            out->length += ROOM - zlib->avail_out;
        } while (zlib->avail_out == 0);
    } while (length);
    return true;
}
#endif

#if WITH_ZSTD
static bool zstd_write(ZSTD_CCtx *zstd, TextBuffer *out, const char *text, size_t length, PackStep step)
{
    static const ZSTD_EndDirective STEPS[] = {
        [PACK_MORE] = ZSTD_e_continue, [PACK_FLUSH] = ZSTD_e_flush, [PACK_END] = ZSTD_e_end};
    ZSTD_inBuffer in = {text, length, 0};
    size_t left;
    do {
        if (!text_buffer_reserve(out, ROOM)) return false;
        ZSTD_outBuffer to = {out->data + out->length, ROOM, 0};
        left = ZSTD_compressStream2(zstd, &to, &in, STEPS[step]);
        if (ZSTD_isError(left)) return false;
        out->length += to.pos;
    } while (step == PACK_MORE ? in.pos < in.size : left > 0);
    return true;
}
#endif

bool packer_write(Packer *packer, TextBuffer *out, const char *text, size_t length, PackStep step)
{
    packer->begun |= length > 0;
    if (!packer->begun) return true;
#if WITH_ZLIB
    if (packer->kind == PACK_GZIP) return gzip_write(&packer->zlib, out, text, length, step);
#endif
#if WITH_ZSTD
    if (packer->kind == PACK_ZSTD) return zstd_write(packer->zstd, out, text, length, step);
#endif
    (void)out, (void)text, (void)step;
    return false;
}

/* Each format has a last block, empty, and gzip has the text's CRC-32 and length behind it, the lowest bytes first;
   zlib knows both. (deflateCopy would let zlib write them, at a quarter of the time of all rows.) */
bool packer_ending(Packer *packer, TextBuffer *out)
{
    if (!packer->begun) return true;
#if WITH_ZLIB
    if (packer->kind == PACK_GZIP) {
        const uint64_t crc = packer->zlib.adler, length = packer->zlib.total_in,
                       both = (crc & UINT32_MAX) | length << 32;
        char end[10] = {3, 0};
        for (int i = 0; i < 8; i++)
            end[2 + i] = (char)(both >> 8 * i);
        return text_buffer_add(out, end, sizeof end);
    }
#endif
    return text_buffer_add(out, "\1\0\0", 3);
}

/* ---- reading */

struct Unpacker {
    PackKind kind;
    bool whole;
#if WITH_ZLIB
    z_stream zlib;
#endif
#if WITH_ZSTD
    ZSTD_DCtx *zstd;
#endif
};

PackKind unpack_kind(const char start[static 4])
{
    static const char GZIP_START[] = "\x1f\x8b\x08", ZSTD_START[] = "\x28\xb5\x2f\xfd";
    return !memcmp(start, GZIP_START, 3) ? PACK_GZIP : !memcmp(start, ZSTD_START, 4) ? PACK_ZSTD : PACK_NONE;
}

Unpacker *unpacker_new(PackKind kind)
{
    Unpacker *unpacker = calloc(1, sizeof *unpacker);
    if (!unpacker) return NULL;
    unpacker->kind = kind;
    unpacker->whole = true;
    bool good = false;
#if WITH_ZLIB
    if (kind == PACK_GZIP) good = inflateInit2(&unpacker->zlib, WITH_GZIP_HEAD) == Z_OK;
#endif
#if WITH_ZSTD
    if (kind == PACK_ZSTD) good = (unpacker->zstd = ZSTD_createDCtx()) != NULL;
#endif
    if (good) return unpacker;
    unpacker_free(unpacker);
    return NULL;
}

void unpacker_free(Unpacker *unpacker)
{
    if (!unpacker) return;
#if WITH_ZLIB
    if (unpacker->kind == PACK_GZIP) inflateEnd(&unpacker->zlib);
#endif
#if WITH_ZSTD
    ZSTD_freeDCtx(unpacker->zstd);
#endif
    free(unpacker);
}

long unpacker_read(Unpacker *unpacker, const char *in, size_t length, size_t *used, char *out, size_t room)
{
#if WITH_ZLIB
    if (unpacker->kind == PACK_GZIP) {
        z_stream *zlib = &unpacker->zlib;
        if (unpacker->whole && *used < length) inflateReset(zlib);
        zlib->next_in = (unsigned char *)(uintptr_t)(in + *used);
        zlib->avail_in = (unsigned)(length - *used);
        zlib->next_out = (unsigned char *)out;
        zlib->avail_out = (unsigned)room;
        const int status = inflate(zlib, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return -1;
        if (*used < length || status == Z_STREAM_END) unpacker->whole = status == Z_STREAM_END;
        *used = length - zlib->avail_in;
        return (long)(room - zlib->avail_out);
    }
#endif
#if WITH_ZSTD
    if (unpacker->kind == PACK_ZSTD) {
        ZSTD_inBuffer from = {in, length, *used};
        ZSTD_outBuffer to = {out, room, 0};
        const size_t left = ZSTD_decompressStream(unpacker->zstd, &to, &from);
        if (ZSTD_isError(left)) return -1;
        if (from.pos > *used || to.pos > 0) unpacker->whole = left == 0;
        *used = from.pos;
        return (long)to.pos;
    }
#endif
    (void)unpacker, (void)in, (void)length, (void)used, (void)out, (void)room;
    return -1;
}

bool unpacker_whole(const Unpacker *unpacker) { return unpacker->whole; }
