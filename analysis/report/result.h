/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A result in memory, and the row that describes its kind. A command, or the reader of CSV files, fills a Result; CSV,
   JSON, pictures, pages and verdicts read it.

   A kind of result is one ResultKind in the file of its command, which names it among its `results`. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "agents/text_lines.h"
#include "analysis/stats/estimate.h"
#include "engine/rules.h"
#include "engine/text/error.h"
#include "sim/files/columns.h"

struct Picture;
struct Verdicts;
typedef struct Result Result;

enum { MEASURE_KEYS = KEY_RULES, MEASURE_AGAINST = KEY_AGAINST - 1, MEASURES_MOST = 4 };

typedef struct {
    const ColumnTable *table; /* its columns, the file that they make, and their documentation */
    const char *question;     /* what it answers, for a title; NULL: the command is its title */
    const char *part;         /* of a second result of a run: what stands behind the title of the first; or NULL */
    bool boardless;           /* what is said of boards in general does not hold for it */
    const char *method;       /* how the figures are made, for a reader who has nothing else; or NULL */
    const char
        *best; /* a page's table begins with the rows whose number in this column is highest; NULL: in their order */
    const char *page; /* of the documentation, to read on; or NULL */
    /* What the figures say: adds sentences. Is not called where there is no row. NULL: nothing is said. */
    void (*verdicts)(struct Verdicts *verdicts, Result *result);
    bool by_place;                 /* the first key names agents, in the order in which the command did */
    bool together;                 /* intervals hold for all rows together (Bonferroni) */
    bool keeps_blocks;             /* run directories keep what blocks of boards came to */
    const struct Picture *picture; /* how it is drawn (chart.h); NULL: no picture is known */
    bool streams;                  /* that takes rows from the file itself: they may be too many for memory */
} ResultKind;

typedef struct {
    size_t line;         /* of the file; 0: there is none */
    const char *cells[]; /* texts; "": nothing is known */
} ResultRow;

/* Members may be read. Memory that is handed out belongs to the result. */
struct Result {
    const ResultKind *kind; /* NULL: none is known with these columns */
    const char *name;       /* of the file that it was read from, borrowed; NULL: from none */
    FileHead *heads;        /* owned */
    size_t head_count;
    Column *columns; /* those with names; of a column that is not known there is the name alone */
    size_t column_count;
    ResultRow **rows; /* owned */
    size_t row_count;
    const void *structs; /* of result_rows: what the rows were made of, for who tells them; its texts are borrowed */
    size_t struct_size;
    bool *unbounded; /* of each column, whose values stand as empty fields: some are infinite; a head names these */
    bool more;       /* the file has more rows */
    bool unread;     /* the end of the file was not read yet, and what stands there in lines `# key: value` */
    size_t line;     /* of the file, which reasons name */
    struct ResultBlock *blocks;
    Error error;
    bool failed; /* memory ran out, and something is missing */
};

/* Zeros are an empty result. */
void result_free(Result *result);

/* Zeroed memory until result_free; NULL with result->error set when there is none. */
void *result_alloc(Result *result, size_t count, size_t size);
/* Both texts as one in such memory, or NULL as above. */
char *result_join(Result *result, const char *before, const char *text);
/* Prose in such memory; empty, with the error set as above, when there is none. */
const char *result_format(Result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *result_format_list(Result *result, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* Writes a reason into result->error, after "FILE:LINE" where there is a file; returns false. */
bool result_blame(Result *result);
#define result_complain(result, ...) (error_set(&(result)->error, __VA_ARGS__), result_blame(result))

/* ---- filling; what fails for want of memory sets result->failed */

/* A line of the head: "# key: value" of a CSV file, a member of the first object of JSON. */
void result_head(Result *result, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same of a number, which JSON writes as one; empty: it is not known. */
void result_head_number(Result *result, const char *key, const char *number);
/* The head that names columns whose values have no bound in some row, of those that are filled. */
void result_head_unbounded(Result *result);
/* The columns; table: those of the kind, with more of them (NULL: they alone). */
void result_begin(Result *result, const ResultKind *kind, const ColumnTable *table);
/* A row, from the struct that the table's offsets mean. */
void result_row(Result *result, const ColumnTable *table, const void *row);
/* Both, for `count` structs of `size` bytes. */
void result_rows(Result *result, const ResultKind *kind, const void *rows, size_t size, size_t count);
/* An empty row, for the reader; NULL: memory ran out. */
ResultRow *result_row_add(Result *result);

/* Writes heads, columns and rows into a file, as CSV or, where file->json, as JSON lines. */
void result_write(const Result *result, OutputFile *file);

/* ---- reading */

/* The value of a head line, or NULL. */
const char *result_head_of(const Result *result, const char *key);
/* What of the run stands in it, if that is not all; NULL: all, or that is not known yet. */
const char *result_partial(const Result *result);
/* With which its intervals miss; what a head says, or else the usual one. */
double result_alpha(const Result *result);
/* Is it a tactic whose weight is below 0 there, so that its rows are about doing the opposite of the advice? */
bool result_reversed(const Result *result, const char *tactic);
/* The text, in which "95 %" stands for the level of its intervals. */
const char *result_at_level(Result *result, const char *text);
/* The column's index, or -1. */
int result_column(const Result *result, const char *name);
/* What a cell says; NAN and "": nothing, or there is no such column (-1). */
double result_number(const Result *result, size_t row, int column);
const char *result_text(const Result *result, size_t row, int column);
/* The same of columns by their names, and of an interval's: "ci" means ci_low and ci_high. */
double number_at(const Result *result, size_t row, const char *column);
const char *text_at(const Result *result, size_t row, const char *column);
Interval result_interval(const Result *result, size_t row, const char *ends);
/* That of the first two columns behind this one whose names end in _low and _high. */
Interval interval_behind(const Result *result, size_t row, size_t column);
/* Does the column have anything in it? */
bool result_filled(const Result *result, const char *column);

/* A column's numbers, NAN for unknown; all NAN where there is no such column. NULL with result->error set, also where
   something is no number. */
double *result_numbers(Result *result, const char *column);
/* One text, as of the column, and one of a row. */
bool result_value_read(double *out, Result *result, const char *text, size_t column);
bool result_number_read(double *out, Result *result, size_t row, size_t column);
/* Words in which {column} stands for what a row says there, and ", reversed" behind a tactic that is; what stands in
   brackets is left out where its column is empty. "": words are NULL, or memory ran out. */
const char *result_words(Result *result, size_t row, const char *words);
/* Those of all rows. NULL with result->error set. */
const char **result_texts(Result *result, const char *words);

/* Numbers of each row with their intervals. */
typedef struct {
    const double *value, *low, *high;
} Columns;
/* What a picture multiplies this column and its interval by: 100 for shares, which terminal and page show in % too. */
double columns_scale(const Result *result, const char *value);
/* The numbers times that. */
bool columns_read(Columns *out, Result *result, const char *value, const char *ends);

/* Different texts, in order of first appearance. */
typedef struct {
    const char **names;
    size_t count;
    size_t *of_row; /* each row's index into names */
} Levels;
/* Those of the texts of rows, which must live as long as the result. */
bool levels_of(Levels *out, Result *result, const char *const *texts, size_t count);

/* The unit of its values, as a head says it; points a round where none does. */
const char *result_unit(const Result *result);
/* The same as pictures, terminal and page show values. */
const char *shown_unit(const Result *result);
/* Is that a share of the matches? */
bool result_matches(const Result *result);
/* The rules of its run. False: the file does not say them. */
bool result_rules(Rules *out, const Result *result);
/* Were there two at the table, so that "the others" are one? False also where the file does not say. */
bool result_of_two(const Result *result);

/* ---- results that come back (csv.c): what result_write made, head lines `# key: value`, the header, then rows as RFC 4180
   has them, with \n or \r\n */

enum { CSV_HEADS = 24, CSV_MAX_COLUMNS = 1000, CSV_MAX_ROW = 1 << 20, CSV_MOST_ROWS = 1000000 };

/* Its members may be read; `fields` and their texts hold until the next row. Memory depends on the longest row only. */
typedef struct {
    Result *
        result; /* borrowed: heads and columns go there, its `line` is that of the current row, and its error the reason */
    char *fields[CSV_MAX_COLUMNS]; /* the current row: a text for each column */

    TextLines lines; /* of the file */
    TextBuffer row;  /* its fields one after the other, each ended by a zero */
} CsvReader;

typedef enum { CSV_ROW, CSV_END, CSV_BAD } CsvRead;

/* Opens the file ("-" is stdin) for an empty result. `name` must outlive it. False with the reason in result->error;
   csv_close is due in either case. */
bool csv_open(CsvReader *out, Result *result, const char *name);
/* Reads up to the header's end, from `lines`. False with the reason in result->error. */
bool csv_begin(CsvReader *reader);
/* Finds out of which kind (up to NULL) the columns are: the one with most columns in common from the first on, two at
   least. False where it is none, with a reason that names the columns. */
bool csv_kind(CsvReader *reader, const ResultKind *const kinds[]);
/* The next row. CSV_BAD comes with the reason, "FILE:LINE: …". */
CsvRead csv_next(CsvReader *reader);
/* Adds rows to the result, `most` of them, and says whether there are more. False with the reason. */
bool csv_rows(CsvReader *reader, size_t most);
/* Closes the file; the result stays. */
void csv_close(CsvReader *reader);
