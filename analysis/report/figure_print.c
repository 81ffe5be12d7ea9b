/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints figures as a table in columns, what each column means, and what to know of the agents. */
#include "analysis/report/figure_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

int interval_decimals(Interval interval)
{
    const double half = interval_half_width(interval);
    return !interval_known(interval) || half > 0.05 ? 2 : half > 0.005 ? 3 : 4;
}

/* Adds a text and a number. */
static void number_add(char out[static FIGURE_CELL], const char *before, const char *format, int decimals, double value)
{
    const size_t used = strlen(strcat(out, before));
    if (strchr(format, '*'))
        snprintf(out + used, FIGURE_CELL - used, format, decimals, value);
    else
        snprintf(out + used, FIGURE_CELL - used, format, value);
}

char *interval_text(char out[static FIGURE_CELL], const char *format, double value, Interval interval)
{
    const int decimals = interval_decimals(interval);
    *out = 0;
    if (isnan(value)) return strcpy(out, "unknown");
    number_add(out, "", format, decimals, value);
    if (!interval_known(interval)) return out;
    number_add(out, " (", format, decimals, interval.low);
    number_add(out, " to ", format, decimals, interval.high);
    return strcat(out, ")");
}

/* A double and its interval; empty for NaN. */
static void number_cell(char out[static FIGURE_CELL], const Figure *figure, const void *row)
{
    const double value =
        figure->type == FIGURE_COMPUTED ? figure->number(row) : *(const double *)((const char *)row + figure->offset);
    const double scale = figure->scale != 0 ? figure->scale : 1;
    Interval interval = {NAN, NAN};
    if (figure->interval) memcpy(&interval, (const char *)row + figure->interval, sizeof interval);
    interval.low *= scale, interval.high *= scale;
    *out = 0;
    if (!isnan(value)) interval_text(out, figure->format, value * scale, interval);
}

/* The cell's text; the title where row is NULL. */
static void cell_fill(char out[static FIGURE_CELL], const Figure *figure, const void *row)
{
    if (!row)
        snprintf(out, FIGURE_CELL, "%s", figure->title);
    else if (figure->cell)
        figure->cell(out, row);
    else if (figure->format)
        number_cell(out, figure, row);
    else
        figure_field(out, figure, row);
}

/* In characters, not bytes. */
static int text_columns(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

static const void *row_at(const void *rows, size_t size, size_t index) { return (const char *)rows + index * size; }

static int width_of(const Figure *figure, const void *rows, size_t size, size_t count)
{
    char cell[FIGURE_CELL];
    if (figure->width) return figure->width;
    int width = text_columns(figure->title);
    for (size_t i = 0; i < count; i++) {
        cell_fill(cell, figure, row_at(rows, size, i));
        const int columns = text_columns(cell);
        width = columns > width ? columns : width;
    }
    return -width;
}

/* Blanks behind the last text are left out. */
static void line_print(FILE *out, const FigureTable *table, const int *widths, const void *row)
{
    char cell[FIGURE_CELL];
    int blanks = 0;
    for (size_t i = 0; i < table->count; i++) {
        if (!table->figures[i].title) continue;
        cell_fill(cell, &table->figures[i], row);
        const int columns = text_columns(cell), room = abs(widths[i]) > columns ? abs(widths[i]) - columns : 0;
        if (widths[i] > 0) blanks += room;
        if (*cell) fprintf(out, "%*s%s", blanks, "", cell), blanks = 0;
        blanks += GAP + (widths[i] < 0 ? room : 0);
    }
    fputc('\n', out);
}

void figures_print(FILE *out, const FigureTable *table, const void *rows, size_t size, size_t count)
{
    int widths[FIGURES_MOST];
    for (size_t i = 0; i < table->count; i++)
        widths[i] = table->figures[i].title ? width_of(&table->figures[i], rows, size, count) : 0;
    line_print(out, table, widths, NULL);
    for (size_t i = 0; i < count; i++)
        line_print(out, table, widths, row_at(rows, size, i));
}

void figures_explain(FILE *out, const FigureTable *table)
{
    int name = 0, unit = 0;
    for (size_t i = 0; i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (!figure->name) continue;
        name = text_columns(figure->name) > name ? text_columns(figure->name) : name;
        unit = text_columns(figure->unit) > unit ? text_columns(figure->unit) : unit;
    }
    fprintf(out, "pasur %s: a row for each %s\n", table->file, table->row);
    for (size_t i = 0; i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (figure->name) fprintf(out, "  %-*s  %-*s  %s\n", name, figure->name, unit, figure->unit, figure->help);
    }
    if (table->more) fprintf(out, "  %s\n", table->more);
}

void figures_markdown(FILE *out, const FigureTable *table)
{
    fprintf(out, "## `pasur %s`\n\nA row for each %s.\n\n| column | unit | meaning |\n|---|---|---|\n", table->file,
            table->row);
    for (size_t i = 0; i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (figure->name) fprintf(out, "| `%s` | %s | %s |\n", figure->name, figure->unit, figure->help);
    }
    if (table->more) fprintf(out, "\nAnd %s.\n", table->more);
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
