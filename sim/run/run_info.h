/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a run the same run: run.json, a JSON object with one key a line, always written alike. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

typedef struct {
    const char *version;   /* of the program */
    const char *signature; /* of its answers */
    const char
        *command;      /* as it is to be given again, without what changes no result: files, threads, how it is told */
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
/* Two texts that run_info_print wrote. False with the first difference: "seed is 1 there and 2 here". parts false: they may
   be different parts of one run. */
bool run_info_same(const TextBuffer *there, const TextBuffer *here, bool parts, Error *error);
/* The value of a key, a text without its quotes and escapes: cut if it is too long. False: the key is not there. */
bool run_info_value(char *out, size_t size, const TextBuffer *text, const char *key);
/* The words of the command, up to NULL, in one block that the caller frees. NULL: there are none, or memory ran out. */
char **run_info_words(const TextBuffer *text);
