/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results out of a chunk whose checksum is right: any bytes are refused, or are sums and void boards that can be added
   up, put and got again. */
#include <stdlib.h>
#include <string.h>

#include "sim/tally.h"
#include "tests/fuzz/input.h"

enum { AGENTS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const Agent agents[AGENTS] = {{.name = "one"}, {.name = "other"}};
    const KnownAgents known = {{agents}, {AGENTS}};
    static Tally tally, again;
    TextPool pool = {0};
    TextBuffer out = {0};
    char text[VOID_TEXT];
    FieldReader in = {.at = (const char *)data, .end = (const char *)data + size, .pool = &pool};
    memset(&tally, 0, sizeof tally);
    memset(&again, 0, sizeof again);
    field_tally(&(Fields){.in = &in}, &tally, AGENTS, &known);
    for (int64_t i = 0; !in.failed && i < tally.voids.count; i++)
        MUST(strlen(void_print(text, &tally.voids.kinds[i].first)) < sizeof text);
    if (!in.failed) {
        Fields put = {.out = &out};
        field_tally(&put, &tally, AGENTS, &known);
        MUST(!put.full);
        FieldReader back = {.at = out.data, .end = out.data + out.length, .pool = &pool};
        field_tally(&(Fields){.in = &back}, &again, AGENTS, &known);
        MUST(!back.failed && back.at == back.end);
        MUST(again.boards == tally.boards && again.voids.count == tally.voids.count);
        MUST(!memcmp(again.results, tally.results, sizeof tally.results));
        tally_merge(&again, &tally);
    }
    text_buffer_free(&out);
    pool_free(&pool);
    return 0;
}
