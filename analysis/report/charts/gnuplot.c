/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds gnuplot, runs it, and says what it complained of. */
#include "analysis/report/charts/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool gnuplot_found(void)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[4096];
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/gnuplot", (int)length, path);
        if (length && length < sizeof file - 16 && access(file, X_OK) == 0) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* gnuplot's first line that says what is wrong; before it stand the script's line and a caret. */
static void first_complaint(TextBuffer *errors, char *out, size_t size)
{
    *out = 0;
    if (!text_buffer_reserve(errors, 1)) return;
    errors->data[errors->length] = 0;
    for (char *line = errors->data, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        const bool blank = line[strspn(line, " \t^")] == 0, located = strstr(line, " line ") && strchr(line, ':');
        if (!blank && (located || !*out)) text_one_line(out, size, line + strspn(line, " \t"));
        if (located) return;
    }
}

/* The ends of three pipes: gnuplot's stdin, stdout and stderr. */
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

/* Returns an errno. */
static int gnuplot_spawn(pid_t *child, const Pipes *pipes)
{
    posix_spawn_file_actions_t actions;
    char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason) return reason;
    for (int i = 0; i < 3 && !reason; i++)
        reason = posix_spawn_file_actions_adddup2(&actions, pipes->its[i], i);
    if (!reason) reason = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

/* Adds what the pipe holds, and closes it at its end. Returns an errno. */
static int part_read(int *end, TextBuffer *text)
{
    enum { PART = 1 << 16 };
    if (!text_buffer_reserve(text, PART)) return ENOMEM;
    const ssize_t count = read(*end, text->data + text->length, PART);
    if (count < 0) return errno == EINTR ? 0 : errno;
    text->length += (size_t)count;
    if (!count) end_close(end);
    return 0;
}

/* Hands the script over while gnuplot takes it, and gathers what it draws and says, to its end. Returns an errno. */
static int talk(Pipes *pipes, const char *script, TextBuffer *drawn, TextBuffer *errors)
{
    TextBuffer *const texts[] = {NULL, drawn, errors};
    int *ours = pipes->ours, reason = 0;
    while (!reason && (ours[STDOUT_FILENO] >= 0 || ours[STDERR_FILENO] >= 0)) {
        struct pollfd ends[] = {{ours[0], POLLOUT, 0}, {ours[1], POLLIN, 0}, {ours[2], POLLIN, 0}};
        if (poll(ends, 3, -1) < 0) {
            if (errno != EINTR) return errno;
            continue;
        }
        if (ends[0].revents) {
            const ssize_t count = write(ours[0], script, strlen(script));
            if (count > 0) script += count;
            if (!*script || (count < 0 && errno != EAGAIN && errno != EINTR)) end_close(&ours[0]);
        }
        for (int i = STDOUT_FILENO; i <= STDERR_FILENO && !reason; i++)
            if (ends[i].revents) reason = part_read(&ours[i], texts[i]);
    }
    return reason;
}

/* Fills *status as waitpid does; returns an errno. */
static int talk_and_wait(int *status, const char *script, TextBuffer *drawn, TextBuffer *errors)
{
    Pipes pipes;
    pid_t child;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    int reason = pipes_open(&pipes);
    if (!reason) reason = gnuplot_spawn(&child, &pipes);
    const bool spawned = !reason;
    if (spawned) {
        for (int i = 0; i < 3; i++)
            end_close(&pipes.its[i]);
        sigaction(SIGPIPE, &ignore, &before); /* a gnuplot that fails early says why itself */
        reason = talk(&pipes, script, drawn, errors);
        sigaction(SIGPIPE, &before, NULL);
    }
    pipes_close(&pipes);
    while (spawned && waitpid(child, status, 0) < 0)
        if (errno != EINTR) return errno;
    return reason;
}

bool gnuplot_run(const char *script, TextBuffer *drawn, Error *error)
{
    TextBuffer errors = {0};
    char complaint[300];
    int status = 0;
    const int reason = talk_and_wait(&status, script, drawn, &errors);
    first_complaint(&errors, complaint, sizeof complaint);
    text_buffer_free(&errors);
    if (reason == ENOENT) return error_system(error, GNUPLOT_MISSING);
    if (reason) return error_file(error, "gnuplot", reason);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (*complaint) return error_system(error, "gnuplot failed: %s", complaint);
    return error_system(error, "gnuplot failed with %s %d", WIFSIGNALED(status) ? "signal" : "status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}
