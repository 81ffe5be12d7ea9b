/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses among the commands. */
#include "analysis/commands/commands.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/version.h"
#include "engine/text/names.h"

enum { COMMANDS_MOST = 64 };

static int wrong_use(const char *reason)
{
    fprintf(stderr, "pasur: %s\n", reason);
    return STATUS_WRONG_USE;
}

static int unexpected_argument(const char *argument)
{
    Error error;
    error_set(&error, "unexpected argument '%.60s'; see 'pasur --help'", argument);
    return wrong_use(error.text);
}

/* 0, or 5 with a message if stdout cannot be written. */
static int stdout_status(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    perror("pasur: stdout");
    return STATUS_FAILED;
}

static int usage_print(const Command *const commands[])
{
    puts("Monte Carlo research on the card game Pasur.\n\n"
         "Usage: pasur COMMAND [options]\n\nCommands:");
    for (; *commands; commands++)
        printf("  %-10s %s\n", (*commands)->spec.command, (*commands)->spec.summary);
    puts("\n'pasur help COMMAND' or 'pasur COMMAND --help' shows a command's options.\n"
         "Example: pasur sim greedy random --boards 1M");
    return stdout_status();
}

/* Runs the command of argv[0]. */
static int named_run(const Command *const commands[], char **argv)
{
    const char *names[COMMANDS_MOST];
    Error error;
    Names list = NAMES_OF("command", names, 0, "'pasur --help' lists them");
    for (; commands[list.count] && list.count < COMMANDS_MOST; list.count++)
        names[list.count] = commands[list.count]->spec.command;
    const int index = name_lookup(&list, argv[0], &error);
    return index < 0 ? wrong_use(error.text) : command_run(commands[index], commands, argv);
}

int commands_main(const Command *const commands[], char **argv)
{
    const char *name = argv[0] ? argv[1] : NULL;
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is a file that cannot be written */
    if (!name) return wrong_use("no command given; 'pasur --help' lists them");
    if (!strcmp(name, "--version")) {
        if (argv[2]) return unexpected_argument(argv[2]);
        puts("pasur " PASUR_VERSION);
        return stdout_status();
    }
    if (strcmp(name, "help") && strcmp(name, "--help") && strcmp(name, "-h")) return named_run(commands, argv + 1);
    if (!argv[2]) return usage_print(commands);
    if (argv[3]) return unexpected_argument(argv[3]);
    return named_run(commands, (char *[]){argv[2], (char[]){"--help"}, NULL});
}
