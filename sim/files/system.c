/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of day, signals, other processes. */
#define _DEFAULT_SOURCE /* wait4 */
#include "sim/files/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void time_print(char text[static TIME_TEXT])
{
    time_t now = time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts) || !strftime(text, TIME_TEXT, "%Y-%m-%dT%H:%M:%SZ", &parts)) *text = 0;
}

int file_lock(int file)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    for (int tries = 0; tries < 40; tries++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0) return 0;
        if (errno != EWOULDBLOCK) return -1;
        nanosleep(&moment, NULL);
    }
    return errno = EWOULDBLOCK, -1;
}

/* ---- signals that ask the program to stop */

#define SECOND UINT64_C(1000000000)
enum {
    PATIENCE = 2, /* seconds until a line says what the program waits for … */
    GRACE = 5 /* … and until it waits for no decision any more: batch systems kill 20 to 30 seconds after SIGTERM */
};

/* What the signal handlers may touch: when the user first asked to stop, in ns; 0: not yet. */
static _Atomic uint64_t asked;
static const char WAITS[] =
    "\npasur: finishing current work; Ctrl-C again ends at once and loses what is not yet written\n";

/* Some programs send the signal twice at once, to the process and to its group: that is not asking again. Nor is
   SIGXCPU, which the system repeats each second. */
static void signal_note(int signal_number)
{
    uint64_t before = 0;
    const uint64_t now = nanoseconds_now() + 1;
    if (atomic_compare_exchange_strong(&asked, &before, now)) {
        alarm(PATIENCE);
    } else if (signal_number != SIGXCPU && now - before > SECOND) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}

static void signal_tell(int signal_number)
{
    (void)signal_number;
    if (write(STDERR_FILENO, WAITS, sizeof WAITS - 1) < 0) return; /* nobody reads it */
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = signal_note, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGXCPU, &action, NULL);
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL); /* nohup */
    action.sa_handler = signal_tell;
    sigaction(SIGALRM, &action, NULL);
}

void interrupt_catch_reading(const char *name)
{
    if (strcmp(name, "-") || !isatty(STDIN_FILENO)) interrupt_catch();
}

void interrupt_ask(void)
{
    uint64_t before = 0;
    atomic_compare_exchange_strong(&asked, &before, nanoseconds_now() + 1);
}

void interrupt_forget(void) { atomic_store(&asked, 0); }

bool interrupt_seen(void) { return atomic_load_explicit(&asked, memory_order_relaxed) != 0; }

bool interrupt_overdue(void)
{
    const uint64_t since = atomic_load_explicit(&asked, memory_order_relaxed);
    return since && nanoseconds_now() > since + GRACE * SECOND;
}

/* ---- runs another program to its end; what it reads and prints lies in files that nobody else sees */

extern char **environ;

/* Starts it in a process group of its own, so that a signal reaches what it has started, too. Returns an errno. */
static int child_spawn(pid_t *child, FILE *const files[3], char *const words[])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t group;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason) return reason;
    reason = posix_spawnattr_init(&group);
    if (!reason) {
        reason = posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
        for (int i = 0; i < 3 && !reason; i++)
            reason = posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
        if (!reason) reason = posix_spawnp(child, words[0], &actions, &group, words, environ);
        posix_spawnattr_destroy(&group);
    }
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

static double time_seconds(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

static size_t file_size(FILE *file)
{
    struct stat what;
    return fstat(fileno(file), &what) ? 0 : (size_t)what.st_size;
}

static bool too_much(const ChildStart *start, FILE *const files[3])
{
    return start->most && (file_size(files[1]) > start->most || file_size(files[2]) > start->most);
}

/* Waits for its end, or brings it about. Returns an errno. */
static int child_wait(ChildEnd *end, pid_t child, const ChildStart *start, FILE *const files[3])
{
    const struct timespec moment = {0, 2000000};
    const double begun = seconds_now();
    bool watched = start->heeds || start->most, stopped = false;
    struct rusage used;
    int reason = 0;
    for (pid_t ended; (ended = wait4(child, &end->status, watched ? WNOHANG : 0, &used)) != child;) {
        if (ended < 0 && errno != EINTR) return errno;
        if (start->heeds && !stopped && interrupt_seen()) stopped = !kill(-child, SIGTERM);
        if (too_much(start, files)) reason = EFBIG;
        if (reason) watched = kill(-child, SIGKILL) < 0;
        if (watched) nanosleep(&moment, NULL);
    }
    if (too_much(start, files)) reason = EFBIG;
    end->wall = seconds_now() - begun;
    end->processor = time_seconds(used.ru_utime) + time_seconds(used.ru_stime);
    return reason;
}

int child_run(ChildEnd *end, const ChildStart *start)
{
    FILE *files[3] = {NULL};
    TextBuffer *const texts[] = {NULL, &end->out, &end->errors};
    pid_t child;
    int reason = 0;
    *end = (ChildEnd){0};
    for (int i = 0; i < 3 && !reason; i++)
        if (!(files[i] = tmpfile()) || fcntl(fileno(files[i]), F_SETFD, FD_CLOEXEC)) reason = errno;
    if (!reason && (fputs(start->input ? start->input : "", *files) < 0 || fseek(*files, 0, SEEK_SET))) reason = errno;
    if (!reason) reason = child_spawn(&child, files, start->words);
    if (!reason) reason = child_wait(end, child, start, files);
    for (int i = STDOUT_FILENO; i <= STDERR_FILENO && !reason; i++) {
        const size_t size = file_size(files[i]);
        if (!text_buffer_reserve(texts[i], size + 1) || !bytes_read(fileno(files[i]), 0, texts[i]->data, size))
            reason = errno;
        else
            texts[i]->length = size;
    }
    for (int i = 0; i < 3; i++)
        if (files[i]) fclose(files[i]);
    return reason;
}

void child_free(ChildEnd *end)
{
    text_buffer_free(&end->out);
    text_buffer_free(&end->errors);
}
