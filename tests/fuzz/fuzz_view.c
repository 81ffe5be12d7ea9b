/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as what a player knows, a line for each option of a view: refused, or it prints and reads back the same. */
#include <string.h>

#include "engine/notation.h"
#include "tests/fuzz/input.h"

enum { OPTIONS = 9 };

static const char *const NAMES[OPTIONS] = {"--hand", "--pool", "--piles",  "--rules", "--seat",
                                           "--deal", "--surs", "--scores", "--last"};

static const char **option_at(ViewText *typed, int i)
{
    return (const char **[OPTIONS]){&typed->hand, &typed->pool, &typed->piles,  &typed->rules, &typed->seat,
                                    &typed->deal, &typed->surs, &typed->scores, &typed->last}[i];
}

/* The rest of a line, ended; *line moves to the next. NULL: there is none, or it is empty. */
static const char *line_take(char **line)
{
    char *text = *line;
    if (!text) return NULL;
    *line = strchr(text, '\n');
    if (*line) *(*line)++ = 0;
    return *text ? text : NULL;
}

/* What was printed, such as "--rules pagat --hand 4c", says the same when it is typed. */
static void read_back(const KnownView *view)
{
    char printed[VIEW_TEXT], words[VIEW_TEXT], again[VIEW_TEXT];
    ViewText typed = {0};
    KnownView read;
    Error error;
    view_print(printed, view);
    strcpy(words, printed);
    for (char *name = strtok(words, " "); name; name = strtok(NULL, " "))
        for (int i = 0; i < OPTIONS; i++)
            if (!strcmp(name, NAMES[i])) *option_at(&typed, i) = strtok(NULL, " ");
    MUST(view_parse(&read, &typed, &error));
    view_print(again, &read);
    MUST(!strcmp(printed, again) && round_hand(&read.round) == round_hand(&view->round));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = input_text(data, size), *line = text;
    ViewText typed;
    Error error;
    KnownView view;
    for (int i = 0; i < OPTIONS; i++)
        *option_at(&typed, i) = line_take(&line);
    if (typed.hand && typed.pool && view_parse(&view, &typed, &error)) read_back(&view);
    free(text);
    return 0;
}
