/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as run.json: its keys are read, and it is compared with what the program writes of the same texts. */
#include <string.h>

#include "sim/run/run_info.h"
#include "tests/fuzz/input.h"

enum { TEXTS = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const KEYS[] = {"version", "signature", "command", "rules", "agents", "seed", ""};
    char *text = input_text(data, size), *next = text, value[48];
    const char *texts[TEXTS];
    Error error;
    TextBuffer ours = {0}, there = {text, size, size};
    for (int i = 0; i < TEXTS; i++) {
        texts[i] = next;
        next = input_line(next);
    }
    const RunInfo info = {texts[0], texts[1], texts[2], texts[3], texts + 4, 2, size};
    MUST(run_info_print(&ours, &info));
    MUST(run_info_same(&ours, &ours, &error) && run_info_value(value, sizeof value, &ours, "seed"));
    memcpy(text, data, size); /* whole again, and without an end */
    if (size) MUST(run_info_same(&there, &there, &error));
    if (size && run_info_same(&there, &ours, &error)) MUST(size == ours.length && !memcmp(text, ours.data, size));
    for (size_t i = 0; size && i < sizeof KEYS / sizeof *KEYS; i++)
        if (run_info_value(value, sizeof value, &there, KEYS[i])) MUST(strlen(value) < sizeof value);
    text_buffer_free(&ours);
    free(text);
    return 0;
}
