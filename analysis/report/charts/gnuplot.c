/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds gnuplot, runs it, and says what it complained of. */
#include "analysis/report/charts/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/text/error.h"

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
static void first_complaint(FILE *errors, char *out, size_t size)
{
    char line[512];
    *out = 0;
    rewind(errors);
    while (fgets(line, sizeof line, errors)) {
        line[strcspn(line, "\n")] = 0;
        bool blank = line[strspn(line, " \t^")] == 0, located = strstr(line, " line ") && strchr(line, ':');
        if (!blank && (located || !*out)) text_one_line(out, size, line);
        if (located) return;
    }
}

/* Fills *status as waitpid does; returns an errno. */
static int spawn_and_wait(int *status, char *script, FILE *picture, FILE *errors)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, script, NULL};
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason) return reason;
    reason = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!reason) reason = posix_spawn_file_actions_adddup2(&actions, fileno(picture), STDOUT_FILENO);
    if (!reason) reason = posix_spawn_file_actions_adddup2(&actions, fileno(errors), STDERR_FILENO);
    if (!reason) reason = posix_spawnp(&child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (!reason && waitpid(child, status, 0) < 0)
        if (errno != EINTR) reason = errno;
    return reason;
}

static bool run_file(char *script, FILE *picture, Error *error)
{
    FILE *errors = tmpfile();
    if (!errors) return error_file(error, "a temporary file", errno);
    int status = 0, reason = spawn_and_wait(&status, script, picture, errors);
    char complaint[300];
    first_complaint(errors, complaint, sizeof complaint);
    fclose(errors);
    if (reason == ENOENT) return error_system(error, GNUPLOT_MISSING);
    if (reason) return error_file(error, "gnuplot", reason);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (*complaint) return error_system(error, "gnuplot failed: %s", complaint);
    return error_system(error, "gnuplot failed with %s %d", WIFSIGNALED(status) ? "signal" : "status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

bool gnuplot_run(const char *script, FILE *picture, Error *error)
{
    const char *folder = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof path, "%.480s/pasur-plot-XXXXXX", folder && *folder ? folder : "/tmp");
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file) {
        int reason = errno;
        if (descriptor >= 0) close(descriptor), unlink(path);
        return error_file(error, path, reason);
    }
    bool written = fputs(script, file) >= 0;
    written = fclose(file) == 0 && written;
    bool good = written ? run_file(path, picture, error) : error_file(error, path, errno);
    unlink(path);
    return good;
}
