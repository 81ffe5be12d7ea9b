/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is written beside the one whose place it takes when it is complete, as NAME.unfinished: whoever reads the
   name finds the old file or the new one. */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "engine/text/error.h"

#define BESIDE_ENDING ".unfinished"

typedef struct {
    char *target;   /* the file behind any links; owned */
    char *path;     /* what is written; owned; NULL: there is none, the name itself is to be written to */
    int descriptor; /* of it: open and locked */
    bool leftover;  /* it was there: a program that was killed left it, with what it had written */
} BesideFile;

/* The file that a name means, behind its links, also where there is none yet. Returns out, or the name if it is too long. */
const char *beside_target(char out[static PATH_MAX], const char *name);
/* The name of the file that would be written for `name`. False where there is none: `name` is no regular file, or its
   name is too long. */
bool beside_path(char out[static PATH_MAX], const char *name);

/* Opens the file beside `name`, without changing what a leftover holds; one program at a time has it. A name that is no
   regular file (a device, a pipe) has none: path is NULL. False with the reason if the file or the one beside it
   cannot be written. */
bool beside_open(BesideFile *out, const char *name, Error *error);
/* Lets what was written, now on the disk, take the name. False with the reason if it cannot; it is still beside it then. */
bool beside_replace(const BesideFile *file, Error *error);
void beside_remove(const BesideFile *file);
/* Lets others open it. */
void beside_close(BesideFile *file);
