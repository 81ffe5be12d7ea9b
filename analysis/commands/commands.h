/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, each in the file cmd_NAME.c. */
#pragma once

#include "analysis/commands/driver.h"

extern const Command CMD_SIM, CMD_ADVISE, CMD_SOLVE, CMD_REPLAY, CMD_PERFT, CMD_DEAL, CMD_BENCH, CMD_AGENTS, CMD_RULES,
    CMD_TACTICS, CMD_TUNE, CMD_RATE, CMD_POWER, CMD_CALIBRATE, CMD_PLOT, CMD_COLUMNS;
