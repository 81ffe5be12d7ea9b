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
    const double least_long = 1e15;   /* from here on %.15g writes an exponent */
    if (!isfinite(value)) return out; /* not known, or without a bound */
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

static FigureValue text_value(const char *text)
{
    return text && *text ? (FigureValue){FIGURE_TEXT, {.text = text}} : (FigureValue){.type = FIGURE_EMPTY};
}

static FigureValue number_value(double number)
{
    return isnan(number) ? (FigureValue){.type = FIGURE_EMPTY} : (FigureValue){FIGURE_NUMBER, {.number = number}};
}

static FigureValue integer_value(int64_t integer) { return (FigureValue){FIGURE_INT64, {.integer = integer}}; }

static FigureValue count_value(uint64_t count) { return (FigureValue){FIGURE_UINT64, {.count = count}}; }

FigureValue figure_value(const Figure *figure, const void *row)
{
    const void *at = (const char *)row + figure->offset, *per = (const char *)row + figure->per;
    switch (figure->type) {
    case FIGURE_EMPTY: break;
    case FIGURE_TEXT: return text_value(*(const char *const *)at);
    case FIGURE_CHARS: return text_value(at);
    case FIGURE_NUMBER: return number_value(*(const double *)at);
    case FIGURE_RATIO: return number_value((double)*(const int64_t *)at / (double)*(const int64_t *)per);
    case FIGURE_COMPUTED: return number_value(figure->number(row));
    case FIGURE_BOOL: return (FigureValue){FIGURE_BOOL, {.truth = *(const bool *)at}};
    case FIGURE_INT: return integer_value(*(const int *)at);
    case FIGURE_INT16: return integer_value(*(const int16_t *)at);
    case FIGURE_INT64: return integer_value(*(const int64_t *)at);
    case FIGURE_UINT8: return count_value(*(const uint8_t *)at);
    case FIGURE_UINT64: return count_value(*(const uint64_t *)at);
    }
    return (FigureValue){.type = FIGURE_EMPTY};
}

/* A value that is no text. */
static char *put_value(char *out, FigureValue value)
{
    if (value.type == FIGURE_NUMBER) return put_number(out, value.number);
    if (value.type == FIGURE_BOOL) return put_count(out, value.truth);
    if (value.type == FIGURE_INT64) return put_integer(out, value.integer);
    return value.type == FIGURE_UINT64 ? put_count(out, value.count) : out;
}

void figure_value_text(char out[static FIGURE_CELL], FigureValue value)
{
    if (value.type == FIGURE_TEXT)
        snprintf(out, FIGURE_CELL, "%s", value.text);
    else
        *put_value(out, value) = 0;
}

double figure_value_number(FigureValue value)
{
    if (value.type == FIGURE_NUMBER) return value.number;
    if (value.type == FIGURE_BOOL) return value.truth;
    if (value.type == FIGURE_INT64) return (double)value.integer;
    return value.type == FIGURE_UINT64 ? (double)value.count : NAN;
}

/* A field and a comma. */
static bool field_add(TextBuffer *out, FigureValue value)
{
    const bool text = value.type == FIGURE_TEXT;
    if (!text_buffer_reserve(out, text ? 2 * strlen(value.text) + 3 : NUMBER_TEXT + 1)) return false;
    char *end = out->data + out->length;
    end = text ? put_text(end, value.text) : put_value(end, value);
    *end++ = ',';
    out->length = (size_t)(end - out->data);
    return true;
}

/* ---- JSON lines */

/* A value that is not known, or has no bound, is null. */
static bool member_add(TextBuffer *out, FigureValue value)
{
    char text[NUMBER_TEXT];
    if (value.type == FIGURE_TEXT) return json_string(out, value.text);
    *put_value(text, value) = 0;
    if (value.type == FIGURE_BOOL) strcpy(text, value.truth ? "true" : "false");
    if (value.type == FIGURE_EMPTY || (value.type == FIGURE_NUMBER && !isfinite(value.number))) strcpy(text, "null");
    return text_buffer_add(out, text, strlen(text));
}

/* The value of one of a table's figures: of a row, or the next of a list. */
static FigureValue value_of(const Figure *figure, const void *row, const FigureValue **values)
{
    return *values ? *(*values)++ : figure_value(figure, row);
}

/* One object with "table" first. */
static bool object_add(TextBuffer *out, const FigureTable *table, const void *row, const FigureValue *values)
{
    const char *before = "{\"table\":";
    bool good = text_buffer_add(out, before, strlen(before)) && json_string(out, table->file);
    for (size_t i = 0; good && i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (!figure->name) continue;
        good = text_buffer_add(out, ",", 1) && json_string(out, figure->name) && text_buffer_add(out, ":", 1) &&
               member_add(out, value_of(figure, row, &values));
    }
    return good && text_buffer_add(out, "}\n", 2);
}

/* ---- lines */

/* Neither a row nor values: a line of names. */
static bool line_add(TextBuffer *out, const FigureTable *table, const void *row, const FigureValue *values)
{
    const size_t before = out->length;
    const bool names = !row && !values;
    for (size_t i = 0; i < table->count; i++) {
        const Figure *figure = &table->figures[i];
        if (figure->name && !field_add(out, names ? text_value(figure->name) : value_of(figure, row, &values))) {
            out->length = before;
            return false;
        }
    }
    out->data[out->length - 1] = '\n';
    return true;
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

static void row_write(OutputFile *file, const FigureTable *table, const void *row, const FigureValue *values)
{
    TextBuffer line = {0};
    if (!file->open) return;
    line_write(file, &line, (file->json.on ? object_add : line_add)(&line, table, row, values));
}

void figures_row(OutputFile *file, const FigureTable *table, const void *row) { row_write(file, table, row, NULL); }

void figures_values(OutputFile *file, const FigureTable *table, const FigureValue values[])
{
    row_write(file, table, NULL, values);
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
