/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed files: gzip (RFC 1952) by zlib and Zstandard (RFC 8878) by libzstd, as far as this build has them. */
#pragma once

#include <stdio.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

typedef enum { PACK_NONE, PACK_GZIP, PACK_ZSTD } PackKind;

/* What the ending of a file's name asks for: .gz, .zst. */
PackKind pack_kind(const char *name);
/* Can this build write and read such files? NULL: yes, else how to get one that does. */
const char *pack_missing(PackKind kind);
/* Which it can, for --version: "with .gz (zlib), without .zst (libzstd)". */
const char *pack_kinds(void);

/* Adds the bytes to *out as one member or frame, which may follow others. False if memory runs out. */
bool pack(PackKind kind, TextBuffer *out, const char *bytes, size_t length);
/* Adds to *out what pack made of at most this many bytes by PACK_ZSTD. False: that is none, or memory ran out. */
bool unpack_zstd(TextBuffer *out, const char *bytes, size_t length, size_t most);

/* Opens a file to be read; a regular one that gzip or Zstandard has compressed, whatever its name, is read as what was
   compressed. NULL with the reason, as error_file gives it. */
FILE *text_file_open(const char *name, Error *error);
