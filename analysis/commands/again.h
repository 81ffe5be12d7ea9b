/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line as a shell would take it. */
#pragma once

#include "sim/files/text_buffer.h"

/* Puts words (up to NULL) behind the text, each after a blank and quoted where it must be. False if memory runs out. */
bool again_words(TextBuffer *text, const char *const *words);
/* Puts --OPTION NUMBER behind the text. */
bool again_number(TextBuffer *text, const char *option, unsigned long long number);
/* Gives the text away, or NULL if not `good`. The caller frees it. */
char *again_take(TextBuffer *text, bool good);
