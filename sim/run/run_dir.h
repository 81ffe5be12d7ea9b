/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run directory: run.json says which run it is, `chunks` holds its finished boards (sim/run/chunk_log.h), and `lock` is
   held by the one program that writes there. No file of it is reached through a link. */
#pragma once

#include "sim/run/chunk_log.h"
#include "sim/run/run_info.h"

typedef struct {
    char *name;      /* of the directory; owned */
    char *log_name;  /* owned */
    TextBuffer info; /* run.json; owned */
    int lock;        /* -1: the directory is only read … */
    bool written;    /* … and a program writes there */
    ChunkLog log;
} RunDir;

/* Opens the directory to go on with that run; it is made where it is not there. False with the reason if it holds another
   run (the first difference is named), another program writes there (which is named), its log cannot be used, or something
   cannot be written. */
bool run_dir_open(RunDir *out, const char *name, const RunInfo *info, Error *error);
/* Opens it to look at what is in it, also while a program writes there. */
bool run_dir_look(RunDir *out, const char *name, Error *error);
/* Does a program write there? True with the reason that names it. */
bool run_dir_written(const char *name, Error *error);
/* False with the reason if something that was appended is not on the disk. */
bool run_dir_close(RunDir *dir, Error *error);
