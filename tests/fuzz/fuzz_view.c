/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as what a player knows, a line for each option of a view: refused, or it prints and reads back the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/engine/claims.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The rest of a line, ended; *line moves to the next. NULL: there is none, or it is empty. */
static const char *line_take(char **line)
{
    char *text = *line;
    if (!text) return NULL;
    *line = strchr(text, '\n');
    if (*line) *(*line)++ = 0;
    return *text ? text : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *line = text;
    char first[CARDS_TEXT], second[CARDS_TEXT], printed[VIEW_TEXT];
    Error error;
    KnownView view;
    CardSet again;
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    ViewText typed = {.hand = line_take(&line), .pool = line_take(&line)};
    typed.piles = line_take(&line);
    typed.rules = line_take(&line);
    typed.seat = line_take(&line);
    if (typed.hand && typed.pool && view_parse(&view, &typed, &error)) {
        view_print(printed, &view);
        cards_print(first, view.hand);
        if (!cards_parse(&again, NULL, NULL, first, &error)) abort();
        cards_print(second, again);
        if (strcmp(first, second) != 0 || set_count(again) < 1) abort();
    }
    free(text);
    return 0;
}
