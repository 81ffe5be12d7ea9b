/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files: written beside the file whose place they take, closed with the first error that any write met. */
#include "sim/files/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/files/system.h"

/* ---- the file beside the one whose place it takes */

const char *output_target(char out[static PATH_MAX], const char *name)
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

/* Puts the ending behind the target's name; one that would get too long for a folder is cut before it. False with
   errno. */
static bool ending_add(char out[static PATH_MAX], const char *target)
{
    const char *slash = strrchr(target, '/'), *last = slash ? slash + 1 : target;
    const size_t folder = (size_t)(last - target), ending = sizeof UNFINISHED_ENDING - 1;
    size_t length = strlen(last);
    if (length > NAME_MAX) return errno = ENAMETOOLONG, false;
    if (length + ending > NAME_MAX) length = NAME_MAX - ending;
    if (!length) return errno = ENOENT, false;
    if (folder + length + ending >= PATH_MAX) return errno = ENAMETOOLONG, false;
    memcpy(out, target, folder + length);
    strcpy(out + folder + length, UNFINISHED_ENDING);
    return true;
}

/* Finds what is behind the name: a regular file, or nothing yet. False: something else, which is written to
   directly. */
static bool target_find(char target[static PATH_MAX], const char *name, struct stat *old, bool *exists)
{
    struct stat there;
    *exists = stat(name, old) == 0;
    if (strcmp(name, "-") == 0 || output_target(target, name) != target) return false;
    if (!*exists) return true;
    return S_ISREG(old->st_mode) && stat(target, &there) == 0 && is_same_file(&there, old);
}

bool unfinished_path(char out[static PATH_MAX], const char *name)
{
    char target[PATH_MAX];
    struct stat old;
    bool exists;
    return target_find(target, name, &old, &exists) && ending_add(out, target);
}

/* Opens and locks the path; the file that is locked is still the one of that name. -1 with errno if it cannot be. */
static int path_open(const char *path, bool *leftover)
{
    struct stat locked, named;
    for (;;) {
        *leftover = lstat(path, &named) == 0;
        const int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0) return -1;
        const int reason = file_lock(file) && errno == EWOULDBLOCK           ? EWOULDBLOCK
                           : fstat(file, &locked)                            ? errno
                           : !S_ISREG(locked.st_mode) || locked.st_nlink > 1 ? EEXIST
                                                                             : 0;
        if (!reason && lstat(path, &named) == 0 && is_same_file(&locked, &named)) return file;
        close(file);
        if (reason) return errno = reason, -1;
        /* else its writer has just put it where it belongs */
    }
}

static OutputFile *unfinished; /* what is being written beside its target, for unfinished_remove */

/* At the end of a program that a library ends by exit, for want of memory: what a command closes is not there then. A
   child has the list of the program that started it. */
static void unfinished_remove(void)
{
    for (const OutputFile *file = unfinished; file; file = file->next)
        if (file->owner == getpid() && !file->leftover) unlink(file->path);
}

/* The old file's rights; its owner too, where we may. */
static bool rights_copy(int file, const struct stat *old)
{
    if (old->st_uid != geteuid() && fchown(file, old->st_uid, old->st_gid)) errno = 0;
    return fchmod(file, old->st_mode & 0777) == 0;
}

/* Lets others open it. */
static void unfinished_close(OutputFile *file)
{
    OutputFile **at = &unfinished;
    while (*at && *at != file)
        at = &(*at)->next;
    if (*at) *at = file->next;
    close(file->descriptor);
    free(file->target);
    free(file->path);
    file->target = file->path = NULL;
}

/* Opens the file beside the name's, without changing what a leftover holds. A name that is no regular file (a device, a
   pipe) has none: path is NULL. False with the reason if the file or the one beside it cannot be written. */
static bool unfinished_open(OutputFile *out, Error *error)
{
    char target[PATH_MAX], path[PATH_MAX];
    struct stat old;
    bool exists;
    if (!target_find(target, out->name, &old, &exists)) return true;
    if ((exists && access(target, W_OK)) || !ending_add(path, target)) return error_file(error, out->name, errno);
    out->descriptor = path_open(path, &out->leftover);
    if (out->descriptor < 0 && errno == EWOULDBLOCK)
        return error_system(error, "%.200s: another program is writing %.200s", out->name, path);
    if (out->descriptor < 0) return error_file(error, errno == ELOOP || errno == EEXIST ? path : out->name, errno);
    out->target = strdup(target);
    out->path = strdup(path);
    if (out->target && out->path && (!exists || rights_copy(out->descriptor, &old))) {
        static bool asked;
        if (!asked) asked = atexit(unfinished_remove) == 0;
        out->owner = getpid();
        out->next = unfinished;
        unfinished = out;
        return true;
    }
    error_file(error, out->name, out->target && out->path ? errno : ENOMEM);
    if (!out->leftover) unlink(path);
    return unfinished_close(out), false;
}

/* What was written beside takes its place, once it is on the disk, if it is good; else it is removed, or stays where it is
   if it holds whole parts. */
static bool unfinished_end(OutputFile *out, bool good, Error *error)
{
    const char *lost = NULL; /* whose place it cannot take */
    if (!out->path) return true;
    errno = out->error;
    if (good && out->end && !out->drop) {
        const bool failed = fsync(out->descriptor) && errno != EINVAL && errno != ENOTSUP;
        if (failed || rename(out->path, out->target)) lost = out->target;
    } else if (!good && out->flushed && !out->drop) {
        lost = out->name;
    } else if (out->end || !out->leftover) {
        unlink(out->path);
    }
    if (lost) error_system(error, "%.200s: %s; what was written is in %.200s", lost, strerror(errno), out->path);
    return unfinished_close(out), !lost;
}

/* ---- output files */

/* Text is written once there is so much of it: compressed members are long, who reads a pipe waits for no more than a
   page, and who sits at a terminal for no line. */
enum { PLAIN_TEXT = 1 << 16, DIRECT_TEXT = 1 << 12, PACKED_TEXT = 1 << 20 };
/* And where it comes slowly after this many ns, a compressed member after 100 times as many. */
static const uint64_t DUE_NS = 100000000;

bool output_file_open(OutputFile *out, const char *name, PackKind kind, Error *error)
{
    struct stat there;
    *out = (OutputFile){.name = name, .kind = kind};
    if (!unfinished_open(out, error)) return false;
    if (!strcmp(name, "-"))
        out->descriptor = STDOUT_FILENO;
    else if (!out->path)
        out->descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (out->descriptor < 0) return error_file(error, name, errno);
    out->direct =
        !out->path && (out->descriptor == STDOUT_FILENO || fstat(out->descriptor, &there) || !S_ISREG(there.st_mode));
    out->most = kind != PACK_NONE ? PACKED_TEXT : !out->direct ? PLAIN_TEXT : isatty(out->descriptor) ? 0 : DIRECT_TEXT;
    return out->open = true;
}

bool output_file_possible(const char *name, Error *error)
{
    enum { ROOM = 1 << 16 };
    static const char ZEROS[ROOM];
    struct stat there;
    OutputFile file;
    if (stat(name, &there) == 0 && S_ISFIFO(there.st_mode)) return true; /* to open a pipe wakes its reader */
    if (!output_file_open(&file, name, PACK_NONE, error)) return false;
    file.drop = true;
    if (file.path && !file.leftover) output_file_write(&file, ZEROS, ROOM);
    return output_file_close(&file, error);
}

/* Writes the text, as a member of a compressed file, behind what is whole and over what stands there; what cannot be
   written over is whole at once. False with errno. */
static bool text_write(OutputFile *file)
{
    const bool plain = file->kind == PACK_NONE, first = !file->end;
    TextBuffer packed = {0};
    const TextBuffer *bytes = plain ? &file->text : &packed;
    if (!file->text.length) return true;
    errno = ENOMEM;
    bool good = plain || pack(file->kind, &packed, file->text.data, file->text.length);
    for (size_t done = 0; good && file->direct && done < bytes->length;) {
        const ssize_t more = write(file->descriptor, bytes->data + done, bytes->length - done);
        good = more > 0 || (more < 0 && errno == EINTR);
        if (more > 0) done += (size_t)more;
    }
    if (good && !file->direct && first) good = ftruncate(file->descriptor, 0) == 0;
    if (good && !file->direct) good = bytes_write(file->descriptor, (uint64_t)file->end, bytes->data, bytes->length);
    file->end += (off_t)bytes->length;
    file->text.length = 0;
    free(packed.data);
    return good;
}

/* The same, unless a write has failed. */
static void text_flush(OutputFile *file)
{
    errno = 0;
    if (!file->error && !text_write(file)) file->error = errno ? errno : EIO;
}

void output_file_write(OutputFile *file, const char *text, size_t length)
{
    if (!file->open || !length) return;
    if (!text_buffer_add(&file->text, text, length) && !file->error) file->error = ENOMEM;
    if ((!file->flushed || file->direct) && file->text.length > file->most) text_flush(file);
}

bool output_files_due(OutputFile *const files[], int count)
{
    for (int i = 0; i < count; i++)
        if (files[i] && files[i]->open && files[i]->text.length &&
            (!files[i]->flushed || files[i]->text.length > files[i]->most ||
             nanoseconds_since(files[i]->flushed) > (files[i]->kind == PACK_NONE ? 1 : 100) * DUE_NS))
            return true;
    return false;
}

bool output_files_flush(OutputFile *const files[], int count)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        if (!files[i] || !files[i]->open) continue;
        text_flush(files[i]);
        good &= !files[i]->error;
    }
    for (int i = 0; i < count; i++) {
        OutputFile *file = files[i];
        if (!file || !file->open || !file->end) continue;
        file->cut = !good;
        if (!good) continue;
        file->flushed = nanoseconds_now();
        file->whole = file->end;
    }
    return good;
}

/* Cuts the file back to what is whole, and ends it with the mark. False if the mark is not in it. */
static bool cut_back(OutputFile *file)
{
    if (file->direct || ftruncate(file->descriptor, file->whole)) return false;
    for (int marked = true; marked >= 0; marked--) { /* without it, where there is no room for both */
        file->text.length = 0;
        file->end = file->whole;
        if (!text_buffer_add(&file->text, file->mark, marked ? strlen(file->mark) : 0)) continue;
        if (text_write(file)) return marked;
        if (ftruncate(file->descriptor, file->whole)) break;
    }
    return false;
}

bool output_file_close(OutputFile *out, Error *error)
{
    const bool standard = out->descriptor == STDOUT_FILENO;
    if (!out->open) return true;
    if (!out->error && !out->cut && *out->mark) output_file_write(out, out->mark, strlen(out->mark));
    if (!out->cut) text_flush(out);
    bool good = !out->error && !out->cut;
    if (!good && out->flushed) good = cut_back(out);
    if (!out->path && !standard && close(out->descriptor) && !out->error) out->error = errno;
    out->open = false;
    text_buffer_free(&out->text);
    if (out->error) error_file(error, standard ? "standard output" : out->name, out->error);
    return unfinished_end(out, good, error) && !out->error;
}

bool atomic_file_write(const char *name, const char *text, size_t length, Error *error)
{
    OutputFile file;
    if (!output_file_open(&file, name, PACK_NONE, error)) return false;
    output_file_write(&file, text, length);
    return output_file_close(&file, error);
}
