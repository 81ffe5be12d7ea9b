/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens run directories. */
#include "sim/run/run_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/crc32c.h"
#include "sim/files/bytes.h"
#include "sim/files/output_file.h"
#include "sim/run/run_file.h"

enum { INFO_MOST = 1 << 20, HOLDER = 128 };

static char *path_of(const char *folder, const char *name)
{
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (path) strcat(strcat(strcpy(path, folder), "/"), name);
    return path;
}

/* ---- the lock */

/* Says who holds the lock, as they wrote it there. */
static bool held(const char *name, int lock, Error *error)
{
    char holder[HOLDER] = "", shown[HOLDER];
    const ssize_t length = pread(lock, holder, sizeof holder - 1, 0);
    holder[length > 0 ? length : 0] = 0;
    holder[strcspn(holder, "\n")] = 0;
    return error_system(error, "%.200s: %s writes there; one program at a time can", name,
                        *holder ? text_one_line(shown, sizeof shown, holder) : "another program");
}

static bool holder_write(int lock)
{
    char host[64] = "?", text[HOLDER];
    gethostname(host, sizeof host - 1);
    const int length = snprintf(text, sizeof text, "process %ld on %.60s\n", (long)getpid(), host);
    return ftruncate(lock, 0) == 0 && bytes_write(lock, 0, text, (size_t)length);
}

static bool lock_take(RunDir *dir, Error *error)
{
    char *path = path_of(dir->name, "lock");
    if (!path) return error_memory(error);
    dir->lock = run_file_open(path, O_RDWR | O_CREAT, error);
    bool good = dir->lock >= 0;
    if (good && flock(dir->lock, LOCK_EX | LOCK_NB))
        good = errno == EWOULDBLOCK ? held(dir->name, dir->lock, error) : error_file(error, path, errno);
    if (good && !holder_write(dir->lock)) good = error_file(error, path, errno);
    free(path);
    return good;
}

/* ---- run.json */

/* Reads the file into dir->info. *there false: there is none. */
static bool info_read(RunDir *dir, const char *path, bool *there, Error *error)
{
    struct stat what;
    const int file = run_file_open(path, O_RDONLY, error);
    *there = file >= 0;
    if (file < 0) return errno == ENOENT || errno == ENOTDIR;
    bool good = fstat(file, &what) == 0 || error_file(error, path, errno);
    if (good && (what.st_size > INFO_MOST || !what.st_size))
        good = error_set(error, "%.200s: it is not as this program writes it", path);
    const size_t length = good ? (size_t)what.st_size : 0;
    if (good && !text_buffer_reserve(&dir->info, length)) good = error_memory(error);
    if (good && !bytes_read(file, 0, dir->info.data, length)) good = error_file(error, path, errno);
    if (good) dir->info.length = length;
    close(file);
    return good;
}

/* The directory's run is that one: run.json says so, or is made. */
static bool info_agree(RunDir *dir, const char *path, const RunInfo *info, Error *error)
{
    bool there;
    struct stat log;
    TextBuffer ours = {0};
    if (!info_read(dir, path, &there, error)) return false;
    if (!run_info_print(&ours, info)) return text_buffer_free(&ours), error_memory(error);
    if (there) {
        const bool same = run_info_same(&dir->info, &ours, true, error) || error_under(error, "%.200s", path);
        text_buffer_free(&ours);
        return same;
    }
    dir->info = ours;
    if (lstat(dir->log_name, &log) == 0)
        return error_set(error, "%.200s: it has chunks without a run.json that says whose", dir->name);
    return atomic_file_write(path, ours.data, ours.length, error);
}

/* ---- the directory */

static bool dir_begin(RunDir *dir, const char *name, Error *error)
{
    *dir = (RunDir){.name = strdup(name), .log_name = path_of(name, "chunks"), .lock = -1, .log.file = -1};
    return (dir->name && dir->log_name) || error_memory(error);
}

static bool dir_fail(RunDir *dir)
{
    Error unused;
    run_dir_close(dir, &unused);
    return false;
}

static uint32_t run_number(const RunDir *dir) { return crc32c(0, dir->info.data, dir->info.length); }

bool run_dir_open(RunDir *out, const char *name, const RunInfo *info, Error *error)
{
    bool good = dir_begin(out, name, error);
    if (good && mkdir(name, 0777) && errno != EEXIST) good = error_file(error, name, errno);
    char *path = good ? path_of(name, "run.json") : NULL;
    if (good && !path) good = error_memory(error);
    good = good && lock_take(out, error) && info_agree(out, path, info, error) &&
           chunk_log_open(&out->log, out->log_name, run_number(out), true, error);
    free(path);
    return good || dir_fail(out);
}

bool run_dir_written(const char *name, Error *error)
{
    char *path = path_of(name, "lock");
    Error unused;
    const int lock = path ? run_file_open(path, O_RDONLY, &unused) : -1;
    const bool taken = lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
    if (taken) held(name, lock, error);
    if (lock >= 0) close(lock);
    free(path);
    return taken;
}

bool run_dir_look(RunDir *out, const char *name, Error *error)
{
    Error unused;
    bool there = false, good = dir_begin(out, name, error);
    char *path = good ? path_of(name, "run.json") : NULL;
    if (good && !path) good = error_memory(error);
    good = good && info_read(out, path, &there, error);
    if (good && !there) good = error_set(error, "%.200s: it is no run directory: there is no run.json", name);
    good = good && chunk_log_open(&out->log, out->log_name, run_number(out), false, error);
    if (good) out->written = run_dir_written(name, &unused);
    free(path);
    return good || dir_fail(out);
}

bool run_dir_close(RunDir *dir, Error *error)
{
    const bool good = chunk_log_close(&dir->log, error);
    if (dir->lock >= 0) close(dir->lock);
    text_buffer_free(&dir->info);
    free(dir->name);
    free(dir->log_name);
    *dir = (RunDir){.lock = -1, .log.file = -1};
    return good;
}
