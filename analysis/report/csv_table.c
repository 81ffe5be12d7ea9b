/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/report/csv_table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct SheetBlock {
    SheetBlock *next;
    max_align_t data[];
};

static bool no_memory(Sheet *sheet)
{
    csv_reader_complain(sheet->reader, "not enough memory");
    sheet->reader->error.system = true;
    return false;
}

void *sheet_alloc(Sheet *sheet, size_t count, size_t size)
{
    SheetBlock *block = NULL;
    if (size == 0 || count <= (SIZE_MAX - sizeof *block) / size) block = calloc(1, sizeof *block + count * size);
    if (!block) return no_memory(sheet), NULL;
    block->next = sheet->blocks;
    sheet->blocks = block;
    return block->data;
}

static bool grow(Sheet *sheet)
{
    if (sheet->rows < sheet->room) return true;
    if (sheet->rows == SHEET_MAX_ROWS)
        return csv_reader_complain(sheet->reader, "more than %d rows are too many for this kind of picture",
                                   (int)SHEET_MAX_ROWS);
    size_t room = sheet->room ? sheet->room * 2 : 64;
    char **cells = realloc(sheet->cells, room * sheet->reader->column_count * sizeof *cells);
    if (cells) sheet->cells = cells;
    size_t *lines = realloc(sheet->lines, room * sizeof *lines);
    if (lines) sheet->lines = lines;
    if (!cells || !lines) return no_memory(sheet);
    sheet->room = room;
    return true;
}

static bool keep_row(Sheet *sheet)
{
    const CsvReader *reader = sheet->reader;
    size_t columns = reader->column_count, size = 0;
    for (size_t i = 0; i < columns; i++)
        size += strlen(reader->fields[i]) + 1;
    char *text = grow(sheet) ? sheet_alloc(sheet, size, 1) : NULL;
    if (!text) return false;
    for (size_t i = 0; i < columns; i++) {
        size_t length = strlen(reader->fields[i]) + 1;
        sheet->cells[sheet->rows * columns + i] = memcpy(text, reader->fields[i], length);
        text += length;
    }
    sheet->lines[sheet->rows++] = reader->line;
    return true;
}

bool sheet_load(Sheet *out, CsvReader *reader)
{
    *out = (Sheet){.reader = reader};
    CsvRead read;
    while ((read = csv_reader_next(reader)) == CSV_ROW)
        if (!keep_row(out)) return false;
    if (read == CSV_BAD) return false;
    return out->rows > 0 || csv_reader_complain(reader, "no rows after the header, so there is nothing to draw");
}

void sheet_free(Sheet *sheet)
{
    while (sheet->blocks) {
        SheetBlock *next = sheet->blocks->next;
        free(sheet->blocks);
        sheet->blocks = next;
    }
    free(sheet->cells);
    free(sheet->lines);
    *sheet = (Sheet){0};
}

const char *sheet_text(const Sheet *sheet, size_t row, size_t column)
{
    return sheet->cells[row * sheet->reader->column_count + column];
}

bool sheet_number(double *out, Sheet *sheet, size_t row, size_t column)
{
    CsvReader *reader = sheet->reader;
    reader->line = sheet->lines[row];
    reader->fields[column] = sheet->cells[row * reader->column_count + column];
    return csv_reader_number(out, reader, column);
}

double *sheet_numbers(Sheet *sheet, const char *column)
{
    double *numbers = sheet_alloc(sheet, sheet->rows, sizeof *numbers);
    int index = csv_reader_column(sheet->reader, column);
    for (size_t row = 0; numbers && row < sheet->rows; row++) {
        numbers[row] = NAN;
        if (index >= 0 && !sheet_number(&numbers[row], sheet, row, (size_t)index)) return NULL;
    }
    return numbers;
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

bool sheet_levels(Levels *out, Sheet *sheet, const char *column)
{
    size_t rows = sheet->rows;
    int index = csv_reader_column(sheet->reader, column);
    Appearance *seen = sheet_alloc(sheet, rows, sizeof *seen);
    *out = (Levels){.names = sheet_alloc(sheet, rows, sizeof *out->names),
                    .of_row = sheet_alloc(sheet, rows, sizeof *out->of_row)};
    if (!seen || !out->names || !out->of_row) return false;
    for (size_t row = 0; row < rows; row++)
        seen[row] = (Appearance){.text = index < 0 ? "" : sheet_text(sheet, row, (size_t)index), .row = row};
    qsort(seen, rows, sizeof *seen, by_text);
    for (size_t i = 0; i < rows; i++)
        seen[i].first = i > 0 && strcmp(seen[i].text, seen[i - 1].text) == 0 ? seen[i - 1].first : seen[i].row;
    qsort(seen, rows, sizeof *seen, by_row);
    for (size_t row = 0; row < rows; row++) {
        bool new = seen[row].first == row;
        if (new) out->names[out->count] = seen[row].text;
        out->of_row[row] = new ? out->count++ : out->of_row[seen[row].first];
    }
    return true;
}

char *sheet_copy(Sheet *sheet, const char *text)
{
    char *copy = sheet_alloc(sheet, strlen(text) + 1, 1);
    return copy ? strcpy(copy, text) : NULL;
}

bool sheet_few_levels(Levels *out, Sheet *sheet, const char *column, size_t most)
{
    if (!sheet_levels(out, sheet, column)) return false;
    return out->count <= most || csv_reader_complain(sheet->reader,
                                                     "column '%s': %zu different values, but a picture "
                                                     "has room for %zu",
                                                     column, out->count, most);
}

static char *text_join(Sheet *sheet, const char *before, const char *text)
{
    size_t length = strlen(before) + strlen(text) + 1;
    char *joined = sheet_alloc(sheet, length, 1);
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

bool sheet_suffix(Sheet *sheet, const char *column, const char *list, const char *after)
{
    int index = csv_reader_column(sheet->reader, column);
    for (size_t row = 0; index >= 0 && row < sheet->rows; row++) {
        char **cell = &sheet->cells[row * sheet->reader->column_count + (size_t)index];
        if (is_word_of(*cell, list) && !(*cell = text_join(sheet, *cell, after))) return false;
    }
    return true;
}

bool levels_prefix(Levels *levels, Sheet *sheet, const char *before)
{
    for (size_t i = 0; i < levels->count; i++)
        if (*levels->names[i] && !(levels->names[i] = text_join(sheet, before, levels->names[i]))) return false;
    return true;
}
