/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run directory: run.json says which run it is, `chunks` holds its finished boards (sim/run/chunk_log.h), and `lock`
   is held by the one program that writes there. No file of it is reached through a link. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"
#include "sim/run/chunk_log.h"

/* run.json says what makes a run the same run: a JSON object with one key a line, always written alike, so that those of
   one run are equal byte by byte. It is made key by key, and ends with the seed. Each is false if memory runs out.
   words: each with a zero behind it, `length` bytes in all. */
bool run_info_text(TextBuffer *out, const char *key, const char *text);
bool run_info_list(TextBuffer *out, const char *key, const char *words, size_t length);
bool run_info_seed(TextBuffer *out, uint64_t seed);
/* Two such texts. False with the first difference: "seed is 1 there and 2 here". parts false: they may be different parts
   of one run. */
bool run_info_same(const TextBuffer *there, const TextBuffer *here, bool parts, Error *error);
/* The value of a key, a text without its quotes and escapes: cut if it is too long. False: the key is not there. */
bool run_info_value(char *out, size_t size, const TextBuffer *text, const char *key);
/* The words of the command, up to NULL, behind this many free places, in one block that the caller frees; there may be no
   words. NULL: memory ran out. */
char **run_info_words(const TextBuffer *text, size_t places);

enum { RUN_PATH = PATH_MAX + 16 };

/* It stays where it is while it is open. */
typedef struct {
    const char *name;        /* of the directory; borrowed */
    char log_name[RUN_PATH]; /* of its log */
    TextBuffer info;         /* run.json; owned */
    uint64_t part, parts;    /* which part of a run it holds, of 1 … parts; 0: all of it */
    int lock;                /* -1: the directory is only read … */
    bool written;            /* … and a program writes there */
    ChunkLog log;
} RunDir;

/* Opens the directory to go on with the run of that run.json; it is made where it is not there. info NULL: to look at
   what is in it, also while a program writes there. `name` must outlive *out. False with the reason if it holds another
   run (the first difference is named), another program writes there (which is named), its log cannot be used, or
   something cannot be written. */
bool run_dir_open(RunDir *out, const char *name, const TextBuffer *info, Error *error);
/* Does a program write there? True with the reason that names it. */
bool run_dir_written(const char *name, Error *error);
/* False with the reason if something that was appended is not on the disk. */
bool run_dir_close(RunDir *dir, Error *error);
