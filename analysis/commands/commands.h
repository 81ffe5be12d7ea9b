/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, each in the file cmd_NAME.c (manual, columns, agents and rules in
   cmd_help.c, perft and deal in cmd_solve.c, merge in cmd_runs.c), and what they share beyond their driver. */
#pragma once

#include "analysis/commands/driver/command_run.h"

extern const Command CMD_SIM, CMD_ADVISE, CMD_SOLVE, CMD_REPLAY, CMD_PERFT, CMD_DEAL, CMD_BENCH, CMD_AGENTS, CMD_RULES,
    CMD_TACTICS, CMD_TUNE, CMD_RATE, CMD_EQUITY, CMD_POWER, CMD_CALIBRATE, CMD_PLOT, CMD_COLUMNS, CMD_RUNS, CMD_MERGE,
    CMD_HELP, CMD_MANUAL, CMD_COMPLETE, CMD_PLAY, CMD_REVIEW, CMD_SERVE, CMD_CHECK, CMD_REPORT, CMD_STUDY, CMD_EXPLOIT,
    CMD_LEARN, CMD_POOL, CMD_COMPARE, CMD_OPENINGS, CMD_REGRET;

/* The kinds of results that they write. */
extern const ResultKind RESULT_SIM, RESULT_ROUNDS, RESULT_MATCHES, RESULT_REVIEW, RESULT_OPENINGS, RESULT_RATE,
    RESULT_CROSS, RESULT_TACTICS, RESULT_SWEEP, RESULT_STRATA, RESULT_PAIRS, RESULT_TUNE, RESULT_EQUITY, RESULT_EXPLOIT,
    RESULT_LEARN, RESULT_BENCH, RESULT_COMPARE, RESULT_CALIBRATE, RESULT_POWER, RESULT_VARY;

/* The row of that name, or NULL. */
const Command *command_named(const Command *const commands[], const char *name);
/* Runs the command whose words run directories keep, and behind them those of `more` (which name files, up to NULL; NULL:
   none), on what they keep: *out is how its driver ended, with the results, which a caller may take from there.
   driver_free in any case. look.on need not be set. */
int command_look(Driver *out, const Command *const commands[], const char *const dirs[], int count, char *const more[],
                 RunLook look);
/* Topic number `index` of 'pasur help', with what it is about; NULL: there is none. */
const char *help_topic(size_t index, const char **summary);
