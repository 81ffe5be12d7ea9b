/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes CSV rows (RFC 4180, each ends in \n) from tables of figures; quick enough for hundreds of millions of rows. */
#include "sim/files/figures.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* A field and the character behind it. */
static bool text_add(TextBuffer *out, const char *text, char after)
{
    if (!text_buffer_reserve(out, text ? 2 * strlen(text) + 3 : 1)) return false;
    char *end = out->data + out->length;
    if (text) end = put_text(end, text);
    *end++ = after;
    out->length = (size_t)(end - out->data);
    return true;
}

static bool field_add(TextBuffer *out, const Figure *figure, const void *row, char after)
{
    const void *at = (const char *)row + figure->offset;
    if (figure->type == FIGURE_TEXT) return text_add(out, *(const char *const *)at, after);
    if (figure->type == FIGURE_CHARS) return text_add(out, at, after);
    if (!text_buffer_reserve(out, NUMBER_TEXT + 1)) return false;
    char *end = out->data + out->length;
    switch (figure->type) {
    case FIGURE_EMPTY:
    case FIGURE_TEXT:
    case FIGURE_CHARS: break;
    case FIGURE_NUMBER: end = put_number(end, *(const double *)at); break;
    case FIGURE_COMPUTED: end = put_number(end, figure->number(row)); break;
    case FIGURE_BOOL: end = put_count(end, *(const bool *)at); break;
    case FIGURE_INT: end = put_integer(end, *(const int *)at); break;
    case FIGURE_INT16: end = put_integer(end, *(const int16_t *)at); break;
    case FIGURE_INT64: end = put_integer(end, *(const int64_t *)at); break;
    case FIGURE_UINT8: end = put_count(end, *(const uint8_t *)at); break;
    case FIGURE_UINT64: end = put_count(end, *(const uint64_t *)at); break;
    }
    *end++ = after;
    out->length = (size_t)(end - out->data);
    return true;
}

bool figures_add(TextBuffer *text, const FigureTable *table, const void *row)
{
    const size_t before = text->length;
    for (size_t i = 0; i < table->count; i++)
        if (!field_add(text, &table->figures[i], row, i + 1 < table->count ? ',' : '\n')) {
            text->length = before;
            return false;
        }
    return true;
}

/* Writes the text if it was made; frees it in either case. */
static void line_write(OutputFile *file, TextBuffer *line, bool good)
{
    if (good) output_file_write(file, line->data, line->length);
    if (!good && !file->error) file->error = ENOMEM;
    text_buffer_free(line);
}

void figures_row(OutputFile *file, const FigureTable *table, const void *row)
{
    TextBuffer line = {0};
    if (file->file) line_write(file, &line, figures_add(&line, table, row));
}

void figures_header(OutputFile *file, const FigureTable *table)
{
    TextBuffer line = {0};
    bool good = true;
    for (size_t i = 0; good && i < table->count; i++)
        good = text_add(&line, table->figures[i].name, i + 1 < table->count ? ',' : '\n');
    if (file->file)
        line_write(file, &line, good);
    else
        text_buffer_free(&line);
}
