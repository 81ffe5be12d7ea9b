/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any lines as what a bot is sent, to agents that are served (the first byte says which): each is refused or answered,
   and a play is legal in the position that was told. */
#include <string.h>

#include "analysis/commands/cmd_serve.c"
#include "engine/table.h"
#include "engine/text/words.h"
#include "library/version.h"
#include "tests/fuzz/input.h"

const char PASUR_COMMIT[] = "", PASUR_BUILD[] = ""; /* the program's version, which no test is linked with */

static const char *const AGENTS[] = {"greedy",        "tactic", "counter", "random", "ismcts:iters=3,infer=4",
                                     "tactic:exact=1"};

/* What was answered to a line, of which this is a copy. */
static void check(const Server *server, char *line, char *answer_text)
{
    ProtocolAsk ask;
    AgentAnswer answer;
    Error error;
    const char *why;
    MUST(strlen(answer_text) < PROTOCOL_ANSWER_TEXT);
    if (!strncmp(line, "hello ", 6)) {
        ProtocolReady ready;
        MUST(protocol_ready_parse(&ready, answer_text, &error));
        return;
    }
    MUST(protocol_answer_parse(&answer, answer_text, &error));
    const bool good = server->greeted && protocol_ask_parse(&ask, line, &server->rules, &error);
    if (!answer.play) return;
    MUST(good && answer.ticket == ask.id && answer.drew);
    MUST(play_legal(round_hand(&ask.known.round), ask.known.round.table.pool, answer.play, &why));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    char *text = input_text(data + 1, size - 1), *line = text;
    Server server = {.name = AGENTS[data[0] % (sizeof AGENTS / sizeof *AGENTS)]};
    Error error;
    bool over = false;
    while (!over && *line) {
        char answer[PROTOCOL_ANSWER_TEXT], *next = input_line(line);
        /* without the mark that a first line may begin with */
        char *copy = strdup(server.greeted ? line : text_start(line));
        MUST(copy);
        const ServerStatus status = server_line(&server, answer, line, &error);
        if (status == SERVER_ANSWER) check(&server, copy, answer);
        over = status == SERVER_BYE || status == SERVER_FAILED;
        MUST(status != SERVER_FAILED || *error.text);
        free(copy);
        line = next;
    }
    server_close(&server);
    free(text);
    return 0;
}
