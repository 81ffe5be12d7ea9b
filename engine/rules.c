/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY(name) #name, offsetof(Rules, name), false
#define MATCH(name) #name, offsetof(Rules, name), true

/* clang-format off */
const RuleKey RULE_KEYS[] = {
    {KEY(players),         2, 4,    NULL, 2,  "seats"},
    {KEY(teams),           0, 1,    NULL, 0,  "partners (seats 0+2, 1+3) share one side; 1 by default with four players"},
    {KEY(pool_jacks),      0, 0,    "bury swap redeal keep", POOL_BURY, "what happens to jacks in the first pool"},
    {KEY(pool_bury_twice), 0, 1,    NULL, 1,  "0: redeal if a jack replaces a buried jack; 1: bury that one too"},
    {KEY(pool_max_kq),     0, 4,    NULL, 2,  "more kings, or more queens, than this in the first pool: redeal"},
    {KEY(sur_points),      0, MAX_POINTS, NULL, 5,  "points for each Sur"},
    {MATCH(sur_limit),     0, 1000, NULL, 50, "a side with this score before the round has no Surs; 0: no limit"},
    {KEY(sur_cancel),      0, 1,    NULL, 1,  "a Sur removes one of another side's Surs instead of counting"},
    {KEY(sur_last_deal),   0, 0,    "no cancel yes", LAST_DEAL_NO, "Surs in the last deal: none, only cancelling, in full"},
    {KEY(sur_faces),       0, 1,    NULL, 1,  "a king or a queen that empties the pool scores a Sur"},
    {KEY(sur_jack),        0, 1,    NULL, 0,  "a jack that empties the pool scores a Sur"},
    {KEY(clubs),           0, 0,    "most percard", CLUBS_MOST, "who wins the clubs gets clubs_points, or one point for each club it has"},
    {KEY(clubs_points),    0, MAX_POINTS, NULL, 7,  "for the side that wins the clubs"},
    {KEY(clubs_cap),       1, 13,   NULL, 13, "clubs=percard: at most this many points"},
    {KEY(clubs_tie),       0, 0,    "nobody other", TIE_OTHER, "two of three sides share most clubs: nobody, or the third side"},
    {KEY(ten_points),      0, MAX_POINTS, NULL, 3,  "the ten of diamonds"},
    {KEY(tens_points),     0, MAX_POINTS, NULL, 0,  "each other ten"},
    {KEY(two_points),      0, MAX_POINTS, NULL, 2,  "the two of clubs"},
    {KEY(ace_points),      0, MAX_POINTS, NULL, 1,  "each ace"},
    {KEY(jack_points),     0, MAX_POINTS, NULL, 1,  "each jack"},
    {KEY(last_sweep),      0, 0,    "capturer match", SWEEP_CAPTURER, "match: a capture with the last card of the round sweeps the pool"},
    {MATCH(target),        1, 1000, NULL, 62, "the score that ends a match"},
    {MATCH(per_shodam),    0, 1,    NULL, 1,  "a side may stop the match in mid-round"},
    {MATCH(shuffle),       0, 100,  "perfect riffle:", 0, "between rounds of a match: perfect, or riffle:K (K = 1 ... 100)"},
};
const int RULE_KEY_COUNT = sizeof RULE_KEYS / sizeof *RULE_KEYS;
_Static_assert(sizeof RULE_KEYS / sizeof *RULE_KEYS <= 8 * sizeof(unsigned), "overrides_parse notes each key in a bit");

const RulePreset RULE_PRESETS[] = {
    {"pagat", "the pagat.com page", "", 4, false},
    {"french", "the French rule page", "", 4, true},
    {"playpasur", "the playpasur.com reference", "pool_jacks=redeal,pool_max_kq=4,sur_limit=0,sur_faces=0,per_shodam=0", 2, false},
    {"bicycle", "the card maker's page", "teams=0,pool_jacks=swap,pool_max_kq=4,sur_limit=0,sur_cancel=0,clubs=percard,"
     "clubs_tie=nobody,last_sweep=match,per_shodam=0", 4, false},
    {"wikipedia", "the Wikipedia page", "teams=0,pool_bury_twice=0,pool_max_kq=4,sur_limit=0,sur_cancel=0,"
     "clubs_tie=nobody,last_sweep=match,per_shodam=0", 4, false},
    {"ru-baaz", "the Wikipedia page's three-player variant", "players=3,teams=0,pool_bury_twice=0,pool_max_kq=4,sur_limit=0,"
     "sur_cancel=0,clubs_tie=other,last_sweep=match,per_shodam=0", 4, false},
};
const int RULE_PRESET_COUNT = sizeof RULE_PRESETS / sizeof *RULE_PRESETS;
/* clang-format on */

enum { KEY_PLAYERS, KEY_TEAMS };

static uint16_t *field(Rules *rules, const RuleKey *key) { return (uint16_t *)((char *)rules + key->offset); }
static uint16_t value_of(const Rules *rules, const RuleKey *key)
{
    return *(const uint16_t *)((const char *)rules + key->offset);
}
static bool is_riffle(const RuleKey *key) { return key->offset == offsetof(Rules, shuffle); }

/* The `index`-th of the words separated by spaces; its length in *length, 0 past the last. */
static const char *word_at(const char *words, int index, int *length)
{
    for (; index > 0 && *words; index--) {
        words += strcspn(words, " ");
        words += *words == ' ';
    }
    *length = (int)strcspn(words, " ");
    return words;
}

static int key_find(const char *name, size_t length)
{
    for (int i = 0; i < RULE_KEY_COUNT; i++)
        if (strlen(RULE_KEYS[i].name) == length && !memcmp(RULE_KEYS[i].name, name, length)) return i;
    return -1;
}

/* A whole number of decimal digits, at most 9 of them. */
static bool number_parse(unsigned *number, const char *text, size_t length)
{
    if (length == 0 || length > 9) return false;
    unsigned value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        value = value * 10 + (unsigned)(text[i] - '0');
    }
    *number = value;
    return true;
}

static bool value_parse(uint16_t *out, const RuleKey *key, const char *text, size_t length)
{
    unsigned number;
    if (is_riffle(key)) {
        if (length == 7 && !memcmp(text, "perfect", 7)) return *out = 0, true;
        if (length < 8 || memcmp(text, "riffle:", 7) || !number_parse(&number, text + 7, length - 7) || number < 1 ||
            number > key->high)
            return false;
        return *out = (uint16_t)number, true;
    }
    if (key->words) {
        int word_length;
        for (int i = 0; word_at(key->words, i, &word_length), word_length; i++)
            if ((size_t)word_length == length && !memcmp(word_at(key->words, i, &word_length), text, length))
                return *out = (uint16_t)i, true;
        return false;
    }
    if (!number_parse(&number, text, length) || number < key->low || number > key->high) return false;
    return *out = (uint16_t)number, true;
}

void rule_range(char *text, size_t size, const RuleKey *key)
{
    if (is_riffle(key)) {
        snprintf(text, size, "perfect or riffle:K with K from 1 to %d", key->high);
    } else if (key->words) {
        int length, used = 0;
        for (int i = 0; word_at(key->words, i, &length), length; i++)
            used += snprintf(text + used, size - (size_t)used, "%s%.*s", i ? ", " : "one of ", length,
                             word_at(key->words, i, &length));
    } else {
        snprintf(text, size, "a whole number from %d to %d", key->low, key->high);
    }
}

/* Reads `key=value,…` into *rules; bit i of *given: key i was set. */
static bool overrides_parse(Rules *rules, unsigned *given, const char *text, Error *error)
{
    while (*text) {
        int length = (int)strcspn(text, ",");
        int name = (int)strcspn(text, "=");
        if (name >= length) {
            error_set(error, "rules: '%.*s' is not of the form key=value", length, text);
            return false;
        }
        int index = key_find(text, (size_t)name);
        if (index < 0) {
            error_set(error, "rules: unknown key '%.*s' ('pasur rules' lists the keys)", name, text);
            return false;
        }
        const RuleKey *key = &RULE_KEYS[index];
        if (*given >> index & 1) {
            error_set(error, "rules: key '%s' is given twice", key->name);
            return false;
        }
        if (!value_parse(field(rules, key), key, text + name + 1, (size_t)(length - name - 1))) {
            char range[128];
            rule_range(range, sizeof range, key);
            error_set(error, "rules: '%.*s': %s takes %s", length, text, key->name, range);
            return false;
        }
        *given |= 1u << index;
        text += length;
        if (*text == ',' && !*++text) {
            error_set(error, "rules: nothing follows the last comma");
            return false;
        }
    }
    return true;
}

/* Fills in what depends on other keys, and refuses what does not go together. */
static bool rules_complete(Rules *rules, bool teams_given, Error *error)
{
    const RulePreset *preset = &RULE_PRESETS[rules->preset];
    if (!teams_given) rules->teams = rules->players == 4;
    if (rules->players > preset->max_players) {
        error_set(error, "rules: %s is for %d players only, not players=%d", preset->name, preset->max_players,
                  rules->players);
        return false;
    }
    if (rules->teams && rules->players != 4) {
        error_set(error, "rules: teams=1 needs players=4, not players=%d", rules->players);
        return false;
    }
    if (preset->teams_only && rules->players == 4 && !rules->teams) {
        error_set(error, "rules: %s plays four players only as two teams: leave teams=0 out", preset->name);
        return false;
    }
    rules->sides = rules->teams ? 2 : rules->players;
    rules->deals = (uint16_t)(PLAYS / HAND / rules->players);
    return true;
}

static bool rules_build(Rules *rules, int preset, const char *overrides, int players, Error *error)
{
    Rules made = {.preset = (uint16_t)preset};
    unsigned from_preset = 0, from_text = 0;
    for (int i = 0; i < RULE_KEY_COUNT; i++)
        *field(&made, &RULE_KEYS[i]) = RULE_KEYS[i].pagat;
    if (!overrides_parse(&made, &from_preset, RULE_PRESETS[preset].overrides, error) ||
        !overrides_parse(&made, &from_text, overrides, error))
        return false;
    made.players_explicit = (from_preset | from_text) >> KEY_PLAYERS & 1;
    if (!made.players_explicit) made.players = (uint16_t)players;
    if (!rules_complete(&made, (from_preset | from_text) >> KEY_TEAMS & 1, error)) return false;
    *rules = made;
    return true;
}

bool rules_parse(Rules *rules, const char *text, Error *error)
{
    return rules_parse_seated(rules, text, RULE_KEYS[KEY_PLAYERS].pagat, error);
}

bool rules_parse_seated(Rules *rules, const char *text, int players, Error *error)
{
    size_t length = strcspn(text, ",");
    if (length == 0 || memchr(text, '=', length)) {
        error_set(error, "rules: '%.40s' does not begin with a preset, such as pagat ('pasur rules' lists them)", text);
        return false;
    }
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        if (strlen(RULE_PRESETS[i].name) != length || memcmp(RULE_PRESETS[i].name, text, length)) continue;
        text += length;
        if (*text == ',' && !*++text) {
            error_set(error, "rules: nothing follows the last comma");
            return false;
        }
        return rules_build(rules, i, text, players, error);
    }
    error_set(error, "rules: unknown preset '%.*s' ('pasur rules' lists them)", (int)length, text);
    return false;
}

void rule_print(char *text, size_t size, const RuleKey *key, const Rules *rules)
{
    uint16_t value = value_of(rules, key);
    int length;
    if (is_riffle(key) && value)
        snprintf(text, size, "riffle:%d", value);
    else if (key->words) {
        const char *word = word_at(key->words, value, &length);
        snprintf(text, size, "%.*s", length, word);
    } else
        snprintf(text, size, "%d", value);
}

void rules_print(char text[static RULES_TEXT], const Rules *rules)
{
    Error error;
    char value[32];
    Rules base = *rules;
    char players[16] = "";
    int used = snprintf(text, RULES_TEXT, "%s", RULE_PRESETS[rules->preset].name);
    rules_build(&base, rules->preset, "", RULE_KEYS[KEY_PLAYERS].pagat, &error);
    if (base.players != rules->players || base.players_explicit != rules->players_explicit) {
        snprintf(players, sizeof players, "players=%d", rules->players);
        used += snprintf(text + used, RULES_TEXT - (size_t)used, ",%s", players);
        unsigned given = 0;
        overrides_parse(&base, &given, players, &error);
        bool fixed = strstr(RULE_PRESETS[rules->preset].overrides, "teams=") != NULL;
        if (!fixed) base.teams = rules->players == 4;
    }
    for (int i = KEY_TEAMS; i < RULE_KEY_COUNT; i++) {
        if (value_of(rules, &RULE_KEYS[i]) == value_of(&base, &RULE_KEYS[i])) continue;
        rule_print(value, sizeof value, &RULE_KEYS[i], rules);
        used += snprintf(text + used, RULES_TEXT - (size_t)used, ",%s=%s", RULE_KEYS[i].name, value);
    }
}

void rules_match_keys(char text[static RULES_TEXT], const Rules *rules)
{
    Error error;
    Rules base;
    int used = 0;
    *text = 0;
    rules_build(&base, rules->preset, "", RULE_KEYS[KEY_PLAYERS].pagat, &error);
    for (int i = 0; i < RULE_KEY_COUNT; i++) {
        const RuleKey *key = &RULE_KEYS[i];
        if (!key->match || value_of(rules, key) == value_of(&base, key)) continue;
        used += snprintf(text + used, RULES_TEXT - (size_t)used, "%s%s", used ? ", " : "", key->name);
    }
}

bool rules_equal(const Rules *a, const Rules *b)
{
    for (int i = 0; i < RULE_KEY_COUNT; i++)
        if (value_of(a, &RULE_KEYS[i]) != value_of(b, &RULE_KEYS[i])) return false;
    return true;
}
