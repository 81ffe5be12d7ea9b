/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for people: the terminal's table, what the columns mean, and notes on the agents. */
#pragma once

#include "agents/agent.h"
#include "analysis/report/result.h"
#include "analysis/report/text.h"
#include "sim/files/columns.h"

/* Among the cases of a table: matches are told of, and what is a share of them stands there in %; there are two sides,
   and "the others" are the other. */
enum { OF_MATCHES = 1 << 16, OF_TWO = 1 << 17 };

/* A table of the columns that have a title: a line of titles and a line for each of `count` structs of `size` bytes;
   with LEGEND_FULL also what its columns mean. On a page that is too narrow those that may be dropped go, and a line
   names them. is: bits of the cases that hold, of which a column may say that it stands there in some alone (`when`). */
void column_table_print(FILE *out, const Page *page, const ColumnTable *table, unsigned is, const void *rows,
                        size_t size, size_t count);

/* The same of a result's rows, as result_rows took them. */
void result_print(FILE *out, const Page *page, const Result *result, unsigned is);

/* What stands in a cell of a table of texts; in row 0 the titles. The text may be made in that memory. */
typedef const char *TextCell(Result *memory, const void *own, size_t row, size_t column);
/* A table of texts that are no columns of a file, with the line of titles `rows` lines; nothing where memory runs out.
   More columns than ten, or than the page is wide, stand in blocks below each other, each with the first `kept`. */
void texts_print(FILE *out, const Page *page, size_t rows, size_t columns, size_t kept, TextCell *cell,
                 const void *own);

/* What each column of the CSV is, for the terminal. */
void columns_explain(FILE *out, const ColumnTable *table);

/* ---- what a reader must know of the agents that played */

#define TABLE_NOTE "The errors of the table itself are not in the intervals.\n"
#define TIMED_NOTE "An agent decides by the clock (time=): another run gives other figures.\n"
/* A line for each kind of agent here that sees all cards. */
void agents_open_note(FILE *out, const Agent *agents, int count);
