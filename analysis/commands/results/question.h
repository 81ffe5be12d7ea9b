/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What results that come back from files ask: the command in their heads. */
#pragma once

#include "analysis/commands/driver/driver.h"

enum { KINDS_MOST = 64 };
/* The kinds of results of all commands, up to NULL. */
void kinds_list(const ResultKind *out[static KINDS_MOST + 1], const Command *const commands[]);

/* The command that wrote the result, with all options that change its answer and are not at their defaults, but without
   seed and sample; without `agents` also without what names agents, and how many they are in its place. Rules stand
   there as rules_print has them. Owned by the caller; NULL with the reason. */
char *question_make(const Driver *driver, const Result *result, bool agents, Error *error);
