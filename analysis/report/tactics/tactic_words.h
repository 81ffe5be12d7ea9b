/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tactic says, found by its name, for pages that show what files name. */
#pragma once

#include <stdbool.h>

enum { TACTIC_WORDS = 128 };
/* Its advice in one line; false: no tactic has that name, and out is empty. */
bool tactic_words(char out[static TACTIC_WORDS], const char *name);
