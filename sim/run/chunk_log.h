/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log of a run: a file to which finished boards are appended, chunk by chunk, and which knows what of it is good.

   Numbers are little-endian. The file begins with 32 bytes:
       8 "PASURLOG" · 4 version (3) · 4 number of the run · 12 zeros · 4 CRC-32C of the 28 before
   and goes on with chunks, in any order of their boards:
       4 "PCHK" · 4 bytes of payload · 8 first board · 4 boards · 4 kind · 4 CRC-32C of the payload · 4 CRC-32C of the 28
       before · payload
   What the payload and its kind mean is the caller's affair; the kind's highest bit says that it is compressed (zstd). A
   chunk of no boards is a text that payloads name by its CRC-32C, written once before the first that does: the names of
   the measures whose sums follow.

   A chunk that was appended is with the system: it survives whatever ends the program. It survives a power failure once
   chunk_log_sync has returned. What a crash leaves torn at the end is dropped when the log is opened to be written. What is
   damaged elsewhere stays where it is and counts for nothing: it is played again, and stands behind the others then. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text/error.h"
#include "sim/files/packer.h"
#include "sim/files/text_buffer.h"

enum { LOG_VERSION = 3, LOG_HEAD = 32, LOG_PAYLOAD_MOST = 1 << 30 };

/* Boards first … first + count - 1. */
typedef struct {
    uint64_t first, count;
} BoardRange;

typedef struct {
    BoardRange boards;
    uint64_t offset; /* of its head, in the file */
    uint32_t length, crc, kind;
    bool packed; /* the payload is compressed */
} LogChunk;

/* Texts that live as long as the pool; all zero is empty. */
typedef struct {
    char **texts; /* each once; owned */
    size_t count;
} TextPool;

typedef struct {
    const char *name; /* as given; borrowed */
    int file;         /* -1: it is closed */
    bool writes;
    uint64_t end;     /* behind the last chunk */
    uint64_t torn;    /* bytes behind that, which were dropped … */
    uint64_t damaged; /* … and elsewhere, which count for nothing */
    LogChunk *chunks; /* the good ones, in the order of the file; owned */
    size_t count;
    TextPool texts; /* that payloads name … */
    size_t named;   /* … of which the first this many are in the file */
} ChunkLog;

/* Opens the log of the run of that number, and reads all of it; with `writes` it is made if it is not there, and cut
   where it is torn. `name` must outlive *out. False with the reason if it cannot be read or written, is another run's,
   or is no log; chunk_log_close closes it in any case. */
bool chunk_log_open(ChunkLog *out, const char *name, uint32_t run, bool writes, Error *error);
/* False with the reason if what was appended is not on the disk. */
bool chunk_log_close(ChunkLog *log, Error *error);

/* Appends boards that are not in the log yet. False with the reason if they cannot be written, whole; the log is then
   as it was. */
bool chunk_log_append(ChunkLog *log, BoardRange boards, uint32_t kind, const void *payload, size_t length,
                      Error *error);
/* All that was appended is on the disk, also when the power fails. */
bool chunk_log_sync(const ChunkLog *log, Error *error);
/* The payload of one of its chunks. False with the reason if it cannot be read, or is no longer what was appended. */
bool chunk_log_read(const ChunkLog *log, const LogChunk *chunk, TextBuffer *out, Error *error);

/* Opens a file as open() does, with these of its flags (O_RDONLY, or O_RDWR | O_CREAT), closed in children. It is a
   regular file and reached through no link; who writes to it has it under no other name. Waits for nobody. -1 with the
   reason if it cannot be opened, is no such file, or with errno ENOENT if there is none. */
int run_file_open(const char *path, int flags, Error *error);

/* The payload of a chunk: whole numbers, seven bits a byte from the lowest on, the eighth bit says that more follow
   (LEB128; numbers with a sign are folded to 0, -1, 1, -2, … first), and bytes behind their length. */

/* Each adds one field. False if memory runs out. */
bool put_uint(TextBuffer *out, uint64_t value);
bool put_int(TextBuffer *out, int64_t value);
bool put_bytes(TextBuffer *out, const void *bytes, size_t length);

/* The pool's text of these bytes; NULL if memory runs out. */
const char *pool_text(TextPool *pool, const char *bytes, size_t length);
void pool_free(TextPool *pool);

/* Fields that are put, or got in the order in which they were put: who describes a result says each of them once, for both
   ways. */
typedef struct {
    TextBuffer *out;      /* where they are put; NULL: they are got … */
    const char *at, *end; /* … from what is still to be read here */
    bool failed;          /* there was no such field (or no memory): everything that is got from here on is 0 */
    bool full;            /* memory has run out */
    TextPool *texts;      /* those that are named; NULL: who gets them has them */
    TextPool *pool;       /* where other texts go that are got */
} Fields;

uint64_t get_uint(Fields *in);
int64_t get_int(Fields *in);
/* Bytes inside the payload, and how many; NULL if it failed. */
const char *get_bytes(Fields *in, size_t *length);
/* They are no fields of what they should be. */
void fields_fail(Fields *in);
/* Has none failed so far? */
static inline bool fields_good(const Fields *fields) { return !fields->full && !fields->failed; }
/* Each puts *value, or gets it; below or above what it can be, it is no such field. */
void field_uint(Fields *fields, uint64_t *value);
void field_int(Fields *fields, int64_t *value, int64_t least, int64_t most);
void field_int32(Fields *fields, int32_t *value, int32_t least, int32_t most);
/* From -most to most. */
void field_wide(Fields *fields, __int128 *value, __int128 most);
/* Those that are got lie in the payload; NULL and 0 if it failed. */
void field_bytes(Fields *fields, const char **bytes, size_t *length);
/* Puts all of the text, or gets it behind what stands there, if it is wanted. */
void field_buffer(Fields *fields, TextBuffer *text, bool wanted);
