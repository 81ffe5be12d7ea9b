/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys and presets of the rules, and rule sets as text. */
#include "engine/rules.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/number.h"
#include "engine/text/words.h"

enum { KEY_PLAYERS, KEY_TEAMS }; /* the rows that others depend on */

#define KEY(name) #name, offsetof(Rules, name), false
#define MATCH(name) #name, offsetof(Rules, name), true
#define PAYING_KEY(name, key, pagat, cards, help, ...) {KEY(key), 0, MAX_POINTS, NULL, pagat, help, NULL},

/* clang-format off */
const RuleKey RULE_KEYS[] = {
    [KEY_PLAYERS] =
    {KEY(players),         2, 4,    NULL, 2,  "seats",
     "How many sit at the table."},
    [KEY_TEAMS] =
    {KEY(teams),           0, 1,    NULL, 0,  "partners (seats 0+2, 1+3) share one side; 1 by default with four players",
     "Partners sit opposite each other and score together; pagat.com has four players play so."},
    {KEY(pool_jacks),      0, 0,    "bury swap redeal keep", POOL_BURY, "what happens to jacks in the first pool",
     "No jack may lie in the first pool. It goes back into the stock and the next card takes its place (bury), all "
     "jacks there are exchanged and shuffled into the stock (swap), or the pack is dealt again (redeal); or it stays "
     "(keep)."},
    {KEY(pool_bury_twice), 0, 1,    NULL, 1,  "0: redeal if a jack replaces a buried jack; 1: bury that one too",
     "What if the card that replaces such a jack is a jack too: it goes the same way (1), or the pack is dealt again "
     "(0)."},
    {KEY(pool_max_kq),     0, 4,    NULL, 2,  "redeal if the first pool has more kings, or more queens, than this",
     "With more kings than this in the first pool, or more queens, the pack is dealt again: they can block the pool "
     "for a long time. 4: any first pool is played."},
    {KEY(sur_points),      0, MAX_POINTS, NULL, 5,  "points for each Sur",
     "What it pays to empty the pool by a capture. Some houses pay ten."},
    {MATCH(sur_limit),     0, 1000, NULL, 50, "a side that begins with this score or more makes no Surs; 0: no limit",
     "A side that begins the round with this many points makes no Surs in it, so that nobody wins by a lucky one. \"More than 40\" is 41; 0: Surs always count."},
    {KEY(sur_cancel),      0, 1,    NULL, 1,  "a Sur removes one of another side's Surs instead of counting",
     "A Sur against somebody who holds one wipes that one out instead of counting (1), or counts by itself (0)."},
    {KEY(sur_last_deal),   0, 0,    "no cancel yes", LAST_DEAL_NO, "Surs in the last deal: none, only cancelling, in full",
     "Are there Surs in the last deal: no; only those that wipe out another (cancel); as in every deal (yes)."},
    {KEY(sur_faces),       0, 1,    NULL, 1,  "a king or a queen that empties the pool scores a Sur",
     "Does a king that takes the only card, a king, make a Sur, and a queen likewise: 1 yes, 0 no."},
    {KEY(sur_jack),        0, 1,    NULL, 0,  "a jack that empties the pool scores a Sur",
     "Does a jack that empties the pool make a Sur: 0 no, 1 yes."},
    {KEY(clubs),           0, 0,    "most percard", CLUBS_MOST, "the side that wins the clubs gets clubs_points, or one point for each club it has",
     "The side with the most clubs takes all their points (most), or every club pays one point (percard)."},
    {KEY(clubs_points),    0, MAX_POINTS, NULL, 7,  "for the side that wins the clubs",
     "What the most clubs pay, together."},
    {KEY(clubs_cap),       1, 13,   NULL, 13, "clubs=percard: at most this many points",
     "Where every club pays: at most this many points to one side."},
    {KEY(clubs_tie),       0, 0,    "nobody other", TIE_OTHER, "two of three sides share most clubs: nobody, or the third side",
     "Two of three share the most clubs: they go to nobody, or to the third."},
    {KEY(clubs_least),     0, 13,   NULL, 0,  "fewer clubs than this win nothing, whoever would win them",
     "With fewer clubs than this nobody wins them. 7: strictly seven, or they are nobody's."},
    PAYING_ROWS(PAYING_KEY)
    {KEY(last_sweep),      0, 0,    "capturer match", SWEEP_CAPTURER, "match: a capture with a seat's last card sweeps the pool; the rest is the last capturer's",
     "What lies in the pool at the end goes to whoever captured last (capturer); or besides, a capture with your last card of the round takes the whole pool (match)."},
    {KEY(open_hands),      0, 1,    NULL, 0,  "1: all hands lie open on the table; the stock stays hidden",
     "All hands lie face up on the table (1); the stock stays hidden."},
    {MATCH(target),        1, 1000, NULL, 62, "the score that ends a match",
     "The match is won with this many points. Houses play 51, 61, 62, 71, 100 or 101."},
    {MATCH(per_shodam),    0, 1,    NULL, 1,  "a side may stop the match in mid-round",
     "Whoever reaches the target in the middle of a round says so and wins (1), or the round is played out and "
     "counted (0)."},
    {MATCH(shuffle),       0, 100,  "perfect riffle:", 0, "between rounds of a match: perfect, or riffle:K (K = 1 ... 100)",
     "The pack is shuffled perfectly between rounds, or riffled this many times, as people do."},
};
const int RULE_KEY_COUNT = sizeof RULE_KEYS / sizeof *RULE_KEYS;
_Static_assert(sizeof RULE_KEYS / sizeof *RULE_KEYS <= WORD_NAMES, "a list of pairs notes each key in a bit");

const RulePreset RULE_PRESETS[] = {
    {"pagat", "the pagat.com page", "", true, false,
     "The default: most clubs pay seven, Surs five and none from 50 points on, and a Sur can wipe out another. Per shodam."},
    {"french", "the French rule page", "", true, true,
     "The same, but four always play as partners."},
    {"playpasur", "the playpasur.com reference", "pool_jacks=redeal,pool_max_kq=4,sur_limit=0,sur_faces=0,per_shodam=0", false, true,
     "Surs by numbers alone, at any score; a jack in the first pool means a new deal; rounds are played out."},
    {"bicycle", "the card maker's page", "teams=0,pool_jacks=swap,pool_max_kq=4,sur_limit=0,sur_cancel=0,clubs=percard,"
     "clubs_tie=nobody,last_sweep=match,per_shodam=0", true, false,
     "Every club pays a point, Surs never wipe each other out, and your last card of the round sweeps the pool."},
    {"wikipedia", "the Wikipedia page", "teams=0,pool_bury_twice=0,pool_max_kq=4,sur_limit=0,sur_cancel=0,"
     "clubs_tie=nobody,last_sweep=match,per_shodam=0", true, false,
     "Most clubs, Surs that never wipe each other out, at any score, and your last card sweeps the pool."},
    {"ru-baaz", "the Wikipedia page's three-player variant", "players=3,teams=0,pool_bury_twice=0,pool_max_kq=4,sur_limit=0,"
     "sur_cancel=0,clubs_tie=other,last_sweep=match,per_shodam=0", true, false,
     "The same for three, where clubs that two share go to the third."},
};
const int RULE_PRESET_COUNT = sizeof RULE_PRESETS / sizeof *RULE_PRESETS;
/* clang-format on */

#define KEY_NAMES NAMES_OF("key", RULE_KEYS, RULE_KEY_COUNT, "'pasur rules' lists them")
#define PRESET_NAMES NAMES_OF("preset", RULE_PRESETS, RULE_PRESET_COUNT, "'pasur rules' lists them")

static uint16_t *rule_field(Rules *rules, const RuleKey *key) { return (uint16_t *)((char *)rules + key->offset); }
static uint16_t value_of(const Rules *rules, const RuleKey *key)
{
    return *(const uint16_t *)((const char *)rules + key->offset);
}
static bool is_riffle(const RuleKey *key) { return key->offset == offsetof(Rules, shuffle); }

void rule_range(char *text, size_t size, const RuleKey *key)
{
    char list[64];
    if (is_riffle(key))
        snprintf(text, size, "perfect or riffle:K with K from 1 to %d", key->high);
    else if (key->words)
        snprintf(text, size, "one of %s", choice_list(list, sizeof list, key->words));
    else
        snprintf(text, size, "a whole number from %d to %d", key->low, key->high);
}

static bool value_parse(uint16_t *out, const RuleKey *key, const char *text, Error *error)
{
    static const char RIFFLE[] = "riffle:";
    int64_t value = 0;
    bool good = true;
    if (!is_riffle(key) && key->words)
        good = (value = choice_read(key->words, text, error)) >= 0;
    else if (!is_riffle(key))
        good = number_whole(&value, text, key->low, key->high, error);
    else if (!strncmp(text, RIFFLE, strlen(RIFFLE)))
        good = number_whole(&value, text + strlen(RIFFLE), 1, key->high, error);
    else
        good = !strcmp(text, "perfect");
    if (good) return *out = (uint16_t)value, true;
    char range[128];
    rule_range(range, sizeof range, key);
    return error_set(error, "%s=%.60s: expected %s", key->name, text, range);
}

/* Reads `key=value,…` into *rules. */
static bool overrides_parse(Rules *rules, Words *list, Error *error)
{
    const Names keys = KEY_NAMES;
    words_pairs(list, ',', &keys);
    while (words_next(list, error)) {
        const RuleKey *key = &RULE_KEYS[list->index];
        if (!value_parse(rule_field(rules, key), key, list->value, error)) return false;
    }
    return !list->failed;
}

/* Fills in what depends on other keys, and refuses what does not go together. */
static bool rules_complete(Rules *rules, bool teams_given, Error *error)
{
    const RulePreset *preset = &RULE_PRESETS[rules->preset];
    if (!teams_given) rules->teams = rules->players == 4;
    if (rules->players == 3 && !preset->three)
        return error_set(error, "%s is for two players, or four in teams, not players=3", preset->name);
    if (rules->teams && rules->players != 4)
        return error_set(error, "teams=1 needs players=4, not players=%d", rules->players);
    if (preset->teams_only && rules->players == 4 && !rules->teams)
        return error_set(error, "%s plays four players only as two teams: leave teams=0 out", preset->name);
    rules->sides = rules->teams ? 2 : rules->players;
    rules->deals = (uint16_t)(PLAYS / HAND / rules->players);
    return true;
}

/* Reads a preset and the keys that follow it. */
static bool text_parse(Rules *rules, const char *text, int players, Error *error)
{
    const Names presets = PRESET_NAMES;
    Words list = {.rest = text, .separator = ',', .names = &presets};
    size_t length = strcspn(text, ",");
    if (length == 0 || memchr(text, '=', length))
        return error_set(error, "'%.40s' does not begin with a preset, such as pagat ('pasur rules' lists them)", text);
    if (!words_next(&list, error)) return false;
    Rules made = {.preset = (uint16_t)list.index};
    for (int i = 0; i < RULE_KEY_COUNT; i++)
        *rule_field(&made, &RULE_KEYS[i]) = RULE_KEYS[i].pagat;
    const char *overrides = RULE_PRESETS[list.index].overrides;
    Words from_preset = {.rest = *overrides ? overrides : NULL};
    if (!overrides_parse(&made, &from_preset, error) || !overrides_parse(&made, &list, error)) return false;
    uint64_t given = from_preset.given | list.given;
    made.players_explicit = given >> KEY_PLAYERS & 1;
    if (!made.players_explicit) made.players = (uint16_t)players;
    if (!rules_complete(&made, given >> KEY_TEAMS & 1, error)) return false;
    *rules = made;
    return true;
}

bool rules_parse_seated(Rules *rules, const char *text, int players, Error *error)
{
    return text_parse(rules, text, players, error) || error_under(error, "rules");
}

bool rules_parse(Rules *rules, const char *text, Error *error)
{
    return rules_parse_seated(rules, text, RULE_KEYS[KEY_PLAYERS].pagat, error);
}

void rule_print(char *text, size_t size, const RuleKey *key, const Rules *rules)
{
    uint16_t value = value_of(rules, key);
    if (is_riffle(key) && value)
        snprintf(text, size, "riffle:%d", value);
    else if (key->words)
        choice_word(text, size, key->words, value);
    else
        snprintf(text, size, "%d", value);
}

/* The rules that the text stands for: what rules_print has written so far is always right. */
static Rules rules_of(const char *text)
{
    Rules rules = {0};
    Error error;
    rules_parse(&rules, text, &error);
    return rules;
}

void rules_print(char text[static RULES_TEXT], const Rules *rules)
{
    char value[32];
    int used = snprintf(text, RULES_TEXT, "%s", RULE_PRESETS[rules->preset].name);
    Rules base = rules_of(text);
    if (base.players != rules->players || base.players_explicit != rules->players_explicit) {
        used += snprintf(text + used, RULES_TEXT - (size_t)used, ",players=%d", rules->players);
        base = rules_of(text);
    }
    for (int i = KEY_TEAMS; i < RULE_KEY_COUNT; i++) {
        if (value_of(rules, &RULE_KEYS[i]) == value_of(&base, &RULE_KEYS[i])) continue;
        rule_print(value, sizeof value, &RULE_KEYS[i], rules);
        used += snprintf(text + used, RULES_TEXT - (size_t)used, ",%s=%s", RULE_KEYS[i].name, value);
    }
}

void rules_match_keys(char text[static RULES_TEXT], const Rules *rules)
{
    const Rules base = rules_of(RULE_PRESETS[rules->preset].name);
    int used = 0;
    *text = 0;
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
