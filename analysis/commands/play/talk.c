/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaks what is said into lines and paints the red cards. */
#include "analysis/commands/play/talk.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"

enum { PIPE_WIDTH = 80, INDENT = 2, GAP = 2 };
static const char RED[] = "\033[31m", PLAIN[] = "\033[0m";

int talk_width(const Talk *talk) { return talk->page.width > 0 ? talk->page.width : PIPE_WIDTH; }

char *cards_show(char out[static CARDS_SHOWN], CardSet set, const Talk *talk)
{
    static const char RANKS_SHOWN[] = "A23456789TJQK";
    static const char *const SIGNS[] = {"\u2663", "\u2666", "\u2665", "\u2660"}, *const LETTERS[] = {"c", "d", "h",
                                                                                                     "s"};
    char *at = out;
    *out = 0;
    for (CardSet rest = set; rest; rest = set_rest(rest)) {
        const Card card = set_first(rest);
        if (at > out) *at++ = ' ';
        if (card_rank(card) == TEN)
            *at++ = '1', *at++ = '0';
        else
            *at++ = RANKS_SHOWN[card_rank(card)];
        const char *suit = (talk->page.unicode ? SIGNS : LETTERS)[card_suit(card)];
        at = strcpy(at, suit) + strlen(suit);
    }
    return out;
}

/* The bytes of a red card that stands here, sign included; 0: none does. */
static size_t red_card(const char *text)
{
    const size_t rank = strspn(text, "A1023456789JQK");
    const char *sign = text + rank;
    const bool red = !strncmp(sign, "\u2666", 3) || !strncmp(sign, "\u2665", 3);
    return rank && rank <= 2 && red ? rank + 3 : 0;
}

static void text_write(const Talk *talk, const char *text)
{
    while (talk->colour && *text) {
        const size_t red = red_card(text);
        if (red)
            fprintf(talk->out, "%s%.*s%s", RED, (int)red, text, PLAIN);
        else
            fputc(*text, talk->out);
        text += red ? red : 1;
    }
    fputs(text, talk->out);
}

void talk_say(const Talk *talk, const char *format, ...)
{
    char *text = NULL, *lines = NULL;
    size_t length;
    va_list args;
    va_start(args, format);
    FILE *stream = open_memstream(&text, &length);
    const bool written = stream && vfprintf(stream, format, args) >= 0;
    va_end(args);
    if (!stream || fclose(stream) || !written) return free(text);
    stream = open_memstream(&lines, &length);
    if (stream) page_wrap(stream, &talk->page, text);
    if (stream && !fclose(stream)) text_write(talk, lines);
    free(lines);
    free(text);
}

void talk_columns(const Talk *talk, const char *const texts[], int count)
{
    int widest = 0;
    for (int i = 0; i < count; i++)
        if (display_width(texts[i]) > widest) widest = display_width(texts[i]);
    int columns = (talk_width(talk) - INDENT + GAP) / (widest + GAP);
    if (columns < 1) columns = 1;
    for (int i = 0; i < count; i++) {
        const bool last = i + 1 == count || (i + 1) % columns == 0;
        if (i % columns == 0) fprintf(talk->out, "%*s", INDENT, "");
        text_write(talk, texts[i]);
        if (last)
            fputc('\n', talk->out);
        else
            fprintf(talk->out, "%*s", widest + GAP - display_width(texts[i]), "");
    }
}
