/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a command. */
#pragma once

#include "analysis/commands/driver/run_keep.h"

/* Before anything else in the process: descriptors 0 to 2 are no file that is opened later, and signals are as the
   program needs them. */
void process_begin(void);
/* The version, and what this build has of what it can do without. */
void version_print(void);
/* Takes one of the commands (up to NULL) from argv (ends in NULL; argv[0] is its name) to the exit status. */
int command_run(const Command *command, const Command *const commands[], char **argv);

/* command_run within another command. */
int command_nested(const Command *command, const Command *const commands[], char **argv);
/* The same of one whose driver is zero but for what it looks at, and stays; driver_free in any case. */
int command_looks(Driver *driver, const Command *command, const Command *const commands[], char **argv);
void driver_free(Driver *driver);
/* Tells why; returns the exit status that the error asks for, where that may be `status` instead of wrong use. */
int command_failed(const Driver *driver, int status, const Error *error);
/* Are the words right for the command? With --dry-run and --quiet among them nothing is done or printed. */
bool command_right(const Command *command, const Command *const commands[], char **argv, Error *error);
