/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads CSV files row by row. */
#include "analysis/report/result.h"

#include <errno.h>
#include <string.h>

#include "agents/text_lines.h"
#include "sim/files/packer.h"

static CsvRead line_next(CsvReader *reader)
{
    Result *result = reader->result;
    if (text_lines_next(&reader->lines, &result->error)) return CSV_ROW;
    if (reader->lines.ended) return CSV_END;
    return text_lines_blame(&reader->lines, result->name, &result->error), CSV_BAD;
}

#define csv_refuse(reader, ...) (result_complain((reader)->result, __VA_ARGS__), CSV_BAD)

/* Takes the line that was read last, and more of them where a field in quotes has line ends, apart into *count fields. */
static CsvRead fields_take(CsvReader *reader, size_t *count)
{
    TextBuffer *row = &reader->row;
    bool quoted = false, begun = false; /* begun: something stands in this field */
    *count = 1;
    row->length = 0;
    reader->result->line = (size_t)reader->lines.number;
    do {
        const char *at = reader->lines.line;
        if (row->length > CSV_MAX_ROW) return csv_refuse(reader, "a row of more than 1 MB; is this a CSV file?");
        if (!text_buffer_reserve(row, strlen(at) + 1)) return error_memory(&reader->result->error), CSV_BAD;
        for (; *at; at++) {
            const bool quote = *at == '"' && (quoted || !begun), ends = *at == ',' && !quoted;
            *count += ends;
            begun = !ends;
            if (quote && !(quoted && at[1] == '"'))
                quoted = !quoted;
            else
                row->data[row->length++] = ends ? 0 : *(at += quote);
        }
        row->data[row->length++] = quoted ? '\n' : 0;
        const CsvRead read = quoted ? line_next(reader) : CSV_ROW;
        if (read == CSV_END) return csv_refuse(reader, "a quote that is not closed");
        if (read == CSV_BAD) return read;
    } while (quoted);
    if (*count > CSV_MAX_COLUMNS)
        return csv_refuse(reader, "%zu columns, at most %d can be read", *count, CSV_MAX_COLUMNS);
    char *text = row->data;
    for (size_t i = 0; i < *count; i++, text += strlen(text) + 1)
        reader->fields[i] = text;
    return CSV_ROW;
}

/* Keeps "key: value" of a line `# key: value`; further than CSV_HEADS, or without a colon, it is passed over. */
static bool head_keep(Result *result, const char *line)
{
    const char *head = line + strspn(line, " #"), *colon = strchr(head, ':'), *end = line + strlen(line);
    if (!colon || result->head_count == CSV_HEADS) return true;
    while (end > colon + 1 && strchr("\r ", end[-1]))
        end--;
    const char *value = colon + 1 + strspn(colon + 1, " ");
    result_head(result, result_format(result, "%.*s", (int)(colon - head), head), "%.*s",
                value < end ? (int)(end - value) : 0, value);
    return !result->failed;
}

CsvRead csv_next(CsvReader *reader)
{
    Result *result = reader->result;
    size_t count;
    CsvRead read;
    while ((read = line_next(reader)) == CSV_ROW) {
        if ((read = fields_take(reader, &count)) != CSV_ROW || count == result->column_count) return read;
        if (*reader->fields[0] != '#' && (count > 1 || *reader->fields[0]))
            return csv_refuse(reader, "%zu fields, the header has %zu", count, result->column_count);
        if (!head_keep(result, reader->lines.line)) return CSV_BAD; /* a comment, or an empty line */
    }
    if (read == CSV_END) result->unread = false, result->line = (size_t)reader->lines.number;
    return read;
}

/* UTF-8 that does not begin with a control character. */
static bool is_text(const char *name)
{
    bool good = !*name || text_character(name);
    for (int length; good && *name; name += length ? length : 1)
        good = (length = text_character(name)) || (unsigned char)*name < 0x80;
    return good;
}

bool csv_open(CsvReader *out, Result *result, const char *name)
{
    *out = (CsvReader){.result = result};
    *result = (Result){.name = name, .unread = true};
    out->lines.file = strcmp(name, "-") == 0 ? stdin : text_file_open(name, &result->error);
    if (!out->lines.file) result->error.system &= errno == ENOMEM;
    return out->lines.file != NULL;
}

bool csv_begin(CsvReader *reader)
{
    Result *result = reader->result;
    size_t count;
    char shown[200];
    CsvRead read;
    while ((read = line_next(reader)) == CSV_ROW && (*reader->lines.line == '#' || !*reader->lines.line))
        if (!head_keep(result, reader->lines.line)) return false;
    if (read == CSV_END)
        return error_set(&result->error, "%s: no header line; is this a CSV file?",
                         text_one_line(shown, sizeof shown, result->name));
    result->line = (size_t)reader->lines.number;
    if (read == CSV_ROW && strchr("{[", *reader->lines.line))
        return result_complain(result, "JSON; expected CSV, as --csv FILE writes it, or a run directory (--run)");
    if (read == CSV_BAD || fields_take(reader, &count) != CSV_ROW) return false;
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

/* With how many columns of the table the result begins. */
static size_t columns_same(const Result *result, const ColumnTable *table)
{
    size_t at = 0;
    for (size_t i = 0; i < table->count && at < result->column_count; i++) {
        if (!table->columns[i].name) continue;
        if (strcmp(result->columns[at].name, table->columns[i].name)) break;
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
    const ColumnTable *table = result->kind->table;
    for (size_t i = 0; i < table->count; i++) {
        const int column = table->columns[i].name ? result_column(result, table->columns[i].name) : -1;
        if (column >= 0) result->columns[column] = table->columns[i];
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

void csv_close(CsvReader *reader)
{
    if (reader->lines.file && reader->lines.file != stdin) fclose(reader->lines.file);
    text_buffer_free(&reader->row);
    text_lines_free(&reader->lines);
}
