/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CSV file (RFC 4180, rows end in \n as pandas and awk like it, `.` decimals) after head lines `# key: value`. */
#ifndef PASUR_SIM_FILES_CSV_H
#define PASUR_SIM_FILES_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "engine/text/error.h"

typedef struct {
    FILE *file;       /* NULL: not open; every writer below then does nothing */
    const char *name; /* as given; borrowed */
    bool row_begun;
    bool untouched; /* nothing is written yet: what stood there still does */
    bool created;   /* nothing stood there */
    long whole;     /* bytes up to the end of the last output_file_write that is in the file */
    int error;      /* errno of the first failed write, 0: none */
} OutputFile;

/* Opens the file; "-" is stdout. What stands there goes with the first write, not before. `name` must outlive *out. False,
   with one line in error[], if it cannot be opened. */
bool output_file_open(OutputFile *out, const char *name, Error *error);
/* Could output_file_open create it, as far as one can say now? What stands there stays. False, with one line in error[]. */
bool output_file_creatable(const char *name, Error *error);
/* Flushes and closes (stdout stays open); a new file to which nothing was written is removed. False, with one line in
   error[] that names the file, if anything written since output_file_open was lost: exit status 5. Once for each output_file_open; does
   nothing on a OutputFile that is not open. */
bool output_file_close(OutputFile *csv, Error *error);
/* Has a write failed so far? A long run may stop early. */
bool output_file_failed(const OutputFile *csv);

/* "# key: value"; control characters in the value become '?'. */
void csv_head(OutputFile *csv, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The head line of a run that was stopped after so many boards. */
void csv_partial(OutputFile *csv, uint64_t boards);
/* A row of `count` names. */
void csv_names(OutputFile *csv, const char *const *names, size_t count);

/* One field of the row; csv_end_row ends it. */
void csv_text(OutputFile *csv, const char *text); /* quoted where RFC 4180 asks for it; NULL: an empty field */
void csv_count(OutputFile *csv, uint64_t value);
void csv_integer(OutputFile *csv, int64_t value);
void csv_number(OutputFile *csv,
                double value);     /* the fewest digits that read back exactly; NaN (unknown): an empty field */
void csv_unknown(OutputFile *csv); /* an empty field */
void csv_end_row(OutputFile *csv);
/* Whole rows made elsewhere; also for text files that are no CSV. Where writing fails, output_file_close cuts the file back to the
   end of the last that went well. */
void output_file_write(OutputFile *csv, const char *text, size_t length);

enum { NUMBER_TEXT = 32 };
/* What csv_number writes for a value that is not NaN. Returns out. */
char *number_text(char out[static NUMBER_TEXT], double value);

#endif
