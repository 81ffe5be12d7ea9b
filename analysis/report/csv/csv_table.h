/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole CSV file in memory, by columns. Everything handed out belongs to the reader and lives until csv_reader_close. */
#pragma once

#include "analysis/report/csv/csv_reader.h"

enum { CSV_TABLE_MAX_ROWS = 1000000 };

typedef struct CsvRow CsvRow;

typedef struct {
    CsvReader *reader; /* borrowed; errors go to reader->error, and memory is its own */
    size_t rows;       /* at least 1 */
    CsvRow **row;
} CsvTable;

/* The different texts of a column, in order of first appearance. */
typedef struct {
    const char **names;
    size_t count;
    size_t *of_row; /* each row's index into names */
} Levels;

/* Reads all rows that are left. False with reader->error set: a bad row, no row at all, no memory. */
bool csv_table_load(CsvTable *out, CsvReader *reader);

/* A column's texts; all "" where there is no such column. NULL with reader->error set. */
const char **csv_table_texts(CsvTable *table, const char *column);
/* One number, NAN for unknown. False with reader->error set. */
bool csv_table_number(double *out, CsvTable *table, size_t row, size_t column);
/* A column's numbers, NAN for unknown; all NAN where there is no such column. NULL with reader->error set. */
double *csv_table_numbers(CsvTable *table, const char *column);
/* Puts `after` behind each cell of the column that is a word of `list` (blanks between them). False with reader->error
   set; no such column: nothing to do. */
bool csv_table_suffix(CsvTable *table, const char *column, const char *list, const char *after);
/* All rows have the one level "" where there is no such column. More than `most`, for which a picture has room, are an
   error. */
bool csv_table_levels(Levels *out, CsvTable *table, const char *column, size_t most);
/* The different ones of any texts, which must live as long as the table. */
bool levels_of(Levels *out, CsvTable *table, const char *const *texts, size_t count);
