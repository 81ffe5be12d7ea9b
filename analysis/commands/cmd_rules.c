/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur rules: presets and keys with their values. */
#include "analysis/commands/commands.h"
#include "engine/rules.h"

enum { VALUE_TEXT = 32, RANGE_TEXT = 128 };

static void presets_print(void)
{
    char value[VALUE_TEXT];
    Error error;
    puts("Presets (--rules PRESET[,key=value]...):");
    for (int i = 0; i < RULE_PRESET_COUNT; i++) {
        const RulePreset *preset = &RULE_PRESETS[i];
        const char *games = !preset->teams_only ? ""
                            : preset->three     ? " (four only in teams)"
                                                : " (two, or four in teams)";
        printf("  %-10s %s%s\n", preset->name, preset->source, games);
    }
    printf("\n%-16s", "Key");
    for (int i = 0; i < RULE_PRESET_COUNT; i++)
        printf(" %-9s", RULE_PRESETS[i].name);
    puts("");
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        printf("%-16s", RULE_KEYS[k].name);
        for (int i = 0; i < RULE_PRESET_COUNT; i++) {
            Rules rules;
            if (!rules_parse(&rules, RULE_PRESETS[i].name, &error)) continue;
            rule_print(value, sizeof value, &RULE_KEYS[k], &rules);
            printf(" %-9s", value);
        }
        puts("");
    }
    puts("");
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        char range[RANGE_TEXT];
        rule_range(range, sizeof range, &RULE_KEYS[k]);
        printf("%-16s %s\n%-16s (%s)\n", RULE_KEYS[k].name, RULE_KEYS[k].help, "", range);
    }
}

static bool list(Driver *driver, Error *error)
{
    char text[RULES_TEXT], value[VALUE_TEXT];
    Rules rules;
    if (!driver->parsed.arg_count) return presets_print(), true;
    if (!rules_parse(&rules, driver->parsed.args[0], error)) return false;
    rules_print(text, &rules);
    printf("%s: %d seats, %d sides, %d deals\n", text, rules.players, rules.sides, rules.deals);
    for (int k = 0; k < RULE_KEY_COUNT; k++) {
        rule_print(value, sizeof value, &RULE_KEYS[k], &rules);
        printf("%-16s %-9s %s\n", RULE_KEYS[k].name, value, RULE_KEYS[k].help);
    }
    return true;
}

const Command CMD_RULES = {
    .spec = {.command = "rules",
             .summary = "list presets and keys with their values",
             .args = {"[R]", 0, 1},
             .about = "Lists presets and keys with their values, ranges and meaning; with an argument, the values of "
                      "that rule set.",
             .example = "pasur rules wikipedia,target=100,sur_points=10"},
    .work = list,
};
