/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results out of a chunk whose checksum is right: any bytes are refused, or are sums and void boards that can be added
   up, put and got again. */
#include <stdlib.h>
#include <string.h>

#include "sim/measures.h"
#include "tests/fuzz/input.h"

enum { AGENTS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const Agent agents[AGENTS] = {{.name = "one"}, {.name = "other"}};
    const KnownAgents known = {{agents}, {AGENTS}};
    const Schedule schedule = {.agents = AGENTS};
    const SumsShape shape = sim_shape(&schedule);
    Sums sums, again;
    TextPool pool = {0};
    TextBuffer out = {0};
    char text[VOID_TEXT];
    Fields in = {.at = (const char *)data, .end = (const char *)data + size, .pool = &pool};
    MUST(sums_open(&sums, &shape) && sums_open(&again, &shape));
    field_sums(&in, &sums, &known);
    for (int64_t i = 0; !in.failed && i < sums.voids.count; i++)
        MUST(strlen(void_print(text, &sums.voids.kinds[i].first)) < sizeof text);
    if (!in.failed) {
        Fields put = {.out = &out};
        field_sums(&put, &sums, &known);
        MUST(!put.full);
        Fields back = {.at = out.data, .end = out.data + out.length, .pool = &pool};
        field_sums(&back, &again, &known);
        MUST(!back.failed && back.at == back.end);
        MUST(again.boards == sums.boards && again.voids.count == sums.voids.count);
        MUST(again.unknown == sums.unknown &&
             !memcmp(again.x, sums.x, (size_t)(shape.rows * shape.count) * sizeof *sums.x));
        MUST(sums_merge(&again, &sums));
    }
    sums_free(&sums);
    sums_free(&again);
    text_buffer_free(&out);
    pool_free(&pool);
    return 0;
}
