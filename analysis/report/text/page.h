/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page on which people read: how wide it is, how much of a legend a table gets, and text broken between words. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef enum { LEGEND_SHORT, LEGEND_NONE, LEGEND_FULL } Legend;

/* Zeros: a pipe. */
typedef struct {
    int width;    /* columns of the terminal; 0: there is none, and lines are as long as they are */
    bool unicode; /* it shows UTF-8 */
    Legend legend;
} Page;

/* Writes lines: those that are wider than the page are broken at blanks, and go on a little to the right, or below the
   last column of a list. A word that is wider alone stays whole. Returns how many lines it wrote. */
int page_wrap(FILE *out, const Page *page, const char *text);
/* Writes words in lines of that width (0: in one line): the first goes on at `column`, the others begin at `indent`, and the
   last is not ended. A line end in the text is a blank. Returns how many lines; out NULL: it only counts them. */
int page_words(FILE *out, const char *text, size_t length, int column, int indent, int width);

/* What a reader must know of a table, the sentences in the order of their weight: as many as two lines hold, all of them
   with LEGEND_FULL, each on a line of its own. */
void legend_print(FILE *out, const Page *page, const char *const sentences[], size_t count);

/* Text that is broken into lines when it is whole. */
typedef struct {
    FILE *stream; /* to print on */
    int lines;    /* of the page, when it is closed */
    char *text;
    size_t length;
} PageText;

/* False if memory runs out. */
bool page_text_open(PageText *text);
bool page_text_close(PageText *text, FILE *out, const Page *page);
