/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that a command writes, whose failures are remembered until it is closed. Whoever reads its name finds the old
   file until it is closed, and then the new one: it is written beside it, as NAME.unfinished. A name that is no regular
   file (a device, a pipe, "-") is written to directly. What is written into NAME.gz or NAME.zst is compressed; places
   and lengths are then those of the compressed file. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "engine/text/error.h"
#include "sim/files/packer.h"
#include "sim/files/text_buffer.h"

#define UNFINISHED_ENDING ".unfinished"

/* The file that a name means, behind its links, also where there is none yet. Returns out, or the name if it is too
   long. */
const char *output_target(char out[static PATH_MAX], const char *name);
/* The name of the file that would be written for `name`. False where there is none: `name` is no regular file, or its
   name is too long. */
bool unfinished_path(char out[static PATH_MAX], const char *name);

static inline bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

enum { MARK_ROOM = 192 };

/* It stays where it is while it is open. */
typedef struct OutputFile {
    bool open;        /* false: every writer does nothing */
    const char *name; /* as given; borrowed */
    /* What is written beside the file whose place it takes, by one program at a time: */
    char *target;            /* the file behind any links; owned */
    char *path;              /* what is written, locked; NULL: there is none, the name itself is written to; owned */
    bool leftover;           /* it was there: a program that was killed left it, with what it had written */
    pid_t owner;             /* the process that writes it */
    struct OutputFile *next; /* that is open */
    int descriptor;
    bool direct;      /* a device, a pipe, stdout: what was written cannot be written over */
    size_t most;      /* so much text waits, where nobody asks for a flush */
    bool drop;        /* what is written is not to take the place of an old file */
    off_t whole, end; /* bytes up to the last flush that went well; and with what was written behind them: 0: nothing */
    TextBuffer text;  /* that waits to be written */
    uint64_t flushed; /* when that flush was, of nanoseconds_now; 0: there was none */
    bool cut;         /* what follows it is to go */
    int error;        /* errno of the first write that failed; 0: none did */
    char mark[MARK_ROOM]; /* the last line, also where the file is cut back; empty: none */
    PackKind kind;
    bool json; /* its rows are JSON lines (sim/files/columns.h) */
} OutputFile;

/* Opens the file; "-" is stdout. `name` must outlive *out. kind: what this build can write (pack_missing). False with the
   reason if the file cannot be opened. */
bool output_file_open(OutputFile *out, const char *name, PackKind kind, Error *error);
/* Could a file be written there, as far as one can say now, with room for 64 KB? Nothing changes. */
bool output_file_possible(const char *name, Error *error);
/* Flushes and closes (stdout stays open). The new file takes the name if it is complete, or can be cut back to a flush
   that went well, with its mark; else, and where nothing was written, the old file stays. False with the file's name
   and the reason if anything written since output_file_open was lost: exit status 5. Does nothing on a file that is not
   open. */
bool output_file_close(OutputFile *file, Error *error);

void output_file_write(OutputFile *file, const char *text, size_t length);
/* Is it time for a flush? That is once much text waits, or for a tenth of a second, where it is compressed for ten. */
bool output_files_due(OutputFile *const files[], int count);
/* Hands what was written to several files (NULL: none) to the system: so much of each stays, whatever fails later.
   False if one of them failed: all go back to the last flush that went well for all. */
bool output_files_flush(OutputFile *const files[], int count);

/* Makes the text, never compressed, the file of that name. False with the reason if it cannot be whole. */
bool atomic_file_write(const char *name, const char *text, size_t length, Error *error);
