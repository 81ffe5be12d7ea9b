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

/* The numbers below 100, each first as two digits, then as it is written. */
#define NUMBER(tens, ones, shown) tens ones shown ones
#define TEN_NUMBERS(tens, shown)                                                                                       \
    NUMBER(tens, "0", shown), NUMBER(tens, "1", shown), NUMBER(tens, "2", shown), NUMBER(tens, "3", shown),            \
        NUMBER(tens, "4", shown), NUMBER(tens, "5", shown), NUMBER(tens, "6", shown), NUMBER(tens, "7", shown),        \
        NUMBER(tens, "8", shown), NUMBER(tens, "9", shown)
static const char SMALL_NUMBERS[100][4] = {
    TEN_NUMBERS("0", ""),  TEN_NUMBERS("1", "1"), TEN_NUMBERS("2", "2"), TEN_NUMBERS("3", "3"), TEN_NUMBERS("4", "4"),
    TEN_NUMBERS("5", "5"), TEN_NUMBERS("6", "6"), TEN_NUMBERS("7", "7"), TEN_NUMBERS("8", "8"), TEN_NUMBERS("9", "9")};

/* How many digits there are is found first, by comparisons that the processor foresees. */
static char *large_write(char *out, uint64_t value)
{
    enum { DIGITS_MOST = 20 };
    int digits = 2;
    for (uint64_t power = 100; digits < DIGITS_MOST && value >= power; power *= 10)
        digits++;
    char *const end = out + digits;
    for (out = end; value >= 10; value /= 100)
        memcpy(out -= 2, SMALL_NUMBERS[value % 100], 2);
    if (digits % 2) out[-1] = (char)('0' + value);
    return end;
}

static inline char *count_write(char *out, uint64_t value)
{
    if (value >= 100) return large_write(out, value);
    memcpy(out, SMALL_NUMBERS[value] + 2, 2);
    return out + (value < 10 ? 1 : 2);
}

static inline char *integer_write(char *out, int64_t value)
{
    const bool negative = value < 0;
    *out = '-';
    return count_write(out + negative, negative ? -(uint64_t)value : (uint64_t)value);
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

/* Of a column that is no text; most are small counts, which are asked for first. */
__attribute__((always_inline)) static inline char *number_write(char *out, const Column *column, const void *row)
{
    const void *at = (const char *)row + column->offset;
    if (column->type == COLUMN_UINT8) return count_write(out, *(const uint8_t *)at);
    switch (column->type) {
    case COLUMN_BOOL: return count_write(out, *(const bool *)at);
    case COLUMN_INT: return integer_write(out, *(const int *)at);
    case COLUMN_INT16: return integer_write(out, *(const int16_t *)at);
    case COLUMN_INT64: return integer_write(out, *(const int64_t *)at);
    case COLUMN_UINT64: return count_write(out, *(const uint64_t *)at);
    case COLUMN_NUMBER: return double_write(out, *(const double *)at);
    case COLUMN_RATIO:
        return double_write(out,
                            (double)*(const int64_t *)at / (double)*(const int64_t *)((const char *)row + column->per));
    default: return out;
    }
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

/* Writes a text, which may need quotes, and returns its end. Readers that know of head lines take the rest of a line for
   a comment, from any '#' on. */
static char *text_write(char *out, const char *text)
{
    char *end = out;
    const char *at = text;
    for (; *at && (*(const unsigned char *)at > ',' || !strchr(",\"\r\n#", *at)); at++)
        *end++ = *at;
    if (!*at) return end;
    *out++ = '"';
    for (; *text; text++) {
        if (*text == '"') *out++ = '"';
        *out++ = *text;
    }
    *out++ = '"';
    return out;
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

enum { NUMBERS_TEXT = COLUMNS_MOST * NUMBER_TEXT }; /* room for all numbers of a line, its commas and quotes */

/* Writes a text behind what ends at `end`, which is NULL if memory ran out, as what is returned is then. Behind it there is
   room for all that may follow. */
static char *text_add(TextBuffer *out, char *end, const char *text)
{
    if (!*text) return end;
    out->length = (size_t)(end - out->data);
    return text_buffer_reserve(out, 2 * strlen(text) + NUMBERS_TEXT) ? text_write(out->data + out->length, text) : NULL;
}

/* Neither a row nor texts: a line of names. */
static bool line_add(TextBuffer *out, const ColumnTable *table, const void *row, const char *const *cells)
{
    const size_t before = out->length;
    const Column *column = table->columns, *last = column + table->count;
    char *end = text_buffer_reserve(out, NUMBERS_TEXT) ? out->data + before : NULL;
    for (; end && column < last; column++) {
        if (!column->name) continue;
        if (row && !is_words(column))
            end = number_write(end, column, row);
        else
            end = text_add(out, end, row ? words_of(column, row) : cells ? *cells++ : column->name);
        if (end) *end++ = ',';
    }
    if (end) end[-1] = '\n';
    out->length = end ? (size_t)(end - out->data) : before;
    return end;
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
