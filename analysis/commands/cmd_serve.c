/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur serve: an agent as a bot, the other end of the line protocol. Requests stand alone: nothing is kept from one to
   the next except working memory. tests/fuzz/fuzz_server.c includes this file. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "agents/protocol.h"
#include "analysis/commands/commands.h"
#include "sim/players.h"

/* ---- one line, and its answer */

typedef struct {
    const char *name; /* of the agent, the caller's */
    bool greeted;     /* there was a hello, and what follows is open */
    Rules rules;
    Agent agent;
    Player player;
} Server;

typedef enum {
    SERVER_ANSWER, /* there is a line to send */
    SERVER_SILENT, /* there is none */
    SERVER_BYE,    /* that was the last line */
    SERVER_FAILED, /* a hello with which the agent cannot play; with the reason */
} ServerStatus;

static void server_close(Server *server)
{
    if (!server->greeted) return;
    player_close(&server->player);
    agent_free(&server->agent);
    server->greeted = false;
}

/* False, with the reason, for agents whose plays a request does not hold all that is needed for. */
static bool served_fits(const Agent *agent, Error *error)
{
    if (agent_has(agent, TRAIT_CHEATS))
        return error_set(error, "agent %.100s sees all cards, but requests hold what one seat sees", agent->name);
    if (agent_has(agent, TRAIT_PERSON))
        return error_set(error, "agent %.100s is a person, who plays in 'pasur play' and 'pasur sim'", agent->name);
    if (agent_has(agent, TRAIT_REMEMBERS))
        return error_set(error, "agent %.100s remembers earlier plays, but each request stands alone", agent->name);
    return true;
}

static ServerStatus server_greet(Server *server, char *answer, const char *line, Error *error)
{
    server_close(server);
    if (!protocol_hello_parse(&server->rules, line, error)) return SERVER_FAILED;
    if (!agent_parse(&server->agent, server->name, &server->rules, error)) return SERVER_FAILED;
    server->greeted = true;
    if (!served_fits(&server->agent, error)) return SERVER_FAILED;
    if (!player_open(&server->player, &server->agent, &server->rules)) return error_memory(error), SERVER_FAILED;
    strcpy(answer, PROTOCOL_READY);
    return SERVER_ANSWER;
}

static void server_play(Server *server, char answer[static PROTOCOL_ANSWER_TEXT], char *line)
{
    ProtocolAsk ask;
    Error error;
    if (!protocol_ask_parse(&ask, line, &server->rules, &error)) {
        protocol_error_print(answer, ask.id, error.text);
        return;
    }
    Player *player = &server->player;
    const View view = protocol_view(&ask);
    player->rng = ask.stream;
    player_begin(player, &view);
    const CardSet play = player_ask(player, &view, NULL);
    ask.stream = player->rng;
    if (play)
        protocol_play_print(answer, &ask, play);
    else
        protocol_error_print(answer, ask.id, player->why);
}

/* Takes a line, which it cuts into words, and writes the answer to it. */
static ServerStatus server_line(Server *server, char answer[static PROTOCOL_ANSWER_TEXT], char *line, Error *error)
{
    if (!server->greeted) line += text_start(line) - line;
    if (!strcmp(line, "bye")) return SERVER_BYE;
    if (!*line) return SERVER_SILENT;
    if (!strncmp(line, "hello ", 6)) return server_greet(server, answer, line, error);
    if (server->greeted)
        server_play(server, answer, line);
    else
        protocol_error_print(answer, 0, "expected a hello first");
    return SERVER_ANSWER;
}

/* ---- lines in, lines out */

enum { READ_ROOM = 1 << 16, LINE_MOST = PROTOCOL_LEGAL_TEXT };

typedef struct {
    Server server;
    char in[READ_ROOM];
    size_t end;    /* of what is read and not yet taken */
    bool skipping; /* the rest of a line that is too long */
} Serve;

/* Takes all lines that are whole. *over: the last was among them. */
static bool lines_take(Serve *serve, bool *over, Error *error)
{
    char answer[PROTOCOL_ANSWER_TEXT], *line = serve->in;
    for (char *end; !*over && (end = memchr(line, '\n', (size_t)(serve->in + serve->end - line))); line = end + 1) {
        *end = 0;
        if (end > line && end[-1] == '\r') end[-1] = 0;
        const ServerStatus status = serve->skipping ? SERVER_SILENT : server_line(&serve->server, answer, line, error);
        serve->skipping = false;
        if (status == SERVER_ANSWER) puts(answer);
        if (status == SERVER_FAILED) return false;
        *over = status == SERVER_BYE;
    }
    serve->end -= (size_t)(line - serve->in);
    memmove(serve->in, line, serve->end);
    if (serve->end < LINE_MOST) return true;
    if (!serve->skipping) puts("error 0 a line that is too long");
    serve->skipping = true;
    serve->end = 0;
    return true;
}

static bool serve_lines(Driver *driver, Error *error)
{
    Serve *serve = driver->own;
    serve->server.name = driver->parsed.args[0];
    bool over = false, good = agent_kind_named(serve->server.name, error);
    while (good && !over) {
        const ssize_t got = read(STDIN_FILENO, serve->in + serve->end, sizeof serve->in - serve->end);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) good = error_file(error, "standard input", errno);
        if (got <= 0) break;
        serve->end += (size_t)got;
        good = lines_take(serve, &over, error);
        good = stdout_flush(errno, good ? error : &(Error){0}) && good;
    }
    server_close(&serve->server);
    return good;
}

const Command CMD_SERVE = {
    .spec = {.command = "serve",
             .summary = "run an agent as a bot, by the line protocol",
             .args = {"AGENT", 1, 1, NULL, TAKES_AGENT},
             .about = "Answers requests on stdin with an agent's plays on stdout, until 'bye' or the end of input. "
                      "The protocol is one page, docs/protocol.md. A caller that asks as 'pasur sim exec:...' does "
                      "gets the plays that the agent itself would make with the same seed.",
             .example = "pasur sim greedy exec:'pasur serve tactic' --boards 1000",
             .notes = "Agents that see all cards (oracle), or remember earlier plays (ismcts:keep=1), are refused: a "
                      "request holds what one seat sees, and stands alone."},
    .size = sizeof(Serve),
    .work = serve_lines,
};
