/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads gzip by zlib and Zstandard by libzstd, as far as this build has them. */
#include "sim/files/unpacker.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if WITH_ZLIB
#include <zlib.h>
#endif
#if WITH_ZSTD
#include <zstd.h>
#endif

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
    if (kind == PACK_GZIP) good = inflateInit2(&unpacker->zlib, MAX_WBITS + 16) == Z_OK;
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
