/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that take the place of an old one when they are whole. */
#include "sim/files/atomic_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/text/error.h"
#include "sim/files/output_file.h"

typedef struct {
    const char *path; /* where to write */
    char *beside;     /* owned; NULL: path is the name itself */
    char *target;     /* what is replaced, behind any links; owned */
} AtomicFile;

static void names_free(AtomicFile *file)
{
    free(file->beside);
    free(file->target);
    *file = (AtomicFile){0};
}

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
    if (file >= 0) {
        close(file);
        return beside;
    }
    const int reason = beside ? errno : ENOMEM;
    free(beside);
    return errno = reason, NULL;
}

/* After `path` was written and closed. `complete`: the new file takes its place; else it is removed and the old one
   stays. False if it was not complete, and with the reason if it cannot take its place. */
static bool file_end(AtomicFile *file, bool complete, Error *error)
{
    bool good = complete;
    if (file->beside) {
        if (good && rename(file->beside, file->target) != 0) good = error_file(error, file->target, errno);
        if (!good) remove(file->beside);
    }
    names_free(file);
    return good;
}

/* `name` must outlive *out. False with the reason if no file can be made beside it. */
static bool file_begin(AtomicFile *out, const char *name, Error *error)
{
    struct stat old;
    *out = (AtomicFile){.path = name};
    const bool exists = stat(name, &old) == 0;
    if (strcmp(name, "-") == 0 || (exists && !S_ISREG(old.st_mode))) return true;
    out->target = exists ? realpath(name, NULL) : strdup(name);
    if (out->target) out->path = out->beside = file_beside(out->target);
    if (!out->beside) {
        const int reason = errno;
        names_free(out);
        return error_file(error, name, reason);
    }
    if (chmod(out->beside, mode_of(exists ? &old : NULL)) == 0) return true;
    const int reason = errno;
    file_end(out, false, error);
    return error_file(error, name, reason);
}

bool atomic_file_possible(const char *name, Error *error)
{
    AtomicFile file;
    if (!file_begin(&file, name, error)) return false;
    file_end(&file, false, error);
    return true;
}

bool atomic_file_write(const char *name, const char *text, size_t length, Error *error)
{
    AtomicFile file;
    OutputFile out;
    if (!file_begin(&file, name, error)) return false;
    bool written = output_file_open(&out, file.path, error);
    if (written) {
        out.name = name; /* what errors name */
        output_file_write(&out, text, length);
        written = output_file_close(&out, error);
    }
    return file_end(&file, written, error);
}
