/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur serve: an agent as somebody's bot. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "sim/server.h"

enum { READ_ROOM = 1 << 16, LINE_MOST = PROTOCOL_LEGAL_TEXT };

/* Lines in, and answers until they are sent. */
typedef struct {
    Server server;
    char in[READ_ROOM], out[READ_ROOM];
    size_t in_end, out_end;
    bool skipping; /* the rest of a line that is too long */
} Serve;

static bool answers_send(Serve *serve, Error *error)
{
    for (size_t sent = 0; sent < serve->out_end;) {
        const ssize_t wrote = write(STDOUT_FILENO, serve->out + sent, serve->out_end - sent);
        if (wrote < 0 && errno != EINTR) return error_file(error, "standard output", errno);
        if (wrote > 0) sent += (size_t)wrote;
    }
    serve->out_end = 0;
    return true;
}

/* Puts an answer behind the others. */
static bool answer_add(Serve *serve, const char *answer, Error *error)
{
    const size_t length = strlen(answer);
    if (serve->out_end + length + 1 > sizeof serve->out && !answers_send(serve, error)) return false;
    memcpy(serve->out + serve->out_end, answer, length);
    serve->out_end += length;
    serve->out[serve->out_end++] = '\n';
    return true;
}

/* Takes the line in[at … end), of which `end` is the line end. *over: it was the last. */
static bool line_take(Serve *serve, size_t at, size_t end, bool *over, Error *error)
{
    char answer[PROTOCOL_ANSWER_TEXT];
    serve->in[end] = 0;
    if (end > at && serve->in[end - 1] == '\r') serve->in[end - 1] = 0;
    if (serve->skipping) {
        serve->skipping = false;
        return true;
    }
    switch (server_line(&serve->server, answer, serve->in + at, error)) {
    case SERVER_ANSWER: return answer_add(serve, answer, error);
    case SERVER_SILENT: return true;
    case SERVER_BYE: *over = true; return true;
    case SERVER_FAILED: break;
    }
    return false;
}

/* Takes all lines that are whole. */
static bool lines_take(Serve *serve, bool *over, Error *error)
{
    size_t at = 0;
    for (char *end; !*over && (end = memchr(serve->in + at, '\n', serve->in_end - at)) != NULL;) {
        const size_t line_end = (size_t)(end - serve->in);
        if (!line_take(serve, at, line_end, over, error)) return false;
        at = line_end + 1;
    }
    serve->in_end -= at;
    memmove(serve->in, serve->in + at, serve->in_end);
    if (serve->in_end < LINE_MOST) return true;
    serve->in_end = 0;
    if (serve->skipping) return true;
    serve->skipping = true;
    return answer_add(serve, "error 0 a line that is too long", error);
}

static bool serve_lines(Driver *driver, Error *error)
{
    Serve *serve = driver->own;
    bool over = false, good = server_open(&serve->server, driver->parsed.args[0], error);
    while (good && !over) {
        const ssize_t got = read(STDIN_FILENO, serve->in + serve->in_end, sizeof serve->in - 1 - serve->in_end);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) good = error_file(error, "standard input", errno);
        if (got <= 0) break;
        serve->in_end += (size_t)got;
        good = lines_take(serve, &over, error);
        good &= answers_send(serve, error);
    }
    server_close(&serve->server);
    return good;
}

const Command CMD_SERVE = {
    .spec = {.command = "serve",
             .summary = "an agent as somebody's bot, by the line protocol",
             .args = {"AGENT", 1, 1, NULL, TAKES_AGENT},
             .about = "Answers requests on stdin by the plays of an agent on stdout, until 'bye' or the end of input. "
                      "The protocol is one page, docs/protocol.md. Whoever asks as 'pasur sim exec:...' does gets the "
                      "plays that the agent itself would make with the same seed.",
             .example = "pasur sim greedy exec:'pasur serve tactic' --boards 1000",
             .notes = "Agents that see all cards (oracle), or go on from one play to the next (ismcts:keep=1), are "
                      "refused: a request holds what one seat sees, and stands alone."},
    .size = sizeof(Serve),
    .work = serve_lines,
};
