/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV files: head lines, and fields one by one. */
#include "sim/files/csv.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

void csv_head(OutputFile *csv, const char *key, const char *format, ...)
{
    if (!csv->file) return;
    output_file_touch(csv);
    char value[4096], line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    fprintf(csv->file, "# %s: %s\n", key, text_one_line(line, sizeof line, value));
    output_file_check(csv);
}

void csv_partial(OutputFile *csv, uint64_t boards)
{
    csv_head(csv, "PARTIAL", "the first %llu board%s", (unsigned long long)boards, PLURAL(boards));
}

void csv_names(OutputFile *csv, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        csv_text(csv, names[i]);
    csv_end_row(csv);
}

/* The comma before every field but the first; false if the file is not open. */
static bool begin_field(OutputFile *csv)
{
    if (!csv->file) return false;
    output_file_touch(csv);
    if (csv->row_begun) putc_unlocked(',', csv->file);
    csv->row_begun = true;
    return true;
}

void csv_unknown(OutputFile *csv) { begin_field(csv); }

void csv_text(OutputFile *csv, const char *text)
{
    if (!begin_field(csv) || !text) return;
    /* readers that know of head lines take the rest of a line for a comment, from any '#' on */
    if (!strpbrk(text, ",\"\r\n#")) {
        fputs(text, csv->file);
        return;
    }
    putc_unlocked('"', csv->file);
    for (; *text; text++) {
        if (*text == '"') putc_unlocked('"', csv->file);
        putc_unlocked(*text, csv->file);
    }
    putc_unlocked('"', csv->file);
}

/* Quicker than printf, which a CSV of hundreds of millions of rows notices. */
static void put_digits(FILE *file, uint64_t value)
{
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count > 0)
        putc_unlocked(digits[--count], file);
}

void csv_count(OutputFile *csv, uint64_t value)
{
    if (begin_field(csv)) put_digits(csv->file, value);
}

void csv_integer(OutputFile *csv, int64_t value)
{
    if (!begin_field(csv)) return;
    if (value < 0) putc_unlocked('-', csv->file);
    put_digits(csv->file, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void csv_number(OutputFile *csv, double value)
{
    char text[NUMBER_TEXT];
    if (begin_field(csv) && !isnan(value)) fputs(number_text(text, value), csv->file);
}

void csv_end_row(OutputFile *csv)
{
    if (!csv->file) return;
    output_file_touch(csv);
    putc_unlocked('\n', csv->file);
    csv->row_begun = false;
    output_file_check(csv);
}
