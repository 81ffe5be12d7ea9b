/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed streams, gzip (RFC 1952) by zlib and Zstandard (RFC 8878) by libzstd, as far as this build has them:
   written as one member or frame, and read back, also those of other programs. */
#pragma once

#include "sim/files/text_buffer.h"

typedef enum { PACK_NONE, PACK_GZIP, PACK_ZSTD } PackKind;

/* What the ending of a file's name asks for: .gz, .zst. */
PackKind pack_kind(const char *name);
/* Can this build write and read such files? NULL: yes, else how to get one that does. */
const char *pack_missing(PackKind kind);
/* "" where all can be; else they are listed: "with .gz (zlib), without .zst (libzstd)". */
const char *pack_kinds(void);

/* ---- writing */

typedef struct Packer Packer;
typedef enum {
    PACK_MORE,  /* what is ready is put out, the rest follows */
    PACK_FLUSH, /* all that was written is put out */
    PACK_END    /* and the stream ends */
} PackStep;

/* A stream of a kind that pack_missing does not miss. NULL if memory runs out. */
Packer *packer_new(PackKind kind);
void packer_free(Packer *packer);
/* Writes text, and puts so much into *out; a stream into which no text was written stays empty. False if memory runs
   out. */
bool packer_write(Packer *packer, TextBuffer *out, const char *text, size_t length, PackStep step);
/* Puts into *out what would end the stream here, where it was flushed; the stream itself goes on. */
bool packer_ending(Packer *packer, TextBuffer *out);

/* ---- reading, by what stands in the file, whatever its name */

typedef struct Unpacker Unpacker;
/* What the first four bytes of a file are. */
PackKind unpack_kind(const char start[static 4]);
Unpacker *unpacker_new(PackKind kind);
void unpacker_free(Unpacker *unpacker);
/* Takes from in[*used … length) and returns how many bytes it wrote to out[room]; -1 if the data are damaged. Members
   and frames may follow each other. */
long unpacker_read(Unpacker *unpacker, const char *in, size_t length, size_t *used, char *out, size_t room);
/* May the data end here? */
bool unpacker_whole(const Unpacker *unpacker);
