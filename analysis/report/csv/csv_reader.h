/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what sim/files/figures.h writes, row by row: head lines `# key: value`, the header, then rows as RFC 4180 has them, with
   \n or \r\n. Memory depends on the longest row only. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

enum { CSV_HEADS = 24, CSV_MAX_COLUMNS = 1000, CSV_MAX_ROW = 1 << 20 };

/* All members may be read; `fields` and their texts hold until the next row. */
typedef struct {
    const char *name;       /* as given; borrowed */
    char *heads[CSV_HEADS]; /* "key: value" */
    size_t head_count;
    char **columns; /* the header */
    size_t column_count;
    char *fields[CSV_MAX_COLUMNS]; /* the current row: column_count texts */
    size_t line;                   /* where the current row begins, from 1 */

    FILE *file;
    size_t next_line;
    TextBuffer row;          /* its fields one after the other, each ended by a zero */
    struct CsvBlock *blocks; /* of csv_reader_alloc */
    Error error;
} CsvReader;

typedef enum { CSV_ROW, CSV_END, CSV_BAD } CsvRead;

/* Opens the file ("-" is stdin). `name` must outlive *out. False with the reason in out->error; csv_reader_close is due in
   either case. */
bool csv_reader_open(CsvReader *out, const char *name);
/* Reads up to the header's end, from `file`. False with the reason in reader->error. */
bool csv_reader_begin(CsvReader *reader);
void csv_reader_close(CsvReader *reader);
/* The next row. CSV_BAD comes with the reason in reader->error, "FILE:LINE: …". */
CsvRead csv_reader_next(CsvReader *reader);

/* The value of a head line, or NULL. After the last row: of a closing line too. */
const char *csv_reader_head(const CsvReader *reader, const char *key);
/* After the last row: what of the run stands in the file, if that is not all of it; NULL: all. */
const char *csv_reader_partial(const CsvReader *reader);
/* The column's index, or -1. */
int csv_reader_column(const CsvReader *reader, const char *name);
/* A field of the current row as a number: NAN where it is empty or not finite (unknown). False with the reason in
   reader->error if it is no number. */
bool csv_reader_number(double *out, CsvReader *reader, size_t column);
/* Zeroed memory until csv_reader_close; NULL with reader->error set when there is none. */
void *csv_reader_alloc(CsvReader *reader, size_t count, size_t size);
/* Both texts as one in such memory, or NULL as above. */
char *csv_reader_join(CsvReader *reader, const char *before, const char *text);
/* Puts "FILE:LINE" of the current row before the reason in reader->error; returns false. */
bool csv_reader_blame(CsvReader *reader);
/* Writes such a reason, from a format and what belongs to it; false. */
#define csv_reader_complain(reader, ...) (error_set(&(reader)->error, __VA_ARGS__), csv_reader_blame(reader))
