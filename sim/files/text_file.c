/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads compressed files as a stream of text. */
#if defined __linux__
#define _GNU_SOURCE /* fopencookie */
#endif
#include "sim/files/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "sim/files/packer.h"

enum { ROOM = 1 << 16 };

typedef struct {
    FILE *file;
    Unpacker *unpacker;
    size_t used, length; /* of what was read */
    char data[ROOM];
} PackedFile;

/* Fills out with at most `room` bytes; 0 at the end, -1 with errno. */
static ssize_t packed_read(void *cookie, char *out, size_t room)
{
    PackedFile *packed = cookie;
    for (;;) {
        if (packed->used == packed->length) {
            packed->used = 0;
            packed->length = fread(packed->data, 1, ROOM, packed->file);
            if (ferror(packed->file)) return -1;
        }
        const bool ended = packed->length == 0;
        const long got = unpacker_read(packed->unpacker, packed->data, packed->length, &packed->used, out, room);
        if (got < 0) return errno = EBADMSG, -1;
        if (got > 0) return got;
        if (ended) return unpacker_whole(packed->unpacker) ? 0 : (errno = EBADMSG, -1);
    }
}

static int packed_close(void *cookie)
{
    PackedFile *packed = cookie;
    unpacker_free(packed->unpacker);
    if (packed->file) fclose(packed->file);
    free(packed);
    return 0;
}

#if defined __linux__
static FILE *stream_of(PackedFile *packed)
{
    return fopencookie(packed, "r", (cookie_io_functions_t){.read = packed_read, .close = packed_close});
}
#else /* the BSDs and macOS */
static int read_int(void *cookie, char *out, int room) { return (int)packed_read(cookie, out, (size_t)room); }
static FILE *stream_of(PackedFile *packed) { return funopen(packed, read_int, NULL, NULL, packed_close); }
#endif

FILE *text_file_open(const char *name, Error *error)
{
    char start[4] = {0};
    FILE *file = fopen(name, "r");
    if (!file) return error_file(error, name, errno), NULL;
    fcntl(fileno(file), F_SETFD, FD_CLOEXEC); /* no business of the programs that are started meanwhile */
    if (pread(fileno(file), start, sizeof start, 0) <= 0) return file;
    const PackKind kind = unpack_kind(start);
    if (kind == PACK_NONE) return file;
    if (pack_missing(kind)) {
        error_set(error, "%.200s: %s", name, pack_missing(kind));
        return fclose(file), NULL;
    }
    PackedFile *packed = calloc(1, sizeof *packed);
    if (!packed || !(packed->unpacker = unpacker_new(kind))) {
        free(packed);
        error_memory(error);
        return fclose(file), NULL;
    }
    packed->file = file;
    FILE *stream = stream_of(packed);
    if (!stream) error_memory(error), packed_close(packed);
    return stream;
}
