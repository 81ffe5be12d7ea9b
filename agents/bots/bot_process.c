/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts, hears and ends a bot's process. */
#include "agents/bots/bot_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
#define MILLISECOND UINT64_C(1000000)
enum { SLICE = 50, DESCRIPTORS = 4096 }; /* milliseconds between two looks at what the user wants */

static const char NOT_STARTED[] = "its program could not be started";
static const char LOG_FAILED[] = "the file for its stderr could not be written";
static const char TIMED_OUT[] = "it did not answer in time (--move-timeout)";
static const char SIGNALLED[] = "its program crashed, or was ended by a signal";
static const char EXITED[] = "its program ended before it answered";
static const char CLOSED_INPUT[] = "it closed its input";
static const char CLOSED_OUTPUT[] = "it closed its output";
static const char FLOODED[] = "it wrote a line without end";

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

uint64_t bot_deadline(double seconds) { return now() + (uint64_t)(seconds * (double)SECOND); }

static bool is_stopped(const BotProcess *bot) { return bot->bots->settings.stopped && bot->bots->settings.stopped(); }

static bool fail(BotProcess *bot, const char *why)
{
    bot->why = why;
    return false;
}

/* ---- starting */

/* A pipe that no program inherits. */
static bool pipe_open(int ends[2])
{
    if (pipe(ends)) return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static void ends_close(int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
}

/* Opens the mind's file for stderr, to which every process of it adds; not through a link. */
static bool log_open(BotProcess *bot)
{
    char name[PATH_MAX];
    const BotSettings *settings = &bot->bots->settings;
    if (!settings->log_folder || bot->log >= 0) return true;
    snprintf(name, sizeof name, "%s/bot-%llu-%04llu.log", settings->log_folder, (unsigned long long)bot->bots->number,
             (unsigned long long)bot->number);
    bot->log = open(name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    return bot->log >= 0;
}

static void log_note(const BotProcess *bot, const char *what, const char *text)
{
    char line[COMMAND_TEXT + 32];
    if (bot->log < 0) return;
    const int length = snprintf(line, sizeof line, "# %s: %s\n", what, text);
    if (write(bot->log, line, (size_t)length) < 0) return; /* the bot's own lines will tell of a full disk */
}

/* write, where a reader that is gone is a failure as any other. */
static ssize_t pipe_write(int descriptor, const char *text, size_t length)
{
    sigset_t pipes, before, pending;
    int taken;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, &before);
    const ssize_t written = write(descriptor, text, length);
    const int reason = errno;
    if (written < 0 && reason == EPIPE && !sigpending(&pending) && sigismember(&pending, SIGPIPE))
        sigwait(&pipes, &taken);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return written;
}

/* Tells the guard of a process that starts, or has ended; a guard that is gone is started anew with the next process. */
static bool guard_tell(struct Bots *bots, pid_t process)
{
    pthread_mutex_lock(&bots->lock);
    const bool told =
        bots->lifeline >= 0 && pipe_write(bots->lifeline, (const char *)&process, sizeof process) == sizeof process;
    if (!told && bots->lifeline >= 0) {
        close(bots->lifeline);
        bots->lifeline = -1;
        waitpid(bots->guard, NULL, WNOHANG);
    }
    pthread_mutex_unlock(&bots->lock);
    return told;
}

/* In the child: from here on only calls that are safe after a fork. */
static void child_run(const BotProcess *bot, const int to[2], const int from[2])
{
    static const char CANNOT[] = "pasur: a bot's program cannot be executed\n";
    const struct Bots *bots = bot->bots;
    const pid_t self = getpid();
    sigset_t none;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_IGN);
    if (write(bots->lifeline, &self, sizeof self) != sizeof self) _exit(127);
    for (int signal_number = 1; signal_number < 32; signal_number++)
        signal(signal_number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(to[0], STDIN_FILENO) < 0 || dup2(from[1], STDOUT_FILENO) < 0) _exit(127);
    if (bot->log >= 0 && dup2(bot->log, STDERR_FILENO) < 0) _exit(127);
    for (int descriptor = STDERR_FILENO + 1; descriptor < DESCRIPTORS; descriptor++)
        close(descriptor);
    if (bots->settings.memory) {
        const struct rlimit limit = {bots->settings.memory, bots->settings.memory};
        if (setrlimit(RLIMIT_AS, &limit)) _exit(127);
    }
    execv(bots->command.path, bots->command.words);
    if (write(STDERR_FILENO, CANNOT, sizeof CANNOT - 1) < 0) _exit(126);
    _exit(127);
}

/* Under the lock, so that no process inherits the ends of another one's pipes before they are closed to it. */
static bool process_fork(BotProcess *bot)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    if (!bots_guard(bot->bots) || !pipe_open(to) || !pipe_open(from)) {
        ends_close(to);
        return fail(bot, NOT_STARTED);
    }
    const pid_t process = fork();
    if (process == 0) child_run(bot, to, from);
    close(to[0]);
    close(from[1]);
    if (process < 0) {
        close(to[1]);
        close(from[0]);
        return fail(bot, NOT_STARTED);
    }
    setpgid(process, process); /* whoever of the two comes first */
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    bot->process = process;
    bot->to = to[1];
    bot->from = from[0];
    return true;
}

bool bot_process_start(BotProcess *bot)
{
    bot->begin = bot->end = 0;
    bot->why = NULL;
    if (is_stopped(bot)) return fail(bot, AGENT_STOPPED);
    if (!log_open(bot)) return fail(bot, LOG_FAILED);
    log_note(bot, "started", bot->bots->command.words[0]);
    pthread_mutex_lock(&bot->bots->lock);
    const bool good = process_fork(bot);
    pthread_mutex_unlock(&bot->bots->lock);
    return good;
}

/* ---- ending */

/* Has it ended by then? It is left as it is, so that its group keeps its number. *crashed: by a signal. */
static bool has_ended(const BotProcess *bot, uint64_t deadline, bool patient, bool *crashed)
{
    struct timespec pause = {0, 100000};
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)bot->process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid) {
            *crashed = info.si_code != CLD_EXITED;
            return true;
        }
        if (now() >= deadline || (patient && is_stopped(bot))) return false;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 5000000) pause.tv_nsec *= 2;
    }
}

bool bot_process_end(BotProcess *bot, BotEnd how)
{
    bool crashed;
    if (!bot->process) return true;
    if (how == BOT_KILL && bot->why) log_note(bot, "ended, since", bot->why);
    if (how == BOT_BYE && !is_stopped(bot)) {
        const char *why = bot->why;
        bot_process_write(bot, "bye\n", 4, now());
        bot->why = why;
    }
    close(bot->to);
    const bool ended = how != BOT_KILL && has_ended(bot, now() + SECOND, true, &crashed);
    if (!ended) {
        kill(-bot->process, SIGTERM);
        has_ended(bot, now() + 100 * MILLISECOND, false, &crashed);
    }
    close(bot->from);
    kill(-bot->process, SIGKILL); /* what it has started and left */
    while (waitpid(bot->process, NULL, 0) < 0 && errno == EINTR)
        continue;
    const pid_t gone = -bot->process;
    guard_tell(bot->bots, gone);
    bot->process = 0;
    bot->begin = bot->end = 0;
    return ended;
}

/* Says why a process neither reads nor writes any more. */
static bool fail_ended(BotProcess *bot, const char *alive)
{
    bool crashed = false;
    if (!has_ended(bot, now() + 100 * MILLISECOND, true, &crashed)) return fail(bot, alive);
    return fail(bot, crashed ? SIGNALLED : EXITED);
}

/* ---- lines */

/* Waits until it can be read, or else written to. False, with why, after the deadline, once the user has stopped the run,
   or where the process has closed its input. */
static bool wait_for(BotProcess *bot, bool reading, uint64_t deadline)
{
    struct pollfd ends[2] = {{.fd = bot->to, .events = reading ? 0 : POLLOUT},
                             {.fd = bot->from, .events = reading ? POLLIN : 0}};
    for (;;) {
        const uint64_t at = now();
        if (is_stopped(bot)) return fail(bot, AGENT_STOPPED);
        const uint64_t left = at < deadline ? (deadline - at + MILLISECOND - 1) / MILLISECOND : 0;
        if (poll(ends, 2, left < SLICE ? (int)left : SLICE) > 0) {
            if (ends[reading].revents) return true;
            if (ends[0].revents) return fail_ended(bot, CLOSED_INPUT);
            return fail_ended(bot, CLOSED_OUTPUT);
        }
        if (!left) return fail(bot, TIMED_OUT);
    }
}

bool bot_process_write(BotProcess *bot, const char *text, size_t length, uint64_t deadline)
{
    while (length) {
        const ssize_t written = pipe_write(bot->to, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            if (!wait_for(bot, false, deadline)) return false;
        } else if (errno != EINTR) {
            return fail_ended(bot, CLOSED_INPUT);
        }
    }
    return true;
}

char *bot_process_line(BotProcess *bot, uint64_t deadline)
{
    for (;;) {
        char *line = bot->in + bot->begin, *end = memchr(line, '\n', bot->end - bot->begin);
        if (end) {
            *end = 0;
            bot->begin = (size_t)(end + 1 - bot->in);
            if (end > line && end[-1] == '\r') end[-1] = 0;
            return line;
        }
        if (bot->end - bot->begin >= PROTOCOL_ANSWER_TEXT) return fail(bot, FLOODED), NULL;
        memmove(bot->in, line, bot->end - bot->begin);
        bot->end -= bot->begin;
        bot->begin = 0;
        if (!wait_for(bot, true, deadline)) return NULL;
        const ssize_t got = read(bot->from, bot->in + bot->end, sizeof bot->in - bot->end);
        if (got > 0)
            bot->end += (size_t)got;
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return fail_ended(bot, CLOSED_OUTPUT), NULL;
    }
}
