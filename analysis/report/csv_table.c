/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole CSV file in memory: its cells, columns of numbers, the different texts of a column. */
#include "analysis/report/csv_table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct CsvTableBlock {
    CsvTableBlock *next;
    max_align_t data[];
};

static bool no_memory(CsvTable *table)
{
    csv_reader_complain(table->reader, "not enough memory");
    table->reader->error.system = true;
    return false;
}

void *csv_table_alloc(CsvTable *table, size_t count, size_t size)
{
    CsvTableBlock *block = NULL;
    if (size == 0 || count <= (SIZE_MAX - sizeof *block) / size) block = calloc(1, sizeof *block + count * size);
    if (!block) return no_memory(table), NULL;
    block->next = table->blocks;
    table->blocks = block;
    return block->data;
}

static bool grow(CsvTable *table)
{
    if (table->rows < table->room) return true;
    if (table->rows == CSV_TABLE_MAX_ROWS)
        return csv_reader_complain(table->reader, "more than %d rows are too many for this kind of picture",
                                   (int)CSV_TABLE_MAX_ROWS);
    size_t room = table->room ? table->room * 2 : 64;
    char **cells = realloc(table->cells, room * table->reader->column_count * sizeof *cells);
    if (cells) table->cells = cells;
    size_t *lines = realloc(table->lines, room * sizeof *lines);
    if (lines) table->lines = lines;
    if (!cells || !lines) return no_memory(table);
    table->room = room;
    return true;
}

static bool keep_row(CsvTable *table)
{
    const CsvReader *reader = table->reader;
    size_t columns = reader->column_count, size = 0;
    for (size_t i = 0; i < columns; i++)
        size += strlen(reader->fields[i]) + 1;
    char *text = grow(table) ? csv_table_alloc(table, size, 1) : NULL;
    if (!text) return false;
    for (size_t i = 0; i < columns; i++) {
        size_t length = strlen(reader->fields[i]) + 1;
        table->cells[table->rows * columns + i] = memcpy(text, reader->fields[i], length);
        text += length;
    }
    table->lines[table->rows++] = reader->line;
    return true;
}

bool csv_table_load(CsvTable *out, CsvReader *reader)
{
    *out = (CsvTable){.reader = reader};
    CsvRead read;
    while ((read = csv_reader_next(reader)) == CSV_ROW)
        if (!keep_row(out)) return false;
    if (read == CSV_BAD) return false;
    return out->rows > 0 || csv_reader_complain(reader, "no rows after the header, so there is nothing to draw");
}

void csv_table_free(CsvTable *table)
{
    while (table->blocks) {
        CsvTableBlock *next = table->blocks->next;
        free(table->blocks);
        table->blocks = next;
    }
    free(table->cells);
    free(table->lines);
    *table = (CsvTable){0};
}

const char *csv_table_text(const CsvTable *table, size_t row, size_t column)
{
    return table->cells[row * table->reader->column_count + column];
}

bool csv_table_number(double *out, CsvTable *table, size_t row, size_t column)
{
    CsvReader *reader = table->reader;
    reader->line = table->lines[row];
    reader->fields[column] = table->cells[row * reader->column_count + column];
    return csv_reader_number(out, reader, column);
}

double *csv_table_numbers(CsvTable *table, const char *column)
{
    double *numbers = csv_table_alloc(table, table->rows, sizeof *numbers);
    int index = csv_reader_column(table->reader, column);
    for (size_t row = 0; numbers && row < table->rows; row++) {
        numbers[row] = NAN;
        if (index >= 0 && !csv_table_number(&numbers[row], table, row, (size_t)index)) return NULL;
    }
    return numbers;
}

bool csv_table_columns(CsvTable *table, const CsvColumn *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(*columns[i].out = csv_table_numbers(table, columns[i].name))) return false;
    return true;
}

typedef struct {
    const char *text;
    size_t row;
    size_t first; /* row where this text first appears */
} Appearance;

static int by_text(const void *a, const void *b)
{
    const Appearance *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

static int by_row(const void *a, const void *b)
{
    const Appearance *x = a, *y = b;
    return (x->row > y->row) - (x->row < y->row);
}

bool levels_of(Levels *out, CsvTable *table, const char *const *texts, size_t count)
{
    Appearance *seen = csv_table_alloc(table, count, sizeof *seen);
    *out = (Levels){.names = csv_table_alloc(table, count, sizeof *out->names),
                    .of_row = csv_table_alloc(table, count, sizeof *out->of_row)};
    if (!seen || !out->names || !out->of_row) return false;
    for (size_t row = 0; row < count; row++)
        seen[row] = (Appearance){.text = texts[row], .row = row};
    qsort(seen, count, sizeof *seen, by_text);
    for (size_t i = 0; i < count; i++)
        seen[i].first = i > 0 && strcmp(seen[i].text, seen[i - 1].text) == 0 ? seen[i - 1].first : seen[i].row;
    qsort(seen, count, sizeof *seen, by_row);
    for (size_t row = 0; row < count; row++) {
        bool new = seen[row].first == row;
        if (new) out->names[out->count] = seen[row].text;
        out->of_row[row] = new ? out->count++ : out->of_row[seen[row].first];
    }
    return true;
}

bool csv_table_levels(Levels *out, CsvTable *table, const char *column)
{
    const int index = csv_reader_column(table->reader, column);
    const char **texts = csv_table_alloc(table, table->rows, sizeof *texts);
    for (size_t row = 0; texts && row < table->rows; row++)
        texts[row] = index < 0 ? "" : csv_table_text(table, row, (size_t)index);
    return texts && levels_of(out, table, texts, table->rows);
}

char *csv_table_copy(CsvTable *table, const char *text)
{
    char *copy = csv_table_alloc(table, strlen(text) + 1, 1);
    return copy ? strcpy(copy, text) : NULL;
}

bool csv_table_few_levels(Levels *out, CsvTable *table, const char *column, size_t most)
{
    if (!csv_table_levels(out, table, column)) return false;
    return out->count <= most || csv_reader_complain(table->reader,
                                                     "column '%s': %zu different values, but a picture "
                                                     "has room for %zu",
                                                     column, out->count, most);
}

static char *text_join(CsvTable *table, const char *before, const char *text)
{
    size_t length = strlen(before) + strlen(text) + 1;
    char *joined = csv_table_alloc(table, length, 1);
    if (joined) snprintf(joined, length, "%s%s", before, text);
    return joined;
}

static bool is_word_of(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (; *list; list += strspn(list, " ")) {
        size_t next = strcspn(list, " ");
        if (next == length && !memcmp(list, word, length)) return true;
        list += next;
    }
    return false;
}

bool csv_table_suffix(CsvTable *table, const char *column, const char *list, const char *after)
{
    int index = csv_reader_column(table->reader, column);
    for (size_t row = 0; index >= 0 && row < table->rows; row++) {
        char **cell = &table->cells[row * table->reader->column_count + (size_t)index];
        if (is_word_of(*cell, list) && !(*cell = text_join(table, *cell, after))) return false;
    }
    return true;
}

bool levels_prefix(Levels *levels, CsvTable *table, const char *before)
{
    for (size_t i = 0; i < levels->count; i++)
        if (*levels->names[i] && !(levels->names[i] = text_join(table, before, levels->names[i]))) return false;
    return true;
}
