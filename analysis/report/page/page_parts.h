/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces of a page of results, for report_page.c. */
#pragma once

#include <stdio.h>

#include "analysis/report/chart.h"
#include "analysis/report/page.h"

enum { TABLE_ROWS_MOST = 400 };

/* The first rows of a file, as its texts. */
typedef struct {
    CsvReader *reader; /* owns what follows */
    const char ***rows;
    size_t count;
    bool more;            /* the file has more rows */
    const PlotKind *kind; /* NULL: no kind that is known */
} PageTable;

/* Reads the file from its header on. False with reader->error set. */
bool page_table_read(PageTable *out, CsvReader *reader);
/* Does the kind of the file have that name, such as "sim --csv"? */
bool page_table_is(const PageTable *table, const char *made_by);
/* A field as a number; NAN: it is none. */
double page_number(const PageTable *table, size_t row, int column);

/* The columns of the table that answer a player's question, as HTML; false: none are known for such a file. */
bool page_short_write(FILE *out, const PageTable *table, int number);
/* The whole table as HTML, with what its columns mean. False: the columns are not known. */
bool page_table_write(FILE *out, const PageTable *table, const FigureTable *const *tables, int number);
/* What the figures say, in a sentence or two of HTML without paragraphs; nothing where no words are known. */
void page_verdict_write(FILE *out, const PageTable *table);
/* The advice of a tactic with its name, as HTML; of another name the name alone. */
void page_tactic_name(FILE *out, const PageTable *table, const char *name);
/* What the tactics of a file of `tactics` say, as HTML; nothing for other files. */
void page_tactics_write(FILE *out, const PageTable *table);
/* How figures of a kind that is known are made, as HTML. */
void page_methods_write(FILE *out, const PageTable *table, const char *docs);

/* The style and the script of the page. */
extern const char PAGE_STYLE[], PAGE_SCRIPT[];
