/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lookup of names, and the name that the user may have meant. */
#include "engine/text/names.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/words.h"

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Edits that turn `a` into `b`: one letter put in, left out, changed, or two neighbours swapped. Names longer than 63
   letters count as infinitely far (SIZE_MAX). */
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > LONGEST || columns > LONGEST) return SIZE_MAX;
    size_t cost[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t here = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            here = least(here, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                here = least(here, cost[i - 2][j - 2] + 1);
            cost[i][j] = here;
        }
    return cost[rows][columns];
}

static const char *name_at(const Names *names, size_t index)
{
    const char *name;
    memcpy(&name, (const char *)names->rows + index * names->stride, sizeof name);
    return name;
}

/* The name closest to `word` by edit distance, or NULL if none is close enough to suggest. */
static const char *name_nearest(const Names *names, const char *word)
{
    const char *best = NULL;
    /* at most a third of the letters wrong, or the beginning of a name */
    size_t limit = strlen(word) / 3 + 1;
    for (size_t i = 0; i < names->count; i++) {
        const char *name = name_at(names, i);
        size_t distance = edit_distance(word, name);
        if (*word && strncmp(word, name, strlen(word)) == 0) distance = least(distance, 1);
        if (distance < limit || (distance == limit && !best && distance < strlen(name))) {
            best = name;
            limit = distance;
        }
    }
    return best;
}

int name_find(const Names *names, const char *word)
{
    for (size_t i = 0; i < names->count; i++)
        if (!strcmp(name_at(names, i), word)) return (int)i;
    return -1;
}

bool name_unknown(Error *error, const Names *names, const char *word)
{
    const char *prefix = names->prefix ? names->prefix : "", *hint = names->hint;
    const char *bare = word + (*prefix ? strspn(word, prefix) : 0), *nearest = name_nearest(names, bare);
    return error_set(error, "unknown %s '%.60s'%s%s%s%s%s%s%s", names->what, word, nearest ? "; did you mean '" : "",
                     nearest ? prefix : "", nearest ? nearest : "", nearest ? "'?" : "", hint ? " (" : "",
                     hint ? hint : "", hint ? ")" : "");
}

int name_lookup(const Names *names, const char *word, Error *error)
{
    int index = name_find(names, word);
    if (index < 0) name_unknown(error, names, word);
    return index;
}

int choice_read(const char *choices, const char *word, Error *error)
{
    Words words = {.rest = choices, .separator = ' '};
    for (int index = 0; words_next(&words, error); index++)
        if (!strcmp(words.text, word)) return index;
    char list[ERROR_TEXT];
    error_set(error, "expected one of: %s", choice_list(list, sizeof list, choices));
    return -1;
}

char *choice_word(char *out, size_t size, const char *choices, int index)
{
    Error unused;
    Words words = {.rest = choices, .separator = ' '};
    while (index-- > 0 && words_next(&words, &unused)) {}
    snprintf(out, size, "%s", words_next(&words, &unused) ? words.text : "");
    return out;
}

char *choice_list(char *out, size_t size, const char *choices)
{
    size_t used = 0;
    for (; *choices && used + 2 < size; choices++) {
        out[used++] = *choices == ' ' ? ',' : *choices;
        if (*choices == ' ') out[used++] = ' ';
    }
    out[used] = '\0';
    return out;
}
