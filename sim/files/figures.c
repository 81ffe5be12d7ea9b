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
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, NUMBER_TEXT, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    return out;
}

/* The writers below return the end of what they wrote; there is room. */

static char *put_count(char *out, uint64_t value)
{
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count > 0)
        *out++ = digits[--count];
    return out;
}

static char *put_integer(char *out, int64_t value)
{
    if (value >= 0) return put_count(out, (uint64_t)value);
    *out = '-';
    return put_count(out + 1, -(uint64_t)value);
}

static char *put_number(char *out, double value)
{
    const double least_long = 1e15; /* from here on %.15g writes an exponent */
    if (isnan(value)) return out;
    if (fabs(value) < least_long && value == (double)(int64_t)value && !(value == 0 && signbit(value)))
        return put_integer(out, (int64_t)value);
    number_text(out, value);
    return out + strlen(out);
}

static char *put_text(char *out, const char *text)
{
    /* readers that know of head lines take the rest of a line for a comment, from any '#' on */
    const size_t length = strlen(text);
    if (!text[strcspn(text, ",\"\r\n#")]) return (char *)memcpy(out, text, length) + length;
    *out++ = '"';
    for (; *text; text++) {
        if (*text == '"') *out++ = '"';
        *out++ = *text;
    }
    *out++ = '"';
    return out;
}

static const char *text_of(const Figure *figure, const void *row)
{
    const void *at = (const char *)row + figure->offset;
    return figure->type == FIGURE_TEXT ? *(const char *const *)at : figure->type == FIGURE_CHARS ? at : NULL;
}

/* A value that is no text. */
static char *put_value(char *out, const Figure *figure, const void *row)
{
    const void *at = (const char *)row + figure->offset, *per = (const char *)row + figure->per;
    switch (figure->type) {
    case FIGURE_EMPTY:
    case FIGURE_TEXT:
    case FIGURE_CHARS: return out;
    case FIGURE_NUMBER: return put_number(out, *(const double *)at);
    case FIGURE_RATIO: return put_number(out, (double)*(const int64_t *)at / (double)*(const int64_t *)per);
    case FIGURE_COMPUTED: return put_number(out, figure->number(row));
    case FIGURE_BOOL: return put_count(out, *(const bool *)at);
    case FIGURE_INT: return put_integer(out, *(const int *)at);
    case FIGURE_INT16: return put_integer(out, *(const int16_t *)at);
    case FIGURE_INT64: return put_integer(out, *(const int64_t *)at);
    case FIGURE_UINT8: return put_count(out, *(const uint8_t *)at);
    case FIGURE_UINT64: return put_count(out, *(const uint64_t *)at);
    }
    return out;
}

void figure_field(char out[static FIGURE_CELL], const Figure *figure, const void *row)
{
    const char *text = text_of(figure, row);
    if (text)
        snprintf(out, FIGURE_CELL, "%s", text);
    else
        *put_value(out, figure, row) = 0;
}

/* A field and a comma: the text, or if that is NULL the figure's value. */
static bool field_add(TextBuffer *out, const char *text, const Figure *figure, const void *row)
{
    if (!text_buffer_reserve(out, text ? 2 * strlen(text) + 3 : NUMBER_TEXT + 1)) return false;
    char *end = out->data + out->length;
    end = text ? put_text(end, text) : put_value(end, figure, row);
    *end++ = ',';
    out->length = (size_t)(end - out->data);
    return true;
}

/* ---- JSON lines */

/* A value that is not known, or that JSON has no number for, is null. */
static bool member_add(TextBuffer *out, const Figure *figure, const void *row)
{
    const char *text = text_of(figure, row);
    if (text && *text) return json_string(out, text);
    if (text || !text_buffer_reserve(out, NUMBER_TEXT + 1)) return text && text_buffer_add(out, "null", 4);
    char *value = out->data + out->length;
    char *end = put_value(value, figure, row);
    if (figure->type == FIGURE_BOOL)
        end = value + sprintf(value, *value == '1' ? "true" : "false");
    else if (end == value || !strchr("-0123456789", *value) || (*value == '-' && end[-1] == 'f'))
        end = value + sprintf(value, "null");
    out->length = (size_t)(end - out->data);
    return true;
}

/* One object with "table" first. */
static bool object_add(TextBuffer *out, const FigureTable *table, const void *row)
{
    const char *before = "{\"table\":";
    bool good = text_buffer_add(out, before, strlen(before)) && json_string(out, table->file);
    for (size_t i = 0; good && i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (!figure->name) continue;
        good = text_buffer_add(out, ",", 1) && json_string(out, figure->name) && text_buffer_add(out, ":", 1) &&
               member_add(out, figure, row);
    }
    return good && text_buffer_add(out, "}\n", 2);
}

/* ---- lines */

/* The row may be NULL: a line of names. */
bool figures_add(TextBuffer *out, const FigureTable *table, const void *row)
{
    const size_t before = out->length;
    for (size_t i = 0; i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (figure->name && !field_add(out, row ? text_of(figure, row) : figure->name, figure, row)) {
            out->length = before;
            return false;
        }
    }
    out->data[out->length - 1] = '\n';
    return true;
}

/* Writes the line, if memory did not run out while it was made. */
static void line_write(OutputFile *file, TextBuffer *line, bool good)
{
    if (good)
        output_file_write(file, line->data, line->length);
    else if (!file->error)
        file->error = ENOMEM;
    text_buffer_free(line);
}

void figures_row(OutputFile *file, const FigureTable *table, const void *row)
{
    TextBuffer line = {0};
    if (!file->file) return;
    line_write(file, &line, (file->json.on ? object_add : figures_add)(&line, table, row));
}

/* A line of the head; number: the value is a number, or empty. */
static void head_line(OutputFile *file, const char *key, const char *value, bool number)
{
    char shown[HEAD_VALUE], line[HEAD_VALUE + 80];
    if (!file->file) return;
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
    if (!file->file) return;
    line_write(file, &line,
               file->json.on ? json_head_end(&line, &file->json, table->file) : figures_add(&line, table, NULL));
}

void figures_table(OutputFile *file, const FigureTable *table, const void *rows, size_t size, size_t count)
{
    figures_header(file, table);
    for (size_t i = 0; i < count; i++)
        figures_row(file, table, (const char *)rows + i * size);
}
