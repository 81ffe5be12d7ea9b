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
    const char *command;   /* as it is to be given again */
    const char *rules;     /* as rules_print writes them */
    const char *const *agents;
    int agent_count;
    uint64_t seed;
} RunInfo;

/* False if memory runs out. */
bool run_info_print(TextBuffer *out, const RunInfo *info);
/* Two texts that run_info_print wrote. False with the first difference: "seed is 1 there and 2 here". */
bool run_info_same(const TextBuffer *there, const TextBuffer *here, Error *error);
/* The value of a key, as JSON has it, without the quotes of a text: cut if it is too long. False: the key is not there. */
bool run_info_value(char *out, size_t size, const TextBuffer *text, const char *key);
