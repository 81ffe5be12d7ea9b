/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions, errors, cards, plays and rules. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/report/version.h"
#include "engine/notation.h"
#include "library/handles.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "pasur.h and the engine agree")
SAME(PASUR_CARDS, CARDS);
SAME(PASUR_SEATS, MAX_SEATS);
SAME(PASUR_PLAYS, PLAYS);
SAME(PASUR_LEGAL, MAX_MOVES);
SAME(PASUR_CARDS_TEXT, CARDS_TEXT);
SAME(PASUR_PLAY_TEXT, PLAY_TEXT);
SAME(PASUR_RULES_TEXT, RULES_TEXT);
SAME(PASUR_RECORD_TEXT, RECORD_TEXT);

int pasur_abi(void) { return PASUR_ABI; }
const char *pasur_version(void) { return PASUR_VERSION; }

int fail(pasur_error *error, int status, const char *why)
{
    if (error) {
        error->status = status;
        text_one_line(error->text, sizeof error->text, why);
    }
    return status;
}

int fail_as(pasur_error *error, const Error *why)
{
    return fail(error, why->system ? PASUR_SYSTEM : PASUR_INPUT, why->text);
}

int fail_memory(pasur_error *error) { return fail(error, PASUR_SYSTEM, "out of memory"); }

int text_check(const char *text, const char *what, pasur_error *error)
{
    char line[64];
    if (text) return PASUR_OK;
    snprintf(line, sizeof line, "%s: there is no text", what);
    return fail(error, PASUR_INPUT, line);
}

int pasur_cards_read(pasur_cards *cards, const char *text, pasur_error *error)
{
    Error why;
    int count;
    CardSet set;
    if (text_check(text, "cards", error)) return PASUR_INPUT;
    if (!cards_parse(&set, NULL, &count, text, &why)) return fail_as(error, &why);
    *cards = set;
    return PASUR_OK;
}

char *pasur_cards_text(char text[PASUR_CARDS_TEXT], pasur_cards cards)
{
    cards_print(text, cards & PACK);
    return text;
}

char *pasur_play_text(char text[PASUR_PLAY_TEXT], pasur_cards play, pasur_cards hand)
{
    const CardSet card = play & hand & PACK;
    if (!card) return pasur_cards_text(text, play);
    play_print(text, set_first(card), play & PACK & ~set_of(set_first(card)));
    return text;
}

int pasur_play_read(pasur_cards *play, const char *text, pasur_error *error)
{
    Error why;
    Play read;
    if (text_check(text, "play", error)) return PASUR_INPUT;
    if (!play_parse(&read, text, &why)) return fail_as(error, &why);
    *play = set_of(read.card) | read.captured;
    return PASUR_OK;
}

pasur_rules *pasur_rules_new(const char *text, int players, pasur_error *error)
{
    Error why;
    Rules rules;
    if (text_check(text, "rules", error)) return NULL;
    if (players && (players < 2 || players > MAX_SEATS)) {
        fail(error, PASUR_INPUT, "players: 2 to 4, or 0 for what the rules say");
        return NULL;
    }
    if (!(players ? rules_parse_seated(&rules, text, players, &why) : rules_parse(&rules, text, &why))) {
        fail_as(error, &why);
        return NULL;
    }
    pasur_rules *made = malloc(sizeof *made);
    if (!made) {
        fail_memory(error);
        return NULL;
    }
    made->rules = rules;
    return made;
}

void pasur_rules_free(pasur_rules *rules) { free(rules); }

char *pasur_rules_text(char text[PASUR_RULES_TEXT], const pasur_rules *rules)
{
    rules_print(text, &rules->rules);
    return text;
}

int pasur_rules_players(const pasur_rules *rules) { return rules->rules.players; }
int pasur_rules_sides(const pasur_rules *rules) { return rules->rules.sides; }
int pasur_rules_side(const pasur_rules *rules, int seat) { return rules_side(&rules->rules, seat); }
