/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the process must have before a command runs: standard descriptors, signals, threads. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/driver/line_input.h"
#include "library/version.h"
#include "sim/ranks/ranks.h"

void version_print(void)
{
    const char *editor = line_editor();
    printf("pasur %s\ncommit %s\nbuilt by %s\n%s, lines are edited %s%s\n%s\n", PASUR_VERSION, PASUR_COMMIT,
           PASUR_BUILD, pack_kinds(), editor ? "with " : "by the terminal", editor ? editor : "", ranks_build());
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

/* OpenMP ends the process where it cannot start a thread. So a child tries first, and says nothing. */
static bool threads_try(void *arg, void *answer)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    threads_start(*(const int *)arg);
    return *(bool *)answer = true;
}

bool process_threads(int threads, Error *error)
{
    bool possible;
    if (threads < 2) return true;
    if (!child_answer(&possible, sizeof possible, -1, threads_try, &threads))
        return error_system(error,
                            "%d threads cannot be started: take fewer by --threads, or allow more memory or processes "
                            "(ulimit -v, ulimit -u, OMP_STACKSIZE)",
                            threads);
    threads_start(threads);
    return true;
}
