/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table. */
#include "analysis/commands/commands.h"

static const Command *const COMMANDS[] = {
    &CMD_SIM,   &CMD_TACTICS, &CMD_TUNE,  &CMD_RATE, &CMD_POWER,   &CMD_CALIBRATE, &CMD_ADVISE, &CMD_SOLVE, &CMD_REPLAY,
    &CMD_PERFT, &CMD_DEAL,    &CMD_BENCH, &CMD_PLOT, &CMD_COLUMNS, &CMD_AGENTS,    &CMD_RULES,  NULL,
};

int main(int argc, char **argv)
{
    (void)argc;
    return commands_main(COMMANDS, argv);
}
