/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole CSV file in memory, by columns. Everything handed out belongs to the table and lives until csv_table_free. */
#pragma once

#include "analysis/report/csv_reader.h"

enum { CSV_TABLE_MAX_ROWS = 1000000 };

typedef struct CsvTableBlock CsvTableBlock;

typedef struct {
    CsvReader *reader; /* borrowed; errors go to reader->error */
    size_t rows;       /* at least 1 */
    char **cells;      /* row by row */
    size_t *lines;     /* of each row in the file */
    size_t room;       /* rows that fit */
    CsvTableBlock *blocks;
} CsvTable;

/* The different texts of a column, in order of first appearance. */
typedef struct {
    const char **names;
    size_t count;
    size_t *of_row; /* each row's index into names */
} Levels;

/* Reads all rows that are left. False with reader->error set: a bad row, no row at all, no memory. csv_table_free is due in
   either case. */
bool csv_table_load(CsvTable *out, CsvReader *reader);
void csv_table_free(CsvTable *table);

/* Zeroed memory of the table's; NULL with reader->error set when there is none. */
void *csv_table_alloc(CsvTable *table, size_t count, size_t size);
/* A copy of the text in the table's memory, or NULL as above. */
char *csv_table_copy(CsvTable *table, const char *text);
const char *csv_table_text(const CsvTable *table, size_t row, size_t column);
/* One number, NAN for unknown. False with reader->error set. */
bool csv_table_number(double *out, CsvTable *table, size_t row, size_t column);
/* A column's numbers, NAN for unknown; all NAN where there is no such column. NULL with reader->error set. */
double *csv_table_numbers(CsvTable *table, const char *column);
/* Several columns at once. False with reader->error set. */
typedef struct {
    const char *name;
    const double **out; /* as csv_table_numbers returns it */
} CsvColumn;
bool csv_table_columns(CsvTable *table, const CsvColumn *columns, size_t count);
/* Puts `after` behind each cell of the column that is a word of `list` (blanks between them). False with reader->error
   set; no such column: nothing to do. */
bool csv_table_suffix(CsvTable *table, const char *column, const char *list, const char *after);
/* All rows have the one level "" where there is no such column. */
bool csv_table_levels(Levels *out, CsvTable *table, const char *column);
/* The same for a column of which a picture has room for `most` different texts; more are an error. */
bool csv_table_few_levels(Levels *out, CsvTable *table, const char *column, size_t most);
/* The different ones of any texts, which must live as long as the table. */
bool levels_of(Levels *out, CsvTable *table, const char *const *texts, size_t count);
/* Puts `before` in front of each name that is not empty. */
bool levels_prefix(Levels *levels, CsvTable *table, const char *before);
