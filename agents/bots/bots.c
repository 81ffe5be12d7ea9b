/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guard of an agent's processes, and the agent's settings. */
#include "agents/bots/bots.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GUARDED_MOST = 4096, DESCRIPTORS = 4096 };

/* In the guard: hears of each process when it starts (its number) and when it has ended (less than 0). When nobody is left
   who could tell, the program is gone, and what still runs is ended. */
static void guard_run(int lifeline)
{
    pid_t guarded[GUARDED_MOST], told;
    int count = 0;
    ssize_t got;
    setsid();
    for (int signal_number = 1; signal_number < 32; signal_number++)
        signal(signal_number, SIG_IGN);
    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++)
        if (descriptor != lifeline) close(descriptor);
    while ((got = read(lifeline, &told, sizeof told)) != 0) {
        if (got != sizeof told) continue;
        if (told > 0 && count < GUARDED_MOST) guarded[count++] = told;
        for (int i = 0; told < 0 && i < count; i++)
            if (guarded[i] == -told) guarded[i--] = guarded[--count];
    }
    for (int i = 0; i < count; i++)
        kill(-guarded[i], SIGKILL);
    _exit(0);
}

bool bots_guard(struct Bots *bots)
{
    int ends[2];
    if (bots->lifeline >= 0) return true;
    if (pipe(ends)) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    bots->guard = fork();
    if (bots->guard == 0) guard_run(ends[0]);
    close(ends[0]);
    if (bots->guard < 0) {
        close(ends[1]);
        return false;
    }
    bots->lifeline = ends[1];
    return true;
}

struct Bots *bots_open(const char *command, Error *error)
{
    struct Bots *bots = calloc(1, sizeof *bots);
    if (!bots) return error_memory(error), NULL;
    if (!bot_command_parse(&bots->command, command, error)) return free(bots), NULL;
    bots->settings = (BotSettings){.move_timeout = BOT_TIMEOUT, .version = "-"};
    bots->lifeline = -1;
    bots->number = 1;
    pthread_mutex_init(&bots->lock, NULL);
    return bots;
}

void bots_close(struct Bots *bots)
{
    if (bots->lifeline >= 0) {
        close(bots->lifeline);
        while (waitpid(bots->guard, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    pthread_mutex_destroy(&bots->lock);
    bot_command_free(&bots->command);
    free(bots);
}
