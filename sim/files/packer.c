/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip (RFC 1952) by zlib and Zstandard (RFC 8878) by libzstd, as far as this build has them. */
#include "sim/files/packer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#if WITH_ZLIB
#include <zlib.h>
#endif
#if WITH_ZSTD
#include <zstd.h>
#endif

enum { ROOM = 1 << 15, GZIP_HEAD = 10, ZSTD_HEAD = 6, ZSTD_WINDOW = 20, GZIP_LEVEL = 4, ZSTD_LEVEL = 3 };

static const char GZIP_START[GZIP_HEAD] = {0x1f, (char)0x8b, 8, 0, 0, 0, 0, 0, 0, (char)0xff};
/* The frame's head: no checksum, no size, a window of 2^ZSTD_WINDOW bytes. */
static const char ZSTD_START[ZSTD_HEAD] = {0x28, (char)0xb5, 0x2f, (char)0xfd, 0, (ZSTD_WINDOW - 10) << 3};

struct Packer {
    PackKind kind;
    bool begun;      /* the stream's first bytes are out */
    TextBuffer head; /* what was written, and is neither compressed nor stored yet */
    char open[PACK_OPEN_MOST];
    size_t open_length;
    PackPlace before, place; /* of what stands before the open text and behind it */
#if WITH_ZLIB
    z_stream zlib;
#endif
#if WITH_ZSTD
    ZSTD_CCtx *zstd;
    size_t head_left; /* bytes of the library's own head that are still to be left out */
#endif
};

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

static bool put(TextBuffer *out, const char *bytes, size_t length)
{
    if (!text_buffer_reserve(out, length)) return false;
    memcpy(out->data + out->length, bytes, length);
    out->length += length;
    return true;
}

/* The lowest bytes of the value, the lowest first. */
static bool put_value(TextBuffer *out, uint64_t value, int bytes)
{
    char text[8];
    for (int i = 0; i < bytes; i++)
        text[i] = (char)(value >> 8 * i);
    return put(out, text, (size_t)bytes);
}

static uint32_t crc_of(uint32_t crc, const char *text, size_t length)
{
#if WITH_ZLIB
    return (uint32_t)crc32_z(crc, (const unsigned char *)text, length);
#endif
    (void)text, (void)length;
    return crc;
}

static uint32_t crc_join(uint32_t first, uint32_t second, uint64_t second_length)
{
#if WITH_ZLIB
    return (uint32_t)crc32_combine(first, second, (z_off_t)second_length);
#endif
    (void)second, (void)second_length;
    return first;
}

Packer *packer_new(PackKind kind)
{
    Packer *packer = calloc(1, sizeof *packer);
    if (!packer) return NULL;
    packer->kind = kind;
    bool good = false;
#if WITH_ZLIB
    if (kind == PACK_GZIP)
        good = deflateInit2(&packer->zlib, GZIP_LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK;
#endif
#if WITH_ZSTD
    if (kind == PACK_ZSTD && (packer->zstd = ZSTD_createCCtx())) {
        good = !ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL)) &&
               !ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_windowLog, ZSTD_WINDOW));
        packer->head_left = ZSTD_HEAD;
    }
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
    text_buffer_free(&packer->head);
    free(packer);
}

static bool begin(Packer *packer, TextBuffer *out)
{
    if (packer->begun) return true;
    packer->begun = true;
    return packer->kind == PACK_GZIP ? put(out, GZIP_START, GZIP_HEAD) : put(out, ZSTD_START, ZSTD_HEAD);
}

#if WITH_ZLIB
static bool deflate_text(Packer *packer, TextBuffer *out, const char *text, size_t length, bool flush)
{
    z_stream *zlib = &packer->zlib;
    zlib->next_in = (unsigned char *)(uintptr_t)text;
    zlib->avail_in = (unsigned)length;
    do {
        if (!text_buffer_reserve(out, ROOM)) return false;
        zlib->next_out = (unsigned char *)out->data + out->length;
        zlib->avail_out = ROOM;
        deflate(zlib, flush ? Z_SYNC_FLUSH : Z_NO_FLUSH);
        out->length += ROOM - zlib->avail_out;
    } while (zlib->avail_out == 0 || zlib->avail_in > 0);
    return true;
}
#endif

#if WITH_ZSTD
/* Takes the library's own head, which is the one that is out, from the beginning of what it wrote. */
static bool head_leave_out(Packer *packer, char *bytes, size_t *length)
{
    const size_t cut = packer->head_left < *length ? packer->head_left : *length;
    if (memcmp(bytes, ZSTD_START + ZSTD_HEAD - packer->head_left, cut) != 0) return false;
    memmove(bytes, bytes + cut, *length - cut);
    packer->head_left -= cut;
    *length -= cut;
    return true;
}

static bool zstd_text(Packer *packer, TextBuffer *out, const char *text, size_t length, bool flush)
{
    ZSTD_inBuffer in = {text, length, 0};
    size_t left;
    do {
        if (!text_buffer_reserve(out, ROOM)) return false;
        ZSTD_outBuffer to = {out->data + out->length, ROOM, 0};
        left = ZSTD_compressStream2(packer->zstd, &to, &in, flush ? ZSTD_e_flush : ZSTD_e_continue);
        if (ZSTD_isError(left) || !head_leave_out(packer, to.dst, &to.pos)) return false;
        out->length += to.pos;
    } while (flush ? left > 0 : in.pos < in.size);
    return true;
}
#endif

static bool pack(Packer *packer, TextBuffer *out, const char *text, size_t length, bool flush)
{
#if WITH_ZLIB
    if (packer->kind == PACK_GZIP) return deflate_text(packer, out, text, length, flush);
#endif
#if WITH_ZSTD
    if (packer->kind == PACK_ZSTD) return zstd_text(packer, out, text, length, flush);
#endif
    (void)packer, (void)out, (void)text, (void)length, (void)flush;
    return false;
}

/* Compresses what waits. */
static bool head_pack(Packer *packer, TextBuffer *out)
{
    TextBuffer *head = &packer->head;
    const bool good = !head->length || (begin(packer, out) && pack(packer, out, head->data, head->length, false));
    head->length = 0;
    return good;
}

bool packer_write(Packer *packer, TextBuffer *out, const char *text, size_t length)
{
    enum { AT_ONCE = 1 << 28 };
    packer->place.crc = crc_of(packer->place.crc, text, length);
    packer->place.length += length;
    if (!packer->begun && packer->head.length + length <= PACK_HEAD_MOST) return put(&packer->head, text, length);
    if (!head_pack(packer, out)) return false;
    for (; length > AT_ONCE; text += AT_ONCE, length -= AT_ONCE)
        if (!pack(packer, out, text, AT_ONCE, false)) return false;
    return begin(packer, out) && pack(packer, out, text, length, false);
}

bool packer_flush(Packer *packer, TextBuffer *out)
{
    return head_pack(packer, out) && (!packer->begun || pack(packer, out, "", 0, true));
}

/* A block that holds the text as it is (RFC 1951, 3.2.4; RFC 8878, 3.1.1.2). */
static bool stored(const Packer *packer, TextBuffer *out, const char *text, size_t length)
{
    const bool head = packer->kind == PACK_GZIP
                          ? put_value(out, 0, 1) && put_value(out, length, 2) && put_value(out, ~(uint64_t)length, 2)
                          : put_value(out, (uint64_t)length << 3, 3);
    return head && put(out, text, length);
}

bool packer_open(Packer *packer, TextBuffer *out, const char *text, size_t length)
{
    TextBuffer *head = &packer->head;
    assert(!packer->begun && length <= PACK_OPEN_MOST);
    if (!begin(packer, out) || (head->length && !stored(packer, out, head->data, head->length))) return false;
    head->length = 0;
    packer->before = packer->place;
    packer->place = (PackPlace){0};
    packer->open_length = length;
    packer_reopen(packer, text);
    return stored(packer, out, text, length);
}

void packer_reopen(Packer *packer, const char *text) { memcpy(packer->open, text, packer->open_length); }

PackPlace packer_place(const Packer *packer) { return packer->place; }

bool packer_end(const Packer *packer, TextBuffer *out, PackPlace place, const char *text)
{
    const size_t length = strlen(text), open = packer->open_length;
    if (length && !stored(packer, out, text, length)) return false;
    if (packer->kind == PACK_ZSTD) return put_value(out, 1, 3); /* a last block, empty */
    uint32_t crc = crc_join(packer->before.crc, crc_of(0, packer->open, open), open);
    crc = crc_join(crc, place.crc, place.length);
    crc = crc_of(crc, text, length);
    return put_value(out, 3, 2) && put_value(out, crc, 4) &&
           put_value(out, packer->before.length + open + place.length + length, 4);
}
