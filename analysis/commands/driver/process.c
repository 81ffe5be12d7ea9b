/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the process must have before a command runs: standard descriptors, signals, threads; and how long a run would
   take, by trying its first moments in a process of its own: a board that is under way cannot delay the answer, and
   nothing that is tried leaves a trace. */
#include "analysis/commands/driver/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/report/version.h"
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

/* OpenMP ends the process where it cannot start a thread. So a child tries first, and tells through a pipe. */
bool process_threads(int threads, Error *error)
{
    int ends[2];
    char done = 0;
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
    const bool possible = child > 0 && read(ends[0], &done, 1) == 1;
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

/* ---- how long a run would take */

enum { TRIED_MS = 300, MOST_MS = 1000 };

typedef struct {
    uint64_t done, total;
    double seconds;
} Tried;

/* In the child: works until time is up, and tells what was done. */
static void first_moments(Driver *driver, int out)
{
    Error error;
    const double started = seconds_now();
    driver->common.quiet = true;
    driver->out = NULL;
    progress_start(&driver->progress, true);
    interrupt_after(TRIED_MS / 1000.0);
    driver->command->work(driver, &error);
    const Tried tried = {driver->done, driver->total, seconds_now() - started};
    _exit(write(out, &tried, sizeof tried) == (ssize_t)sizeof tried ? 0 : 1);
}

/* False: it did not get so far that anything can be said. */
static bool try_out(Tried *out, Driver *driver)
{
    int ends[2];
    if (pipe(ends)) return false;
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        close(ends[0]);
        first_moments(driver, ends[1]);
    }
    close(ends[1]);
    struct pollfd ready = {.fd = ends[0], .events = POLLIN};
    const bool answered = child > 0 && poll(&ready, 1, MOST_MS) > 0 && read(ends[0], out, sizeof *out) == sizeof *out;
    close(ends[0]);
    if (child > 0) {
        if (!answered) kill(-child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    return answered && out->done && out->seconds > 0;
}

void estimate_print(Driver *driver, FILE *out)
{
    Tried tried;
    char time[SHORT_TEXT], rate[SHORT_TEXT];
    if (!driver->command->sample || driver->people || driver->bots) return;
    if (!try_out(&tried, driver)) {
        fprintf(out, "how long that takes is not known: the first %s take more than a moment\n", driver->unit);
        return;
    }
    const char *threads = driver->threads > 1 ? "threads" : "thread";
    if (tried.total && tried.total < BOARDS_NO_END) {
        const double seconds = tried.seconds * (double)tried.total / (double)tried.done;
        short_time(time, seconds);
        fprintf(out, "%s %s with %d %s, as the first moments went\n", seconds < 1 ? "less than" : "about",
                seconds < 1 ? "a second" : time, driver->threads, threads);
    } else {
        short_count(rate, (double)tried.done / tried.seconds);
        fprintf(out, "about %s %s a second with %d %s, %s\n", rate, driver->unit, driver->threads, threads,
                *driver->until ? driver->until : "until its rule ends it");
    }
}
