/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text inside HTML and SVG. */
#pragma once

#include <stdio.h>

/* Writes the text as characters and nothing else, between tags and in quoted attributes alike: < > & and quotes are
   escaped, control characters but line ends and bytes that are not UTF-8 become '?'. */
void markup_text(FILE *out, const char *text);
