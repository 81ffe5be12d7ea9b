/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the table says to a person: lines that fit the terminal, cards with the signs of their suits, red ones red. */
#pragma once

#include <stdio.h>

#include "analysis/report/text.h"
#include "engine/card.h"

typedef struct {
    FILE *out;
    Page page;   /* page.unicode: ♣♦♥♠, else c d h s */
    bool colour; /* of a terminal that obeys escape codes, unless the user wants none */
} Talk;

enum { CARDS_SHOWN = 6 * CARDS + 1 };

/* Cards as people read them, "4♦ 10♥", with blanks between. Returns out. */
char *cards_show(char out[static CARDS_SHOWN], CardSet set, const Talk *talk);
/* Says something, broken between words; a line end belongs to it. */
void talk_say(const Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says texts of such widths side by side: as many columns as fit, read from left to right. */
void talk_columns(const Talk *talk, const char *const texts[], int count);
/* The columns that there are. */
int talk_width(const Talk *talk);
