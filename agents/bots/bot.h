/* SPDX-License-Identifier: GPL-3.0-or-later */
/* External bots: programs that speak the line protocol. Each memory of the agent exec has one process, started when it
   is first asked, without a shell and in its own process group; its lines are read and written with a time limit, and
   it is ended together with everything it has started in that group. */
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include "agents/agent.h"
#include "agents/protocol.h"

/* ---- a program with its arguments, as a user writes them in one text */

enum { COMMAND_WORDS = 64, COMMAND_TEXT = 512 };

typedef struct {
    char *path;                     /* of the program; owned */
    char *words[COMMAND_WORDS + 1]; /* the program as it was named, its arguments, NULL; in `text` */
    char text[COMMAND_TEXT + 1];
} BotCommand;

/* ---- the processes of one agent */

/* How processes are kept: the user's wishes. */
typedef struct {
    double move_timeout;    /* seconds for an answer; > 0 */
    double start_timeout;   /* seconds to start and say 'ready'; > 0 */
    double end_timeout;     /* seconds to end once it is asked to; > 0 */
    int batch;              /* rounds that are played side by side with a bot that takes batches; > 0 */
    uint64_t memory;        /* bytes of address space that a process may have; 0: no limit */
    const char *log_folder; /* where each memory's stderr goes to a file of its own; NULL: where the program's goes */
    const char *version;    /* of the program, one word */
    uint64_t seed;          /* of the run */
    bool (*stopped)(void);  /* has the user stopped the run? NULL: nobody does */
} BotSettings;

enum { BOT_FAILURES = 16, BOT_SAID = 320 };

/* A reason for which processes of an agent failed. */
typedef struct {
    const char *why;     /* a sentence that stays */
    uint64_t count;      /* processes that were ended for it */
    char said[BOT_SAID]; /* of the first: as Bot has it */
} BotFailure;

/* The processes of one agent. */
struct Bots {
    BotCommand command;
    char text[AGENT_NAME]; /* of the command, with parameters in braces where it has some */
    BotSettings settings;
    uint64_t number;      /* among the agents that are programs: names of logs have it */
    pthread_mutex_t lock; /* guards starting, and all below */
    uint64_t memories;    /* opened so far: each has its number */
    BotFailure failures[BOT_FAILURES];
    int failure_count;
};

enum { BOT_STDERR_MOST = 1024 * 1024 }; /* bytes of a memory's stderr that are kept or shown */

/* The processes of an agent that is a program, whose settings a command may change before the first is asked; NULL: it
   is none. */
struct Bots *bots_of(const Agent *agent);
/* Copies the text to out[size] with the agent's numbers in place of its parameters {NAME=DEFAULT:LOW:HIGH}; `braces`:
   as the default there. Returns out. */
char *braces_fill(char *out, size_t size, const char *text, const Agent *agent, bool braces);

/* ---- a bot: a process that is greeted when it is first asked, and started again once it has failed. No call waits
   longer than its deadline, whatever the bot does, nor much longer than a tenth of a second once the user has stopped the
   run. Where one returns false the bot has failed: its process has been ended, and counted with its reason. */

typedef struct {
    struct Bots *bots;
    const Rules *rules;  /* the caller's */
    BotCommand command;  /* with numbers in place of braces; without a path */
    uint64_t number;     /* among the agent's, from 1 */
    const char *why;     /* how it failed last: a sentence that stays */
    char said[BOT_SAID]; /* what shows that: the line, the signal or the status, the end of its stderr; printable, "":
                            nothing */

    pid_t process;     /* 0: none runs */
    int to, from;      /* its stdin and stdout */
    int heard;         /* its stderr; -1: it has closed it */
    int log;           /* where its stderr goes; -1: where the program's goes */
    size_t logged;     /* bytes of stderr so far */
    char tail[128];    /* the end of what it wrote to stderr, with its end of line */
    size_t begin, end; /* of what is read and not yet taken, in `in` */
    char in[2 * PROTOCOL_ANSWER_TEXT + 1];

    ProtocolReady ready;
    uint64_t asked; /* requests so far: the number of the last */
    bool answered;  /* since its process was started */
    bool unended;   /* a request was sent since the last end of a batch */
    char line[96];  /* the last that it wrote, fit to be shown */
    size_t queued;  /* bytes of `request` that are to be sent */
    char request[2 * PROTOCOL_LEGAL_TEXT];
} Bot;

/* A bot of which nothing runs yet; the rules must outlive it. NULL if memory runs out. */
void *bot_open(const Agent *agent, const Rules *rules);
/* Ends its process, politely. */
void bot_close(void *bot);
/* Starts the program, if it does not run, and waits until it is ready. */
bool bot_greet(void *bot);
/* Asks, at the latest when an answer is waited for; the request gets the next number. */
bool bot_send(Bot *bot, ProtocolAsk *ask);
/* The next answer, to whatever request. */
bool bot_receive(Bot *bot, AgentAnswer *answer);
/* Asks and waits for the answer, a play. */
bool bot_ask(Bot *bot, ProtocolAsk *ask, AgentAnswer *answer);
/* Writes all of the text, whatever it says. */
bool bot_write(Bot *bot, const char *text, size_t length);

/* Why a process failed that was silent from its start on. */
extern const char BOT_NOT_READY[];
/* Why the bot failed last, and what shows that. */
void bot_story(char *out, size_t size, const Bot *bot);

/* How a process ends: it reads "bye" and has its time; only its input is closed and it has its time; it is ended at
   once. */
typedef enum { BOT_BYE, BOT_CLOSE, BOT_KILL } BotEnd;
/* Ends it and all of its group: where asking does not do, SIGTERM, and soon SIGKILL. True if nothing was there to be
   ended, or it ended by itself. */
bool bot_end(Bot *bot, BotEnd how);
