/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent exec: a program that is asked by the line protocol. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/bots/bot_process.h"

static const char WRONG_READY[] = "it did not say 'ready' as the protocol has it";
static const char RUBBISH[] = "what it answered is no answer";
static const char UNASKED[] = "it answered what was not asked";
static const char REFUSED[] = "it answered with an error";

/* One process, and what it said of itself. */
typedef struct {
    BotProcess bot;
    const Rules *rules;
    ProtocolReady ready;
    uint64_t asked; /* requests so far */
    bool failed;    /* the last play was none */
    char request[PROTOCOL_LEGAL_TEXT + 1];
} ExecMind;

static bool read_name(Agent *agent, const char *text, const Rules *rules, Error *error)
{
    (void)rules;
    agent->bots = bots_open(text, error);
    return agent->bots;
}

static void release(Agent *agent)
{
    if (agent->bots) bots_close(agent->bots);
    agent->bots = NULL;
}

static void *mind_open(const Agent *agent, const Rules *rules)
{
    ExecMind *mind = calloc(1, sizeof *mind);
    if (!mind) return NULL;
    mind->rules = rules;
    mind->bot.bots = agent->bots;
    mind->bot.log = -1;
    pthread_mutex_lock(&agent->bots->lock);
    mind->bot.number = ++agent->bots->minds;
    pthread_mutex_unlock(&agent->bots->lock);
    return mind;
}

static void mind_close(void *memory)
{
    ExecMind *mind = memory;
    bot_process_end(&mind->bot, true);
    if (mind->bot.log >= 0) close(mind->bot.log);
    free(mind);
}

static uint64_t deadline(const ExecMind *mind) { return bot_deadline(mind->bot.bots->settings.move_timeout); }

/* Ends a process that has failed: the next request starts another one. */
static CardSet fail(ExecMind *mind, const char *why)
{
    mind->bot.why = why;
    mind->failed = true;
    bot_process_end(&mind->bot, false);
    return 0;
}

/* Starts the program unless it runs. False, with why, if it does not say that it is ready. */
static bool ready(ExecMind *mind)
{
    Error unused;
    ProtocolHello hello = {.rules = *mind->rules, .seed = mind->bot.bots->settings.seed};
    if (mind->bot.process) return true;
    if (!bot_process_start(&mind->bot)) return false;
    const char *version = mind->bot.bots->settings.version;
    snprintf(hello.version, sizeof hello.version, "%.*s", (int)strcspn(version, " "), version);
    protocol_hello_print(mind->request, &hello);
    strcat(mind->request, "\n");
    if (!bot_process_write(&mind->bot, mind->request, strlen(mind->request), deadline(mind))) return false;
    const char *line = bot_process_line(&mind->bot, deadline(mind));
    if (!line) return false;
    if (!protocol_ready_parse(&mind->ready, line, &unused)) mind->bot.why = WRONG_READY;
    return !mind->bot.why;
}

static CardSet choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    ExecMind *mind = memory;
    BotProcess *bot = &mind->bot;
    ProtocolAsk ask;
    ProtocolAnswer answer;
    Error unused;
    const char *why;
    (void)agent;
    mind->failed = false;
    if (!ready(mind)) return fail(mind, bot->why);
    if (bot_process_pending(bot)) return fail(mind, UNASKED);
    protocol_ask_of(&ask, ++mind->asked, view, rng);
    const int length = protocol_ask_print(mind->request, &ask, mind->rules, mind->ready.legal);
    mind->request[length] = '\n';
    const uint64_t until = deadline(mind);
    if (!bot_process_write(bot, mind->request, (size_t)length + 1, until)) return fail(mind, bot->why);
    char *line = bot_process_line(bot, until);
    if (!line) return fail(mind, bot->why);
    if (!protocol_answer_parse(&answer, line, &unused)) return fail(mind, RUBBISH);
    if (answer.id != ask.id) return fail(mind, UNASKED);
    if (answer.kind == ANSWER_ERROR) return fail(mind, REFUSED);
    if (answer.drew)
        rng->state = answer.state;
    else
        rng_next(rng);
    if (!play_legal(view->hand, view->table->pool, answer.play, &why)) {
        fail(mind, why);
        mind->failed = false; /* whoever asked sees for himself */
    }
    return answer.play;
}

static const char *failure(const void *memory)
{
    const ExecMind *mind = memory;
    return mind->failed ? mind->bot.why : NULL;
}

const AgentKind AGENT_EXEC = {
    .name = "exec",
    .help =
        "a program of yours, exec:PROGRAM ARGS, that is asked by the protocol of docs/protocol.md; no shell starts it",
    .read = read_name,
    .release = release,
    .mind_open = mind_open,
    .mind_close = mind_close,
    .choose = choose,
    .failure = failure,
};
