/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads CSV files row by row. */
#include "analysis/report/csv/csv_reader.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/text_file.h"

static bool system_failure(CsvReader *reader, int reason)
{
    error_system(&reader->error, "%s: %s", reader->name, text_file_reason(reason));
    reader->error.system = reason != EISDIR && reason != EBADMSG;
    return false;
}

bool csv_reader_blame(CsvReader *reader)
{
    char shown[120];
    return error_under(&reader->error, "%s:%zu", text_one_line(shown, sizeof shown, reader->name), reader->line);
}

struct CsvBlock {
    struct CsvBlock *next;
    max_align_t data[];
};

void *csv_reader_alloc(CsvReader *reader, size_t count, size_t size)
{
    struct CsvBlock *block = NULL;
    if (count <= (SIZE_MAX - sizeof *block) / size) block = calloc(1, sizeof *block + count * size);
    if (!block) return system_failure(reader, ENOMEM), NULL;
    block->next = reader->blocks;
    reader->blocks = block;
    return block->data;
}

char *csv_reader_join(CsvReader *reader, const char *before, const char *text)
{
    char *joined = csv_reader_alloc(reader, strlen(before) + strlen(text) + 1, 1);
    return joined ? strcat(strcpy(joined, before), text) : NULL;
}

/* Adds a character to the row. */
static bool put_char(CsvReader *reader, int c)
{
    TextBuffer *row = &reader->row;
    if (row->length == row->room) {
        if (row->length >= CSV_MAX_ROW)
            return csv_reader_complain(reader, "a row of more than 1 MB; is this a CSV file?");
        if (!text_buffer_reserve(row, row->length ? row->length : 1024)) return system_failure(reader, ENOMEM);
    }
    row->data[row->length++] = (char)c;
    return true;
}

static int next_char(CsvReader *reader)
{
    int c = getc_unlocked(reader->file);
    if (c == '\n') reader->next_line++;
    return c;
}

static int peek_char(CsvReader *reader)
{
    int c = getc_unlocked(reader->file);
    return c == EOF ? EOF : ungetc(c, reader->file);
}

/* Reads one record into `row`; *fields is how many. Quotes are resolved. CSV_END only before its first byte. */
static CsvRead read_record(CsvReader *reader, size_t *fields)
{
    bool quoted = false, begun = false; /* begun: something stands in this field */
    *fields = 1;
    reader->row.length = 0;
    reader->line = reader->next_line;
    for (int c = next_char(reader);; c = next_char(reader)) {
        if (c == EOF) {
            if (ferror(reader->file)) return system_failure(reader, errno), CSV_BAD;
            if (quoted) return csv_reader_complain(reader, "a quote that is not closed"), CSV_BAD;
            if (reader->row.length == 0 && !begun) return CSV_END;
        }
        if (c == EOF || (!quoted && (c == '\n' || (c == '\r' && peek_char(reader) == '\n')))) {
            if (c == '\r') next_char(reader);
            return put_char(reader, 0) ? CSV_ROW : CSV_BAD;
        }
        if (c == '"' && (quoted || !begun)) {
            begun = true;
            if (!quoted || peek_char(reader) != '"') {
                quoted = !quoted;
                continue;
            }
            next_char(reader);
        } else if (c == ',' && !quoted) {
            c = 0;
            ++*fields;
        }
        begun = c != 0;
        if (!put_char(reader, c || !quoted ? c : ' ')) return CSV_BAD;
    }
}

static CsvRead read_fields(CsvReader *reader, size_t *count)
{
    CsvRead read = read_record(reader, count);
    if (read != CSV_ROW) return read;
    if (*count > CSV_MAX_COLUMNS)
        return csv_reader_complain(reader, "%zu columns, at most %d can be read", *count, CSV_MAX_COLUMNS), CSV_BAD;
    char *text = reader->row.data;
    for (size_t i = 0; i < *count; i++, text += strlen(text) + 1)
        reader->fields[i] = text;
    return CSV_ROW;
}

/* Keeps "key: value" of a line `# key: value`; further than CSV_HEADS, or without a colon, it is passed over. */
static bool head_keep(CsvReader *reader, const char *line)
{
    const char *head = line + strspn(line, " #");
    if (!strchr(head, ':') || reader->head_count == CSV_HEADS) return true;
    return (reader->heads[reader->head_count++] = csv_reader_join(reader, "", head));
}

CsvRead csv_reader_next(CsvReader *reader)
{
    size_t count;
    for (;;) {
        CsvRead read = read_fields(reader, &count);
        if (read != CSV_ROW) return read;
        if (count == reader->column_count) return CSV_ROW;
        if (*reader->fields[0] != '#' && (count > 1 || *reader->fields[0]))
            break; /* else a comment, or an empty line */
        if (count == 1 && !head_keep(reader, reader->fields[0])) return CSV_BAD;
    }
    csv_reader_complain(reader, "%zu fields, the header has %zu", count, reader->column_count);
    return CSV_BAD;
}

/* The line after its '#'. */
static bool read_head(CsvReader *reader)
{
    TextBuffer *row = &reader->row;
    row->length = 0;
    reader->line = reader->next_line;
    for (int c = next_char(reader); c != '\n' && c != EOF; c = next_char(reader))
        if (!put_char(reader, c)) return false;
    while (row->length && strchr("\r ", row->data[row->length - 1]))
        row->length--;
    if (!put_char(reader, 0)) return false;
    return head_keep(reader, row->data);
}

static bool read_header(CsvReader *reader)
{
    size_t count;
    CsvRead read = read_fields(reader, &count);
    if (read == CSV_BAD) return false;
    if (read == CSV_END) {
        char shown[200];
        return error_set(&reader->error, "%s: no header line; is this a CSV file?",
                         text_one_line(shown, sizeof shown, reader->name));
    }
    reader->columns = csv_reader_alloc(reader, count, sizeof *reader->columns);
    for (size_t i = 0; reader->columns && i < count; i++, reader->column_count++)
        if (!(reader->columns[i] = csv_reader_join(reader, "", reader->fields[i]))) return false;
    return reader->columns;
}

bool csv_reader_open(CsvReader *out, const char *name)
{
    *out = (CsvReader){.name = name};
    out->file = strcmp(name, "-") == 0 ? stdin : text_file_open(name, &out->error);
    out->error.system = false;
    return out->file != NULL;
}

bool csv_reader_begin(CsvReader *reader)
{
    reader->next_line = 1;
    errno = 0;
    for (int i = 0, mark = peek_char(reader) == 0xEF; mark && i < 3; i++) /* a byte order mark is passed over */
        next_char(reader);
    int c;
    while ((c = peek_char(reader)) == '#' || c == '\n') {
        if (next_char(reader) == '#' && !read_head(reader)) return false;
    }
    return ferror(reader->file) ? system_failure(reader, errno) : read_header(reader);
}

void csv_reader_close(CsvReader *reader)
{
    if (reader->file && reader->file != stdin) fclose(reader->file);
    while (reader->blocks) {
        struct CsvBlock *next = reader->blocks->next;
        free(reader->blocks);
        reader->blocks = next;
    }
    text_buffer_free(&reader->row);
    reader->file = NULL;
    reader->columns = NULL;
    reader->head_count = reader->column_count = 0;
}

const char *csv_reader_head(const CsvReader *reader, const char *key)
{
    const size_t length = strlen(key);
    for (size_t i = 0; i < reader->head_count; i++) {
        const char *head = reader->heads[i];
        if (!strncmp(head, key, length) && head[length] == ':')
            return head + length + 1 + strspn(head + length + 1, " ");
    }
    return NULL;
}

const char *csv_reader_partial(const CsvReader *reader)
{
    const char *partial = csv_reader_head(reader, "PARTIAL");
    const bool ended = csv_reader_head(reader, "wall_seconds") || !csv_reader_head(reader, "start");
    return partial || ended ? partial : "the file is cut off";
}

int csv_reader_column(const CsvReader *reader, const char *name)
{
    for (size_t i = 0; i < reader->column_count; i++)
        if (strcmp(reader->columns[i], name) == 0) return (int)i;
    return -1;
}

#define LARGEST 1e100 /* sums, differences and squares of such numbers are numbers, for gnuplot too */

bool csv_reader_number(double *out, CsvReader *reader, size_t column)
{
    const char *text = reader->fields[column];
    char *end, name[60], word[60];
    double value = *text ? strtod(text, &end) : NAN;
    const bool wrong = *text && (end == text || *end);
    if (wrong || (isfinite(value) && fabs(value) > LARGEST))
        return csv_reader_complain(
            reader, "column '%s': '%s' is %s", text_one_line(name, sizeof name, reader->columns[column]),
            text_one_line(word, sizeof word, text), wrong ? "not a number" : "too large a number");
    *out = isfinite(value) ? value : NAN;
    return true;
}
