/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files: written beside the file whose place they take, closed with the first error that any write met. */
#include "sim/files/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_regular(int descriptor)
{
    struct stat there;
    return fstat(descriptor, &there) == 0 && S_ISREG(there.st_mode);
}

/* What was written takes its place if it is good; else it is removed, or stays where it is if it holds whole parts. */
static bool beside_end(OutputFile *out, bool good, Error *error)
{
    BesideFile *beside = &out->beside;
    bool placed = true;
    if (!beside->path) return true;
    if (good && !out->untouched && !out->drop)
        placed = beside_replace(beside, error);
    else if (!good && out->whole > 0 && !out->drop)
        placed = error_system(error, "%.200s: %s; what was written is in %.200s", out->name, strerror(out->error),
                              beside->path);
    else if (!out->untouched || !beside->leftover)
        beside_remove(beside);
    beside_close(beside);
    return placed;
}

bool output_file_open(OutputFile *out, const char *name, Error *error)
{
    *out = (OutputFile){.name = name};
    if (strcmp(name, "-") == 0) return out->file = stdout, true;
    if (!beside_open(&out->beside, name, error)) return false;
    out->untouched = true;
    const int file = out->beside.path ? dup(out->beside.descriptor) : open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    out->file = file < 0 ? NULL : fdopen(file, "w");
    if (out->file) return true;
    const int reason = errno;
    if (file >= 0) close(file);
    beside_end(out, false, error);
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

/* Empties the file before the first write: a leftover is there no longer. */
static void empty_first(OutputFile *file)
{
    const int descriptor = fileno(file->file);
    if (!file->untouched) return;
    file->untouched = false;
    if (descriptor >= 0 && is_regular(descriptor) && ftruncate(descriptor, 0) != 0) file->error = errno;
}

void output_file_write(OutputFile *file, const char *text, size_t length)
{
    if (!file->file || !length) return;
    empty_first(file);
    errno = 0;
    fwrite(text, 1, length, file->file);
    note_error(file);
}

bool output_files_flush(OutputFile *const files[], int count)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        if (!files[i] || !files[i]->file || files[i]->untouched) continue;
        errno = 0;
        fflush(files[i]->file);
        note_error(files[i]);
        good &= !files[i]->error;
    }
    for (int i = 0; i < count; i++) {
        if (!files[i] || !files[i]->file || files[i]->untouched) continue;
        if (good) files[i]->whole = ftell(files[i]->file);
        files[i]->cut = !good;
    }
    return good;
}

long output_file_write_open(OutputFile *file, const char *text, size_t length)
{
    long at = -1;
    output_files_flush(&file, 1);
    if (file->file && file->file != stdout && is_regular(fileno(file->file))) at = ftell(file->file);
    if (at >= 0) output_file_write(file, text, length);
    return at;
}

void output_file_overwrite(OutputFile *file, long at, const char *text, size_t length)
{
    errno = 0;
    fflush(file->file);
    note_error(file);
    if (pwrite(fileno(file->file), text, length, at) != (ssize_t)length && !file->error)
        file->error = errno ? errno : EIO;
}

/* Cuts the file back to what is whole, and ends it with the mark; what stands in its buffer, and could not be written, is
   gone by then. False if the mark is not in it. */
static bool cut_back(int descriptor, long length, const char *mark)
{
    struct stat there;
    const size_t marked = strlen(mark);
    if (fstat(descriptor, &there) || !S_ISREG(there.st_mode)) return false;
    if (there.st_size > length && ftruncate(descriptor, length)) return false;
    if (!marked || pwrite(descriptor, mark, marked, length) == (ssize_t)marked) return true;
    return ftruncate(descriptor, length) && false;
}

bool output_file_close(OutputFile *out, Error *error)
{
    FILE *file = out->file;
    if (!file) return true;
    if (!out->error && !out->cut && *out->mark) output_file_write(out, out->mark, strlen(out->mark));
    errno = 0;
    fflush(file);
    note_error(out);
    const bool cut = (out->error || out->cut) && out->whole > 0;
    const int descriptor = cut ? dup(fileno(file)) : -1;
    errno = 0;
    if (file != stdout && fclose(file) != 0 && out->error == 0) out->error = errno ? errno : EIO;
    bool good = !out->error && !out->cut;
    if (descriptor >= 0) good = cut_back(descriptor, out->whole, out->mark), close(descriptor);
    out->file = NULL;
    if (out->error) error_file(error, file == stdout ? "standard output" : out->name, out->error);
    return beside_end(out, good, error) && !out->error;
}

bool atomic_file_possible(const char *name, Error *error)
{
    enum { ROOM = 1 << 16 };
    static const char ZEROS[ROOM];
    OutputFile file;
    if (!output_file_open(&file, name, error)) return false;
    file.drop = true;
    if (file.beside.path && !file.beside.leftover) output_file_write(&file, ZEROS, ROOM);
    return output_file_close(&file, error);
}

bool atomic_file_write(const char *name, const char *text, size_t length, Error *error)
{
    OutputFile file;
    if (!output_file_open(&file, name, error)) return false;
    output_file_write(&file, text, length);
    return output_file_close(&file, error);
}
