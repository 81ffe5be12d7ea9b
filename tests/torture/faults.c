/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library to be preloaded (LD_PRELOAD) that makes calls for files fail, or kills the program at one. The environment says
   which:
       FAULT_CALL  fwrite fflush fclose pwrite write fsync ftruncate rename, or all of them
       FAULT_AT    the how-manieth of these calls, from 1; 0: none
       FAULT_HOW   kill: SIGKILL before the call; full: it and all later ones fail, a write after a few bytes, as on a full
                   disk, where files can still be cut; once: it alone fails; short: from it on writes take half of what
                   they are given
       FAULT_LOG   a file that gets the number of calls at the end
   The C library writes from its streams by calls that nobody can take the place of. Such a stream is made to fail by
   RLIMIT_FSIZE, which lets a few more bytes through: a short write, then an error. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum { PASS, FAIL, HALF } Fate;
enum { FEW = 7 }; /* bytes that a failing write writes */

static _Atomic long calls;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Counts the call, and says what becomes of it. */
static Fate fate_of(const char *call)
{
    const char *which = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *how = getenv("FAULT_HOW");
    if (!which || !at || !how || (strcmp(which, "all") && strcmp(which, call))) return PASS;
    const long now = ++calls, when = atol(at);
    if (!when || now < when) return PASS;
    if (!strcmp(how, "short")) return HALF;
    if (!strcmp(how, "full")) return strcmp(call, "ftruncate") ? FAIL : PASS;
    if (now > when) return PASS;
    if (!strcmp(how, "kill")) kill(getpid(), SIGKILL);
    return FAIL;
}

__attribute__((destructor)) static void calls_tell(void)
{
    const char *log = getenv("FAULT_LOG");
    char text[32];
    const int file = log ? open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file < 0) return;
    const int length = snprintf(text, sizeof text, "%ld\n", (long)calls);
    if (REAL(write)(file, text, (size_t)length) != length) _exit(99);
    close(file);
}

/* ---- streams */

/* What becomes of a call for a stream; those that go to no file are not counted. */
static Fate stream_fate(const char *call, FILE *stream)
{
    struct stat there;
    const bool counts = stream && fileno(stream) >= 0 && !fstat(fileno(stream), &there) && S_ISREG(there.st_mode);
    return counts ? fate_of(call) : PASS;
}

/* From here on the stream's file may grow by a few bytes alone. */
static struct rlimit limit_set(FILE *stream)
{
    struct rlimit before, now;
    getrlimit(RLIMIT_FSIZE, &before);
    now = before;
    now.rlim_cur = (rlim_t)lseek(fileno(stream), 0, SEEK_CUR) + FEW;
    setrlimit(RLIMIT_FSIZE, &now);
    return before;
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    if (stream_fate("fwrite", stream) != FAIL) return REAL(fwrite)(bytes, size, count, stream);
    const struct rlimit before = limit_set(stream);
    const size_t done = REAL(fwrite)(bytes, size, count, stream);
    setrlimit(RLIMIT_FSIZE, &before);
    return done;
}

int fflush(FILE *stream)
{
    if (stream_fate("fflush", stream) != FAIL) return REAL(fflush)(stream);
    const struct rlimit before = limit_set(stream);
    const int status = REAL(fflush)(stream);
    setrlimit(RLIMIT_FSIZE, &before);
    return status;
}

int fclose(FILE *stream)
{
    if (stream_fate("fclose", stream) != FAIL) return REAL(fclose)(stream);
    REAL(fclose)(stream);
    return errno = EIO, EOF;
}

/* ---- descriptors */

ssize_t write(int file, const void *bytes, size_t length)
{
    const Fate fate = fate_of("write");
    if (fate == PASS) return REAL(write)(file, bytes, length);
    if (fate == FAIL && length <= FEW) return errno = ENOSPC, -1;
    return REAL(write)(file, bytes, fate == HALF ? (length + 1) / 2 : FEW);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at)
{
    const Fate fate = fate_of("pwrite");
    if (fate == PASS) return REAL(pwrite)(file, bytes, length, at);
    if (fate == FAIL && length <= FEW) return errno = ENOSPC, -1;
    return REAL(pwrite)(file, bytes, fate == HALF ? (length + 1) / 2 : FEW, at);
}

int fsync(int file) { return fate_of("fsync") == FAIL ? (errno = EIO, -1) : REAL(fsync)(file); }

int ftruncate(int file, off_t length)
{
    return fate_of("ftruncate") == FAIL ? (errno = EIO, -1) : REAL(ftruncate)(file, length);
}

int rename(const char *from, const char *to)
{
    return fate_of("rename") == FAIL ? (errno = EACCES, -1) : REAL(rename)(from, to);
}
