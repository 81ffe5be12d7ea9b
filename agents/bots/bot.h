/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bot that speaks the protocol: a process that is greeted when it is first asked, and started again once it has failed. */
#pragma once

#include "agents/bots/bot_process.h"

typedef struct {
    BotProcess process; /* process.why: how it failed last */
    const Rules *rules; /* the caller's */
    ProtocolReady ready;
    uint64_t asked; /* requests so far: the number of the last */
    size_t queued;  /* bytes of `request` that are to be sent */
    char request[2 * PROTOCOL_LEGAL_TEXT];
} Bot;

/* A bot of which nothing runs yet; the rules must outlive it. NULL if memory runs out. */
Bot *bot_open(struct Bots *bots, const Rules *rules);
/* Ends its process, politely. */
void bot_close(Bot *bot);
/* Starts the program, if it does not run, and waits until it is ready. False, with why, if it is not: it has been ended. */
bool bot_greet(Bot *bot);
/* Asks, at the latest when an answer is waited for; the request gets the next number. False, with why, if the bot failed
   and has been ended. */
bool bot_send(Bot *bot, ProtocolAsk *ask);
/* The next answer, to whatever request. False as above. */
bool bot_receive(Bot *bot, ProtocolAnswer *answer);
/* Asks and waits for the answer, a play. False as above. */
bool bot_ask(Bot *bot, ProtocolAsk *ask, ProtocolAnswer *answer);
/* Ends a bot that has failed, for this reason. Returns false. */
bool bot_fail(Bot *bot, const char *why);
