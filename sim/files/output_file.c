/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files: opened without harm, closed with the first error that any write met; or replaced as a whole. */
#include "sim/files/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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

void output_file_overwrite(OutputFile *file, long at, const char *text, size_t length)
{
    errno = 0;
    fflush(file->file);
    note_error(file);
    if (pwrite(fileno(file->file), text, length, at) != (ssize_t)length && !file->error)
        file->error = errno ? errno : EIO;
}

/* Cuts the file back; what stands in its buffer, and could not be written, is gone by then. */
static void cut_back(int descriptor, long length)
{
    struct stat there;
    if (fstat(descriptor, &there) || !S_ISREG(there.st_mode) || there.st_size <= length) return;
    if (ftruncate(descriptor, length)) return; /* the file stays as it is */
}

bool output_file_close(OutputFile *out, Error *error)
{
    FILE *file = out->file;
    if (!file) return true;
    errno = 0;
    fflush(file);
    note_error(out);
    const int cut = (out->error || out->cut) && out->whole > 0 ? dup(fileno(file)) : -1;
    errno = 0;
    if (file != stdout && fclose(file) != 0 && out->error == 0) out->error = errno ? errno : EIO;
    if (cut >= 0) cut_back(cut, out->whole), close(cut);
    if (out->untouched && out->created) remove(out->name);
    out->file = NULL;
    return out->error == 0 || error_file(error, file == stdout ? "standard output" : out->name, out->error);
}

/* ---- files that take the place of an old one when they are whole */

typedef struct {
    char *target; /* what is replaced, behind any links; owned */
    char *beside; /* what is written; owned; NULL: the name itself is */
} AtomicFile;

/* Of the old file, or of any new one. */
static mode_t mode_of(const struct stat *old)
{
    if (old) return old->st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Makes a new, empty file beside `name`; its name is the caller's to free. NULL with errno if it cannot be. */
static char *file_beside(const char *name)
{
    static const char ENDING[] = ".XXXXXX";
    char *beside = malloc(strlen(name) + sizeof ENDING);
    const int file = beside ? mkstemp(strcat(strcpy(beside, name), ENDING)) : -1;
    if (file >= 0) return close(file), beside;
    const int reason = errno;
    free(beside);
    return errno = reason, NULL;
}

/* `complete`: the new file takes its place; else it is removed and the old one stays. False if it was not complete, and
   with the reason if it cannot take its place. */
static bool atomic_end(AtomicFile *file, bool complete, Error *error)
{
    if (file->beside) {
        if (complete && rename(file->beside, file->target) != 0) complete = error_file(error, file->target, errno);
        if (!complete) remove(file->beside);
    }
    free(file->beside);
    free(file->target);
    return complete;
}

/* False with the reason if no file can be made beside `name`. */
static bool atomic_begin(AtomicFile *out, const char *name, Error *error)
{
    struct stat old;
    *out = (AtomicFile){0};
    const bool exists = stat(name, &old) == 0;
    if (strcmp(name, "-") == 0 || (exists && !S_ISREG(old.st_mode))) return true;
    out->target = exists ? realpath(name, NULL) : strdup(name);
    out->beside = out->target ? file_beside(out->target) : NULL;
    if (out->beside && chmod(out->beside, mode_of(exists ? &old : NULL)) == 0) return true;
    error_file(error, name, errno);
    return atomic_end(out, false, error);
}

/* Writes the text into the file that was begun. */
static bool atomic_fill(const AtomicFile *file, const char *name, const char *text, size_t length, Error *error)
{
    OutputFile out;
    if (!output_file_open(&out, file->beside ? file->beside : name, error)) return false;
    out.name = name; /* what errors name */
    output_file_write(&out, text, length);
    return output_file_close(&out, error);
}

bool atomic_file_possible(const char *name, Error *error)
{
    enum { ROOM = 1 << 16 };
    static const char ZEROS[ROOM];
    AtomicFile file;
    Error unused;
    if (!atomic_begin(&file, name, error)) return false;
    const bool possible = !file.beside || atomic_fill(&file, name, ZEROS, ROOM, error);
    atomic_end(&file, false, &unused);
    return possible;
}

bool atomic_file_write(const char *name, const char *text, size_t length, Error *error)
{
    AtomicFile file;
    if (!atomic_begin(&file, name, error)) return false;
    return atomic_end(&file, atomic_fill(&file, name, text, length, error), error);
}
