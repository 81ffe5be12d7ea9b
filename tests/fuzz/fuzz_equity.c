/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a table of match equity: refused, or every chance is one, also for an agent that plays by it. */
#include <stdio.h>

#include "agents/agent.h"
#include "tests/fuzz/input.h"

static void check(const MatchEquity *equity)
{
    for (int score = 0; score <= equity->target; score++)
        for (int opponent = 0; opponent <= equity->target; opponent++)
            for (int first = 0; first <= 1; first++) {
                const int units = match_equity_units(equity, score, opponent, first);
                MUST(units >= 0 && units <= EQUITY_ONE);
            }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* small tables, so that a whole one is soon found */
    static const char *const RULES[] = {"pagat,target=1", "pagat,target=2,shuffle=riffle:3",
                                        "pagat,players=4,teams=1,target=3"};
    const char *name = input_file(data, size);
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        char text[AGENT_NAME];
        MatchEquity equity;
        Agent agent;
        Rules rules;
        Error error;
        MUST(rules_parse(&rules, RULES[i], &error));
        const bool good = match_equity_read(&equity, name, &rules, &error);
        if (good) check(&equity);
        if (good) match_equity_free(&equity);
        snprintf(text, sizeof text, "tactic:goal=match,equity=%s", name);
        if (!agent_parse(&agent, text, &rules, &error)) continue;
        MUST(good && agent_has(&agent, TRAIT_MATCH));
        agent_free(&agent);
    }
    return 0;
}
