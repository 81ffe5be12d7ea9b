/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that users write, looked up in the table where they stand, with the reason where they stand in none:
   "unknown agent 'gredy'; did you mean 'greedy'? ('pasur agents' lists them)". */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/error.h"

/* A table of names: rows of `stride` bytes whose first member is the name (const char *, not NULL); an array of
   names alone is such a table too. */
typedef struct {
    const char *what; /* what a reason calls one of them: "agent" */
    const void *rows;
    size_t count, stride;
    const char *hint;   /* where the user finds them all: "'pasur agents' lists them"; NULL: nothing is said */
    const char *prefix; /* stands before a name where the user writes it: "--"; NULL: nothing does */
} Names;

#define NAMES_OF(what_, rows_, count_, hint_)                                                                          \
    ((Names){.what = (what_), .rows = (rows_), .count = (size_t)(count_), .stride = sizeof *(rows_), .hint = (hint_)})

/* Index of the row of that name, or -1. */
int name_find(const Names *names, const char *word);
/* The same with the reason why there is none. */
int name_lookup(const Names *names, const char *word, Error *error);
/* Writes the reason why `word` is none of the names; returns false. */
bool name_unknown(Error *error, const Names *names, const char *word);

/* ---- choices: the words that a key, a parameter or an option takes, in one string, separated by single spaces */

/* Index of a word among the choices; -1 with the reason "expected one of: …" where it is none. */
int choice_read(const char *choices, const char *word, Error *error);
/* Copies the choice of that index into out[size]; cut where it does not fit, empty past the last. Returns out. */
char *choice_word(char *out, size_t size, const char *choices, int index);
/* Lists the choices, "bury, swap, redeal, keep"; cut where they do not fit. Returns out. */
char *choice_list(char *out, size_t size, const char *choices);
