/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files: opened without harm, closed with the first error that any write met. */
#include "sim/files/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_regular(FILE *file, struct stat *out) { return fstat(fileno(file), out) == 0 && S_ISREG(out->st_mode); }

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

bool output_file_creatable(const char *name, Error *error)
{
    struct stat there;
    OutputFile file;
    if (stat(name, &there) == 0 && S_ISFIFO(there.st_mode)) return true; /* to open a pipe wakes its reader */
    return output_file_open(&file, name, error) && output_file_close(&file, error);
}

bool output_file_failed(const OutputFile *file) { return file->error != 0; }

/* Remembers that a write failed, if one did. */
static void note_error(OutputFile *file)
{
    if (file->error == 0 && ferror(file->file)) file->error = errno ? errno : EIO;
}

/* Empties the file before the first write. */
static void empty_first(OutputFile *file)
{
    struct stat there;
    if (!file->untouched) return;
    file->untouched = false;
    if (is_regular(file->file, &there) && ftruncate(fileno(file->file), 0) != 0) file->error = errno;
}

void output_file_write(OutputFile *file, const char *text, size_t length)
{
    if (!file->file || !length) return;
    empty_first(file);
    errno = 0;
    fwrite(text, 1, length, file->file);
    note_error(file);
}

void output_file_flush(OutputFile *file)
{
    if (!file->file || file->untouched) return;
    errno = 0;
    fflush(file->file);
    note_error(file);
    if (!file->error) file->whole = ftell(file->file);
}

bool output_file_close(OutputFile *out, Error *error)
{
    FILE *file = out->file;
    struct stat there;
    if (!file) return true;
    errno = 0;
    fflush(file);
    note_error(out);
    if (out->error && out->whole > 0 && is_regular(file, &there) && there.st_size > out->whole &&
        ftruncate(fileno(file), out->whole) != 0)
        out->whole = 0; /* the file stays as it is */
    errno = 0;
    if (file != stdout && fclose(file) != 0 && out->error == 0) out->error = errno ? errno : EIO;
    if (out->untouched && out->created) remove(out->name);
    out->file = NULL;
    return out->error == 0 || error_file(error, file == stdout ? "standard output" : out->name, out->error);
}
