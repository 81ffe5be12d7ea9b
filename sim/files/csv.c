/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/files/csv.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/text/nearest.h"
#include "sim/files/text_buffer.h"

static void note_error(OutputFile *csv)
{
    if (csv->error == 0 && ferror(csv->file)) csv->error = errno ? errno : EIO;
}

bool output_file_open(OutputFile *out, const char *name, Error *error)
{
    *out = (OutputFile){.name = name};
    if (strcmp(name, "-") == 0) return out->file = stdout, true;
    struct stat there;
    out->untouched = true;
    out->created = lstat(name, &there) != 0;
    int file = open(name, O_WRONLY | O_CREAT, 0666);
    out->file = file < 0 ? NULL : fdopen(file, "w");
    if (out->file) return true;
    int reason = errno;
    if (file >= 0) close(file);
    return error_file(error, name, reason);
}

/* Before the first write. */
static void touch(OutputFile *csv)
{
    struct stat there;
    if (!csv->untouched) return;
    csv->untouched = false;
    if (fstat(fileno(csv->file), &there) == 0 && S_ISREG(there.st_mode) && ftruncate(fileno(csv->file), 0) != 0)
        csv->error = errno;
}

bool output_file_close(OutputFile *csv, Error *error)
{
    FILE *file = csv->file;
    if (!file) return true;
    errno = 0;
    fflush(file);
    note_error(csv);
    struct stat there;
    if (csv->error && csv->whole > 0 && fstat(fileno(file), &there) == 0 && S_ISREG(there.st_mode) &&
        there.st_size > csv->whole && ftruncate(fileno(file), csv->whole) != 0)
        csv->whole = 0; /* it stays as it is */
    errno = 0;
    if (file != stdout && fclose(file) != 0 && csv->error == 0) csv->error = errno ? errno : EIO;
    if (csv->untouched && csv->created) remove(csv->name);
    csv->file = NULL;
    return csv->error == 0 || error_file(error, file == stdout ? "standard output" : csv->name, csv->error);
}

bool output_file_creatable(const char *name, Error *error)
{
    struct stat there;
    OutputFile csv;
    if (stat(name, &there) == 0 && S_ISFIFO(there.st_mode)) return true; /* to open a pipe wakes its reader */
    return output_file_open(&csv, name, error) && output_file_close(&csv, error);
}

bool output_file_failed(const OutputFile *csv) { return csv->error != 0; }

void csv_head(OutputFile *csv, const char *key, const char *format, ...)
{
    if (!csv->file) return;
    touch(csv);
    char value[4096], line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    fprintf(csv->file, "# %s: %s\n", key, text_one_line(line, sizeof line, value));
    note_error(csv);
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
    touch(csv);
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

char *number_text(char out[static NUMBER_TEXT], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, NUMBER_TEXT, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    return out;
}

void csv_number(OutputFile *csv, double value)
{
    char text[NUMBER_TEXT];
    if (begin_field(csv) && !isnan(value)) fputs(number_text(text, value), csv->file);
}

void csv_end_row(OutputFile *csv)
{
    if (!csv->file) return;
    touch(csv);
    putc_unlocked('\n', csv->file);
    csv->row_begun = false;
    note_error(csv);
}

void output_file_write(OutputFile *csv, const char *text, size_t length)
{
    if (!csv->file || !length) return;
    touch(csv);
    errno = 0;
    fwrite(text, 1, length, csv->file);
    fflush(csv->file);
    note_error(csv);
    if (!csv->error) csv->whole = ftell(csv->file);
}
