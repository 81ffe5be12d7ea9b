/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results that come back from files and run directories, and what they ask: the command in their heads. */
#pragma once

#include "analysis/commands/driver/driver.h"

enum { KINDS_MOST = 64 };
/* The kinds of results of all commands, up to NULL. */
void kinds_list(const ResultKind *out[static KINDS_MOST + 1], const Command *const commands[]);

/* The command that wrote the result, with all options that change its answer and are not at their defaults, but without
   seed and sample; without `agents` also without what names agents, and how many they are in its place. Rules stand
   there as rules_print has them. Owned by the caller; NULL with the reason. */
char *question_make(const Driver *driver, const Result *result, bool agents, Error *error);

/* Are both results of one kind, about the same question? False with the reason. */
bool results_fit(const Result *a, const char *question_a, const Result *b, const char *question_b, Error *error);

bool is_directory(const char *name);
/* The first result of a run directory, by the command that wrote there. blocks: NULL, or filled with what it keeps of
   blocks of boards. False with the reason. */
bool directory_read(const Driver *driver, Result *out, KeptBlocks *blocks, const char *name, Error *error);
