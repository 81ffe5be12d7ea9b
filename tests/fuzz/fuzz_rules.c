/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as rules: refused, or they are in range, and print and read back the same. */
#include <string.h>

#include "engine/rules.h"
#include "tests/fuzz/input.h"

static void check(const Rules *rules)
{
    char printed[RULES_TEXT], again[RULES_TEXT], value[64];
    Rules read;
    Error error;
    for (int i = 0; i < RULE_KEY_COUNT; i++) {
        uint16_t number;
        memcpy(&number, (const char *)rules + RULE_KEYS[i].offset, sizeof number);
        if (!RULE_KEYS[i].words) MUST(number >= RULE_KEYS[i].low && number <= RULE_KEYS[i].high);
        rule_print(value, sizeof value, &RULE_KEYS[i], rules);
    }
    MUST(rules->sides >= 2 && rules->sides <= MAX_SIDES && rules->players * rules->deals * HAND == PLAYS);
    rules_match_keys(printed, rules);
    rules_print(printed, rules);
    MUST(rules_parse(&read, printed, &error) && rules_equal(rules, &read));
    rules_print(again, &read);
    MUST(!strcmp(printed, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = input_text(data, size);
    Rules rules;
    Error error;
    if (rules_parse(&rules, text, &error)) check(&rules);
    for (int players = 2; players <= MAX_SEATS; players++)
        if (rules_parse_seated(&rules, text, players, &error)) check(&rules);
    free(text);
    return 0;
}
