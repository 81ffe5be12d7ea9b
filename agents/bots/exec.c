/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent exec: a program that is asked by the line protocol. */
#include "agents/bots/bot.h"

struct Bots *bots_of(const Agent *agent) { return agent->kind == &AGENT_EXEC ? agent->own : NULL; }

static bool read_name(Agent *agent, const char *text, const Rules *rules, Error *error)
{
    (void)rules;
    agent->own = bots_open(text, error);
    return agent->own;
}

static void close_bots(Agent *agent) { bots_close(agent->own); }

static void *mind_open(const Agent *agent, const Rules *rules) { return bot_open(agent->own, rules); }

static void mind_close(void *mind) { bot_close(mind); }

static CardSet choose(const Agent *agent, void *mind, const View *view, Rng *rng)
{
    Bot *bot = mind;
    ProtocolAsk ask;
    ProtocolAnswer answer;
    const char *why;
    (void)agent;
    protocol_ask_of(&ask, 0, view, rng);
    if (!bot_ask(bot, &ask, &answer)) return 0;
    if (answer.drew)
        rng->state = answer.state;
    else
        rng_next(rng);
    if (!play_legal(view->hand, view->table->pool, answer.play, &why)) bot_fail(bot, why);
    return answer.play;
}

/* ---- many decisions at once */

static bool takes(const void *mind)
{
    const Bot *bot = mind;
    return bot->process.process && bot->ready.batch;
}

static bool post(void *mind, const View *view, const Rng *rng, uint64_t *ticket)
{
    ProtocolAsk ask;
    protocol_ask_of(&ask, 0, view, rng);
    const bool good = bot_send(mind, &ask);
    *ticket = ask.id;
    return good;
}

static bool take(void *mind, AgentAnswer *out)
{
    ProtocolAnswer answer;
    if (!bot_receive(mind, &answer)) return false;
    *out = (AgentAnswer){answer.id, answer.kind == ANSWER_PLAY ? answer.play : 0, answer.drew, answer.state};
    return true;
}

static bool more(const void *mind) { return bot_process_pending(&((const Bot *)mind)->process); }

static void fail(void *mind) { bot_fail(mind, ((const Bot *)mind)->process.why); }

static const AgentBatch BATCH = {.takes = takes, .post = post, .take = take, .more = more, .fail = fail};

static const char *failure(const void *mind) { return ((const Bot *)mind)->process.why; }

const AgentKind AGENT_EXEC = {
    .name = "exec",
    .help =
        "a program of yours, exec:PROGRAM ARGS, that is asked by the protocol of docs/protocol.md; no shell starts it",
    .read = read_name,
    .close = close_bots,
    .traits = TRAIT_PROGRAM,
    .mind_open = mind_open,
    .mind_close = mind_close,
    .choose = choose,
    .failure = failure,
    .batch = &BATCH,
};
