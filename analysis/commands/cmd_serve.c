/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur serve: an agent as somebody's bot. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "sim/server.h"

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
    bool over = false, good = server_open(&serve->server, driver->parsed.args[0], error);
    while (good && !over) {
        const ssize_t got = read(STDIN_FILENO, serve->in + serve->end, sizeof serve->in - serve->end);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) good = error_file(error, "standard input", errno);
        if (got <= 0) break;
        serve->end += (size_t)got;
        good = lines_take(serve, &over, error);
        good = driver_printed(good ? error : &(Error){0}) && good;
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
