/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists that users write: words (`a,b,c`, `a+b`, `a b`) and pairs (`key=value,…`). One loop reads either:

     Words list = {.rest = text, .separator = ',', .names = &names};
     while (words_next(&list, error))
         use(list.index, list.text);
     if (list.failed) return error_under(error, "--tactics");

   What begins with a word of its own goes on with words_pairs: `preset,key=value,…`, `agent:key=value,…`. */
#pragma once

#include <stdint.h>

#include "engine/text/names.h"

enum { WORD_TEXT = 512, WORD_NAMES = 64 };

typedef struct {
    const char *rest;  /* what is not read yet; NULL: nothing is left */
    char separator;    /* ' ': any number of blanks and tabs, also around the list; 0: one word, all of the text */
    bool may_be_empty; /* words of no letters are words, as in `/9h` with the separator '/' */
    bool pairs;        /* words have the form key=value */
    const char *form;  /* what a reason calls that form; NULL: key=value */
    const Names
        *names; /* a word, or the key of a pair, is one of these (at most WORD_NAMES), each once; NULL: any word */

    /* what words_next has read */
    char text[WORD_TEXT]; /* the word, or the pair's key */
    const char *value;    /* the pair's value, perhaps empty */
    int index;            /* in the names */
    uint64_t given;       /* bit i: name i has been read */
    bool failed;
    char after; /* the separator before what is not read yet; 0: none */
} Words;

/* Reads the next word; false after the last, and with `failed` and a reason where the list is wrong. */
bool words_next(Words *words, Error *error);
/* Reads all that is left: false with the reason where the list is wrong; words->given tells of the names. */
bool words_rest(Words *words, Error *error);
/* Copies the next word of a command line to *out, without its quotes and unended, and moves both past it: it ends at a blank or a
   tab; 'single' and "double" quotes and \ keep what they stand before. *out may lie in the text itself. False: a quote is not
   closed. */
bool words_quoted_next(char **out, const char **text);
/* What is left are pairs with these keys. */
void words_pairs(Words *words, char separator, const Names *keys);
