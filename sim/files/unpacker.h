/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What packers wrote, and other programs that compress, read back: by what stands in the file, whatever its name. */
#pragma once

#include "sim/files/packer.h"

typedef struct Unpacker Unpacker;
/* What the first four bytes of a file are. */
PackKind unpack_kind(const char start[static 4]);
Unpacker *unpacker_new(PackKind kind);
void unpacker_free(Unpacker *unpacker);
/* Takes from in[*used … length) and returns how many bytes it wrote to out[room]; -1 if the data are damaged. Members and
   frames may follow each other. */
long unpacker_read(Unpacker *unpacker, const char *in, size_t length, size_t *used, char *out, size_t room);
/* May the data end here? */
bool unpacker_whole(const Unpacker *unpacker);
