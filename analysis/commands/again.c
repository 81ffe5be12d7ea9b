/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a command line as a shell would take it. */
#include "analysis/commands/again.h"

#include <stdio.h>
#include <string.h>

static bool word_add(TextBuffer *text, const char *word)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (*word && word[strspn(word, PLAIN)] == 0) return text_buffer_printf(text, " %s", word);
    if (!text_buffer_printf(text, " '")) return false;
    for (; *word; word++)
        if (!(*word == '\'' ? text_buffer_printf(text, "'\\''") : text_buffer_printf(text, "%c", *word))) return false;
    return text_buffer_printf(text, "'");
}

bool again_words(TextBuffer *text, const char *const *words)
{
    bool good = text->length || text_buffer_printf(text, "pasur");
    for (; good && *words; words++)
        good = word_add(text, *words);
    return good;
}

bool again_number(TextBuffer *text, const char *option, unsigned long long number)
{
    return text_buffer_printf(text, " --%s %llu", option, number);
}

char *again_take(TextBuffer *text, bool good)
{
    if (good && text_buffer_printf(text, "%c", 0)) return text->data;
    text_buffer_free(text);
    return NULL;
}
