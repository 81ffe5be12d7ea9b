/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual of the commands, written from their rows: as pages of man(1) and as Markdown; and what may stand next on a
   command line that is being typed. */
#pragma once

#include "analysis/commands/commands.h"

/* The exit statuses of every command, up to a NULL. */
typedef struct {
    int status;
    const char *meaning;
} StatusRow;
extern const StatusRow STATUSES[];

/* The page pasur-COMMAND.1; command NULL: pasur.1, which lists the commands (up to NULL). In mdoc. */
void man_print(FILE *out, const Command *command, const Command *const commands[]);
/* A section of docs/commands.md; NULL: what stands above them all. */
void markdown_print(FILE *out, const Command *command, const Command *const commands[]);

/* Prints what may stand in place of the last of the words behind "pasur", each on a line "CANDIDATE", or "CANDIDATE tab
   MEANING", where it is not finished ending in one of : = and comma. Where a file may stand there is a line ":files PREFIX":
   PREFIX is the part of the last word before the file's name. `count` may be 0. */
void completions_print(FILE *out, const Command *const commands[], const char *const words[], int count);
