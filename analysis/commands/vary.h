/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option --vary of commands that play: the same boards under several rule sets, side by side. */
#pragma once

#include "analysis/commands/driver/driver.h"
#include "analysis/study/tactics.h"
#include "analysis/study/vary.h"
#include "sim/boards.h"

#define VARY_OPTION(Own, member)                                                                                                                                 \
    .name = "vary",                                                                                                                                              \
    .help =                                                                                                                                                      \
        "play the same packs under several rule sets, side by side, and say what differs: of a key its values, or A/B of rules as --rules has them, or of keys", \
    .metavar = "KEY=V,W", .brief = "the same packs under several rules, side by side", OPTION_AT(Own, member)

enum { RULE_SETS = SCHEDULES_MOST };

typedef struct {
    const char *text; /* option; NULL: not given */
    RuleSet list[RULE_SETS];
    Rules rules[RULE_SETS];
    int sets;
    const Schedule *schedules;    /* the driver's */
    const TacticLineups *lineups; /* of tactics; NULL: of sim, by the driver's agents */
    VaryMeasure *measures;        /* owned */
    VaryRow *rows;                /* of each figure under each set; owned */
    size_t figure_count, count;
} Vary;

/* For Command.seats, where there is a text: reads `KEY=V,W,…`, or `A/B/…`, each a preset with its keys or keys alone, upon
   the rules that a user gave: as many seats and sides each, no two alike. False with the reason, also where the command is
   given an option that does not go with it. */
bool vary_open(Vary *vary, Driver *driver, Seated *out, Error *error);
/* Plans the boards of the driver's plan under each of them, for sim; or so many of a study, whose line-ups this makes. False
   if memory runs out. */
bool vary_boards(Vary *vary, Driver *driver, Error *error);
bool vary_tactics(Vary *vary, Driver *driver, TacticLineups *lineups, const TacticStudy *study, uint64_t boards);
/* Makes the rows of the sums, with intervals that miss with alpha. False if memory runs out. */
bool vary_found(Vary *vary, const Sums *sums, double alpha, Error *error);
void vary_plan(const Vary *vary, FILE *out);
/* What was played, the table and its verdicts. */
void vary_print(const Vary *vary, const Driver *driver, FILE *out);
void vary_close(Vary *vary);
