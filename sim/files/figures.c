/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes CSV rows (RFC 4180, each ends in \n) from tables of figures; quick enough for hundreds of millions of rows. */
#include "sim/files/figures.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/error.h"

enum { HEAD_VALUE = 4096 }; /* bytes of a line of the head, at most */

char *number_text(char out[static NUMBER_TEXT], double value)
{
    int digits = 15;
    while (snprintf(out, NUMBER_TEXT, "%.*g", digits, value), digits < 17 && strtod(out, NULL) != value)
        digits++;
    return out;
}

/* These write a number and return its end. Digits go straight to where they stay: rows are mostly small numbers, and to
   look for the end of what was just written byte by byte takes longer than to write it. */

static char *count_write(char *out, uint64_t value, bool negative)
{
    *out = '-';
    out += negative;
    if (value >= 100) {
        out = count_write(out, value / 100, false);
        value %= 100;
        *out++ = (char)('0' + (unsigned)value / 10);
        *out++ = (char)('0' + (unsigned)value % 10);
        return out;
    }
    const unsigned tens = (unsigned)value / 10, ones = (unsigned)value % 10;
    out[0] = (char)('0' + (tens ? tens : ones)); /* most are small: no branch that depends on how small */
    out[1] = (char)('0' + ones);
    return out + 1 + (tens > 0);
}

static char *integer_write(char *out, int64_t value)
{
    return count_write(out, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

/* Nothing: it is not known, or has no bound. */
static char *double_write(char out[static NUMBER_TEXT], double value)
{
    const double least_long = 1e15; /* from here on %.15g writes an exponent */
    if (!isfinite(value)) return out;
    if (fabs(value) < least_long && value == (double)(int64_t)value && !(value == 0 && signbit(value)))
        return integer_write(out, (int64_t)value);
    return out + strlen(number_text(out, value));
}

static inline char *number_write(char out[static NUMBER_TEXT], const Figure *figure, const void *row)
{
    const void *at = (const char *)row + figure->offset, *per = (const char *)row + figure->per;
    int64_t whole;
    switch (figure->type) {
    case FIGURE_BOOL: whole = *(const bool *)at; break;
    case FIGURE_INT: whole = *(const int *)at; break;
    case FIGURE_INT16: whole = *(const int16_t *)at; break;
    case FIGURE_INT64: whole = *(const int64_t *)at; break;
    case FIGURE_UINT8: whole = *(const uint8_t *)at; break;
    case FIGURE_UINT64: return count_write(out, *(const uint64_t *)at, false);
    case FIGURE_NUMBER: return double_write(out, *(const double *)at);
    case FIGURE_RATIO: return double_write(out, (double)*(const int64_t *)at / (double)*(const int64_t *)per);
    case FIGURE_COMPUTED: return double_write(out, figure->number(row));
    default: return out;
    }
    return integer_write(out, whole);
}

static bool is_words(const Figure *figure) { return figure->type == FIGURE_TEXT || figure->type == FIGURE_CHARS; }

static const char *words_of(const Figure *figure, const void *row)
{
    const void *at = (const char *)row + figure->offset;
    const char *text = figure->type == FIGURE_TEXT ? *(const char *const *)at : at;
    return text ? text : "";
}

const char *figure_text(char room[static NUMBER_TEXT], const Figure *figure, const void *row)
{
    if (is_words(figure)) return words_of(figure, row);
    *number_write(room, figure, row) = 0;
    return room;
}

/* A field and a comma; words may need quotes. Readers that know of head lines take the rest of a line for a comment,
   from any '#' on. */
static bool text_add(TextBuffer *out, const char *text)
{
    if (!text_buffer_reserve(out, 2 * strlen(text) + 3)) return false;
    char *end = out->data + out->length;
    const char *at = text;
    for (; *at && (*(const unsigned char *)at > ',' || !strchr(",\"\r\n#", *at)); at++)
        *end++ = *at;
    if (*at) {
        end = out->data + out->length;
        *end++ = '"';
        for (; *text; text++) {
            if (*text == '"') *end++ = '"';
            *end++ = *text;
        }
        *end++ = '"';
    }
    *end++ = ',';
    out->length = (size_t)(end - out->data);
    return true;
}

/* ---- JSON lines */

/* A value that is not known, or has no bound, is null. */
static bool member_add(TextBuffer *out, const Figure *figure, const char *text)
{
    if (is_words(figure) && *text) return json_string(out, text);
    if (figure->type == FIGURE_BOOL) text = *text == '1' ? "true" : "false";
    return text_buffer_add(out, *text ? text : "null", strlen(*text ? text : "null"));
}

/* One object with "table" first: of a row, or of a list of texts. */
static bool object_add(TextBuffer *out, const FigureTable *table, const void *row, const char *const *cells)
{
    const char *before = "{\"table\":";
    char room[NUMBER_TEXT];
    bool good = text_buffer_add(out, before, strlen(before)) && json_string(out, table->file);
    for (size_t i = 0; good && i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (!figure->name) continue;
        good = text_buffer_add(out, ",", 1) && json_string(out, figure->name) && text_buffer_add(out, ":", 1) &&
               member_add(out, figure, cells ? *cells++ : figure_text(room, figure, row));
    }
    return good && text_buffer_add(out, "}\n", 2);
}

/* ---- lines */

/* Neither a row nor texts: a line of names. */
static bool line_add(TextBuffer *out, const FigureTable *table, const void *row, const char *const *cells)
{
    const size_t before = out->length, numbers = FIGURES_MOST * NUMBER_TEXT; /* room for all */
    bool good = text_buffer_reserve(out, numbers);
    for (size_t i = 0; good && i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (!figure->name) continue;
        if (row && !is_words(figure)) {
            char *end = number_write(out->data + out->length, figure, row);
            *end++ = ',';
            out->length = (size_t)(end - out->data);
        } else {
            const char *text = row ? words_of(figure, row) : cells ? *cells++ : figure->name;
            good = text_add(out, text) && text_buffer_reserve(out, numbers);
        }
    }
    if (good)
        out->data[out->length - 1] = '\n';
    else
        out->length = before;
    return good;
}

bool figures_add(TextBuffer *out, const FigureTable *table, const void *row) { return line_add(out, table, row, NULL); }

/* Writes the line, if memory did not run out while it was made. */
static void line_write(OutputFile *file, TextBuffer *line, bool good)
{
    if (good)
        output_file_write(file, line->data, line->length);
    else if (!file->error)
        file->error = ENOMEM;
    text_buffer_free(line);
}

static void row_write(OutputFile *file, const FigureTable *table, const void *row, const char *const *cells)
{
    TextBuffer line = {0};
    if (!file->open) return;
    line_write(file, &line, (file->json.on ? object_add : line_add)(&line, table, row, cells));
}

void figures_row(OutputFile *file, const FigureTable *table, const void *row) { row_write(file, table, row, NULL); }

void figures_cells(OutputFile *file, const FigureTable *table, const char *const cells[])
{
    row_write(file, table, NULL, cells);
}

/* A line of the head; number: the value is a number, or empty. */
static void head_line(OutputFile *file, const char *key, const char *value, bool number)
{
    char shown[HEAD_VALUE], line[HEAD_VALUE + 80];
    if (!file->open) return;
    text_one_line(shown, sizeof shown, value);
    snprintf(line, sizeof line, "# %.60s: %s\n", key, shown);
    if (!file->json.on)
        output_file_write(file, line, strlen(line));
    else if (!json_head_add(&file->json, key, shown, number) && !file->error)
        file->error = ENOMEM;
}

void figures_head(OutputFile *file, const char *key, const char *format, ...)
{
    char value[HEAD_VALUE];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    head_line(file, key, value, false);
}

void figures_head_number(OutputFile *file, const char *key, const char *number) { head_line(file, key, number, true); }

void figures_header(OutputFile *file, const FigureTable *table)
{
    TextBuffer line = {0};
    if (!file->open) return;
    line_write(file, &line,
               file->json.on ? json_head_end(&line, &file->json, table->file) : line_add(&line, table, NULL, NULL));
}
