/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library to be preloaded (LD_PRELOAD) that makes calls for files or for memory fail, or kills the program at one. The
   environment says which:
       FAULT_CALL  fwrite fflush fclose pwrite write fsync ftruncate rename, or all of them; memory: calls that allocate it
       FAULT_AT    the how-manieth of these calls, from 1; 0: none
       FAULT_HOW   kill: SIGKILL before the call; int, term, hup, usr1: such a signal before it; full: it and all later ones fail, a write after a few bytes, as on a full
                   disk, where files can still be cut; once: it alone fails; short: from it on writes take half of what
                   they are given
       FAULT_FILE  calls for a descriptor count only where its file's name holds this
       FAULT_LOG   a file that gets the number of calls at the end
       FAULT_TRACE a file that gets the callers of the first allocation that fails
       FAULT_PLACES a file that gets the number of the first allocation from each place, a line each; a place is one with
                   all of its callers
       FAULT_CLOCK every look at a clock finds this many seconds more than the look before, or less
   The C library writes from its streams by calls that nobody can take the place of. Such a stream is made to fail by
   RLIMIT_FSIZE, which lets a few more bytes through: a short write, then an error. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef enum { PASS, FAIL, HALF } Fate;
enum { FEW = 7 }; /* bytes that a failing write writes */

static _Atomic long calls;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The signal of that name; 0: it is none. */
static int signal_named(const char *how)
{
    static const struct {
        const char *name;
        int number;
    } SIGNALS[] = {{"kill", SIGKILL}, {"int", SIGINT}, {"term", SIGTERM}, {"hup", SIGHUP}, {"usr1", SIGUSR1}};
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        if (!strcmp(how, SIGNALS[i].name)) return SIGNALS[i].number;
    return 0;
}

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
    const int number = signal_named(how);
    if (number) kill(getpid(), number);
    return number ? PASS : FAIL;
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

/* What becomes of a call for a descriptor; those of other files are not counted. */
static Fate file_fate(const char *call, int file)
{
    char link[32], path[512];
    const char *wanted = getenv("FAULT_FILE");
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = wanted ? readlink(link, path, sizeof path - 1) : 0;
    path[length > 0 ? length : 0] = 0;
    return wanted && !strstr(path, wanted) ? PASS : fate_of(call);
}

ssize_t write(int file, const void *bytes, size_t length)
{
    const Fate fate = file_fate("write", file);
    if (fate == PASS) return REAL(write)(file, bytes, length);
    if (fate == FAIL && length <= FEW) return errno = ENOSPC, -1;
    return REAL(write)(file, bytes, fate == HALF ? (length + 1) / 2 : FEW);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at)
{
    const Fate fate = file_fate("pwrite", file);
    if (fate == PASS) return REAL(pwrite)(file, bytes, length, at);
    if (fate == FAIL && length <= FEW) return errno = ENOSPC, -1;
    return REAL(pwrite)(file, bytes, fate == HALF ? (length + 1) / 2 : FEW, at);
}

int fsync(int file) { return file_fate("fsync", file) == FAIL ? (errno = EIO, -1) : REAL(fsync)(file); }

int ftruncate(int file, off_t length)
{
    return file_fate("ftruncate", file) == FAIL ? (errno = EIO, -1) : REAL(ftruncate)(file, length);
}

int rename(const char *from, const char *to)
{
    return fate_of("rename") == FAIL ? (errno = EACCES, -1) : REAL(rename)(from, to);
}

/* ---- memory */

enum { CALLERS = 32, PLACES = 1 << 16 };

/* What happens to allocations, from the start of the program on; all zero: nothing. The library of OpenMP ends the
   program by itself where it gets no memory, so that its own calls are not counted. */
static struct {
    long at; /* the allocation that fails; 0: none */
    bool on, full;
    uintptr_t spared[2]; /* where the code of OpenMP's library lies */
    int places;          /* FAULT_PLACES; -1: none */
    pthread_mutex_t lock;
    uint64_t seen[PLACES]; /* hashes of the places so far; 0: free */
} memory = {.places = -1, .lock = PTHREAD_MUTEX_INITIALIZER};
static _Thread_local bool looking; /* this thread looks for its callers */

/* The C library's own, by the names that it has for such libraries. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static int openmp_find(struct dl_phdr_info *library, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (!strstr(library->dlpi_name, "libgomp") && !strstr(library->dlpi_name, "libomp")) return 0;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        if (library->dlpi_phdr[i].p_type != PT_LOAD || !(library->dlpi_phdr[i].p_flags & PF_X)) continue;
        memory.spared[0] = library->dlpi_addr + library->dlpi_phdr[i].p_vaddr;
        memory.spared[1] = memory.spared[0] + library->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

/* Other programs that this one starts are left alone. */
__attribute__((constructor)) static void memory_begin(void)
{
    const char *which = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *how = getenv("FAULT_HOW");
    if (!which || !at || !how || strcmp(which, "memory")) return;
    const char *places = getenv("FAULT_PLACES");
    void *first[1];
    backtrace(first, 1); /* which loads a library */
    dl_iterate_phdr(openmp_find, NULL);
    memory.at = atol(at);
    memory.full = !strcmp(how, "full");
    memory.places = places ? open(places, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    unsetenv("LD_PRELOAD");
    memory.on = true;
}

/* Writes the number of the allocation where none came from this place before. */
static void place_see(long number)
{
    void *callers[CALLERS];
    uint64_t hash = 1;
    const int depth = backtrace(callers, CALLERS);
    for (int i = 0; i < depth; i++)
        hash = (hash ^ (uintptr_t)callers[i]) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
    pthread_mutex_lock(&memory.lock);
    uint64_t at = hash % PLACES;
    while (memory.seen[at] && memory.seen[at] != hash)
        at = (at + 1) % PLACES;
    if (!memory.seen[at]) {
        memory.seen[at] = hash;
        dprintf(memory.places, "%ld\n", number);
    }
    pthread_mutex_unlock(&memory.lock);
}

static void trace_write(const char *path)
{
    void *callers[CALLERS];
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    backtrace_symbols_fd(callers, backtrace(callers, CALLERS), file);
    close(file);
}

/* Counts an allocation for that caller, and says whether it fails. */
static bool memory_fails(const void *caller)
{
    const uintptr_t from = (uintptr_t)caller;
    if (!memory.on || looking || (from >= memory.spared[0] && from < memory.spared[1])) return false;
    const long now = ++calls;
    const bool fails = memory.at && (memory.full ? now >= memory.at : now == memory.at);
    looking = true;
    if (memory.places >= 0) place_see(now);
    if (now == memory.at && getenv("FAULT_TRACE")) trace_write(getenv("FAULT_TRACE"));
    looking = false;
    if (fails) errno = ENOMEM;
    return fails;
}
#define FAILS() memory_fails(__builtin_return_address(0))

void *malloc(size_t size) { return FAILS() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return FAILS() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return FAILS() ? NULL : __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return FAILS() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return FAILS() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size)
{
    return FAILS() || !(*out = __libc_memalign(alignment, size)) ? ENOMEM : 0;
}

/* ---- clocks */

/* Seconds by which the clocks are wrong at this look. */
static long clock_fault(void)
{
    static _Atomic long looks;
    const char *step = getenv("FAULT_CLOCK");
    return step ? atol(step) * ++looks : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    const int status = REAL(clock_gettime)(clock, now);
    if (!status && (clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME)) now->tv_sec += clock_fault();
    if (now->tv_sec < 0)
        now->tv_sec = 0; /* the machine has run for so long and no longer: no clock is before its start */
    return status;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
