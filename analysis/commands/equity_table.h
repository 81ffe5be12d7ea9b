/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option --equity of commands that say what points are worth in matches won. */
#pragma once

#include "analysis/commands/driver/driver.h"
#include "analysis/study/sim_figures.h"

#define EQUITY_OPTION(Own, member)                                                                                     \
    .name = "equity",                                                                                                  \
    .help = "say what the points are worth in matches won, by a table of 'pasur equity --csv', or the builtin one "    \
            "(pagat, two sides)",                                                                                      \
    .metavar = "FILE|builtin", .takes = TAKES_FILE, .words = "builtin", OPTION_AT(Own, member)

/* Reads the table that the option names, for these rules. False with a reason; equity_table_close is due after true. */
bool equity_table_open(EquityTable *out, Driver *driver, const char *name, const Rules *rules, Error *error);
/* --equity and --at of boards of rounds; either may be NULL. Takes them into the schedule. */
bool round_worth_asked(Driver *driver, EquityTable *table, Schedule *schedule, const char *equity, const char *at,
                       Error *error);
void equity_table_close(EquityTable *table);
