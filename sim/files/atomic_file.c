/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/files/atomic_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/text/nearest.h"

static void names_free(Replacement *replacement)
{
    free(replacement->beside);
    free(replacement->target);
    *replacement = (Replacement){0};
}

/* Of the old file, or of any new one. */
static mode_t mode_of(const struct stat *old)
{
    if (old) return old->st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

char *file_beside(const char *name)
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

bool replacement_begin(Replacement *out, const char *name, Error *error)
{
    struct stat old;
    *out = (Replacement){.path = name};
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
    replacement_end(out, false, error);
    return error_file(error, name, reason);
}

bool replacement_end(Replacement *replacement, bool complete, Error *error)
{
    bool good = complete;
    if (replacement->beside) {
        if (good && rename(replacement->beside, replacement->target) != 0)
            good = error_file(error, replacement->target, errno);
        if (!good) remove(replacement->beside);
    }
    names_free(replacement);
    return good;
}

bool replacement_possible(const char *name, Error *error)
{
    Replacement replacement;
    if (!replacement_begin(&replacement, name, error)) return false;
    replacement_end(&replacement, false, error);
    return true;
}
