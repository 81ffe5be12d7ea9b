/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that a command writes, whose failures are remembered until it is closed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "engine/text/error.h"

typedef struct {
    FILE *file;       /* NULL: the file is not open, and every writer does nothing */
    const char *name; /* as given; borrowed */
    bool untouched;   /* nothing is written yet: what stood in the file still does */
    bool created;     /* there was no such file before */
    long whole;       /* bytes up to the last flush that went well */
    bool cut;         /* what follows them is to go */
    int error;        /* errno of the first write that failed; 0: none did */
} OutputFile;

/* Opens the file; "-" is stdout. What stood in it goes with the first write, not before. `name` must outlive *out. False
   with the reason if the file cannot be opened. */
bool output_file_open(OutputFile *out, const char *name, Error *error);
/* Could output_file_open create the file, as far as one can say now? What stands in it stays. */
bool output_file_creatable(const char *name, Error *error);
/* Flushes and closes (stdout stays open); a new file to which nothing was written is removed. Where a write failed, the
   file is cut back to the last flush that went well. False with the file's name and the reason if anything written since
   output_file_open was lost: exit status 5. Does nothing on a file that is not open. */
bool output_file_close(OutputFile *file, Error *error);
/* Has a write failed so far? A long run may stop early. */
bool output_file_failed(const OutputFile *file);

void output_file_write(OutputFile *file, const char *text, size_t length);
/* Hands what was written to several files (NULL: none) to the system: so much of each stays, whatever fails later. False if
   one of them failed: all go back to the last flush that went well for all. */
bool output_files_flush(OutputFile *const files[], int count);
/* Writes over what stands there `at` a place of a regular file. */
void output_file_overwrite(OutputFile *file, long at, const char *text, size_t length);

/* A file that is written beside the one whose place it takes when it is complete: whoever reads that name finds the old
   file or the new one, whole, also after a full disk. A name that is no regular file (a device, a pipe, "-") is written
   to directly. */

/* Could such a file be made, as far as one can say now: in that folder, with room for 64 KB? Leaves nothing. */
bool atomic_file_possible(const char *name, Error *error);
/* Makes the text the file of that name. False with the reason if it cannot be whole. */
bool atomic_file_write(const char *name, const char *text, size_t length, Error *error);
