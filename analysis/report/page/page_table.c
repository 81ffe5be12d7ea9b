/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a CSV file as a table for people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/charts/markup.h"
#include "analysis/report/page/page_parts.h"

bool page_table_is(const PageTable *table, const char *made_by)
{
    return table->kind && !strcmp(table->kind->made_by, made_by);
}

bool page_table_read(PageTable *out, CsvReader *reader)
{
    *out = (PageTable){.reader = reader, .rows = csv_reader_alloc(reader, TABLE_ROWS_MOST, sizeof *out->rows)};
    if (!out->rows) return false;
    out->kind = plot_kind_of(reader); /* or its columns are unknown, and it has no picture */
    for (;;) {
        const CsvRead read = csv_reader_next(reader);
        if (read == CSV_BAD) return false;
        if (read == CSV_END) return true;
        if ((out->more = out->count == TABLE_ROWS_MOST)) return true;
        const char **row = csv_reader_alloc(reader, reader->column_count, sizeof *row);
        if (!row) return false;
        for (size_t i = 0; i < reader->column_count; i++)
            if (!(row[i] = csv_reader_join(reader, "", reader->fields[i]))) return false;
        out->rows[out->count++] = row;
    }
}

double page_number(const PageTable *table, size_t row, int column)
{
    char *end;
    if (column < 0 || !*table->rows[row][column]) return NAN;
    const double value = strtod(table->rows[row][column], &end);
    return *end || !isfinite(value) ? NAN : value;
}

/* ---- columns */

typedef struct {
    bool empty, number; /* number: every field that is not empty is one */
    int decimals;       /* -1: as the file has them */
} Column;

static Column column_of(const PageTable *table, int index)
{
    Column column = {.empty = true, .number = true, .decimals = -1};
    double largest = 0;
    bool whole = true;
    for (size_t row = 0; row < table->count; row++) {
        const double value = page_number(table, row, index);
        if (!*table->rows[row][index]) continue;
        column.empty = false;
        column.number &= !isnan(value);
        largest = fmax(largest, fabs(value)); /* fmax passes NaN over */
        whole &= value == floor(value);
    }
    column.number &= !column.empty;
    if (column.number && !whole) column.decimals = largest < 1 ? 4 : largest < 100 ? 3 : 1;
    return column;
}

/* The row of the list of columns that is known under the file's columns, or NULL. */
static const FigureTable *table_known(const PageTable *table, const FigureTable *const *tables)
{
    for (; *tables; tables++) {
        const FigureTable *known = *tables;
        size_t i = 0, at = 0;
        for (; i < known->count && at < table->reader->column_count; i++)
            if (known->figures[i].name) {
                if (strcmp(known->figures[i].name, table->reader->columns[at])) break;
                at++;
            }
        const bool named = table->kind && !strncmp(known->file, table->kind->made_by, strlen(table->kind->made_by));
        if (i == known->count || (named && at >= 3)) return known;
    }
    return NULL;
}

static const Figure *figure_named(const FigureTable *known, const char *name)
{
    for (size_t i = 0; known && i < known->count; i++)
        if (known->figures[i].name && !strcmp(known->figures[i].name, name)) return &known->figures[i];
    return NULL;
}

/* ---- HTML */

static void cell_write(FILE *out, const PageTable *table, size_t row, int index, const Column *column)
{
    const char *text = table->rows[row][index], *tag = index == 0 && !column->number ? "th" : "td";
    const double value = page_number(table, row, index);
    fprintf(out, "<%s%s%s", tag, tag[1] == 'h' ? " scope=\"row\"" : "", column->number ? " class=\"n\"" : "");
    if (column->decimals >= 0 && !isnan(value)) {
        const bool tiny = value != 0 && fabs(value) < 0.5 * pow(10, -column->decimals);
        fputs(" data-v=\"", out);
        markup_text(out, text);
        fprintf(out, tiny ? "\">%.*e" : "\">%.*f", tiny ? 1 : column->decimals, value);
    } else {
        putc('>', out);
        markup_text(out, text);
    }
    fprintf(out, "</%s>", tag);
}

static void columns_explain(FILE *out, const PageTable *table, const FigureTable *known, const Column *columns)
{
    if (!known) return;
    fputs("<details class=\"columns\"><summary>What the columns mean</summary><dl>\n", out);
    for (size_t i = 0; i < table->reader->column_count; i++) {
        const Figure *figure = figure_named(known, table->reader->columns[i]);
        if (!figure || columns[i].empty) continue;
        fprintf(out, "<dt><code>%s</code> (%s)</dt><dd>", figure->name, figure->unit);
        markup_text(out, figure->help);
        fputs("</dd>\n", out);
    }
    fputs("</dl></details>\n", out);
}

static void rows_write(FILE *out, const PageTable *table, const FigureTable *known, const Column *columns, int number)
{
    const CsvReader *reader = table->reader;
    fprintf(out,
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"All columns of result %d\">"
            "<table class=\"sorts\"><thead><tr>",
            number);
    for (size_t i = 0; i < reader->column_count; i++) {
        const Figure *figure = figure_named(known, reader->columns[i]);
        if (columns[i].empty) continue;
        fprintf(out, "<th scope=\"col\"%s", columns[i].number ? " class=\"n\"" : "");
        if (figure) {
            fputs(" title=\"", out);
            markup_text(out, figure->help);
            putc('"', out);
        }
        putc('>', out);
        markup_text(out, reader->columns[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t row = 0; row < table->count; row++) {
        fputs("<tr>", out);
        for (size_t i = 0; i < reader->column_count; i++)
            if (!columns[i].empty) cell_write(out, table, row, (int)i, &columns[i]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

bool page_table_write(FILE *out, const PageTable *table, const FigureTable *const *tables, int number)
{
    const FigureTable *known = table_known(table, tables);
    Column columns[CSV_MAX_COLUMNS];
    for (size_t i = 0; i < table->reader->column_count; i++)
        columns[i] = column_of(table, (int)i);
    const bool apart = page_short_write(out, table, number);
    page_tactics_write(out, table);
    if (table->more) fprintf(out, "<p class=\"muted\">The first %d rows; the file has more.</p>\n", TABLE_ROWS_MOST);
    if (!known)
        fputs("<p class=\"muted\">No command of pasur writes these columns: the table shows them as they are.</p>\n",
              out);
    if (apart) fputs("<details><summary>All columns</summary>\n", out);
    rows_write(out, table, known, columns, number);
    columns_explain(out, table, known, columns);
    if (apart) fputs("</details>\n", out);
    return known;
}
