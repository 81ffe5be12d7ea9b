/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records from a file, one by one, or all of their packs; "-" is stdin, and lines may end in CR LF. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "engine/notation.h"
#include "engine/text/error.h"

/* Takes one record, which is gone afterwards. False: reading ends here, for a reason that it gives. */
typedef bool RecordTake(void *context, const Record *record, Error *error);

/* Hands over the records of a file one by one. False, with "FILE: reason" or "FILE:LINE: reason", if the file cannot be
   read, is not made of records, holds none, or take said so. */
bool record_file_read(const char *name, RecordTake *take, void *context, Error *error);

/* The same of what can be read, which stays open; name: for reasons. */
bool record_stream_read(FILE *file, const char *name, RecordTake *take, void *context, Error *error);

/* Puts the file's name and the line before a reason about the record. Returns false. */
bool record_blame(Error *error, const char *name, const Record *record);

/* The packs of a file of records, in order: --deal. */
typedef struct {
    Pack *packs;
    size_t count;
    char note[RULES_TEXT + 256]; /* one line for the user if the records were made by other rules; else empty */
} Packs;

/* Reads all packs of the file. False with the reason; nothing needs freeing then. */
bool packs_read(Packs *packs, const char *name, const Rules *rules, Error *error);
void packs_free(Packs *packs);
