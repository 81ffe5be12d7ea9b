/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bots from outside: programs that answer by the line protocol, one process for each mind of the agent exec, started when
   it is first asked. What is common to the processes of one agent stands here. */
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include "agents/agent.h"
#include "agents/bots/bot_command.h"

/* How processes are kept: the user's wishes. */
typedef struct {
    double move_timeout;    /* seconds for an answer, and for each step of starting; > 0 */
    uint64_t memory;        /* bytes of address space that a process may have; 0: no limit */
    const char *log_folder; /* where each mind's stderr goes to a file of its own; NULL: where the program's goes */
    const char *version;    /* of the program, one word */
    uint64_t seed;          /* of the run */
    bool (*stopped)(void);  /* has the user stopped the run? NULL: nobody does */
} BotSettings;

/* The processes of one agent. */
struct Bots {
    BotCommand command;
    BotSettings settings;
    uint64_t number;      /* among the agents that are programs: names of logs have it */
    pthread_mutex_t lock; /* guards starting, and all below */
    uint64_t minds;       /* opened so far: each has its number */
    int lifeline;         /* to the guard; -1: it has not been started */
    pid_t guard;          /* a process that ends all others when the program is gone */
};

enum { BOT_TIMEOUT = 60 }; /* seconds, where nothing else is said */

/* For a command: what the program is, with its arguments. NULL with the reason. */
struct Bots *bots_open(const char *command, Error *error);
void bots_close(struct Bots *bots);
/* The processes of an agent that is a program, whose settings a command may change before the first is asked; NULL: it is
   none. */
struct Bots *bots_of(const Agent *agent);

/* ---- for bot_process.c */

/* Starts the guard if it is not there. Called under the lock. False if the system does not let it. */
bool bots_guard(struct Bots *bots);
