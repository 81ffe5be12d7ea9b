/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files: written beside the file whose place they take, closed with the first error that any write met. */
#include "sim/files/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the file beside the one whose place it takes */

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

/* Puts the ending behind the target's name; one that would get too long for a folder is cut before it. False with
   errno. */
static bool ending_add(char out[static PATH_MAX], const char *target)
{
    const char *slash = strrchr(target, '/'), *last = slash ? slash + 1 : target;
    const size_t folder = (size_t)(last - target), ending = sizeof BESIDE_ENDING - 1;
    size_t length = strlen(last);
    if (length > NAME_MAX) return errno = ENAMETOOLONG, false;
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

/* Finds what is behind the name: a regular file, or nothing yet. False: something else, which is written to
   directly. */
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

/* What is being written beside other files, for unfinished_remove. */
static struct Beside {
    struct Beside *next;
    pid_t owner; /* a child has the list of the program that started it */
    bool leftover;
    char path[];
} * besides;

/* At the end of a program that a library ends by exit, for want of memory: what a command closes is not there then. */
static void unfinished_remove(void)
{
    for (const struct Beside *beside = besides; beside; beside = beside->next)
        if (beside->owner == getpid() && !beside->leftover) unlink(beside->path);
}

/* Notes the path. Returns it in memory that beside_forget frees; NULL: there is none. */
static char *beside_note(const char *path, bool leftover)
{
    static bool asked;
    struct Beside *beside = malloc(sizeof *beside + strlen(path) + 1);
    if (!beside) return NULL;
    if (!asked) asked = atexit(unfinished_remove) == 0;
    *beside = (struct Beside){.next = besides, .owner = getpid(), .leftover = leftover};
    besides = beside;
    return strcpy(beside->path, path);
}

static void beside_forget(char *path)
{
    struct Beside **at = &besides;
    while (*at && (*at)->path != path)
        at = &(*at)->next;
    struct Beside *found = *at;
    if (found) *at = found->next;
    free(found);
}

/* The old file's rights; its owner too, where we may. */
static bool rights_copy(int file, const struct stat *old)
{
    if (old->st_uid != geteuid() && fchown(file, old->st_uid, old->st_gid)) errno = 0;
    return fchmod(file, old->st_mode & 0777) == 0;
}

/* Opens the file beside `name`, without changing what a leftover holds. A name that is no regular file (a device, a
   pipe) has none: path is NULL. False with the reason if the file or the one beside it cannot be written. */
static bool beside_open(BesideFile *out, const char *name, Error *error)
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
    out->path = beside_note(path, out->leftover);
    if (out->target && out->path && (!exists || rights_copy(out->descriptor, &old))) return true;
    error_file(error, name, out->target && out->path ? errno : ENOMEM);
    if (!out->leftover) unlink(path);
    close(out->descriptor);
    free(out->target);
    beside_forget(out->path);
    return *out = (BesideFile){0}, false;
}

/* Lets what was written, now on the disk, take the name. False with the reason if it cannot; it is still beside it
   then. */
static bool beside_replace(const BesideFile *file, Error *error)
{
    const bool lost = !file->light && fsync(file->descriptor) && errno != EINVAL && errno != ENOTSUP;
    if (!lost && rename(file->path, file->target) == 0) return true;
    return error_system(error, "%.200s: %s; what was written is in %.200s", file->target, strerror(errno), file->path);
}

/* Lets others open it. */
static void beside_close(BesideFile *file)
{
    if (!file->path) return;
    close(file->descriptor);
    free(file->target);
    beside_forget(file->path);
    *file = (BesideFile){0};
}

/* ---- output files */

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
    else if (!good && out->flushed && !out->drop)
        placed = error_system(error, "%.200s: %s; what was written is in %.200s", out->name, strerror(out->error),
                              beside->path);
    else if (!out->untouched || !beside->leftover)
        unlink(beside->path);
    beside_close(beside);
    return placed;
}

static bool plain_open(OutputFile *out, const char *name, Error *error)
{
    *out = (OutputFile){.name = name};
    if (strcmp(name, "-") == 0) return out->file = stdout, true;
    if (!beside_open(&out->beside, name, error)) return false;
    out->untouched = true;
    const int file = out->beside.path ? fcntl(out->beside.descriptor, F_DUPFD_CLOEXEC, 0)
                                      : open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    out->file = file < 0 ? NULL : fdopen(file, "w");
    if (out->file) return true;
    const int reason = errno;
    if (file >= 0) close(file);
    beside_end(out, false, error);
    return error_file(error, name, reason);
}

bool output_file_open(OutputFile *out, const char *name, Error *error)
{
    if (!plain_open(out, name, error)) return false;
    out->kind = pack_kind(name);
    if (!pack_missing(out->kind)) return true;
    output_file_close(out, error);
    return error_set(error, "%.200s: %s", name, pack_missing(pack_kind(name)));
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

static void stream_write(OutputFile *file, const char *bytes, size_t length)
{
    if (!length) return;
    empty_first(file);
    errno = 0;
    fwrite(bytes, 1, length, file->file);
    note_error(file);
}

/* Writes what `text` makes as the last member of a compressed file, over the one of the last flush. Where bytes cannot
   be written over, each flush ends a member. */
static void member_write(OutputFile *file)
{
    TextBuffer packed = {0};
    const int descriptor = fileno(file->file);
    if (!file->text.length || file->error) return;
    empty_first(file);
    errno = ENOMEM;
    const bool made = pack(file->kind, &packed, file->text.data, file->text.length);
    if (made && !is_regular(descriptor)) {
        stream_write(file, packed.data, packed.length);
        file->text.length = 0;
    } else if (!made || !bytes_write(descriptor, (uint64_t)file->whole, packed.data, packed.length) ||
               ftruncate(descriptor, file->whole + (off_t)packed.length)) {
        file->error = errno;
    }
    text_buffer_free(&packed);
}

enum { MEMBER_TEXT = 1 << 13, UNFLUSHED_TEXT = 1 << 22 };

/* The member is written; a long one is the last that is. */
static void member_keep(OutputFile *file, size_t most)
{
    struct stat there;
    if (file->text.length > most && fstat(fileno(file->file), &there) == 0)
        file->whole = (long)there.st_size, file->text.length = 0;
    file->whole_text = file->text.length;
}

void output_file_write(OutputFile *file, const char *text, size_t length)
{
    if (!file->file || !length) return;
    if (file->kind == PACK_NONE) {
        stream_write(file, text, length);
        return;
    }
    if (!text_buffer_add(&file->text, text, length) && !file->error) file->error = ENOMEM;
    if (file->flushed || file->text.length < UNFLUSHED_TEXT) return;
    member_write(file);
    member_keep(file, 0);
}

/* Gives all to the system. */
static void flush(OutputFile *file)
{
    if (file->kind != PACK_NONE) member_write(file);
    errno = 0;
    fflush(file->file);
    note_error(file);
}

bool output_files_flush(OutputFile *const files[], int count)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        if (!files[i] || !files[i]->file) continue;
        flush(files[i]);
        good &= !files[i]->error;
    }
    for (int i = 0; i < count; i++) {
        OutputFile *file = files[i];
        if (!file || !file->file || file->untouched) continue;
        file->cut = !good;
        if (!good) continue;
        file->flushed = true;
        if (file->kind == PACK_NONE)
            file->whole = ftell(file->file);
        else
            member_keep(file, MEMBER_TEXT);
    }
    return good;
}

/* Cuts the file back to what is whole, and ends it with the mark; what stands in its buffer, and could not be written,
   is gone by then. False if the mark is not in it. */
static bool cut_back(OutputFile *file, int descriptor)
{
    TextBuffer *text = &file->text, packed = {0};
    if (!is_regular(descriptor) || ftruncate(descriptor, file->whole)) return false;
    text->length = file->whole_text;
    for (int marked = true; marked >= 0; marked--) { /* without it, where there is no room for both */
        const size_t mark = marked ? strlen(file->mark) : 0;
        packed.length = 0;
        text->length = file->whole_text;
        if (!text_buffer_add(text, file->mark, mark)) continue;
        const bool made =
            file->kind == PACK_NONE || !text->length || pack(file->kind, &packed, text->data, text->length);
        const TextBuffer *bytes = file->kind == PACK_NONE ? text : &packed;
        if (made && bytes_write(descriptor, (uint64_t)file->whole, bytes->data, bytes->length))
            return text_buffer_free(&packed), marked;
        if (ftruncate(descriptor, file->whole)) break;
    }
    return text_buffer_free(&packed), false;
}

bool output_file_close(OutputFile *out, Error *error)
{
    FILE *file = out->file;
    if (!file) return true;
    if (!out->error && !out->cut && *out->mark) output_file_write(out, out->mark, strlen(out->mark));
    if (!out->cut) flush(out);
    const bool cut = (out->error || out->cut) && out->flushed;
    const int descriptor = cut ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 0) : -1;
    errno = 0;
    if (file != stdout && fclose(file) != 0 && out->error == 0) out->error = errno ? errno : EIO;
    bool good = !out->error && !out->cut;
    if (descriptor >= 0) good = cut_back(out, descriptor), close(descriptor);
    out->file = NULL;
    text_buffer_free(&out->text);
    text_buffer_free(&out->json.text);
    if (out->error) error_file(error, file == stdout ? "standard output" : out->name, out->error);
    return beside_end(out, good, error) && !out->error;
}

bool atomic_file_possible(const char *name, Error *error)
{
    enum { ROOM = 1 << 16 };
    static const char ZEROS[ROOM];
    OutputFile file;
    if (!plain_open(&file, name, error)) return false;
    file.drop = true;
    if (file.beside.path && !file.beside.leftover) output_file_write(&file, ZEROS, ROOM);
    return output_file_close(&file, error);
}

/* light: as BesideFile has it. */
static bool whole_write(const char *name, const char *text, size_t length, bool light, Error *error)
{
    OutputFile file;
    if (!plain_open(&file, name, error)) return false;
    file.beside.light = light;
    output_file_write(&file, text, length);
    return output_file_close(&file, error);
}

bool atomic_file_write(const char *name, const char *text, size_t length, Error *error)
{
    return whole_write(name, text, length, false, error);
}

bool atomic_file_write_light(const char *name, const char *text, size_t length, Error *error)
{
    return whole_write(name, text, length, true, error);
}
