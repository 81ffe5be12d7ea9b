/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any lines as what a bot writes, the first as its `ready`, and as what it is greeted with: refused, or they say what
   may be said, and a hello reads back. */
#include <string.h>

#include "agents/protocol.h"
#include "tests/fuzz/input.h"

static void hello_check(const char *line)
{
    Rules rules, again;
    char text[PROTOCOL_ASK_TEXT];
    Error error;
    if (!protocol_hello_parse(&rules, line, &error)) return;
    protocol_hello_print(text, "1", &rules, 1);
    MUST(protocol_hello_parse(&again, text, &error));
    MUST(rules_equal(&rules, &again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = input_text(data, size), *line = text;
    Error error;
    for (bool first = true; *line; first = false) {
        char *next = input_line(line);
        AgentAnswer answer;
        ProtocolReady ready;
        hello_check(line);
        if (first)
            protocol_ready_parse(&ready, line, &error);
        else if (protocol_answer_parse(&answer, line, &error) && answer.play)
            MUST(answer.ticket && !(answer.play & ~PACK));
        line = next;
    }
    free(text);
    return 0;
}
