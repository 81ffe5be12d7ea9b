/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bot in C that asks for the legal plays, and makes the one that takes most cards:
   cc -O2 -o bot examples/bots/bot.c && pasur sim exec:./bot greedy */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

/* Answers a request: its number stands behind "ask ", its plays behind " legal ". */
static void answer(char *request)
{
    const char *best = "";
    char *legal = strstr(request, " legal ");
    if (!legal) return;
    for (char *play = strtok(legal + strlen(" legal "), ",\n"); play; play = strtok(NULL, ",\n"))
        if (strlen(play) > strlen(best)) best = play;
    printf("play %lu %s\n", strtoul(request + strlen("ask "), NULL, 10), best);
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "bye", 3)) break;
        if (!strncmp(line, "hello ", 6)) puts("ready 1 legal");
        if (!strncmp(line, "ask ", 4)) answer(line);
        fflush(stdout);
    }
    return 0;
}
