/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for people: its width, its lines on a page, estimates with their intervals, and escaping for HTML. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analysis/stats/estimate.h"
#include "engine/card.h"
#include "sim/files/columns.h"

/* ---- width */

/* Of the whole text, or of its first `length` bytes, by the C library, which knows the widths of UTF-8 where LC_CTYPE says
   so, as process_begin does. A byte that is no UTF-8 is one column. */
int display_width(const char *text);
int display_width_of(const char *text, size_t length);

/* ---- the page */

typedef enum { LEGEND_SHORT, LEGEND_NONE, LEGEND_FULL } Legend;
/* How tables are written: in columns, as the source of a Markdown or LaTeX table, or on a page of results. */
typedef enum { TABLE_TEXT, TABLE_MARKDOWN, TABLE_TEX, TABLE_HTML } TableStyle;

/* Zeros: a pipe. */
typedef struct {
    int width;    /* columns of the terminal; 0: there is none, and lines are as long as they are */
    bool unicode; /* it shows UTF-8 */
    bool colour;  /* it obeys escape codes, and the user does not want none */
    double alpha; /* with which intervals miss there; 0: USUAL_ALPHA */
    Legend legend;
    TableStyle table;
} Page;

/* Writes lines: those that are wider than the page are broken at blanks, and go on a little to the right, or below the
   last column of a list. A word that is wider alone stays whole. Returns how many lines it wrote. */
int page_wrap(FILE *out, const Page *page, const char *text);
/* Writes words in lines of that width (0: in one line): the first goes on at `column`, the others begin at `indent`,
   and the last is not ended. A line end in the text is a blank. Returns how many lines; out NULL: it only counts
   them. */
int page_words(FILE *out, const char *text, size_t length, int column, int indent, int width);

/* What a reader must know of a table, the sentences in the order of their weight: as many as two lines hold, all of
   them with LEGEND_FULL, each on a line of its own. */
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

/* ---- cards */

enum { CARDS_SHOWN = 6 * CARDS + 1, PLAY_SHOWN = 2 * CARDS_SHOWN + 8 };
/* Cards as people read them, "4♦ 10♥", with blanks between; suits are letters where the page has no UTF-8.
   Returns out. */
char *page_cards(char out[static CARDS_SHOWN], const Page *page, CardSet set);
/* A play: "7♥ takes 4♣", "K♣". `card` is what is put down. Returns out. */
char *page_play(char out[static PLAY_SHOWN], const Page *page, CardSet card, CardSet taken);
/* The same of a play as records write it; the text itself where it is none. Returns out. */
char *page_play_text(char out[static PLAY_SHOWN], const Page *page, const char *text);
/* Writes a text with its red cards in red, where the page has colours. */
void page_paint(FILE *out, const Page *page, const char *text);

/* ---- estimates */

/* The formats below are those of one double: "%+.3f" asks for a sign and three decimals at least, "%.*f" for two. */

/* "+6.424 (+6.410 to +6.438)"; without the brackets if the interval is unknown; "unknown" for NaN. Returns out. */
char *interval_text(char out[static COLUMN_CELL], const char *format, double value, Interval interval);
/* "+6.410 to +6.438", empty if the interval is unknown. Returns out. */
char *range_text(char out[static COLUMN_CELL], const char *format, Interval interval);
/* A p value: "0.0312", "<0.0001", empty for NaN. Returns out. */
char *p_text(char out[static COLUMN_CELL], double p);
/* How many decimals they write, where the format asks for `least`. */
int interval_decimals(int least, Interval interval);

/* Copies a text, with the level that belongs to alpha where "95 %" stands; not in numbers that end so. Returns out. */
const char *text_at_level(char *out, size_t size, const char *text, double alpha);

enum { DECIMAL_TEXT = 340 };
/* A number with this many decimals, with a sign if it is `signed_`; "unknown" for NaN. Returns out. */
char *decimal_text(char out[static DECIMAL_TEXT], bool signed_, int decimals, double value);
/* As many decimals, at least `least`, as show that two numbers differ, if they do. */
int decimals_apart(int least, double a, double b);
/* "LLR 2.95 (-2.94 to 2.94)", with the decimals, at least `least`, that show whether a bound is reached. Returns
   out. */
char *llr_text(char out[static COLUMN_CELL], int least, double llr, double low, double high);

/* ---- characters on a terminal, in Markdown, LaTeX, HTML and SVG */

/* Writes this many bytes of a text as characters and nothing else; in HTML between tags and in quoted attributes alike.
   Control characters, in all but TABLE_TEXT not line ends, and bytes that are not UTF-8, become '?'. */
void text_escape(FILE *out, const char *text, size_t length, TableStyle style);
/* The whole text, in HTML. */
void markup_text(FILE *out, const char *text);
/* The whole text as one line of a terminal. All that others have written and that goes there, such as names of files and
   agents, titles and heads of files, goes through this, an Error, a note or a PageText, which keeps line ends and its own
   colours. */
void text_put(FILE *out, const char *text);
/* Writes the format, in which %s is a text that is written so and %d a number; there are no other directives. */
void markup_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
