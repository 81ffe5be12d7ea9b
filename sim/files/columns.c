/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes CSV rows (RFC 4180, each ends in \n) from tables of columns; quick enough for hundreds of millions of rows. */
#include "sim/files/columns.h"

#include <errno.h>
#include <math.h>
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
    /* most are small: no branch that depends on how small, nor one of the compiler's; two: 1 from ten on, else 0 */
    const unsigned tens = (unsigned)value / 10, ones = (unsigned)value % 10, two = (9 - (unsigned)value) >> 31;
    const unsigned pair = ('0' + tens + (('0' + ones) << 8)) >> (8 - 8 * two);
    out[0] = (char)pair;
    out[1] = (char)(pair >> 8);
    return out + 1 + two;
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

static inline char *number_write(char out[static NUMBER_TEXT], const Column *column, const void *row)
{
    const void *at = (const char *)row + column->offset, *per = (const char *)row + column->per;
    int64_t whole;
    switch (column->type) {
    case COLUMN_BOOL: whole = *(const bool *)at; break;
    case COLUMN_INT: whole = *(const int *)at; break;
    case COLUMN_INT16: whole = *(const int16_t *)at; break;
    case COLUMN_INT64: whole = *(const int64_t *)at; break;
    case COLUMN_UINT8: whole = *(const uint8_t *)at; break;
    case COLUMN_UINT64: return count_write(out, *(const uint64_t *)at, false);
    case COLUMN_NUMBER: return double_write(out, *(const double *)at);
    case COLUMN_RATIO: return double_write(out, (double)*(const int64_t *)at / (double)*(const int64_t *)per);
    default: return out;
    }
    return integer_write(out, whole);
}

static bool is_words(const Column *column) { return column->type == COLUMN_TEXT || column->type == COLUMN_CHARS; }

static const char *words_of(const Column *column, const void *row)
{
    const void *at = (const char *)row + column->offset;
    const char *text = column->type == COLUMN_TEXT ? *(const char *const *)at : at;
    return text ? text : "";
}

const char *column_text(char room[static NUMBER_TEXT], const Column *column, const void *row)
{
    if (is_words(column)) return words_of(column, row);
    *number_write(room, column, row) = 0;
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

static bool put(TextBuffer *out, const char *text) { return text_buffer_add(out, text, strlen(text)); }

/* A value that is not known, or has no bound, is null. */
static bool value_add(TextBuffer *out, const char *text, bool words)
{
    return words ? json_string(out, text, false) : put(out, *text ? text : "null");
}

/* Begins an object, whose first member has the table's file for its value. */
static bool object_begin(TextBuffer *out, const char *key, const ColumnTable *table)
{
    return put(out, "{\"") && put(out, key) && put(out, "\":") && json_string(out, table->file, false);
}

/* One object with "table" first: of a row, or of a list of texts. */
static bool object_add(TextBuffer *out, const ColumnTable *table, const void *row, const char *const *cells)
{
    char room[NUMBER_TEXT];
    bool good = object_begin(out, "table", table);
    for (size_t i = 0; good && i < table->count; i++) {
        const Column *column = &table->columns[i];
        if (!column->name) continue;
        const char *text = cells ? *cells++ : column_text(room, column, row);
        if (column->type == COLUMN_BOOL) text = *text == '1' ? "true" : "false";
        good = put(out, ",") && json_string(out, column->name, false) && put(out, ":") &&
               value_add(out, text, is_words(column) && *text);
    }
    return good && put(out, "}\n");
}

/* Adds a member of the head, or an element of one: heads of one key that follow each other are an array. */
static bool head_add(TextBuffer *out, const FileHead *head, const char *value, bool again, bool goes_on)
{
    const bool array = again || goes_on;
    return put(out, ",") && (again || (json_string(out, head->key, false) && put(out, array ? ":[" : ":"))) &&
           value_add(out, value, !head->number) && put(out, array && !goes_on ? "]" : "");
}

/* ---- lines */

/* Neither a row nor texts: a line of names. */
static bool line_add(TextBuffer *out, const ColumnTable *table, const void *row, const char *const *cells)
{
    const size_t before = out->length, numbers = COLUMNS_MOST * NUMBER_TEXT; /* room for all */
    bool good = text_buffer_reserve(out, numbers);
    char *end = good ? out->data + before : NULL;
    for (size_t i = 0; good && i < table->count; i++) {
        const Column *column = &table->columns[i];
        if (!column->name) continue;
        if (row && !is_words(column)) {
            end = number_write(end, column, row);
            *end++ = ',';
        } else {
            const char *text = row ? words_of(column, row) : cells ? *cells++ : column->name;
            out->length = (size_t)(end - out->data);
            good = text_add(out, text) && text_buffer_reserve(out, numbers);
            end = out->data + out->length;
        }
    }
    if (good) end[-1] = '\n';
    out->length = good ? (size_t)(end - out->data) : before;
    return good;
}

bool columns_add(TextBuffer *out, const ColumnTable *table, const void *row) { return line_add(out, table, row, NULL); }

/* Writes the line, if memory did not run out while it was made. */
static void line_write(OutputFile *file, TextBuffer *line, bool good)
{
    if (good)
        output_file_write(file, line->data, line->length);
    else if (!file->error)
        file->error = ENOMEM;
    text_buffer_free(line);
}

static void row_write(OutputFile *file, const ColumnTable *table, const void *row, const char *const *cells)
{
    TextBuffer line = {0};
    if (!file->open) return;
    line_write(file, &line, (file->json ? object_add : line_add)(&line, table, row, cells));
}

void columns_row(OutputFile *file, const ColumnTable *table, const void *row) { row_write(file, table, row, NULL); }

void columns_cells(OutputFile *file, const ColumnTable *table, const char *const cells[])
{
    row_write(file, table, NULL, cells);
}

void columns_begin(OutputFile *file, const ColumnTable *table, const FileHead heads[], size_t count)
{
    char value[HEAD_VALUE], line[HEAD_VALUE + 80];
    TextBuffer text = {0};
    if (!file->open) return;
    bool good = !file->json || object_begin(&text, "head", table), again = false;
    for (const FileHead *head = heads; good && head < heads + count; head++) {
        const bool goes_on = head + 1 < heads + count && !strcmp(head->key, head[1].key);
        snprintf(line, HEAD_VALUE, "%s", head->text);
        text_one_line(value, sizeof value, line);
        snprintf(line, sizeof line, "# %.60s: %s\n", head->key, value);
        good = file->json ? head_add(&text, head, value, again, goes_on) : put(&text, line);
        again = goes_on;
    }
    line_write(file, &text, good && (file->json ? put(&text, "}\n") : line_add(&text, table, NULL, NULL)));
}
