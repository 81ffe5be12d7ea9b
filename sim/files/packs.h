/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs from a file of records: --deal. */
#pragma once

#include "engine/notation.h"

/* The packs of a file of records, in order. */
typedef struct {
    Pack *packs;
    uint64_t count;
    char note[RULES_TEXT + 256]; /* one line for the user if the records were made by other rules; else empty */
} Packs;

/* Reads all packs of the file. False with the reason; nothing needs freeing then. */
bool packs_read(Packs *packs, const char *name, const Rules *rules, Error *error);
void packs_free(Packs *packs);
