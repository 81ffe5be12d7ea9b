/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as run.json: its keys are read, and it is compared with what the program writes of the same texts. */
#include <string.h>

#include "sim/run/run_dir.h"
#include "tests/fuzz/input.h"

enum { TEXTS = 6 };

/* Adds a list of the texts under that key. */
static void list_put(TextBuffer *out, const char *key, const char *const *texts, int count)
{
    TextBuffer words = {0};
    for (int i = 0; i < count; i++)
        MUST(text_buffer_add(&words, texts[i], strlen(texts[i]) + 1));
    MUST(run_info_list(out, key, words.data, words.length));
    text_buffer_free(&words);
}

/* The words as the text has them. */
static void check_words(const TextBuffer *text, const char *const *wanted, int count)
{
    char **words = run_info_words(text, 0);
    for (int i = 0; i < count; i++)
        MUST(words && words[i] && !strcmp(words[i], wanted[i]));
    for (int i = 0; words && words[i]; i++)
        MUST(strlen(words[i]) <= text->length);
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const KEYS[] = {"version", "signature", "command", "rules", "agents",
                                       "words",   "part",      "seed",    ""};
    char *text = input_text(data, size), *next = text, value[48];
    const char *texts[TEXTS];
    Error error;
    TextBuffer ours = {0}, there = {text, size, size};
    for (int i = 0; i < TEXTS; i++) {
        texts[i] = next;
        next = input_line(next);
    }
    MUST(run_info_text(&ours, "version", texts[0]) && run_info_text(&ours, "command", texts[2]) &&
         run_info_text(&ours, "rules", texts[3]) && run_info_text(&ours, "part", texts[5]) &&
         run_info_text(&ours, "signature", texts[1]));
    list_put(&ours, "agents", texts + 4, 2);
    list_put(&ours, "words", texts + 2, 4);
    MUST(run_info_seed(&ours, size) && run_info_same(&ours, &ours, true, &error) &&
         run_info_value(value, sizeof value, &ours, "seed"));
    check_words(&ours, texts + 2, 4);
    /* whole again, and without a zero behind it */
    memcpy(text, data, size);
    TextBuffer bytes = {size ? malloc(size) : NULL, size, size};
    if (size) memcpy(bytes.data, data, size);
    if (size) check_words(&bytes, NULL, 0);
    if (size && run_info_same(&there, &ours, true, &error))
        MUST(size == ours.length && run_info_same(&there, &there, true, &error));
    if (size) run_info_same(&there, &ours, false, &error);
    for (size_t i = 0; size && i < sizeof KEYS / sizeof *KEYS; i++)
        if (run_info_value(value, sizeof value, &bytes, KEYS[i])) MUST(strlen(value) < sizeof value);
    text_buffer_free(&ours);
    text_buffer_free(&bytes);
    free(text);
    return 0;
}
