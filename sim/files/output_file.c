/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files: written beside the file whose place they take, closed with the first error that any write met. */
#include "sim/files/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/files/text_buffer.h"

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
    const PackKind kind = pack_kind(name);
    if (!plain_open(out, name, error)) return false;
    if (kind == PACK_NONE || (out->packer = packer_new(kind))) return true;
    output_file_close(out, error);
    return pack_missing(kind) ? error_set(error, "%.200s: %s", name, pack_missing(kind)) : error_memory(error);
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

/* Writes what the packer made, if memory did not run out. */
static void packed_write(OutputFile *file, bool good)
{
    if (!good && !file->error) file->error = ENOMEM;
    if (good) stream_write(file, file->packed.data, file->packed.length);
    file->packed.length = 0;
}

void output_file_write(OutputFile *file, const char *text, size_t length)
{
    if (!file->file || !length) return;
    if (file->packer)
        packed_write(file, packer_write(file->packer, &file->packed, text, length));
    else
        stream_write(file, text, length);
}

/* Hands all to the system. */
static void flush(OutputFile *file)
{
    if (file->packer && !file->error) packed_write(file, packer_flush(file->packer, &file->packed));
    errno = 0;
    fflush(file->file);
    note_error(file);
}

/* Ends the file behind the place `at`: with the mark, and a compressed one with its end, which the next write covers.
   Returns how many bytes that takes; -1 if it cannot be done. */
static ssize_t end_put(OutputFile *file, int descriptor, long at, PackPlace place, const char *mark)
{
    TextBuffer *end = &file->packed;
    ssize_t length = (ssize_t)strlen(mark);
    if (!file->packer) return bytes_write(descriptor, (uint64_t)at, mark, (size_t)length) ? length : -1;
    end->length = 0;
    const bool good = packer_end(file->packer, end, place, mark);
    length = (ssize_t)end->length;
    end->length = 0;
    return good && bytes_write(descriptor, (uint64_t)at, end->data, (size_t)length) ? length : -1;
}

static bool is_written(const OutputFile *file) { return file && file->file && !file->untouched; }

bool output_files_flush(OutputFile *const files[], int count)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        OutputFile *file = files[i];
        if (!file || !file->file) continue;
        flush(file);
        if (is_written(file) && file->packer && !file->error && is_regular(fileno(file->file)) &&
            end_put(file, fileno(file->file), ftell(file->file), packer_place(file->packer), "") < 0)
            file->error = errno ? errno : ENOSPC;
        good &= !file->error;
    }
    for (int i = 0; i < count; i++) {
        OutputFile *file = files[i];
        if (!is_written(file)) continue;
        if (good) file->whole = ftell(file->file);
        if (good && file->packer) file->place = packer_place(file->packer);
        file->cut = !good;
    }
    return good;
}

long output_file_write_open(OutputFile *file, const char *text, size_t length)
{
    if (!file->file || file->file == stdout || !is_regular(fileno(file->file))) return -1;
    if (!file->packer) {
        const long at = ftell(file->file);
        return output_file_write(file, text, length), at;
    }
    packed_write(file, packer_open(file->packer, &file->packed, text, length));
    return ftell(file->file) - (long)length;
}

void output_file_overwrite(OutputFile *file, long at, const char *text, size_t length)
{
    flush(file);
    if (file->packer) packer_reopen(file->packer, text);
    if (!bytes_write(fileno(file->file), (uint64_t)at, text, length) && !file->error) file->error = errno;
}

/* Ends a compressed file, whatever it goes to. */
static void packed_end(OutputFile *file)
{
    flush(file);
    if (!file->error && !file->untouched)
        packed_write(file, packer_end(file->packer, &file->packed, packer_place(file->packer), ""));
}

/* Cuts the file back to what is whole, and ends it with the mark; what stands in its buffer, and could not be written, is
   gone by then. False if the mark is not in it. */
static bool cut_back(OutputFile *file, int descriptor)
{
    if (!is_regular(descriptor)) return false;
    ssize_t end = end_put(file, descriptor, file->whole, file->place, file->mark);
    const bool marked = end >= 0;
    if (!marked) end = end_put(file, descriptor, file->whole, file->place, "");
    return ftruncate(descriptor, file->whole + (end > 0 ? end : 0)) == 0 && marked;
}

bool output_file_close(OutputFile *out, Error *error)
{
    FILE *file = out->file;
    if (!file) return true;
    if (!out->error && !out->cut && *out->mark) output_file_write(out, out->mark, strlen(out->mark));
    if (!out->error && !out->cut && out->packer) packed_end(out);
    errno = 0;
    fflush(file);
    note_error(out);
    const bool cut = (out->error || out->cut) && out->whole > 0;
    const int descriptor = cut ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 0) : -1;
    errno = 0;
    if (file != stdout && fclose(file) != 0 && out->error == 0) out->error = errno ? errno : EIO;
    bool good = !out->error && !out->cut;
    if (descriptor >= 0) good = cut_back(out, descriptor), close(descriptor);
    out->file = NULL;
    packer_free(out->packer);
    text_buffer_free(&out->packed);
    text_buffer_free(&out->json.text);
    out->packer = NULL;
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

bool atomic_file_write(const char *name, const char *text, size_t length, Error *error)
{
    OutputFile file;
    if (!plain_open(&file, name, error)) return false;
    output_file_write(&file, text, length);
    return output_file_close(&file, error);
}
