/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <stdio.h>
#include <string.h>

enum { TEAMS_UNSAID = -1 }; /* 1 with four players, else 0 */

typedef struct {
    const char *name;
    size_t field;
    int low, high;
    /* The first word means 0, the next 1, …, one that ends in a colon the number behind it; none: a number. */
    const char *words[5];
} Key;

#define PAYING_KEY(key, pagat, is_one) {#key, offsetof(RefRules, key), 0, 100, {NULL}},
static const Key KEYS[] = {
    {"players", offsetof(RefRules, players), 2, 4, {NULL}},
    {"teams", offsetof(RefRules, teams), 0, 1, {NULL}},
    {"pool_jacks", offsetof(RefRules, pool_jacks), 0, 0, {"bury", "swap", "redeal", "keep", NULL}},
    {"pool_bury_twice", offsetof(RefRules, pool_bury_twice), 0, 1, {NULL}},
    {"pool_max_kq", offsetof(RefRules, pool_max_kq), 0, 4, {NULL}},
    {"sur_points", offsetof(RefRules, sur_points), 0, 100, {NULL}},
    {"sur_limit", offsetof(RefRules, sur_limit), 0, 1000, {NULL}},
    {"sur_cancel", offsetof(RefRules, sur_cancel), 0, 1, {NULL}},
    {"sur_last_deal", offsetof(RefRules, sur_last_deal), 0, 0, {"no", "cancel", "yes", NULL}},
    {"sur_faces", offsetof(RefRules, sur_faces), 0, 1, {NULL}},
    {"sur_jack", offsetof(RefRules, sur_jack), 0, 1, {NULL}},
    {"clubs", offsetof(RefRules, clubs), 0, 0, {"most", "percard", NULL}},
    {"clubs_points", offsetof(RefRules, clubs_points), 0, 100, {NULL}},
    {"clubs_cap", offsetof(RefRules, clubs_cap), 1, 13, {NULL}},
    {"clubs_tie", offsetof(RefRules, clubs_tie), 0, 0, {"nobody", "other", NULL}},
    {"clubs_least", offsetof(RefRules, clubs_least), 0, 13, {NULL}},
    REF_PAYING(PAYING_KEY){"last_sweep", offsetof(RefRules, last_sweep), 0, 0, {"capturer", "match", NULL}},
    {"open_hands", offsetof(RefRules, open_hands), 0, 1, {NULL}},
    {"target", offsetof(RefRules, target), 1, 1000, {NULL}},
    {"per_shodam", offsetof(RefRules, per_shodam), 0, 1, {NULL}},
    {"shuffle", offsetof(RefRules, shuffle), 1, 100, {"perfect", "riffle:", NULL}},
};
enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

#define PAYING_SETTING(key, pagat, is_one) #key "=" #pagat ","
#define PAGAT                                                                                                          \
    "players=2,pool_jacks=bury,pool_bury_twice=1,pool_max_kq=2,"                                                       \
    "sur_points=5,sur_limit=50,sur_cancel=1,sur_last_deal=no,sur_faces=1,sur_jack=0,"                                  \
    "clubs=most,clubs_points=7,clubs_cap=13,clubs_tie=other,clubs_least=0," REF_PAYING(                                \
        PAYING_SETTING) "last_sweep=capturer,open_hands=0,target=62,per_shodam=1,shuffle=perfect"
#define WIKIPEDIA                                                                                                      \
    PAGAT ",pool_bury_twice=0,pool_max_kq=4,sur_limit=0,sur_cancel=0,clubs_tie=nobody,last_sweep=match,per_shodam=0,"  \
          "teams=0"

typedef struct {
    const char *name, *settings;
    bool four_only_in_teams, never_three;
} Preset;

static const Preset PRESETS[] = {
    {"pagat", PAGAT, false, false},
    {"french", PAGAT, true, false},
    {"playpasur", PAGAT ",pool_jacks=redeal,pool_max_kq=4,sur_limit=0,sur_faces=0,per_shodam=0", true, true},
    {"bicycle",
     PAGAT ",pool_jacks=swap,pool_max_kq=4,sur_limit=0,sur_cancel=0,clubs=percard,clubs_tie=nobody,last_sweep=match,"
           "per_shodam=0,teams=0",
     false, false},
    {"wikipedia", WIKIPEDIA, false, false},
    {"ru-baaz", WIKIPEDIA ",players=3,clubs_tie=other", false, false},
};
enum { PRESET_COUNT = sizeof PRESETS / sizeof PRESETS[0] };

/* Digits only, at most four. */
static bool read_number(const char *text, int *number)
{
    size_t length = strlen(text);
    if (length == 0 || length > 4 || strspn(text, "0123456789") != length) return false;
    *number = 0;
    for (size_t i = 0; i < length; i++)
        *number = 10 * *number + (text[i] - '0');
    return true;
}

static bool read_value(const Key *key, const char *text, int *value, char *why)
{
    if (key->words[0] != NULL) {
        for (int i = 0; key->words[i] != NULL; i++) {
            size_t length = strlen(key->words[i]);
            bool numbered = key->words[i][length - 1] == ':';
            if (numbered && strncmp(key->words[i], text, length) == 0 && read_number(text + length, value) &&
                *value >= key->low && *value <= key->high)
                return true;
            if (!numbered && strcmp(key->words[i], text) == 0) {
                *value = i;
                return true;
            }
        }
        snprintf(why, REF_WHY, "rules: %.100s is not a word for %s", text, key->name);
        return false;
    }
    if (read_number(text, value) && *value >= key->low && *value <= key->high) return true;
    snprintf(why, REF_WHY, "rules: %s=%.100s is not a number from %d to %d", key->name, text, key->low, key->high);
    return false;
}

static bool apply_setting(RefRules *rules, const char *setting, char *why)
{
    char name[REF_RULES];
    snprintf(name, sizeof name, "%s", setting);
    char *equals = strchr(name, '=');
    if (equals == NULL) {
        snprintf(why, REF_WHY, "rules: '%.100s' is not key=value", setting);
        return false;
    }
    *equals = '\0';
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(KEYS[i].name, name) == 0) {
            int *field = (int *)(void *)((char *)rules + KEYS[i].field);
            return read_value(&KEYS[i], equals + 1, field, why);
        }
    }
    snprintf(why, REF_WHY, "rules: no key '%.100s'", name);
    return false;
}

/* Cuts the next part up to a comma out of *text into `part` (REF_RULES bytes); false when nothing is left. */
static bool next_part(char *part, const char **text)
{
    if (*text == NULL) return false;
    size_t length = strcspn(*text, ",");
    snprintf(part, REF_RULES, "%.*s", (int)length, *text);
    *text = (*text)[length] == ',' ? *text + length + 1 : NULL;
    return true;
}

static bool apply_settings(RefRules *rules, const char *settings, char *why)
{
    char part[REF_RULES];
    while (next_part(part, &settings))
        if (!apply_setting(rules, part, why)) return false;
    return true;
}

bool ref_rules_parse(RefRules *rules, const char *text, char *why)
{
    if (strlen(text) >= REF_RULES) {
        snprintf(why, REF_WHY, "rules: too long");
        return false;
    }
    char name[REF_RULES];
    next_part(name, &text);
    const Preset *preset = NULL;
    for (int i = 0; i < PRESET_COUNT; i++)
        if (strcmp(PRESETS[i].name, name) == 0) preset = &PRESETS[i];
    if (preset == NULL) {
        snprintf(why, REF_WHY, "rules: no preset '%.100s'", name);
        return false;
    }
    RefRules read = {.teams = TEAMS_UNSAID};
    if (!apply_settings(&read, preset->settings, why) || !apply_settings(&read, text, why)) return false;
    if (read.teams == TEAMS_UNSAID) read.teams = read.players == 4 ? 1 : 0;
    if (read.teams == 1 && read.players != 4) {
        snprintf(why, REF_WHY, "rules: teams=1 needs players=4");
        return false;
    }
    if (preset->never_three && read.players == 3) {
        snprintf(why, REF_WHY, "rules: %s is never played by three", preset->name);
        return false;
    }
    if (preset->four_only_in_teams && read.players == 4 && read.teams == 0) {
        snprintf(why, REF_WHY, "rules: four players of %s play in teams only", preset->name);
        return false;
    }
    *rules = read;
    return true;
}

int ref_sides(const RefRules *rules) { return rules->teams ? 2 : rules->players; }

int ref_side_of(const RefRules *rules, int seat) { return rules->teams ? seat % 2 : seat; }

int ref_deals(const RefRules *rules) { return (REF_PACK - 4) / (4 * rules->players); }

/* The lowest, the highest, or any value that the key can have, as key=value. */
static int print_setting(char *out, size_t room, const Key *key, RefRandom *random)
{
    int low = key->low, high = key->high, words = 0;
    while (key->words[words] != NULL)
        words++;
    const char *word = words > 0 ? key->words[ref_below(random, words)] : ":";
    if (word[strlen(word) - 1] != ':') return snprintf(out, room, ",%s=%s", key->name, word);
    int any = low + ref_below(random, high - low + 1);
    int value = (const int[]){low, high, any}[ref_below(random, 3)];
    return snprintf(out, room, ",%s=%s%d", key->name, words > 0 ? word : "", value);
}

void ref_random_rules(char *out, RefRandom *random)
{
    RefRules rules;
    char why[REF_WHY];
    do {
        size_t length = (size_t)sprintf(out, "%s", PRESETS[ref_below(random, PRESET_COUNT)].name);
        for (int i = 0; i < KEY_COUNT && length < REF_RULES; i++)
            if (ref_below(random, 4) == 0)
                length += (size_t)print_setting(out + length, REF_RULES - length, &KEYS[i], random);
        if (length >= REF_RULES) out[0] = '\0'; /* cut off: another */
    } while (!ref_rules_parse(&rules, out, why));
}
