/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed output: one gzip member or one Zstandard frame that can be ended after any flush, so that what is on the disk
   always reads back. It may begin with text that is stored as it is and can be written over. */
#pragma once

#include <stdint.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

typedef enum { PACK_NONE, PACK_GZIP, PACK_ZSTD } PackKind;

/* What the ending of a file's name asks for: .gz, .zst. */
PackKind pack_kind(const char *name);
/* Can this build write and read such files? NULL: yes, else how to get one that does. */
const char *pack_missing(PackKind kind);
/* "" where all can be; else they are listed: "with .gz (zlib), without .zst (libzstd)". */
const char *pack_kinds(void);

typedef struct Packer Packer;
/* A place in the stream at which it was flushed. */
typedef struct {
    uint32_t crc;    /* of what was written behind the open text */
    uint64_t length; /* of that */
} PackPlace;

enum { PACK_OPEN_MOST = 256, PACK_HEAD_MOST = 1 << 15 }; /* bytes of the open text; of what stands before it */

/* A stream of a kind that pack_missing does not miss. NULL if memory runs out. */
Packer *packer_new(PackKind kind);
void packer_free(Packer *packer);
/* Puts what is ready into *out; the rest follows. False if memory runs out. */
bool packer_write(Packer *packer, TextBuffer *out, const char *text, size_t length);
/* Puts all that was written into *out, which may end here. */
bool packer_flush(Packer *packer, TextBuffer *out);
/* Puts the text into *out as it is, at its very end, where it may be written over by another of that length; before it
   stands what was written so far, no more than PACK_HEAD_MOST and never flushed. */
bool packer_open(Packer *packer, TextBuffer *out, const char *text, size_t length);
/* The open text is now this one. */
void packer_reopen(Packer *packer, const char *text);
PackPlace packer_place(const Packer *packer);
/* Puts into *out what ends a stream that was flushed there, with a last text, which may be empty. */
bool packer_end(const Packer *packer, TextBuffer *out, PackPlace place, const char *text);
