/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why something failed: one line, by value, of the same size everywhere. Functions that can fail take an Error, which
   they write only if they return false. Every function below returns false, so that `return error_set(…)` ends a
   caller. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { ERROR_TEXT = 1024 };

typedef struct {
    char text[ERROR_TEXT]; /* one line without "pasur …:" and line end: as text_one_line has it */
    bool system;           /* not the user's input is wrong: memory ran out, or a file cannot be read or written */
    int line; /* of the file that is read, where the reason is about one that its reader cannot know; else 0 */
} Error;

/* The arguments may be parts of error->text itself. */
bool error_write(Error *error, bool system, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The input is wrong. */
#define error_set(error, ...) error_write((error), false, __VA_ARGS__)
/* The system failed. */
#define error_system(error, ...) error_write((error), true, __VA_ARGS__)
/* Puts what was being read before the reason that is there: "CONTEXT: reason". */
bool error_under(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_memory(Error *error);
/* The system failed with a file: "NAME: reason", for an errno. */
bool error_file(Error *error, const char *name, int reason);

/* Bytes of the UTF-8 character at `text`; 0 if it is none, or a control character, also of the direction of text. */
int text_character(const char *text);
/* Where the text begins, behind the byte order mark that some programs put before it. */
const char *text_start(const char *text);
/* Copies `text` into out[size], control characters and bytes that are not UTF-8 as '?', too long a text cut with "...".
   Returns out. size > 3. */
char *text_one_line(char *out, size_t size, const char *text);
/* The same, but where what is cut off would hold the character number `differs`, which tells the text from others, the
   middle before that is left out. size > 24. */
char *text_cut(char *out, size_t size, const char *text, size_t differs);
