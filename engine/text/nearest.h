/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for error messages: what the user may have meant, and the user's words on one line. */
#ifndef PASUR_ENGINE_TEXT_NEAREST_H
#define PASUR_ENGINE_TEXT_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* The name closest to `word` by edit distance, or NULL if none is close enough to suggest. `rows` are `count` structs
   of `stride` bytes whose first member is the name (const char *, not NULL); NULL or the rows' own string. */
const char *nearest_name(const char *word, const void *rows, size_t count, size_t stride);
/* Edits that turn `a` into `b`: one letter put in, left out, changed, or two neighbours swapped. Names longer than 63
   letters count as infinitely far (SIZE_MAX). */
size_t edit_distance(const char *a, const char *b);
/* Copies `text` into out[size], control characters as '?', too long a text cut with "...". Returns out. size > 3. */
char *text_one_line(char *out, size_t size, const char *text);

#endif
