/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table, and what chooses among the commands. */
#include <stdio.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "engine/text/names.h"

static const Command *const COMMANDS[] = {
    &CMD_SIM,   &CMD_TACTICS, &CMD_TUNE,    &CMD_RATE,   &CMD_EQUITY, &CMD_POWER, &CMD_CALIBRATE, &CMD_ADVISE,
    &CMD_SOLVE, &CMD_REPLAY,  &CMD_PERFT,   &CMD_DEAL,   &CMD_RUNS,   &CMD_MERGE, &CMD_REPORT,    &CMD_STUDY,
    &CMD_BENCH, &CMD_PLOT,    &CMD_COLUMNS, &CMD_AGENTS, &CMD_RULES,  NULL,
};

static int wrong_use(const char *reason)
{
    fprintf(stderr, "pasur: %s\n", reason);
    return STATUS_WRONG_USE;
}

static bool usage_print(void)
{
    PageText text;
    const Page page = terminal_page(stdout);
    if (!page_text_open(&text)) return false;
    fputs("Monte Carlo research on the card game Pasur.\n\n"
          "Usage: pasur COMMAND [options]\n\nCommands:\n",
          text.stream);
    for (const Command *const *command = COMMANDS; *command; command++)
        fprintf(text.stream, "  %-9s  %s\n", (*command)->spec.command, (*command)->spec.summary);
    fputs("\n'pasur help COMMAND' or 'pasur COMMAND --help' shows a command's options.\n"
          "Example: pasur sim greedy random --boards 1M\n",
          text.stream);
    return page_text_close(&text, stdout, &page);
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
    process_begin();
    if (argc < 2) return wrong_use("no command given; 'pasur --help' lists them");
    const char *name = argv[1];
    const bool version = !strcmp(name, "--version");
    const bool help = !strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h");
    const int most = version ? 2 : help ? 3 : argc;
    if (argc > most) {
        Error error;
        error_set(&error, "unexpected argument '%.60s'; see 'pasur --help'", argv[most]);
        return wrong_use(error.text);
    }
    bool good = true;
    if (version)
        version_print();
    else if (help && argc == 2)
        good = usage_print();
    else
        return named_run(help ? (char *[]){argv[2], (char[]){"--help"}, NULL} : argv + 1);
    if (good && fflush(stdout) == 0 && !ferror(stdout)) return 0;
    perror("pasur: stdout");
    return STATUS_FAILED;
}
