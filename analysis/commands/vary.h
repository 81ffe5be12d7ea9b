/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option --vary of commands that play: the same boards under several rule sets, side by side. */
#pragma once

#include "analysis/commands/driver/driver.h"
#include "analysis/report/kinds/kinds.h"
#include "analysis/study/vary.h"

#define VARY_OPTION(Own, member)                                                                                               \
    .name = "vary",                                                                                                            \
    .help =                                                                                                                    \
        "play the same packs under several rule sets, side by side, and say what differs: of a key its values, or preset=A,B", \
    .metavar = "KEY=V,W", .brief = "the same packs under several rules, side by side", OPTION_AT(Own, member)

typedef struct {
    RuleSets sets;
    Schedule schedules[RULE_SETS];
    TacticStudy studies[RULE_SETS]; /* of tactics; the first is the command's own, and is not freed here */
    Agent *agents[RULE_SETS];       /* of sim; the first are the driver's; owned but for them */
    VaryRow *rows;                  /* owned */
    size_t count;
    Voids voids;
    bool tactics;
} Vary;

/* Reads the option, makes driver->common.rules the first rule set, and the boards of all sets for so many agents. False
   with the reason, also where the command is given an option that does not go with it. */
bool vary_open(Vary *vary, Driver *driver, const char *text, int agents, Error *error);
/* Opens the studies of the other rule sets, or their agents. */
bool vary_studies(Vary *vary, Driver *driver, const TacticStudy *first, const TacticRequest *request, Error *error);
bool vary_agents(Vary *vary, Driver *driver, Error *error);
/* Plays so many boards under each of them. */
bool vary_work(Vary *vary, Driver *driver, uint64_t boards, Error *error);
void vary_plan(const Vary *vary, FILE *out);
/* The first line of a summary, and the rest of it. */
void vary_print(const Vary *vary, const Driver *driver, FILE *out);
void vary_close(Vary *vary, int agents);
