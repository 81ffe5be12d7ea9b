/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greets and asks a bot. */
#include "agents/bots/bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char WRONG_READY[] = "it did not say 'ready' as the protocol has it";
static const char RUBBISH[] = "what it answered is no answer";
static const char UNASKED[] = "it answered what was not asked";
static const char REFUSED[] = "it answered with an error";

Bot *bot_open(struct Bots *bots, const Rules *rules)
{
    Bot *bot = calloc(1, sizeof *bot);
    if (!bot) return NULL;
    bot->rules = rules;
    bot->process.bots = bots;
    bot->process.log = -1;
    pthread_mutex_lock(&bots->lock);
    bot->process.number = ++bots->minds;
    pthread_mutex_unlock(&bots->lock);
    return bot;
}

void bot_close(Bot *bot)
{
    bot_process_end(&bot->process, BOT_BYE);
    if (bot->process.log >= 0) close(bot->process.log);
    free(bot);
}

bool bot_fail(Bot *bot, const char *why)
{
    bot->process.why = why;
    bot_process_end(&bot->process, BOT_KILL);
    return false;
}

static uint64_t deadline(const Bot *bot) { return bot_deadline(bot->process.bots->settings.move_timeout); }

/* Sends what is queued. */
static bool queue_write(Bot *bot)
{
    const size_t length = bot->queued;
    bot->queued = 0;
    return bot_process_write(&bot->process, bot->request, length, deadline(bot)) || bot_fail(bot, bot->process.why);
}

/* Puts a line end behind a line that was written to the end of the queue. */
static void line_queue(Bot *bot, size_t length)
{
    bot->queued += length;
    bot->request[bot->queued++] = '\n';
}

bool bot_greet(Bot *bot)
{
    Error unused;
    const BotSettings *settings = &bot->process.bots->settings;
    ProtocolHello hello = {.rules = *bot->rules, .seed = settings->seed};
    if (bot->process.process) return true;
    bot->queued = 0;
    if (!bot_process_start(&bot->process)) return false;
    snprintf(hello.version, sizeof hello.version, "%.*s", (int)strcspn(settings->version, " "), settings->version);
    protocol_hello_print(bot->request, &hello);
    line_queue(bot, strlen(bot->request));
    if (!queue_write(bot)) return false;
    const char *line = bot_process_line(&bot->process, deadline(bot));
    if (!line) return bot_fail(bot, bot->process.why);
    return protocol_ready_parse(&bot->ready, line, &unused) || bot_fail(bot, WRONG_READY);
}

bool bot_send(Bot *bot, ProtocolAsk *ask)
{
    if (!bot_greet(bot)) return false;
    ask->id = ++bot->asked;
    char *end = bot->request + bot->queued;
    line_queue(bot, (size_t)protocol_ask_print(end, ask, bot->rules, bot->ready.legal));
    return bot->queued + PROTOCOL_LEGAL_TEXT < sizeof bot->request || queue_write(bot);
}

bool bot_receive(Bot *bot, ProtocolAnswer *answer)
{
    Error unused;
    if (bot->queued && !queue_write(bot)) return false;
    char *line = bot_process_line(&bot->process, deadline(bot));
    if (!line) return bot_fail(bot, bot->process.why);
    return protocol_answer_parse(answer, line, &unused) || bot_fail(bot, RUBBISH);
}

bool bot_ask(Bot *bot, ProtocolAsk *ask, ProtocolAnswer *answer)
{
    if (bot_process_pending(&bot->process)) return bot_fail(bot, UNASKED);
    if (!bot_send(bot, ask) || !bot_receive(bot, answer)) return false;
    if (answer->id != ask->id) return bot_fail(bot, UNASKED);
    return answer->kind == ANSWER_PLAY || bot_fail(bot, REFUSED);
}
