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
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
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
    "\npasur: finishing what is under way; Ctrl-C again ends at once, and what is not written is lost\n";

/* Some programs send the signal twice at once, to the process and to its group: that is not asking again. Nor is
   SIGXCPU, which the system repeats each second. */
static void note(int signal_number)
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

static void tell(int signal_number)
{
    (void)signal_number;
    if (write(STDERR_FILENO, WAITS, sizeof WAITS - 1) < 0) return; /* nobody reads it */
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGXCPU, &action, NULL);
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL); /* nohup */
    action.sa_handler = tell;
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

/* When the run is to end by itself, in ns; 0: it is not. */
static _Atomic uint64_t deadline;

void interrupt_after(double seconds)
{
    atomic_store_explicit(&deadline, nanoseconds_now() + (uint64_t)(seconds * (double)SECOND), memory_order_relaxed);
}

bool interrupt_seen(void)
{
    const uint64_t end = atomic_load_explicit(&deadline, memory_order_relaxed);
    return atomic_load_explicit(&asked, memory_order_relaxed) != 0 || (end && nanoseconds_now() > end);
}

bool interrupt_overdue(void)
{
    const uint64_t since = atomic_load_explicit(&asked, memory_order_relaxed);
    return since && nanoseconds_now() > since + GRACE * SECOND;
}

/* ---- runs another program to its end: three pipes, and the time that it took */

extern char **environ;

/* The ends of three pipes: the program's stdin, stdout and stderr. */
typedef struct {
    int its[3], ours[3]; /* -1: closed, or not open yet */
} Pipes;

static void end_close(int *end)
{
    if (*end >= 0) close(*end);
    *end = -1;
}

/* Returns an errno. */
static int pipes_open(Pipes *out)
{
    *out = (Pipes){{-1, -1, -1}, {-1, -1, -1}};
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if (pipe(ends)) return errno;
        out->its[i] = ends[i != STDIN_FILENO];
        out->ours[i] = ends[i == STDIN_FILENO];
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    }
    return fcntl(out->ours[STDIN_FILENO], F_SETFL, O_NONBLOCK) < 0 ? errno : 0;
}

static void pipes_close(Pipes *pipes)
{
    for (int i = 0; i < 3; i++) {
        end_close(&pipes->its[i]);
        end_close(&pipes->ours[i]);
    }
}

/* Starts it in a process group of its own, so that a signal reaches what it has started, too. Returns an errno. */
static int child_spawn(pid_t *child, const Pipes *pipes, char *const words[])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t group;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason) return reason;
    reason = posix_spawnattr_init(&group);
    if (!reason) {
        reason = posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
        for (int i = 0; i < 3 && !reason; i++)
            reason = posix_spawn_file_actions_adddup2(&actions, pipes->its[i], i);
        if (!reason) reason = posix_spawnp(child, words[0], &actions, &group, words, environ);
        posix_spawnattr_destroy(&group);
    }
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

/* Adds what the pipe holds, and closes it at its end. Returns an errno. */
static int part_read(int *end, TextBuffer *text, size_t most)
{
    enum { PART = 1 << 16 };
    if (most && text->length > most) return EFBIG;
    if (!text_buffer_reserve(text, PART)) return ENOMEM;
    const ssize_t count = read(*end, text->data + text->length, PART);
    if (count < 0) return errno == EINTR ? 0 : errno;
    text->length += (size_t)count;
    if (!count) end_close(end);
    return 0;
}

/* Writes what the pipe takes; *input is what is left. */
static void input_write(int *end, const char **input)
{
    const ssize_t count = **input ? write(*end, *input, strlen(*input)) : 0;
    if (count > 0) *input += count;
    if (!**input || (count < 0 && errno != EAGAIN && errno != EINTR)) end_close(end);
}

/* Hands the input over while the program takes it, and gathers what it prints, to its end. Returns an errno. */
static int talk(ChildEnd *end, Pipes *pipes, const ChildStart *start, pid_t child)
{
    enum { LOOK = 100 }; /* milliseconds: how often the user is asked */
    TextBuffer *const texts[] = {NULL, &end->out, &end->errors};
    const char *input = start->input ? start->input : "";
    int *ours = pipes->ours, reason = 0;
    bool stopped = false;
    while (!reason && (ours[STDOUT_FILENO] >= 0 || ours[STDERR_FILENO] >= 0)) {
        struct pollfd ends[] = {{ours[0], POLLOUT, 0}, {ours[1], POLLIN, 0}, {ours[2], POLLIN, 0}};
        if (poll(ends, 3, start->heeds ? LOOK : -1) < 0 && errno != EINTR) return errno;
        if (start->heeds && !stopped && interrupt_seen()) stopped = !kill(-child, SIGTERM);
        if (ends[0].revents) input_write(&ours[0], &input);
        for (int i = STDOUT_FILENO; i <= STDERR_FILENO && !reason; i++)
            if (ends[i].revents) reason = part_read(&ours[i], texts[i], start->most);
    }
    return reason;
}

static double time_seconds(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

/* Waits for its end. Returns an errno. */
static int child_wait(ChildEnd *end, pid_t child)
{
    struct rusage used;
    while (wait4(child, &end->status, 0, &used) < 0)
        if (errno != EINTR) return errno;
    end->processor = time_seconds(used.ru_utime) + time_seconds(used.ru_stime);
    return 0;
}

int child_run(ChildEnd *end, const ChildStart *start)
{
    Pipes pipes;
    pid_t child;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    *end = (ChildEnd){0};
    const double begun = seconds_now();
    int reason = pipes_open(&pipes);
    if (!reason) reason = child_spawn(&child, &pipes, start->words);
    if (reason) return pipes_close(&pipes), reason;
    for (int i = 0; i < 3; i++)
        end_close(&pipes.its[i]);
    sigaction(SIGPIPE, &ignore, &before); /* a program that fails early says why itself */
    reason = talk(end, &pipes, start, child);
    sigaction(SIGPIPE, &before, NULL);
    pipes_close(&pipes);
    if (reason) kill(-child, SIGKILL);
    const int later = child_wait(end, child);
    end->wall = seconds_now() - begun;
    return reason ? reason : later;
}

void child_free(ChildEnd *end)
{
    text_buffer_free(&end->out);
    text_buffer_free(&end->errors);
}
