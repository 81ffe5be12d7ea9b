/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole CSV file in memory, by columns. Everything handed out belongs to the sheet and lives until sheet_free. */
#ifndef PASUR_ANALYSIS_REPORT_CSV_TABLE_H
#define PASUR_ANALYSIS_REPORT_CSV_TABLE_H

#include "analysis/report/csv_reader.h"

enum { SHEET_MAX_ROWS = 1000000 };

typedef struct SheetBlock SheetBlock;

typedef struct {
    CsvReader *reader; /* borrowed; errors go to reader->error */
    size_t rows;       /* at least 1 */
    char **cells;      /* row by row */
    size_t *lines;     /* of each row in the file */
    size_t room;       /* rows that fit */
    SheetBlock *blocks;
} Sheet;

/* The different texts of a column, in order of first appearance. */
typedef struct {
    const char **names;
    size_t count;
    size_t *of_row; /* each row's index into names */
} Levels;

/* Reads all rows that are left. False with reader->error set: a bad row, no row at all, no memory. sheet_free is due in
   either case. */
bool sheet_load(Sheet *out, CsvReader *reader);
void sheet_free(Sheet *sheet);

/* Zeroed memory of the sheet's; NULL with reader->error set when there is none. */
void *sheet_alloc(Sheet *sheet, size_t count, size_t size);
/* A copy of the text in the sheet's memory, or NULL as above. */
char *sheet_copy(Sheet *sheet, const char *text);
const char *sheet_text(const Sheet *sheet, size_t row, size_t column);
/* One number, NAN for unknown. False with reader->error set. */
bool sheet_number(double *out, Sheet *sheet, size_t row, size_t column);
/* A column's numbers, NAN for unknown; all NAN where there is no such column. NULL with reader->error set. */
double *sheet_numbers(Sheet *sheet, const char *column);
/* Puts `after` behind each cell of the column that is a word of `list` (blanks between them). False with reader->error
   set; no such column: nothing to do. */
bool sheet_suffix(Sheet *sheet, const char *column, const char *list, const char *after);
/* All rows have the one level "" where there is no such column. */
bool sheet_levels(Levels *out, Sheet *sheet, const char *column);
/* The same for a column of which a picture has room for `most` different texts; more are an error. */
bool sheet_few_levels(Levels *out, Sheet *sheet, const char *column, size_t most);
/* Puts `before` in front of each name that is not empty. */
bool levels_prefix(Levels *levels, Sheet *sheet, const char *before);

#endif
