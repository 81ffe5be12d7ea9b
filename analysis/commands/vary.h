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

enum { RULE_SETS = SCHEDULES_MOST, RULE_SET_NAME = 100 };

typedef struct {
    char names[RULE_SETS][RULE_SET_NAME]; /* what tells rule sets apart: "sur_points=10", "bicycle" */
    char first[RULES_TEXT];               /* the first of them, as --rules takes it */
    Schedule schedules[RULE_SETS];
    int sets;
    const TacticLineups *lineups; /* of tactics; NULL: of sim, by the driver's agents */
    VaryFigure *figures;          /* owned */
    VaryRow *rows;                /* of each figure under each set; owned */
    size_t figure_count, count;
} Vary;

/* Reads `KEY=V,W,…`, or `A/B/…`, each a preset with its keys or keys alone, upon the rules that a user gave: as many seats
   and sides each, no two alike. Makes driver->common.rules the first rule set, and the boards of all sets for so many
   agents. False with the reason, also where the command is given an option that does not go with it. */
bool vary_open(Vary *vary, Driver *driver, const char *text, int agents, Error *error);
/* Agents, a list with commas, or so many texts, are opened once, and play under all rule sets. False with the reason if they
   cannot under one of them. */
bool vary_agents_fit(const Vary *vary, const char *list, const char *const *texts, int count, Error *error);
/* Plans the boards of the driver's plan under each of them, for sim; or so many of a study, whose line-ups this makes. False
   if agents cannot play under one of them, or memory runs out. */
bool vary_boards(Vary *vary, Driver *driver, Error *error);
bool vary_tactics(Vary *vary, Driver *driver, TacticLineups *lineups, const TacticStudy *study, uint64_t boards);
/* Makes the rows of driver->sums. False if memory runs out. */
bool vary_found(Vary *vary, const Driver *driver, Error *error);
void vary_plan(const Vary *vary, FILE *out);
/* The rows of all rule sets. */
void vary_result(const Vary *vary, Result *out);
/* What was played. */
void vary_head(const Vary *vary, const Driver *driver, FILE *out);
void vary_close(Vary *vary);
