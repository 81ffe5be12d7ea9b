/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads CSV files row by row. */
#include "analysis/report/result.h"

#include <errno.h>
#include <string.h>

#include "agents/text_lines.h"
#include "sim/files/packer.h"

static bool system_failure(CsvReader *reader, int reason)
{
    Error *error = &reader->result->error;
    text_read_failed(error, reason);
    return error_under(error, "%s", reader->result->name);
}

#define csv_complain(reader, ...) result_complain((reader)->result, __VA_ARGS__)

/* Adds a character to the row. */
static bool put_char(CsvReader *reader, int c)
{
    TextBuffer *row = &reader->row;
    if (row->length == row->room) {
        if (row->length >= CSV_MAX_ROW) return csv_complain(reader, "a row of more than 1 MB; is this a CSV file?");
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
    reader->result->line = reader->next_line;
    for (int c = next_char(reader);; c = next_char(reader)) {
        if (c == EOF) {
            if (ferror(reader->file)) return system_failure(reader, errno), CSV_BAD;
            if (quoted) return csv_complain(reader, "a quote that is not closed"), CSV_BAD;
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
        return csv_complain(reader, "%zu columns, at most %d can be read", *count, CSV_MAX_COLUMNS), CSV_BAD;
    char *text = reader->row.data;
    for (size_t i = 0; i < *count; i++, text += strlen(text) + 1)
        reader->fields[i] = text;
    return CSV_ROW;
}

/* Keeps "key: value" of a line `# key: value`; further than CSV_HEADS, or without a colon, it is passed over. */
static bool head_keep(CsvReader *reader, const char *line)
{
    Result *result = reader->result;
    const char *head = line + strspn(line, " #"), *colon = strchr(head, ':');
    if (!colon || result->head_count == CSV_HEADS) return true;
    const char *key = result_format(result, "%.*s", (int)(colon - head), head);
    if (key) result_head(result, key, "%s", colon + 1 + strspn(colon + 1, " "));
    return !result->failed;
}

CsvRead csv_next(CsvReader *reader)
{
    size_t count;
    for (;;) {
        CsvRead read = read_fields(reader, &count);
        if (read == CSV_END) reader->result->unread = false;
        if (read != CSV_ROW) return read;
        if (count == reader->result->column_count) return CSV_ROW;
        if (*reader->fields[0] != '#' && (count > 1 || *reader->fields[0]))
            break; /* else a comment, or an empty line */
        if (count == 1 && !head_keep(reader, reader->fields[0])) return CSV_BAD;
    }
    csv_complain(reader, "%zu fields, the header has %zu", count, reader->result->column_count);
    return CSV_BAD;
}

/* The line after its '#'. */
static bool read_head(CsvReader *reader)
{
    TextBuffer *row = &reader->row;
    Result *result = reader->result;
    row->length = 0;
    result->line = reader->next_line;
    for (int c = next_char(reader); c != '\n' && c != EOF; c = next_char(reader))
        if (!put_char(reader, c)) return false;
    while (row->length && strchr("\r ", row->data[row->length - 1]))
        row->length--;
    if (!put_char(reader, 0)) return false;
    return head_keep(reader, row->data);
}

/* UTF-8 that does not begin with a control character. */
static bool is_text(const char *name)
{
    bool good = !*name || text_character(name);
    for (int length; good && *name; name += length ? length : 1)
        good = (length = text_character(name)) || (unsigned char)*name < 0x80;
    return good;
}

static bool read_header(CsvReader *reader)
{
    Result *result = reader->result;
    size_t count;
    CsvRead read = read_fields(reader, &count);
    if (read == CSV_BAD) return false;
    if (read == CSV_END) {
        char shown[200];
        return error_set(&result->error, "%s: no header line; is this a CSV file?",
                         text_one_line(shown, sizeof shown, result->name));
    }
    const char between = count == 1 && strchr(reader->fields[0], ';') ? ';' : '\t';
    if (count == 1 && strchr(reader->fields[0], between))
        return result_complain(result, "%s between its columns, as some spreadsheets write them; expected commas",
                               between == ';' ? "semicolons" : "tabs");
    result->columns = result_alloc(result, count, sizeof *result->columns);
    for (size_t i = 0; result->columns && i < count; i++, result->column_count++) {
        if (!is_text(reader->fields[i]))
            return result_complain(result, "the header line is no text; is this a CSV file?");
        if (!(result->columns[i].name = result_join(result, "", reader->fields[i]))) return false;
    }
    return result->columns;
}

bool csv_open(CsvReader *out, Result *result, const char *name)
{
    *out = (CsvReader){.result = result};
    *result = (Result){.name = name, .unread = true};
    out->file = strcmp(name, "-") == 0 ? stdin : text_file_open(name, &result->error);
    if (!out->file) result->error.system &= errno == ENOMEM;
    return out->file != NULL;
}

bool csv_begin(CsvReader *reader)
{
    Result *result = reader->result;
    reader->next_line = 1;
    errno = 0;
    for (int i = 0, mark = peek_char(reader) == 0xEF; mark && i < 3; i++) /* a byte order mark is passed over */
        next_char(reader);
    int c;
    while ((c = peek_char(reader)) == '#' || c == '\n') {
        if (next_char(reader) == '#' && !read_head(reader)) return false;
    }
    if (c == '{' || c == '[') {
        result->line = reader->next_line;
        return result_complain(result, "JSON; expected CSV, as --csv FILE writes it, or a run directory (--run)");
    }
    return ferror(reader->file) ? system_failure(reader, errno) : read_header(reader);
}

/* With how many columns of the table the result begins. */
static size_t columns_same(const Result *result, const FigureTable *table)
{
    size_t at = 0;
    for (size_t i = 0; i < table->count && at < result->column_count; i++) {
        if (!table->figures[i].name) continue;
        if (strcmp(result->columns[at].name, table->figures[i].name)) break;
        at++;
    }
    return at;
}

static bool kind_unknown(Result *result)
{
    char columns[100] = "", shown[104];
    for (size_t i = 0; i < result->column_count; i++)
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "%s%s", i ? "," : "",
                 result->columns[i].name);
    return result_complain(result, "unknown columns '%s'; 'pasur columns' lists the files that are known",
                           text_one_line(shown, strlen(columns) > 70 ? 74 : sizeof shown, columns));
}

bool csv_kind(CsvReader *reader, const ResultKind *const kinds[])
{
    Result *result = reader->result;
    size_t most = 1;
    for (const ResultKind *const *kind = kinds; *kind; kind++)
        if (columns_same(result, (*kind)->table) > most)
            most = columns_same(result, (*kind)->table), result->kind = *kind;
    if (!result->kind) return kind_unknown(result);
    const FigureTable *table = result->kind->table;
    for (size_t i = 0; i < table->count; i++) {
        const int column = table->figures[i].name ? result_column(result, table->figures[i].name) : -1;
        if (column >= 0) result->columns[column] = table->figures[i];
    }
    return true;
}

bool csv_rows(CsvReader *reader, size_t most)
{
    Result *result = reader->result;
    CsvRead read;
    while ((read = csv_next(reader)) == CSV_ROW) {
        if ((result->more = result->row_count == most)) return true;
        ResultRow *row = result_row_add(result);
        char *texts = row ? result_alloc(result, reader->row.length, 1) : NULL;
        if (!texts) return false;
        memcpy(texts, reader->row.data, reader->row.length);
        row->line = result->line;
        for (size_t i = 0; i < result->column_count; i++)
            row->cells[i] = texts + (reader->fields[i] - reader->row.data);
    }
    return read == CSV_END;
}

bool csv_number(double *out, CsvReader *reader, size_t column)
{
    return result_value_read(out, reader->result, reader->fields[column], column);
}

void csv_close(CsvReader *reader)
{
    if (reader->file && reader->file != stdin) fclose(reader->file);
    text_buffer_free(&reader->row);
    reader->file = NULL;
}
