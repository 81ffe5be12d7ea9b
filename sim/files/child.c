/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs another program to its end: three pipes, and the time that it took. */
#define _DEFAULT_SOURCE /* wait4 */
#include "sim/files/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/files/clock.h"
#include "sim/files/interrupt.h"

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
    enum { LOOK = 100 }; /* milliseconds: how often the clock and the user are asked */
    TextBuffer *const texts[] = {NULL, &end->out, &end->errors};
    const char *input = start->input ? start->input : "";
    const double begun = seconds_now();
    int *ours = pipes->ours, reason = 0;
    bool told = false;
    while (!reason && (ours[STDOUT_FILENO] >= 0 || ours[STDERR_FILENO] >= 0)) {
        struct pollfd ends[] = {{ours[0], POLLOUT, 0}, {ours[1], POLLIN, 0}, {ours[2], POLLIN, 0}};
        if (poll(ends, 3, start->heeds || start->seconds > 0 ? LOOK : -1) < 0 && errno != EINTR) return errno;
        if (start->heeds && !told && interrupt_seen()) told = !kill(-child, SIGTERM);
        if (start->seconds > 0 && seconds_now() - begun > start->seconds) return ETIMEDOUT;
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
