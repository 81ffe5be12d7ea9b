/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are written beside those whose place they take. */
#include "sim/files/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *beside_target(char out[static PATH_MAX], const char *name)
{
    enum { LINKS_MOST = 40 };
    char target[PATH_MAX];
    if (strlen(name) >= PATH_MAX) return name;
    strcpy(out, name);
    for (int i = 0; i < LINKS_MOST; i++) {
        const ssize_t length = readlink(out, target, sizeof target - 1);
        const char *slash = strrchr(out, '/');
        const size_t folder = slash && length > 0 && *target != '/' ? (size_t)(slash + 1 - out) : 0;
        if (length <= 0 || folder + (size_t)length >= PATH_MAX) break;
        memcpy(out + folder, target, (size_t)length);
        out[folder + (size_t)length] = 0;
    }
    return out;
}

/* Puts the ending behind the target's name; one that would get too long for a folder is cut before it. False with errno. */
static bool ending_add(char out[static PATH_MAX], const char *target)
{
    const char *slash = strrchr(target, '/'), *last = slash ? slash + 1 : target;
    const size_t folder = (size_t)(last - target), ending = sizeof BESIDE_ENDING - 1;
    size_t length = strlen(last);
    if (length + ending > NAME_MAX) length = NAME_MAX - ending;
    if (!length) return errno = ENOENT, false;
    if (folder + length + ending >= PATH_MAX) return errno = ENAMETOOLONG, false;
    memcpy(out, target, folder + length);
    strcpy(out + folder + length, BESIDE_ENDING);
    return true;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Finds what is behind the name: a regular file, or nothing yet. False: something else, which is written to directly. */
static bool target_find(char target[static PATH_MAX], const char *name, struct stat *old, bool *exists)
{
    struct stat there;
    *exists = stat(name, old) == 0;
    if (strcmp(name, "-") == 0 || beside_target(target, name) != target) return false;
    if (!*exists) return true;
    return S_ISREG(old->st_mode) && stat(target, &there) == 0 && is_same(&there, old);
}

bool beside_path(char out[static PATH_MAX], const char *name)
{
    char target[PATH_MAX];
    struct stat old;
    bool exists;
    return target_find(target, name, &old, &exists) && ending_add(out, target);
}

static int refused(int file, int reason)
{
    close(file);
    return errno = reason, -1;
}

/* Opens and locks the path; the file that is locked is still the one of that name. -1 with errno if it cannot be. */
static int path_open(const char *path, bool *leftover)
{
    struct stat locked, named;
    for (;;) {
        *leftover = lstat(path, &named) == 0;
        const int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0) return -1;
        if (flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) return refused(file, errno);
        if (fstat(file, &locked)) return refused(file, errno);
        if (!S_ISREG(locked.st_mode) || locked.st_nlink > 1) return refused(file, EEXIST);
        if (lstat(path, &named) == 0 && is_same(&locked, &named)) return file;
        close(file); /* its writer has just put it where it belongs */
    }
}

/* The old file's rights; its owner too, where we may. */
static bool rights_copy(int file, const struct stat *old)
{
    if (old->st_uid != geteuid() && fchown(file, old->st_uid, old->st_gid)) errno = 0;
    return fchmod(file, old->st_mode & 0777) == 0;
}

bool beside_open(BesideFile *out, const char *name, Error *error)
{
    char target[PATH_MAX], path[PATH_MAX];
    struct stat old;
    bool exists;
    *out = (BesideFile){0};
    if (!target_find(target, name, &old, &exists)) return true;
    if ((exists && access(target, W_OK)) || !ending_add(path, target)) return error_file(error, name, errno);
    out->descriptor = path_open(path, &out->leftover);
    if (out->descriptor < 0 && errno == EWOULDBLOCK)
        return error_system(error, "%.200s: another program is writing %.200s", name, path);
    if (out->descriptor < 0) return error_file(error, errno == ELOOP || errno == EEXIST ? path : name, errno);
    out->target = strdup(target);
    out->path = strdup(path);
    if (out->target && out->path && (!exists || rights_copy(out->descriptor, &old))) return true;
    error_file(error, name, out->target && out->path ? errno : ENOMEM);
    if (!out->leftover) unlink(path);
    close(out->descriptor);
    free(out->target);
    free(out->path);
    return *out = (BesideFile){0}, false;
}

bool beside_replace(const BesideFile *file, Error *error)
{
    const bool lost = fsync(file->descriptor) && errno != EINVAL && errno != ENOTSUP;
    if (!lost && rename(file->path, file->target) == 0) return true;
    return error_system(error, "%.200s: %s; what was written is in %.200s", file->target, strerror(errno), file->path);
}

void beside_remove(const BesideFile *file) { unlink(file->path); }

void beside_close(BesideFile *file)
{
    if (!file->path) return;
    close(file->descriptor);
    free(file->target);
    free(file->path);
    *file = (BesideFile){0};
}
