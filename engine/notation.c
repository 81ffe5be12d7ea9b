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

/* The suit that *text begins with, and moves past it; -1: none. Typed: also one of the signs U+2660 to U+2667, filled or not, and what
   asks for its colours behind it. */
static int suit_read(const char **text, bool typed)
{
    static const char SIGNS[] = "shdc"; /* in the order of U+2660 to U+2663, and once more */
    const char *at = *text;
    char letter = lower(*at++);
    if (typed && !strncmp(*text, "\xe2\x99", 2) && ((*text)[2] & 0xf8) == 0xa0) {
        letter = SIGNS[(*text)[2] & 3];
        at += 2;
        if (!strncmp(at, "\xef\xb8\x8e", 3) || !strncmp(at, "\xef\xb8\x8f", 3)) at += 3;
    }
    const char *suit = letter ? strchr(SUIT_CHARS, letter) : NULL;
    if (suit) *text = at;
    return suit ? (int)(suit - SUIT_CHARS) : -1;
}

/* Reads one card at *text and moves past it. */
static bool card_read(Card *card, const char **text, bool typed)
{
    const char *at = *text;
    char rank = upper(*at);
    if (at[0] == '1' && at[1] == '0') rank = 'T', at++;
    const char *r = rank ? strchr(RANK_CHARS, rank) : NULL;
    if (!r) return false;
    at++;
    const int suit = suit_read(&at, typed);
    if (suit < 0) return false;
    *card = card_of((int)(r - RANK_CHARS), suit);
    *text = at;
    return true;
}

static const char *spaces_skip(const char *text)
{
    while (is_space(*text))
        text++;
    return text;
}

/* How many bytes of the text's beginning a reason shows: whole characters. */
static int shown_length(const char *text)
{
    int length = (int)strnlen(text, 8);
    while (length > 0 && (text[length] & 0xc0) == 0x80)
        length--;
    return length;
}

/* Reads distinct cards; typed: as people type them. */
static bool list_parse(CardSet *set, Card *order, int *count, const char *text, bool typed, Error *error)
{
    CardSet cards = 0;
    Card listed[CARDS];
    int n = 0;
    for (text = spaces_skip(text); *text; text = spaces_skip(text)) {
        const bool comma = typed && n && *text == ',';
        if (comma) text = spaces_skip(text + 1);
        Card card;
        if (comma && !*text) return error_set(error, "nothing follows the last ','");
        if (!card_read(&card, &text, typed))
            return error_set(error, "'%.*s' does not begin with a card (rank A23456789TJQK, suit cdhs)",
                             shown_length(text), text);
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
    if (order) memcpy(order, listed, (size_t)n * sizeof *listed);
    return true;
}

bool cards_parse(CardSet *set, Card *order, int *count, const char *text, Error *error)
{
    return list_parse(set, order, count, text, false, error);
}

bool cards_parse_typed(CardSet *set, const char *text, Error *error)
{
    return list_parse(set, NULL, NULL, text, true, error);
}

bool play_parse(Play *play, const char *text, Error *error)
{
    const char *at = text;
    Card card;
    CardSet captured = 0;
    if (!card_read(&card, &at, false)) return error_set(error, "the play '%.20s' does not begin with a card", text);
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
