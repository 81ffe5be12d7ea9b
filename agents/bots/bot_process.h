/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One process of a bot: started without a shell in a process group of its own, its lines read and written against the
   clock, ended with all that it has started in that group. No call waits longer than its deadline, whatever the bot does,
   nor much longer than a tenth of a second once the user has stopped the run. */
#pragma once

#include "agents/bots/bots.h"
#include "agents/protocol.h"

typedef struct {
    struct Bots *bots;
    uint64_t number;   /* of the mind, from 1 */
    pid_t process;     /* 0: none runs */
    int to, from;      /* its stdin and stdout */
    int log;           /* where its stderr goes; -1: where the program's goes */
    const char *why;   /* how it failed last: a sentence that stays */
    size_t begin, end; /* of what is read and not yet taken, in `in` */
    char in[2 * PROTOCOL_ANSWER_TEXT];
} BotProcess;

/* A clock that only goes forward: now, and so many seconds later, in ns. */
uint64_t bot_deadline(double seconds);

/* Starts the program. False, with why, if the system does not let it. */
bool bot_process_start(BotProcess *bot);
/* Politely: it is told, or only its input is closed, and it has a second. Else it is ended at once. */
typedef enum { BOT_BYE, BOT_CLOSE, BOT_KILL } BotEnd;
/* Ends it and all of its group: where asking does not do, SIGTERM, and soon SIGKILL. True if nothing was there to be ended, or
   it ended by itself. */
bool bot_process_end(BotProcess *bot, BotEnd how);
/* Writes all of the text. False, with why, if it could not by then. */
bool bot_process_write(BotProcess *bot, const char *text, size_t length, uint64_t deadline);
/* The next line without its end, to be used before the next call; NULL, with why, if there is none by then. */
char *bot_process_line(BotProcess *bot, uint64_t deadline);
/* Has it written something that was not taken? Looks at what was read already. */
static inline bool bot_process_pending(const BotProcess *bot) { return bot->begin < bot->end; }
