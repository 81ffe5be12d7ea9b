/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a run the same run, for run.json. For run_keep.c. */
#pragma once

#include "analysis/commands/commands.h"
#include "sim/run/run_dir.h"

enum { READS_TEXT = 4096, KEEPS_TEXT = 128, PART_TEXT = 48, SIGNATURE_TEXT = 24 };

/* `info` points into the rest, and into the driver. */
typedef struct {
    RunInfo info;
    struct CommandWords *command; /* owned */
    char reads[READS_TEXT], keeps[KEEPS_TEXT], part[PART_TEXT], signature[SIGNATURE_TEXT];
} RunIdentity;

/* Of the command that the driver is about to run; sets driver->identity. Takes those parts of the signature that the command
   plays: a tenth of a second of work by all threads, or one and a half where agents search and numbers are looked for. False with the reason if a file cannot be read, the user stops it, or memory runs out; run_identity_free in
   either case. */
bool run_identity_make(RunIdentity *out, Driver *driver, Error *error);
/* The files that the command and its agents read, each with its checksum, with ", " between them; programs of agents that
   are only looked at are left out. False with the reason. */
bool run_identity_reads(char out[static READS_TEXT], const Driver *driver, Error *error);
void run_identity_free(RunIdentity *identity);
