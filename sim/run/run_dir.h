/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run directory: run.json says which run it is, `chunks` holds its finished boards (sim/run/chunk_log.h), and `lock`
   is held by the one program that writes there. No file of it is reached through a link. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"
#include "sim/run/chunk_log.h"

/* What makes a run the same run: run.json, a JSON object with one key a line, always written alike. */
typedef struct {
    const char *version;   /* of the program */
    const char *signature; /* of its answers */
    /* as it is to be given again, without what changes no result: files, threads, what the terminal shows */
    const char *command;
    const char *rules; /* as rules_print writes them */
    const char *const *agents;
    int agent_count;
    uint64_t seed;
    const char *const *words; /* of the command */
    int word_count;
    const char *reads; /* the files that it reads, each with its checksum */
    const char *keeps; /* the options of the files for which more is kept than sums */
    const char *part;  /* "2/4": which part of the run is here; empty: all */
} RunInfo;

/* False if memory runs out. */
bool run_info_print(TextBuffer *out, const RunInfo *info);
/* Two texts that run_info_print wrote. False with the first difference: "seed is 1 there and 2 here". parts false: they
   may be different parts of one run. */
bool run_info_same(const TextBuffer *there, const TextBuffer *here, bool parts, Error *error);
/* The value of a key, a text without its quotes and escapes: cut if it is too long. False: the key is not there. */
bool run_info_value(char *out, size_t size, const TextBuffer *text, const char *key);
/* The words of the command, up to NULL, in one block that the caller frees; there may be none. NULL: memory ran out. */
char **run_info_words(const TextBuffer *text);

typedef struct {
    char *name;      /* of the directory; owned */
    char *log_name;  /* owned */
    TextBuffer info; /* run.json; owned */
    int lock;        /* -1: the directory is only read … */
    bool written;    /* … and a program writes there */
    ChunkLog log;
} RunDir;

/* Opens the directory to go on with that run; it is made where it is not there. False with the reason if it holds
   another run (the first difference is named), another program writes there (which is named), its log cannot be used,
   or something cannot be written. */
bool run_dir_open(RunDir *out, const char *name, const RunInfo *info, Error *error);
/* Opens it to look at what is in it, also while a program writes there. */
bool run_dir_look(RunDir *out, const char *name, Error *error);
/* Does a program write there? True with the reason that names it. */
bool run_dir_written(const char *name, Error *error);
/* False with the reason if something that was appended is not on the disk. */
bool run_dir_close(RunDir *dir, Error *error);
