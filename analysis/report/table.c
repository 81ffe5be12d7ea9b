/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints results as a table, what each column means, and what to know of the agents. */
#include "analysis/report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"
#include "engine/text/error.h"

enum { GAP = 2, LEGEND_MEANS = 600, BLOCK = 10 };

/* Which columns stand in a table. */
typedef struct {
    const ColumnTable *table;
    TableStyle style;
    unsigned is;
    double alpha;              /* of the page */
    int widths[COLUMNS_MOST];  /* below 0: to the left; 0: the column does not stand there */
    bool stands[COLUMNS_MOST]; /* it does, or would on a wider page */
} TableLayout;

/* NULL: it does not stand there. */
static const char *title_of(const Column *column, unsigned is)
{
    const char *title = is & OF_MATCHES && column->matches ? column->matches : column->title;
    return title && column->matches && !*title ? NULL : title;
}

/* The title, of intervals that miss with alpha. */
static void title_fill(char out[static COLUMN_CELL], const Column *column, unsigned is, double alpha)
{
    text_at_level(out, COLUMN_CELL, title_of(column, is), alpha);
    char *others = is & OF_TWO ? strstr(out, "others") : NULL;
    if (others) memmove(others + 5, others + 6, strlen(others + 5));
}

/* A double and its interval, of shares in %, which have two decimals less where they stand for points; empty for
   NaN. */
static void number_cell(char out[static COLUMN_CELL], const Column *column, unsigned is, const void *row)
{
    const bool shared = column->unit && strstr(column->unit, "share"),
               always = shared && !strncmp(column->unit, "share", 5), instead = shared && !always && is & OF_MATCHES;
    const double value = *(const double *)((const char *)row + column->offset);
    const double scale = always || instead ? 100 : 1;
    Interval interval = {NAN, NAN};
    if (column->interval) memcpy(&interval, (const char *)row + column->interval, sizeof interval);
    interval.low *= scale, interval.high *= scale;
    *out = 0;
    if (!isnan(value)) interval_text(out, instead ? "%+.1f" : column->format, value * scale, interval);
}

/* The cell's text; the title where row is NULL. */
static void cell_fill(char out[static COLUMN_CELL], const Column *column, unsigned is, const void *row, double alpha)
{
    char text[COLUMN_CELL] = "", room[NUMBER_TEXT];
    if (!row)
        title_fill(text, column, is, alpha);
    else if (column->cell)
        column->cell(text, row);
    else if (column->yes)
        strcpy(text, *column_text(room, column, row) == '1' ? column->yes : column->no);
    else if (column->unit && !strcmp(column->unit, "probability"))
        p_text(text, *(const double *)((const char *)row + column->offset));
    else if (column->format)
        number_cell(text, column, is, row);
    else
        snprintf(text, sizeof text, "%s", column_text(room, column, row));
    text_one_line(out, COLUMN_CELL, text);
}

static const void *row_at(const void *rows, size_t size, size_t index) { return (const char *)rows + index * size; }

/* A number, perhaps with a mark or a unit's letter behind it. */
static bool cell_numeric(const char *cell) { return *cell && !cell[strspn(cell, "+-<.0123456789()inf?%kMG ")]; }

/* The width of the widest cell or the title; below 0, to the left, unless all cells that say something are numbers. */
static int cells_width(const Column *column, unsigned is, const void *rows, size_t size, size_t count, double alpha)
{
    char cell[COLUMN_CELL];
    int width = 0, filled = 0, numeric = 0;
    for (size_t i = 0; i <= count; i++) {
        cell_fill(cell, column, is, i ? row_at(rows, size, i - 1) : NULL, alpha);
        width = (int)fmax(width, display_width(cell));
        filled += i && *cell;
        numeric += i && cell_numeric(cell);
    }
    return filled && numeric == filled ? width : -width;
}

static int table_width(const TableLayout *layout)
{
    int sum = -GAP;
    for (size_t i = 0; i < layout->table->count; i++)
        if (layout->widths[i]) sum += abs(layout->widths[i]) + GAP;
    return sum;
}

/* Takes the column away that goes first; false if all that are left stay. */
static bool column_drop(TableLayout *layout)
{
    const Column *columns = layout->table->columns, *first = NULL;
    for (size_t i = 0; i < layout->table->count; i++)
        if (layout->widths[i] && columns[i].drop && (!first || columns[i].drop < first->drop)) first = &columns[i];
    if (!first) return false;
    layout->widths[first - columns] = 0;
    return true;
}

/* On a narrow page columns are dropped; if that is not enough, names reach into what follows, and such a row is
   broken. */
static void table_layout(TableLayout *out, const Page *page, const ColumnTable *table, unsigned is, const void *rows,
                         size_t size, size_t count)
{
    *out = (TableLayout){.table = table, .style = page->table, .is = is, .alpha = page->alpha};
    for (size_t i = 0; i < table->count; i++) {
        const Column *column = &table->columns[i];
        const char *title = title_of(column, is);
        if (!title || (column->when && !(column->when & is))) continue;
        if (page->table == TABLE_TEX && !*title) continue; /* bars of blocks, which LaTeX lacks */
        out->widths[i] = cells_width(column, is, rows, size, count, page->alpha);
        out->stands[i] = out->widths[i];
    }
    if (page->width <= 0) return;
    while (table_width(out) > page->width && column_drop(out)) {}
    const int excess = table_width(out) - page->width;
    for (size_t i = 0; excess > 0 && i < table->count; i++) {
        if (out->widths[i] >= 0) continue;
        out->widths[i] = out->widths[i] + excess < -1 ? out->widths[i] + excess : -1;
        break;
    }
    for (size_t i = 0; excess > 0 && i < table->count; i++)
        out->widths[i] = -abs(out->widths[i]); /* blanks before numbers would break rows */
}

/* A cell's text as the source of a table has it: in LaTeX with a true minus. */
static void cell_source(FILE *out, TableStyle style, const char *text)
{
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    for (size_t at = strspn(text, " "), bytes; at < length; at += bytes) {
        const bool sign = style == TABLE_TEX && strchr("+-", text[at]) && (!at || strchr(" (", text[at - 1]));
        bytes = text_character(text + at) > 1 ? (size_t)text_character(text + at) : 1;
        if (sign && !strncmp(text + at + 1, "inf", 3))
            fprintf(out, "$%c\\infty$", text[at]), bytes = strlen("+inf");
        else if (sign && text[at] == '-' && text[at + 1] >= '0' && text[at + 1] <= '9')
            fputs("$-$", out);
        else
            text_escape(out, text + at, bytes, style);
    }
}

/* A row of such a source; NULL: the titles. */
static void source_line(FILE *out, const TableLayout *layout, const void *row)
{
    const bool tex = layout->style == TABLE_TEX;
    const char *before = tex ? "" : "| ";
    char cell[COLUMN_CELL];
    for (size_t i = 0; i < layout->table->count; i++) {
        if (!layout->widths[i]) continue;
        fputs(before, out);
        cell_fill(cell, &layout->table->columns[i], layout->is, row, layout->alpha);
        cell_source(out, layout->style, cell);
        before = tex ? " & " : " | ";
    }
    fputs(tex ? " \\\\\n" : " |\n", out);
}

/* The titles, with what belongs to them. */
static void source_begin(FILE *out, const TableLayout *layout)
{
    const bool tex = layout->style == TABLE_TEX;
    fputs(tex ? "\n% needs \\usepackage{booktabs}\n\\begin{tabular}{" : "\n", out);
    for (size_t i = 0; tex && i < layout->table->count; i++)
        if (layout->widths[i]) fputc(layout->widths[i] > 0 ? 'r' : 'l', out);
    if (tex) fputs("}\n\\toprule\n", out);
    source_line(out, layout, NULL);
    for (size_t i = 0; !tex && i < layout->table->count; i++)
        if (layout->widths[i]) fputs(layout->widths[i] > 0 ? "|---:" : "|---", out);
    fputs(tex ? "\\midrule\n" : "|\n", out);
}

/* A row, or the titles. Blanks behind the last text are left out. */
static void text_line(FILE *out, const TableLayout *layout, const void *row)
{
    char cell[COLUMN_CELL];
    int blanks = 0;
    for (size_t i = 0; i < layout->table->count; i++) {
        const int width = layout->widths[i];
        if (!width) continue;
        cell_fill(cell, &layout->table->columns[i], layout->is, row, layout->alpha);
        const int room = (int)fmax(0, abs(width) - display_width(cell));
        if (width > 0) blanks += room;
        if (*cell) fprintf(out, "%*s%s", blanks, "", cell), blanks = 0;
        blanks += GAP + (width < 0 ? room : 0);
    }
    fputc('\n', out);
}

/* What was dropped, and what the columns mean. */
static void table_foot(FILE *out, const Page *page, const TableLayout *layout)
{
    const ColumnTable *table = layout->table;
    int names = 0, widest = 0;
    char title[COLUMN_CELL], means[LEGEND_MEANS];
    if (layout->style != TABLE_TEXT) fputs(layout->style == TABLE_TEX ? "\\bottomrule\n\\end{tabular}\n\n" : "\n", out);
    for (size_t i = 0; i < table->count; i++) {
        if (!layout->stands[i]) continue;
        title_fill(title, &table->columns[i], layout->is, page->alpha);
        if (display_width(title) > widest) widest = display_width(title);
        if (!layout->widths[i] && *title) fprintf(out, "%s %s", names++ ? "," : "narrow terminal: without", title);
    }
    if (names) fputs(", which --csv has\n", out);
    if (page->legend != LEGEND_FULL || !table->row) return;
    fputs("The columns:\n", out);
    for (size_t i = 0; i < table->count; i++) {
        const Column *column = &table->columns[i];
        const char *meaning = column->legend ? column->legend : column->help;
        if (!layout->stands[i] || !meaning) continue;
        title_fill(title, column, layout->is, page->alpha);
        if (!*title) continue;
        text_at_level(means, sizeof means, meaning, page->alpha);
        const char *shown = title + strspn(title, " ");
        fprintf(out, "  %s%*s  %s\n", shown, widest - display_width(shown), "", means);
    }
}

void column_table_print(FILE *out, const Page *page, const ColumnTable *table, unsigned is, const void *rows,
                        size_t size, size_t count)
{
    TableLayout layout;
    const bool text = page->table == TABLE_TEXT;
    table_layout(&layout, page, table, is, rows, size, count);
    if (!text) source_begin(out, &layout);
    for (size_t i = !text; i <= count; i++)
        (text ? text_line : source_line)(out, &layout, i ? row_at(rows, size, i - 1) : NULL);
    table_foot(out, page, &layout);
}

void result_print(FILE *out, const Page *page, const Result *result, unsigned is)
{
    column_table_print(out, page, result->kind->table, is, result->structs, result->struct_size, result->row_count);
}

void texts_print(FILE *out, const Page *page, size_t rows, size_t columns, size_t kept, TextCell *cell, const void *own)
{
    const size_t block = page->table == TABLE_TEXT ? BLOCK : COLUMNS_MOST - kept;
    Column made[COLUMNS_MOST];
    Result memory = {0};
    const char **cells = result_alloc(&memory, rows * columns, sizeof *cells);
    for (size_t i = 0; cells && i < rows * columns; i++)
        cells[i] = cell(&memory, own, i / columns, i % columns);
    for (size_t first = kept, count; !memory.failed && first < columns; first += count - kept) {
        int width = 0;
        for (count = 0; count < kept + block && first + count - kept < columns; count++) {
            const size_t column = count < kept ? count : first + count - kept;
            int widest = 0;
            for (size_t row = 0; row < rows; row++)
                widest = (int)fmax(widest, display_width(cells[row * columns + column]));
            if (page->table == TABLE_TEXT && page->width && count > kept && width + widest > page->width) break;
            width += widest + GAP;
            made[count] = (Column){.title = cells[column], .type = COLUMN_TEXT, .offset = column * sizeof *cells};
        }
        if (first > kept && page->table == TABLE_TEXT) fputc('\n', out);
        column_table_print(out, page, &(ColumnTable){.columns = made, .count = count}, 0, cells + columns,
                           columns * sizeof *cells, rows - 1);
    }
    result_free(&memory);
}

void columns_explain(FILE *out, const ColumnTable *table)
{
    int name = 0, unit = 0;
    for (size_t i = 0; i < table->count; i++) {
        const Column *column = &table->columns[i];
        if (!column->name) continue;
        name = display_width(column->name) > name ? display_width(column->name) : name;
        unit = display_width(column->unit) > unit ? display_width(column->unit) : unit;
    }
    fprintf(out, "pasur %s: a row for each %s\n", table->file, table->row);
    for (size_t i = 0; i < table->count; i++) {
        const Column *column = &table->columns[i];
        if (column->name) fprintf(out, "  %-*s  %-*s  %s\n", name, column->name, unit, column->unit, column->help);
    }
    if (table->more) fprintf(out, "  %s\n", table->more);
}

void agents_open_note(FILE *out, const Agent *agents, int count)
{
    for (int kind = 0; kind < AGENT_KIND_COUNT; kind++)
        for (int i = 0; i < count; i++)
            if (agents[i].kind == AGENT_KINDS[kind] && agent_has(&agents[i], TRAIT_CHEATS)) {
                fprintf(out, "%s cheats: it sees all cards; an upper bound, not a player\n", AGENT_KINDS[kind]->name);
                break;
            }
}
