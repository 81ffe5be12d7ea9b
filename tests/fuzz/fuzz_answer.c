/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any lines as what a bot writes, the first as its `ready`, and as what it is greeted with: refused, or they say what
   may be said, and a hello reads back. */
#include <string.h>

#include "agents/protocol.h"
#include "tests/fuzz/input.h"

static void hello_check(const char *line)
{
    ProtocolHello hello, again;
    char text[PROTOCOL_ASK_TEXT];
    Error error;
    if (!protocol_hello_parse(&hello, line, &error)) return;
    protocol_hello_print(text, &hello);
    MUST(protocol_hello_parse(&again, text, &error));
    MUST(rules_equal(&hello.rules, &again.rules) && hello.seed == again.seed && !strcmp(hello.version, again.version));
}

static void ready_check(const char *line)
{
    ProtocolReady ready, again;
    char text[PROTOCOL_READY_TEXT];
    Error error;
    if (!protocol_ready_parse(&ready, line, &error)) return;
    protocol_ready_print(text, &ready);
    MUST(protocol_ready_parse(&again, text, &error) && again.batch == ready.batch && again.legal == ready.legal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = input_text(data, size), *line = text;
    Error error;
    for (bool first = true; *line; first = false) {
        char *next = input_line(line);
        ProtocolAnswer answer;
        hello_check(line);
        if (first)
            ready_check(line);
        else if (protocol_answer_parse(&answer, line, &error) && answer.kind == ANSWER_PLAY)
            MUST(answer.id && answer.play && !(answer.play & ~PACK));
        line = next;
    }
    free(text);
    return 0;
}
