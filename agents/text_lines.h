/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from untrusted files, line by line: whatever they contain, a reader needs no more memory than the longest
   allowed line, and says what is wrong. A byte order mark before the first line is skipped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/text/error.h"

/* All that is there is read so:

     TextLines lines = {.file = file};
     while (text_lines_next(&lines, error) && line_take(lines.line, error)) {}
     const bool good = lines.ended || text_lines_blame(&lines, name, error);
     text_lines_free(&lines); */
typedef struct {
    FILE *file; /* borrowed */
    int number; /* of the line that was read last, or could not be; from 1 */
    char *line; /* without its end, LF or CR LF; owned */
    bool cut;   /* the file ends within this line */
    bool ended; /* all lines have been read */
} TextLines;

/* Reads the next line. False after the last, and with the reason, without file and line, where it is no line of text:
   it has a zero byte, or is longer than 1 MB, or reading failed. */
bool text_lines_next(TextLines *lines, Error *error);
/* Puts the file and the line before a reason, the file alone where reading failed. Returns false. */
bool text_lines_blame(const TextLines *lines, const char *name, Error *error);
void text_lines_free(TextLines *lines);
