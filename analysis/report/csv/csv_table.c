/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole CSV file in memory: its cells, columns of numbers, the different texts of a column. */
#include "analysis/report/csv/csv_table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/words.h"

struct CsvRow {
    CsvRow *next;
    size_t line; /* in the file */
    char *fields[];
};

/* A copy of the reader's row; NULL with reader->error set. */
static CsvRow *row_copy(CsvReader *reader)
{
    const size_t columns = reader->column_count;
    CsvRow *row = csv_reader_alloc(reader, 1, sizeof *row + columns * sizeof *row->fields + reader->row.length);
    if (!row) return NULL;
    char *text = memcpy(&row->fields[columns], reader->row.data, reader->row.length);
    row->line = reader->line;
    for (size_t i = 0; i < columns; i++)
        row->fields[i] = text + (reader->fields[i] - reader->row.data);
    return row;
}

bool csv_table_load(CsvTable *out, CsvReader *reader)
{
    CsvRow *row = NULL, **end = &row;
    CsvRead read;
    *out = (CsvTable){.reader = reader};
    for (; (read = csv_reader_next(reader)) == CSV_ROW; out->rows++) {
        if (out->rows == CSV_TABLE_MAX_ROWS)
            return csv_reader_complain(reader, "more than %d rows are too many for this kind of picture",
                                       (int)CSV_TABLE_MAX_ROWS);
        if (!(*end = row_copy(reader))) return false;
        end = &(*end)->next;
    }
    if (read == CSV_BAD) return false;
    if (!row) return csv_reader_complain(reader, "no rows after the header, so there is nothing to draw");
    out->row = csv_reader_alloc(reader, out->rows, sizeof(CsvRow *));
    for (size_t i = 0; out->row && row; row = row->next)
        out->row[i++] = row;
    return out->row;
}

const char **csv_table_texts(CsvTable *table, const char *column)
{
    const int index = csv_reader_column(table->reader, column);
    const char **texts = csv_reader_alloc(table->reader, table->rows, sizeof *texts);
    for (size_t row = 0; texts && row < table->rows; row++)
        texts[row] = index < 0 ? "" : table->row[row]->fields[index];
    return texts;
}

bool csv_table_number(double *out, CsvTable *table, size_t row, size_t column)
{
    CsvReader *reader = table->reader;
    reader->line = table->row[row]->line;
    reader->fields[column] = table->row[row]->fields[column];
    return csv_reader_number(out, reader, column);
}

double *csv_table_numbers(CsvTable *table, const char *column)
{
    double *numbers = csv_reader_alloc(table->reader, table->rows, sizeof *numbers);
    int index = csv_reader_column(table->reader, column);
    for (size_t row = 0; numbers && row < table->rows; row++) {
        numbers[row] = NAN;
        if (index >= 0 && !csv_table_number(&numbers[row], table, row, (size_t)index)) return NULL;
    }
    return numbers;
}

static size_t text_hash(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

bool levels_of(Levels *out, CsvTable *table, const char *const *texts, size_t count)
{
    size_t mask = 1;
    while (mask < 2 * count)
        mask = 2 * mask + 1;
    size_t *slots = csv_reader_alloc(table->reader, mask + 1, sizeof *slots); /* a level's number from 1 on; 0: empty */
    *out = (Levels){.names = csv_reader_alloc(table->reader, count, sizeof *out->names),
                    .of_row = csv_reader_alloc(table->reader, count, sizeof *out->of_row)};
    if (!slots || !out->names || !out->of_row) return false;
    for (size_t row = 0; row < count; row++) {
        size_t at = text_hash(texts[row]) & mask;
        while (slots[at] && strcmp(out->names[slots[at] - 1], texts[row]) != 0)
            at = (at + 1) & mask;
        if (!slots[at]) {
            out->names[out->count] = texts[row];
            slots[at] = ++out->count;
        }
        out->of_row[row] = slots[at] - 1;
    }
    return true;
}

bool csv_table_levels(Levels *out, CsvTable *table, const char *column, size_t most)
{
    const char **texts = csv_table_texts(table, column);
    if (!texts || !levels_of(out, table, texts, table->rows)) return false;
    return out->count <= most ||
           csv_reader_complain(table->reader, "column '%s': %zu different values, but a picture has room for %zu",
                               column, out->count, most);
}

bool csv_table_suffix(CsvTable *table, const char *column, const char *list, const char *after)
{
    int index = csv_reader_column(table->reader, column);
    Error unused;
    for (size_t row = 0; index >= 0 && row < table->rows; row++) {
        char **cell = &table->row[row]->fields[index];
        if (choice_read(list, *cell, &unused) >= 0 && !(*cell = csv_reader_join(table->reader, *cell, after)))
            return false;
    }
    return true;
}
