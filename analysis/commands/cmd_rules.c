/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur rules: presets and keys with their values. */
#include "analysis/commands/commands.h"
#include "engine/rules.h"

enum { VALUE_TEXT = 32, RANGE_TEXT = 128, KEY_COLUMNS = 16, VALUE_COLUMNS = 9 };

typedef struct {
    bool markdown;
} RulesList;

static const Option OPTIONS[] = {
    {"markdown", "tables of a page instead, in a player's words", OPTION_AT(RulesList, markdown)},
};

/* The values of so many presets from the first on, side by side. */
static void values_print(FILE *out, int first, int count)
{
    char value[VALUE_TEXT];
    Error error;
    fprintf(out, "\n%-*s", KEY_COLUMNS, "Key");
    for (int i = first; i < first + count && i < RULE_PRESET_COUNT; i++)
        fprintf(out, " %-*s", VALUE_COLUMNS, RULE_PRESETS[i].name);
    fputc('\n', out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        fprintf(out, "%-*s", KEY_COLUMNS, RULE_KEYS[k].name);
        for (int i = first; i < first + count && i < RULE_PRESET_COUNT; i++) {
            Rules rules;
            if (!rules_parse(&rules, RULE_PRESETS[i].name, &error)) continue;
            rule_print(value, sizeof value, &RULE_KEYS[k], &rules);
            fprintf(out, " %-*s", VALUE_COLUMNS, value);
        }
        fputc('\n', out);
    }
}

static void presets_print(FILE *out, int width)
{
    const int room = (width - KEY_COLUMNS) / (VALUE_COLUMNS + 1);
    const int count = width <= 0 || room > RULE_PRESET_COUNT ? RULE_PRESET_COUNT : room > 1 ? room : 1;
    fputs("Presets (--rules PRESET[,key=value]...):\n", out);
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        const RulePreset *preset = &RULE_PRESETS[i];
        const char *games = !preset->teams_only ? ""
                            : preset->three     ? " (four only in teams)"
                                                : " (two, or four in teams)";
        fprintf(out, "  %-10s %s%s\n", preset->name, preset->source, games);
    }
    for (int first = 0; first < RULE_PRESET_COUNT; first += count)
        values_print(out, first, count);
    fputc('\n', out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        char range[RANGE_TEXT];
        rule_range(range, sizeof range, &RULE_KEYS[k]);
        fprintf(out, "%-*s %s\n%-*s (%s)\n", KEY_COLUMNS, RULE_KEYS[k].name, RULE_KEYS[k].help, KEY_COLUMNS, "", range);
    }
}

/* Presets and keys as tables of a page, in a player's words. */
static void markdown_print(FILE *out)
{
    fputs("| preset | from | how it is played | other than `pagat` |\n|---|---|---|---|\n", out);
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        const RulePreset *preset = &RULE_PRESETS[i];
        fprintf(out, "| `%s` | %s | %s | %s |\n", preset->name, preset->source, preset->words_of_players,
                preset->overrides);
    }
    fputs("\n| key | what it is about | values | `pagat` |\n|---|---|---|---|", out);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        const RuleKey *key = &RULE_KEYS[k];
        char range[RANGE_TEXT], value[VALUE_TEXT] = "";
        Rules rules;
        Error error;
        rule_range(range, sizeof range, key);
        if (rules_parse(&rules, "pagat", &error)) rule_print(value, sizeof value, key, &rules);
        fprintf(out, "\n| `%s` | %s%s%s | %s | %s |", key->name, key->words_of_players ? "" : "What ",
                key->words_of_players ? key->words_of_players : key->help, key->words_of_players ? "" : " pays.", range,
                value);
    }
    fputc('\n', out);
}

static void keys_print(FILE *out, const Rules *rules)
{
    char text[RULES_TEXT], value[VALUE_TEXT];
    rules_print(text, rules);
    fprintf(out, "%s: %d seats, %d sides, %d deals\n", text, rules->players, rules->sides, rules->deals);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        rule_print(value, sizeof value, &RULE_KEYS[k], rules);
        fprintf(out, "%-*s %-*s  %s\n", KEY_COLUMNS, RULE_KEYS[k].name, VALUE_COLUMNS, value, RULE_KEYS[k].help);
    }
}

static bool rules_work(Driver *driver, Error *error)
{
    Rules rules;
    PageText text;
    const bool one = driver->parsed.arg_count > 0;
    if (one && !rules_parse(&rules, driver->parsed.args[0], error)) return false;
    if (((RulesList *)driver->own)->markdown) {
        if (one) return error_set(error, "--markdown lists all presets and keys");
        return markdown_print(stdout), driver_printed(error);
    }
    if (!page_text_open(&text)) return error_memory(error);
    if (one)
        keys_print(text.stream, &rules);
    else
        presets_print(text.stream, driver->page.width);
    return page_text_close(&text, stdout, &driver->page) || error_memory(error);
}

const Command CMD_RULES = {
    .spec = {.command = "rules",
             .summary = "list presets and keys with their values",
             .args = {"[R]", 0, 1, NULL, TAKES_RULES},
             .about = "Lists presets and keys with their values, ranges and meaning; with an argument, the values of "
                      "that rule set.",
             .example = "pasur rules wikipedia,target=100,sur_points=10",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(RulesList),
    .work = rules_work,
};
