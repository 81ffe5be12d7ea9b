/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of heads, columns and typed values, in its own memory. */
#include "analysis/report/result.h"

#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"
#include "engine/text/words.h"

/* ---- memory and reasons */

struct ResultBlock {
    struct ResultBlock *next;
    max_align_t data[];
};

static void *memory_missing(Result *result)
{
    result->failed = true;
    error_memory(&result->error);
    return NULL;
}

void *result_alloc(Result *result, size_t count, size_t size)
{
    struct ResultBlock *block = NULL;
    if (count <= (SIZE_MAX - sizeof *block) / (size + 1)) block = calloc(1, sizeof *block + count * size);
    if (!block) return memory_missing(result);
    block->next = result->blocks;
    result->blocks = block;
    return block->data;
}

void result_free(Result *result)
{
    while (result->blocks) {
        struct ResultBlock *next = result->blocks->next;
        free(result->blocks);
        result->blocks = next;
    }
    free(result->heads);
    free(result->rows);
    *result = (Result){.error = result->error};
}

char *result_join(Result *result, const char *before, const char *text)
{
    char *joined = result_alloc(result, strlen(before) + strlen(text) + 1, 1);
    return joined ? strcat(strcpy(joined, before), text) : NULL;
}

static char *text_print(Result *result, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : result_alloc(result, (size_t)length + 1, 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, args);
    return text;
}

const char *result_format_list(Result *result, const char *format, va_list args)
{
    const char *text = text_print(result, format, args);
    return text ? text : "";
}

const char *result_format(Result *result, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = result_format_list(result, format, args);
    va_end(args);
    return text;
}

bool result_blame(Result *result)
{
    char shown[120];
    return result->name &&
           error_under(&result->error, "%s:%zu", text_one_line(shown, sizeof shown, result->name), result->line);
}

/* ---- filling */

static void head_add(Result *result, const char *key, char *text, bool number)
{
    const FileHead head = {key, text, number};
    if (text && !list_add(&result->heads, &result->head_count, &head, sizeof head)) memory_missing(result);
}

void result_head(Result *result, const char *key, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    head_add(result, key, text_print(result, format, args), false);
    va_end(args);
}

void result_head_number(Result *result, const char *key, const char *number)
{
    head_add(result, key, result_join(result, "", number), true);
}

void result_head_unbounded(Result *result)
{
    char names[400] = "";
    for (size_t i = 0; result->unbounded && i < result->column_count; i++)
        if (result->unbounded[i])
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? " " : "",
                     result->columns[i].name);
    if (*names) result_head(result, "unbounded", "%s", names);
}

void result_begin(Result *result, const ResultKind *kind, const ColumnTable *table)
{
    if (!table) table = kind->table;
    result->kind = kind;
    result->columns = result_alloc(result, table->count, sizeof *result->columns);
    for (size_t i = 0; result->columns && i < table->count; i++)
        if (table->columns[i].name) result->columns[result->column_count++] = table->columns[i];
    result->unbounded = result_alloc(result, table->count + 1, sizeof *result->unbounded);
}

ResultRow *result_row_add(Result *result)
{
    ResultRow *row = result_alloc(result, 1, sizeof *row + result->column_count * sizeof *row->cells);
    for (size_t i = 0; row && i < result->column_count; i++)
        row->cells[i] = "";
    const bool added = row && list_add(&result->rows, &result->row_count, &row, sizeof row);
    return added ? row : memory_missing(result);
}

void result_row(Result *result, const ColumnTable *table, const void *row)
{
    ResultRow *added = result_row_add(result);
    char room[NUMBER_TEXT];
    for (size_t i = 0, at = 0; added && i < table->count && at < result->column_count; i++) {
        const Column *column = &table->columns[i];
        if (!column->name) continue;
        const char *text = column_text(room, column, row);
        if (*text && (text = result_join(result, "", text))) added->cells[at] = text;
        if (column->type == COLUMN_NUMBER && result->unbounded)
            result->unbounded[at] |= isinf(*(const double *)((const char *)row + column->offset));
        at++;
    }
}

void result_rows(Result *result, const ResultKind *kind, const void *rows, size_t size, size_t count)
{
    result_begin(result, kind, NULL);
    void *structs = result_alloc(result, count + 1, size);
    if (structs && count) memcpy(structs, rows, count * size);
    result->structs = structs;
    result->struct_size = size;
    for (size_t i = 0; i < count; i++)
        result_row(result, kind->table, (const char *)rows + i * size);
}

/* ---- writing */

void result_write(const Result *result, OutputFile *file)
{
    const ColumnTable table = {
        .file = result->kind->table->file, .columns = result->columns, .count = result->column_count};
    if (result->failed && !file->error) file->error = ENOMEM;
    if (result->failed) return;
    columns_begin(file, &table, result->heads, result->head_count);
    for (size_t row = 0; row < result->row_count; row++)
        columns_cells(file, &table, result->rows[row]->cells);
}

/* ---- reading */

const char *result_head_of(const Result *result, const char *key)
{
    for (size_t i = 0; i < result->head_count; i++)
        if (!strcmp(result->heads[i].key, key)) return result->heads[i].text;
    return NULL;
}

const char *result_partial(const Result *result)
{
    const char *partial = result_head_of(result, "PARTIAL");
    const bool ended = result->unread || result_head_of(result, "wall_seconds") || !result_head_of(result, "start");
    return partial || ended ? partial : "the file is cut off";
}

double result_alpha(const Result *result)
{
    const char *head = result_head_of(result, "level");
    const double level = head ? strtod(head, NULL) : 0;
    return level >= 0.5 && level < 1 ? level_alpha(level) : USUAL_ALPHA;
}

bool result_reversed(const Result *result, const char *tactic)
{
    Error unused;
    const char *reversed = result_head_of(result, "reversed");
    return reversed && choice_read(reversed, tactic, &unused) >= 0;
}

const char *result_at_level(Result *result, const char *text)
{
    char out[2000];
    const double alpha = result_alpha(result);
    if (alpha == USUAL_ALPHA || !strstr(text, "95 %") || strlen(text) >= sizeof out / 2) return text;
    return result_format(result, "%s", text_at_level(out, sizeof out, text, alpha));
}

int result_column(const Result *result, const char *name)
{
    for (size_t i = 0; i < result->column_count; i++)
        if (strcmp(result->columns[i].name, name) == 0) return (int)i;
    return -1;
}

/* Is the text a number, or unknown? */
static bool number_of(double *out, const char *text)
{
    char *end;
    *out = strtod(text, &end);
    const bool good = !*text || (end > text && !*end);
    if (!*text || !good || !isfinite(*out)) *out = NAN;
    return good;
}

double result_number(const Result *result, size_t row, int column)
{
    double number;
    number_of(&number, result_text(result, row, column));
    return number;
}

const char *result_text(const Result *result, size_t row, int column)
{
    return column < 0 ? "" : result->rows[row]->cells[column];
}

double number_at(const Result *result, size_t row, const char *column)
{
    return result_number(result, row, result_column(result, column));
}

const char *text_at(const Result *result, size_t row, const char *column)
{
    return result_text(result, row, result_column(result, column));
}

Interval result_interval(const Result *result, size_t row, const char *ends)
{
    char low[80], high[80];
    snprintf(low, sizeof low, "%s_low", ends);
    snprintf(high, sizeof high, "%s_high", ends);
    return (Interval){number_at(result, row, low), number_at(result, row, high)};
}

Interval interval_behind(const Result *result, size_t row, size_t column)
{
    for (column++; column + 1 < result->column_count; column++) {
        const char *name = result->columns[column].name;
        if (strlen(name) < 4 || strcmp(name + strlen(name) - 4, "_low") != 0) continue;
        return (Interval){result_number(result, row, (int)column), result_number(result, row, (int)column + 1)};
    }
    return (Interval){NAN, NAN};
}

bool result_filled(const Result *result, const char *name)
{
    const int column = result_column(result, name);
    for (size_t row = 0; column >= 0 && row < result->row_count; row++)
        if (*result->rows[row]->cells[column]) return true;
    return false;
}

#define LARGEST 1e100 /* sums, differences and squares of such numbers are numbers, for gnuplot too */

bool result_value_read(double *out, Result *result, const char *text, size_t column)
{
    char name[60], word[60];
    const bool wrong = !number_of(out, text);
    if (!wrong && !(fabs(*out) > LARGEST)) return true;
    return result_complain(result, "column '%s': '%s' is %s",
                           text_one_line(name, sizeof name, result->columns[column].name),
                           text_one_line(word, sizeof word, text), wrong ? "not a number" : "too large a number");
}

bool result_number_read(double *out, Result *result, size_t row, size_t column)
{
    result->line = result->rows[row]->line;
    return result_value_read(out, result, result->rows[row]->cells[column], column);
}

double *result_numbers(Result *result, const char *name)
{
    double *numbers = result_alloc(result, result->row_count, sizeof *numbers);
    const int column = result_column(result, name);
    for (size_t row = 0; numbers && row < result->row_count; row++) {
        numbers[row] = NAN;
        if (column >= 0 && !result_number_read(&numbers[row], result, row, (size_t)column)) return NULL;
    }
    return numbers;
}

double columns_scale(const Result *result, const char *value)
{
    const int column = result_column(result, value);
    const char *unit = column < 0 ? NULL : result->columns[column].unit;
    return result_matches(result) || (unit && !strcmp(unit, "share")) ? 100 : 1;
}

/* The column's numbers as they are shown. */
static const double *numbers_shown(Result *result, const char *column, double scale)
{
    double *numbers = result_numbers(result, column);
    for (size_t row = 0; numbers && row < result->row_count; row++)
        numbers[row] *= scale;
    return numbers;
}

bool columns_read(Columns *out, Result *result, const char *value, const char *ends)
{
    char low[80], high[80];
    snprintf(low, sizeof low, "%s_low", ends);
    snprintf(high, sizeof high, "%s_high", ends);
    const double scale = columns_scale(result, value);
    *out = (Columns){.value = numbers_shown(result, value, scale)};
    for (const char *const *name = (const char *const[]){value, low, high, NULL}; *name; name++)
        if (result_column(result, *name) < 0) return result_complain(result, "there is no column '%s'", *name);
    return out->value && (out->low = numbers_shown(result, low, scale)) &&
           (out->high = numbers_shown(result, high, scale));
}

/* What a row says in the column whose name stands behind the brace. */
static const char *word_cell(const Result *result, size_t row, const char *brace)
{
    char column[80];
    snprintf(column, sizeof column, "%.*s", (int)strcspn(brace + 1, "}"), brace + 1);
    return text_at(result, row, column);
}

const char *result_words(Result *result, size_t row, const char *words)
{
    const char *text = "";
    while (words && *words) {
        const size_t plain = strcspn(words, "[]{");
        if (plain) text = result_format(result, "%s%.*s", text, (int)plain, words);
        words += plain;
        if (*words == '[' && !*word_cell(result, row, strchr(words, '{'))) words = strchr(words, ']');
        if (*words == '{') {
            const char *cell = word_cell(result, row, words), *end = result_reversed(result, cell) ? ", reversed" : "";
            text = *text || *end ? result_format(result, "%s%s%s", text, cell, end) : cell;
            words = strchr(words, '}');
        }
        if (*words) words++;
    }
    return text;
}

const char **result_texts(Result *result, const char *words)
{
    const char **texts = result_alloc(result, result->row_count, sizeof *texts);
    for (size_t row = 0; texts && row < result->row_count; row++)
        texts[row] = result_words(result, row, words);
    return texts;
}

typedef struct {
    const char *name;
    size_t index;
} Level;

static int level_compare(const void *a, const void *b)
{
    return strcmp(((const Level *)a)->name, ((const Level *)b)->name);
}

bool levels_of(Levels *out, Result *result, const char *const *texts, size_t count)
{
    Level *levels = result_alloc(result, count, sizeof *levels), *const *found = NULL;
    void *tree = NULL;
    *out = (Levels){.names = result_alloc(result, count, sizeof *out->names),
                    .of_row = result_alloc(result, count, sizeof *out->of_row)};
    const bool room = levels && out->names && out->of_row;
    for (size_t row = 0; room && row < count; row++) {
        levels[row] = (Level){texts[row], out->count};
        if (!(found = tsearch(&levels[row], &tree, level_compare))) break;
        if (*found == &levels[row]) out->names[out->count++] = texts[row];
        out->of_row[row] = (*found)->index;
    }
    while (tree)
        tdelete(*(Level **)tree, &tree, level_compare);
    return room && (found || !count || error_memory(&result->error));
}

const char *result_unit(const Result *result)
{
    const char *unit = result_head_of(result, "unit");
    return unit ? unit : "points a round";
}

const char *shown_unit(const Result *result)
{
    return result_matches(result) ? "% of the matches" : result_unit(result);
}

bool result_rules(Rules *out, const Result *result)
{
    Error unused;
    const char *text = result_head_of(result, "rules");
    return text && rules_parse(out, text, &unused);
}

bool result_of_two(const Result *result)
{
    Rules rules;
    return result_rules(&rules, result) && rules.players == 2;
}

bool result_matches(const Result *result) { return !strcmp(result_unit(result), "share of the matches"); }
