/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many columns of a terminal a text takes: characters of UTF-8, not bytes; wide ones are two, marks upon another none. */
#pragma once

#include <stddef.h>

/* Of the whole text, or of its first `length` bytes. A byte that is no UTF-8 is one column. */
int display_width(const char *text);
int display_width_of(const char *text, size_t length);
/* How many bytes of the text take at most so many columns; never half a character. */
size_t display_cut(const char *text, int columns);
