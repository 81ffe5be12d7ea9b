/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads results that come back: what result_write made, head lines `# key: value`, the header, then rows as RFC 4180
   has them, with \n or \r\n. */
#pragma once

#include "analysis/report/result.h"

enum { CSV_HEADS = 24, CSV_MAX_COLUMNS = 1000, CSV_MAX_ROW = 1 << 20, CSV_MOST_ROWS = 1000000 };

/* Its members may be read; `fields` and their texts hold until the next row. Memory depends on the longest row only. */
typedef struct {
    Result *
        result; /* borrowed: heads and columns go there, its `line` is that of the current row, and its error the reason */
    char *fields[CSV_MAX_COLUMNS]; /* the current row: a text for each column */

    FILE *file;
    size_t next_line;
    TextBuffer row; /* its fields one after the other, each ended by a zero */
} CsvReader;

typedef enum { CSV_ROW, CSV_END, CSV_BAD } CsvRead;

/* Opens the file ("-" is stdin) for an empty result. `name` must outlive it. False with the reason in result->error;
   csv_close is due in either case. */
bool csv_open(CsvReader *out, Result *result, const char *name);
/* Reads up to the header's end, from `file`. False with the reason in result->error. */
bool csv_begin(CsvReader *reader);
/* Finds out of which kind (up to NULL) the columns are: the one with most columns in common from the first on, two at
   least. False where it is none, with a reason that names the columns and the kinds. */
bool csv_kind(CsvReader *reader, const ResultKind *const kinds[]);
/* The next row. CSV_BAD comes with the reason, "FILE:LINE: …". */
CsvRead csv_next(CsvReader *reader);
/* Adds rows to the result, `most` of them, and says whether there are more. False with the reason. */
bool csv_rows(CsvReader *reader, size_t most);
/* A field of the current row as a number: NAN where it is empty or not finite. False with the reason if it is no
   number. */
bool csv_number(double *out, CsvReader *reader, size_t column);
/* Closes the file; the result stays. */
void csv_close(CsvReader *reader);
