/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Understands what a person types. */
#include "analysis/commands/play/typed.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "engine/notation.h"
#include "engine/text/number.h"

enum { LINE_MOST = 256 };

#define WORD_NAME(name, help) #name,
#define WORD_HELP(name, help) help,
const char *const TABLE_WORD_NAMES[TABLE_WORDS] = {TABLE_WORD_ROWS(WORD_NAME)};
const char *const TABLE_WORD_HELP[TABLE_WORDS] = {TABLE_WORD_ROWS(WORD_HELP)};

static void wrong(Typed *out) { out->kind = TYPED_WRONG; }

/* ---- numbers */

/* Takes the play of that number. */
static void number_take(Typed *out, const char *text, const CardSet plays[], int count)
{
    int64_t number;
    Error unused;
    if (number_whole(&number, text, 1, count, &unused))
        out->play = plays[number - 1];
    else if (count == 1)
        error_set(&out->reason, "There is only play 1."), wrong(out);
    else
        error_set(&out->reason, "There are plays 1 to %d, no %.20s.", count, text), wrong(out);
}

/* ---- words */

/* The word that the letters begin, two of them at least; -1: none, or several. */
static int word_begun(const char *letters)
{
    int found = -1, many = 0;
    const size_t length = strlen(letters);
    for (int i = 0; i < TABLE_WORDS && length > 1; i++)
        if (!strncmp(TABLE_WORD_NAMES[i], letters, length)) found = i, many++;
    return many == 1 ? found : -1;
}

static int word_find(const char *letters)
{
    const Names names = NAMES_OF("word", TABLE_WORD_NAMES, TABLE_WORDS, NULL);
    if (!strcmp(letters, "?")) return WORD_help;
    if (!strcmp(letters, "exit")) return WORD_quit;
    return name_find(&names, letters);
}

/* The setting that stands behind `confirm`. */
static void setting_take(Typed *out, const char *rest)
{
    static const char *const NAMES[] = {"off", "on"};
    for (int i = 0; i < 2; i++)
        if (!strcasecmp(rest, NAMES[i])) out->setting = i;
    if (out->setting < 0) error_set(&out->reason, "Type 'confirm on', 'confirm off' or 'confirm' alone."), wrong(out);
}

/* `rest` is what stands behind the word. */
static void word_take(Typed *out, int word, const char *rest, const CardSet plays[], int count)
{
    out->kind = TYPED_WORD;
    out->word = (TableWord)word;
    out->setting = -1;
    if (!*rest) return;
    if (word == WORD_why)
        number_take(out, rest, plays, count);
    else if (word == WORD_confirm)
        setting_take(out, rest);
    else
        error_set(&out->reason, "Type '%s' by itself.", TABLE_WORD_NAMES[word]), wrong(out);
}

/* ---- cards */

/* The text with blanks for all that may stand between cards: x, "takes", +, = and points. */
static void cards_part(char out[static LINE_MOST], const char *text)
{
    size_t length = 0;
    while (*text && length + 1 < LINE_MOST) {
        const bool takes = !strncmp(text, "takes", 5);
        out[length++] = takes || strchr("xX+=.;", *text) ? ' ' : *text;
        text += takes ? 5 : 1;
    }
    out[length] = 0;
}

/* How many of the plays put the card down and take those at least; *found is the last, or the one that takes no more. */
static int plays_with(CardSet *found, CardSet cards, CardSet hand, const CardSet plays[], int count)
{
    int many = 0;
    for (int i = 0; i < count; i++) {
        if (plays[i] == cards) return *found = cards, 1;
        if ((plays[i] & cards) == cards && (plays[i] & hand) == (cards & hand)) *found = plays[i], many++;
    }
    return many;
}

/* The plays meant by cards that a person has named. */
static void cards_take(Typed *out, CardSet cards, const View *view, const CardSet plays[], int count, const Talk *talk)
{
    const CardSet hand = view->hand, pool = view->table->pool, strange = cards & ~(hand | pool);
    char text[CARDS_SHOWN];
    const char *why = NULL;
    out->kind = TYPED_WRONG;
    if (strange) {
        error_set(&out->reason, "%s: neither in your hand nor on the table.", cards_show(text, strange, talk));
    } else if (!(cards & hand)) {
        error_set(&out->reason, "Name the card of your hand as well: the one with which you take %s.",
                  cards_show(text, cards, talk));
    } else if (set_rest(cards & hand)) {
        error_set(&out->reason, "%s: one card of your hand at a time.", cards_show(text, cards & hand, talk));
    } else {
        const int many = plays_with(&out->play, cards, hand, plays, count);
        if (many == 1)
            out->kind = TYPED_PLAY;
        else if (many)
            error_set(&out->reason, "That can be one of %d plays: say what it takes, or the number.", many);
        else
            play_legal(hand, pool, cards, &why), error_set(&out->reason, "That is no play: %s.", why);
    }
}

void typed_read(Typed *out, const char *line, const View *view, const CardSet plays[], int count, const Talk *talk)
{
    char text[LINE_MOST], letters[LINE_MOST] = "", cards[LINE_MOST];
    CardSet set;
    Error unused;
    line += strspn(line, " \t\r\n");
    size_t length = strnlen(line, LINE_MOST - 1);
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    memcpy(text, line, length);
    text[length] = 0;
    *out = (Typed){.kind = length ? TYPED_PLAY : TYPED_NOTHING};
    if (!length) return;
    if (strspn(text, "0123456789") == length) {
        number_take(out, text, plays, count);
        return;
    }
    const size_t first = strcspn(text, " \t");
    for (size_t i = 0; i < first; i++)
        letters[i] = (char)tolower((unsigned char)text[i]);
    const char *rest = text + first + strspn(text + first, " \t");
    cards_part(cards, text);
    const int word = word_find(letters), begun = word_begun(letters);
    if (word >= 0)
        word_take(out, word, rest, plays, count);
    else if (cards_parse_typed(&set, cards, &unused) && set)
        cards_take(out, set, view, plays, count, talk);
    else if (begun >= 0)
        word_take(out, begun, rest, plays, count);
    else
        error_set(&out->reason,
                  "'%.40s': neither a play (its number, or cards such as 7hx4c) nor a word; 'help' lists them.", text),
            wrong(out);
}
