/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CSV file (RFC 4180, rows end in \n as pandas and awk like it, `.` decimals) after head lines `# key: value`. */
#ifndef PASUR_SIM_FILES_CSV_H
#define PASUR_SIM_FILES_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "sim/files/figures.h"
#include "sim/files/output_file.h"

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
#endif
