/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/nearest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t edit_distance(const char *a, const char *b)
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

const char *nearest_name(const char *word, const void *rows, size_t count, size_t stride)
{
    const char *best = NULL;
    /* at most a third of the letters wrong, or the beginning of a name */
    size_t limit = strlen(word) / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        const char *name;
        memcpy(&name, (const char *)rows + i * stride, sizeof name);
        size_t distance = edit_distance(word, name);
        if (*word && strncmp(word, name, strlen(word)) == 0) distance = least(distance, 1);
        if (distance < limit || (distance == limit && !best && distance < strlen(name))) {
            best = name;
            limit = distance;
        }
    }
    return best;
}

char *text_one_line(char *out, size_t size, const char *text)
{
    size_t length = strlen(text), kept = least(length, size - 1);
    memcpy(out, text, kept);
    out[kept] = '\0';
    if (kept < length) memcpy(out + kept - 3, "...", 3);
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    return out;
}
