/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers the lines of the protocol by an agent. */
#include "sim/server.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/words.h"

bool server_open(Server *server, const char *name, Error *error)
{
    const char *names[AGENT_KIND_COUNT];
    char kind[WORD_TEXT];
    for (int i = 0; i < AGENT_KIND_COUNT; i++)
        names[i] = AGENT_KINDS[i]->name;
    const Names kinds = NAMES_OF("agent", names, AGENT_KIND_COUNT, AGENTS_HINT);
    *server = (Server){.name = name};
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(name, ":"), name);
    return name_lookup(&kinds, kind, error) >= 0;
}

void server_close(Server *server)
{
    if (!server->greeted) return;
    player_close(&server->player);
    agent_free(&server->agent);
    server->greeted = false;
}

/* False, with the reason, for agents whose plays a request does not hold all that is needed for. */
static bool agent_fits(const Agent *agent, Error *error)
{
    if (agent_has(agent, TRAIT_CHEATS))
        return error_set(error, "agent %.100s sees all cards, and requests tell what one seat sees", agent->name);
    if (agent_has(agent, TRAIT_PERSON))
        return error_set(error, "agent %.100s is a person, whom 'pasur play' and 'pasur sim' ask", agent->name);
    if (agent_has(agent, TRAIT_REMEMBERS))
        return error_set(error, "agent %.100s goes on from one play to the next, and each request stands alone",
                         agent->name);
    return true;
}

static ServerStatus hello_take(Server *server, char *answer, const char *line, Error *error)
{
    ProtocolHello hello;
    const ProtocolReady ready = {.batch = true};
    server_close(server);
    if (!protocol_hello_parse(&hello, line, error)) return SERVER_FAILED;
    server->rules = hello.rules;
    if (!agent_parse(&server->agent, server->name, &server->rules, error)) return SERVER_FAILED;
    server->greeted = true;
    if (!agent_fits(&server->agent, error)) return SERVER_FAILED;
    if (!player_open(&server->player, &server->agent, &server->rules)) return error_memory(error), SERVER_FAILED;
    protocol_ready_print(answer, &ready);
    return SERVER_ANSWER;
}

static void ask_answer(Server *server, char answer[static PROTOCOL_ANSWER_TEXT], char *line)
{
    ProtocolAsk ask;
    Error error;
    if (!protocol_ask_parse(&ask, line, &server->rules, &error)) {
        protocol_error_print(answer, ask.id, error.text);
        return;
    }
    Player *player = &server->player;
    const View view = protocol_view(&ask, &server->rules);
    player->rng = ask.stream;
    player_begin(player, &view);
    const CardSet play = player_ask(player, &view, NULL);
    ask.stream = player->rng;
    if (play)
        protocol_play_print(answer, &ask, play);
    else
        protocol_error_print(answer, ask.id, player->why);
}

ServerStatus server_line(Server *server, char answer[static PROTOCOL_ANSWER_TEXT], char *line, Error *error)
{
    if (!server->greeted) line += text_start(line) - line;
    if (!strcmp(line, "bye")) return SERVER_BYE;
    if (!*line) return SERVER_SILENT;
    if (!strncmp(line, "hello ", 6)) return hello_take(server, answer, line, error);
    if (server->greeted)
        ask_answer(server, answer, line);
    else
        protocol_error_print(answer, 0, "expected a hello first");
    return SERVER_ANSWER;
}
