/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is written beside the one whose place it takes when it is complete: whoever reads that name finds the old
   file or the new one, whole, also after a full disk. A name that is no regular file (a device, a pipe, "-") is written
   to directly. */
#ifndef PASUR_SIM_FILES_ATOMIC_FILE_H
#define PASUR_SIM_FILES_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include "engine/text/error.h"

typedef struct {
    const char *path; /* where to write */
    char *beside;     /* owned; NULL: path is the name itself */
    char *target;     /* what is replaced, behind any links; owned */
} AtomicFile;

/* `name` must outlive *out. False with the reason if no file can be made beside it. */
bool atomic_file_begin(AtomicFile *out, const char *name, Error *error);
/* After `path` was written and closed. `complete`: the new file takes its place; else it is removed and the old one stays.
   False if it was not complete, and with the reason if it cannot take its place. */
bool atomic_file_end(AtomicFile *file, bool complete, Error *error);
/* Could one begin, as far as one can say now? Leaves nothing. */
bool atomic_file_possible(const char *name, Error *error);
/* The whole text as the file of that name. */
bool atomic_file_write(const char *name, const char *text, size_t length, Error *error);

#endif
