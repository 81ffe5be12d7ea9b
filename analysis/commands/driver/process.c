/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the process must have before a command runs: standard descriptors, signals, threads. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/driver/line_input.h"
#include "analysis/report/version.h"

void version_print(void)
{
    const char *editor = line_editor();
    printf("pasur %s\ncommit %s\nbuilt by %s\n%s, lines are edited %s%s\n", PASUR_VERSION, PASUR_COMMIT, PASUR_BUILD,
           pack_kinds(), editor ? "with " : "by the terminal", editor ? editor : "");
}

void process_begin(void)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is a file that cannot be written */
    signal(SIGCHLD, SIG_DFL); /* or nobody could wait for gnuplot */
    /* A file of the user's would take the place of a closed descriptor. What stands there now fails as a closed one
       does: stdin cannot be read, the others cannot be written. */
    for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; standard++)
        if (fcntl(standard, F_GETFD) < 0 &&
            open("/dev/null", standard == STDIN_FILENO ? O_WRONLY : O_RDONLY) != standard)
            _exit(STATUS_FAILED);
}

/* Work that every thread has a part in. */
static void threads_start(int threads)
{
    int started = 0;
#pragma omp parallel num_threads(threads) reduction(+ : started)
    started++;
}

/* OpenMP ends the process where it cannot start a thread. So a child tries first, and tells through a pipe. */
bool process_threads(int threads, Error *error)
{
    int ends[2];
    char told = 0;
    if (threads < 2) return true;
    if (pipe(ends)) return error_system(error, "no pipe can be opened");
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
        threads_start(threads);
        _exit(write(ends[1], "", 1) != 1);
    }
    close(ends[1]);
    const bool possible = child > 0 && read(ends[0], &told, 1) == 1;
    close(ends[0]);
    if (child > 0) waitpid(child, NULL, 0);
    if (!possible)
        return error_system(error,
                            "%d threads cannot be started: take fewer by --threads, or allow more memory or processes "
                            "(ulimit -v, ulimit -u, OMP_STACKSIZE)",
                            threads);
    threads_start(threads);
    return true;
}
