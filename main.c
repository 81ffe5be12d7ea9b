/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table, and what chooses among the commands. */
#include <stdio.h>
#include <string.h>

#include "agents/isa.h"
#include "analysis/commands/commands.h"
#include "engine/text/words.h"

static const Command *const COMMANDS[] = {
    &CMD_SIM,    &CMD_TACTICS, &CMD_TUNE,      &CMD_RATE,     &CMD_EQUITY, &CMD_EXPLOIT,  &CMD_REGRET,
    &CMD_LEARN,  &CMD_POWER,   &CMD_CALIBRATE, &CMD_OPENINGS, &CMD_ADVISE, &CMD_SOLVE,    &CMD_PLAY,
    &CMD_REVIEW, &CMD_RUNS,    &CMD_MERGE,     &CMD_REPORT,   &CMD_POOL,   &CMD_COMPARE,  &CMD_STUDY,
    &CMD_PLOT,   &CMD_COLUMNS, &CMD_REPLAY,    &CMD_PERFT,    &CMD_DEAL,   &CMD_SERVE,    &CMD_CHECK,
    &CMD_AGENTS, &CMD_RULES,   &CMD_BENCH,     &CMD_HELP,     &CMD_MANUAL, &CMD_COMPLETE, NULL,
};

static int wrong_use(const char *reason)
{
    fprintf(stderr, "pasur: %s\n", reason);
    return STATUS_WRONG_USE;
}

/* Runs the command of argv[0]. */
static int named_run(char **argv)
{
    const char *names[sizeof COMMANDS / sizeof *COMMANDS];
    Error error;
    Names list = NAMES_OF("command", names, 0, "'pasur --help' lists them");
    for (; COMMANDS[list.count]; list.count++)
        names[list.count] = COMMANDS[list.count]->spec.command;
    const int index = name_lookup(&list, argv[0], &error);
    return index < 0 ? wrong_use(error.text) : command_run(COMMANDS[index], COMMANDS, argv);
}

int main(int argc, char **argv)
{
    char help[] = "help";
    Error error;
    process_begin();
    if (!isa_check(&error)) return wrong_use(error.text);
    if (argc < 2) return wrong_use("no command given; 'pasur --help' lists them");
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) argv[1] = help;
    if (strcmp(name, "--version") != 0) return named_run(argv + 1);
    if (argc > 2) {
        error_set(&error, "unexpected argument '%.60s'; see 'pasur --help'", argv[2]);
        return wrong_use(error.text);
    }
    version_print();
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    perror("pasur: stdout");
    return STATUS_FAILED;
}
