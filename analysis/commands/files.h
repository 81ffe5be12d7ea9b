/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a run reads and writes: nothing is written over anything else. */
#ifndef PASUR_ANALYSIS_COMMANDS_FILES_H
#define PASUR_ANALYSIS_COMMANDS_FILES_H

#include "agents/agent.h"
#include "analysis/commands/common.h"
#include "engine/text/error.h"

/* A file that an option names; NULL: not given. "-" is stdin and stdout. */
typedef struct {
    const char *option, *name;
    bool read; /* else written */
} NamedFile;

enum { MAX_OWN_FILES = 4 };

/* All files of a run: those of the common options, its own (at most MAX_OWN_FILES), and those that agents read. */
typedef struct {
    const CommonOptions *common;
    const NamedFile *own;
    int own_count;
    const Agent *agents;
    int agent_count;
} RunFiles;

/* Refuses a file to be written that is another one's too, under whatever name; and with --dry-run one that could not be
   written, as far as one can say now. Returns 0, or the exit status with one line in error[]. Nothing is touched. */
int files_check(const RunFiles *files, Error *error);

#endif
