/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that a user may type, and lists of words and pairs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text/error.h"

/* ---- names */

/* Names that users write, looked up in the table where they stand, with the reason where they stand in none:
   "unknown agent 'gredy'; did you mean 'greedy'? ('pasur agents' lists them)". */

/* A name for several rows together, which were one row once. */
typedef struct {
    const char *name;
    uint64_t rows; /* bit i: row i */
} NameGroup;

/* A table of names: rows of `stride` bytes whose first member is the name (const char *, not NULL); an array of
   names alone is such a table too. */
typedef struct {
    const char *what; /* what a reason calls one of them: "agent" */
    const void *rows;
    size_t count, stride;
    const char *hint;        /* where the user finds them all: "'pasur agents' lists them"; NULL: nothing is said */
    const char *prefix;      /* stands before a name where the user writes it: "--"; NULL: nothing does */
    const NameGroup *groups; /* up to one without a name; NULL: there are none */
} Names;

#define NAMES_OF(what_, rows_, count_, hint_)                                                                          \
    ((Names){.what = (what_), .rows = (rows_), .count = (size_t)(count_), .stride = sizeof *(rows_), .hint = (hint_)})

/* Index of the row of that name, or -1. */
int name_find(const Names *names, const char *word);
/* Bit i: the word, which names rows anew, is the name of row i, or of a group with it, of the first 64 rows; 0 with the
   reason if it names none, or one of *given, to which it adds the rows; how: "named". */
uint64_t name_rows_once(const Names *names, const char *word, const char *how, uint64_t *given, Error *error);
/* Index of the row of that name, or -1 with the reason (error NULL: nobody asks for it). */
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

/* ---- lists */

/* Lists that users write: words (`a,b,c`, `a+b`, `a b`) and pairs (`key=value,…`). One loop reads either:

     Words list = {.rest = text, .separator = ',', .names = &names};
     while (words_next(&list, error))
         use(list.index, list.text);
     if (list.failed) return error_under(error, "--tactics");

   What begins with a word of its own goes on with words_pairs: `preset,key=value,…`, `agent:key=value,…`. */

enum { WORD_TEXT = 512, WORD_NAMES = 64 };

typedef struct {
    const char *rest;  /* what is not read yet; NULL: nothing is left */
    char separator;    /* ' ': any number of blanks and tabs, also around the list; 0: one word, all of the text */
    bool may_be_empty; /* words of no letters are words, as in `/9h` with the separator '/' */
    bool pairs;        /* words have the form key=value */
    const char *form;  /* what a reason calls that form; NULL: key=value */
    const Names
        *names; /* a word, or the key of a pair, is one of these (at most WORD_NAMES), each once; a group is read as its
                  rows, one after the other, with the same value; NULL: any word */

    /* what words_next has read */
    char text[WORD_TEXT]; /* the word, or the pair's key */
    const char *value;    /* the pair's value, perhaps empty */
    int index;            /* in the names */
    uint64_t given;       /* bit i: name i has been read */
    uint64_t group;       /* bit i: name i is to come, as the last word is a group with it */
    bool failed;
    char after; /* the separator before what is not read yet; 0: none */
} Words;

/* Reads the next word; false after the last, and with `failed` and a reason where the list is wrong. */
bool words_next(Words *words, Error *error);
/* Reads all that is left: false with the reason where the list is wrong; words->given tells of the names. */
bool words_rest(Words *words, Error *error);
/* Cuts a command line in place into at most `most` words, up to NULL, as a shell does without its expansions: blanks part
   them; 'single' and "double" quotes and \ keep what they stand before. Returns how many; most + 1: there are more; -1: a
   quote is not closed. */
int words_quoted(char *words[], int most, char *line);
/* What is left are pairs with these keys. */
void words_pairs(Words *words, char separator, const Names *keys);
