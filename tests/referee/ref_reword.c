/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool one_in(RefRandom *random, int n) { return ref_below(random, n) == 0; }

static char *add(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return out + length;
}

static char any_case(char letter, RefRandom *random)
{
    return (char)(one_in(random, 2) ? toupper((unsigned char)letter) : tolower((unsigned char)letter));
}

static char *add_card(char *out, int card, RefRandom *random)
{
    char text[3];
    ref_print_card(text, card);
    if (text[0] == 'T' && one_in(random, 2)) {
        out = add(out, "10");
    } else {
        *out++ = any_case(text[0], random);
    }
    *out++ = any_case(text[1], random);
    *out = '\0';
    return out;
}

static char *add_play(char *out, const RefPlay *play, RefRandom *random)
{
    RefCards taken = play->taken;
    ref_shuffle(random, &taken);
    out = add_card(out, play->card, random);
    if (taken.n > 0) out = add(out, "x");
    for (int i = 0; i < taken.n; i++)
        out = add_card(out, taken.card[i], random);
    return out;
}

static char *add_numbers(char *out, const char *key, const int number[REF_SEATS], int sides)
{
    out = add(out, key);
    for (int side = 0; side < sides; side++)
        out += sprintf(out, " %d", number[side]);
    return add(out, "\n");
}

static char *add_comment(char *out, RefRandom *random)
{
    return one_in(random, 3) ? add(out, "# deal nothing\n") : out;
}

void ref_reword(char *out, const RefRecord *record, RefRandom *random)
{
    int sides = ref_sides(&record->rules), sum = 0;
    for (int side = 0; side < sides; side++)
        sum += record->scores[side];
    if (one_in(random, 3)) out = add(out, "\n");
    out = add_comment(out, random);
    if (strcmp(record->rules_text, "pagat") != 0) out += sprintf(out, "rules %s\n", record->rules_text);
    out = add_comment(out, random);
    if (sum > 0) out = add_numbers(out, "scores", record->scores, sides);
    out = add(out, "deal ");
    bool spaces = one_in(random, 2);
    for (int i = 0; i < record->pack.n; i++) {
        out = add_card(out, record->pack.card[i], random);
        if (spaces && i + 1 < record->pack.n && !one_in(random, 4)) out = add(out, " ");
    }
    out = add(out, "\n");
    out = add_comment(out, random);
    if (record->plays > 0) out = add(out, "play");
    for (int i = 0; i < record->plays; i++)
        out = add_play(add(out, " "), &record->play[i], random);
    if (record->plays > 0) out = add(out, "\n");
    if (record->has_points) out = add_numbers(out, "points", record->points, sides);
    if (record->has_surs) out = add_numbers(out, "surs", record->surs, sides);
    if (record->has_clubs) out = add_numbers(out, "clubs", record->clubs, sides);
    add(out, "\n");
}
