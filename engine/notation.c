/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards and plays as text. */
#include "engine/notation.h"

#include <stdio.h>
#include <string.h>

static const char RANK_CHARS[] = "A23456789TJQK";
static const char SUIT_CHARS[] = "cdhs";

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

void card_print(char text[static 3], Card card)
{
    text[0] = RANK_CHARS[card_rank(card)];
    text[1] = SUIT_CHARS[card_suit(card)];
    text[2] = 0;
}

void cards_print(char text[static CARDS_TEXT], CardSet set)
{
    *text = 0;
    for (; set; set = set_rest(set), text += 2)
        card_print(text, set_first(set));
}

void play_print(char text[static PLAY_TEXT], Card card, CardSet captured)
{
    card_print(text, card);
    if (captured) {
        text[2] = 'x';
        cards_print(text + 3, captured);
    }
}

/* Reads one card at *text and moves past it. */
static bool card_read(Card *card, const char **text)
{
    const char *at = *text;
    char rank = upper(*at);
    if (at[0] == '1' && at[1] == '0') rank = 'T', at++;
    const char *r = rank ? strchr(RANK_CHARS, rank) : NULL;
    const char *s = r && at[1] ? strchr(SUIT_CHARS, lower(at[1])) : NULL;
    if (!s) return false;
    *card = card_of((int)(r - RANK_CHARS), (int)(s - SUIT_CHARS));
    *text = at + 2;
    return true;
}

bool cards_parse(CardSet *set, Card *order, int *count, const char *text, Error *error)
{
    CardSet cards = 0;
    Card listed[CARDS];
    int n = 0;
    for (;;) {
        while (is_space(*text))
            text++;
        if (!*text) break;
        Card card;
        if (!card_read(&card, &text))
            return error_set(error, "'%.8s' does not begin with a card (rank A23456789TJQK, suit cdhs)", text);
        if (set_has(cards, card)) {
            char name[3];
            card_print(name, card);
            return error_set(error, "the card %s is there twice", name);
        }
        cards |= set_of(card);
        listed[n++] = card;
    }
    *set = cards;
    if (count) *count = n;
    if (order) memcpy(order, listed, (size_t)n);
    return true;
}

bool play_parse(Play *play, const char *text, Error *error)
{
    const char *at = text;
    Card card;
    CardSet captured = 0;
    if (!card_read(&card, &at)) return error_set(error, "the play '%.20s' does not begin with a card", text);
    if (*at == 'x' || *at == 'X') {
        if (!cards_parse(&captured, NULL, NULL, at + 1, error)) return error_under(error, "the play '%.20s'", text);
        if (!captured) return error_set(error, "the play '%.20s': no card follows the x", text);
        if (set_has(captured, card)) return error_set(error, "the play '%.20s' captures the card that is played", text);
    } else if (*at) {
        return error_set(error, "the play '%.20s' is not a card, or a card, x and the cards it captures", text);
    }
    *play = (Play){captured, card};
    return true;
}
