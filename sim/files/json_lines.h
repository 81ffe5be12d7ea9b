/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON (RFC 8259), one object a line: the head of a file of figures, and strings. figures.c writes the rows. */
#pragma once

#include <stdbool.h>

#include "sim/files/text_buffer.h"

/* The object of the head, until it is written; all zero: the file is not JSON. */
typedef struct {
    bool on;
    TextBuffer text; /* its members so far, without the braces; owned */
    size_t last;     /* where the value of the last one begins */
    bool list;       /* it is an array that is not closed */
    char key[32];    /* of the last one */
} JsonHead;

/* Adds a string to the text: what is not UTF-8 becomes U+FFFD. False if memory runs out. */
bool json_string(TextBuffer *out, const char *text);
/* The same, but what is not UTF-8 stays as it is. */
bool json_string_kept(TextBuffer *out, const char *text);
/* Adds a member; values of one key that follow each other become an array. number: the value is written as it is, and
   null where it is empty. False if memory runs out. */
bool json_head_add(JsonHead *head, const char *key, const char *value, bool number);
/* Ends the object with a line feed, and puts "head": TABLE first. It is then empty again. False if memory runs out. */
bool json_head_end(TextBuffer *out, JsonHead *head, const char *table);
