/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent exec: a program that is asked by the line protocol. */
#include "agents/bots/bot.h"

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

static void *mind_open(const Agent *agent, const Rules *rules) { return bot_open(agent->bots, rules); }

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

static const char *failure(const void *mind) { return ((const Bot *)mind)->process.why; }

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
