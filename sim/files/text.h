/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for people, and text that grows: all zero is empty. */
#ifndef PASUR_SIM_FILES_TEXT_H
#define PASUR_SIM_FILES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The ending of a word that is counted. */
#define PLURAL(count) ((count) == 1 ? "" : "s")

typedef struct {
    char *data; /* length bytes, without a 0 at the end */
    size_t length, room;
} Text;

/* Makes room for `more` bytes behind the text. False if memory runs out. */
bool text_reserve(Text *text, size_t more);
/* False if memory runs out; the text is then as it was. */
bool text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(Text *text);

#endif
