/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/status.h"
#include "analysis/report/version.h"
#include "engine/text/names.h"

typedef struct {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns the exit status */
    const char *help;
} Command;

static const Command COMMANDS[] = {
    {"sim", cmd_sim, "agents against each other over many boards"},
    {"advise", cmd_advise, "what each legal play of a hand is worth"},
    {"solve", cmd_solve, "exact values with open cards, for two sides"},
    {"replay", cmd_replay, "check records play by play and count them"},
    {"perft", cmd_perft, "count the sequences of plays that follow a position"},
    {"deal", cmd_deal, "print shuffled deals as records"},
    {"bench", cmd_bench, "speed of this build on this machine, and the signature"},
    {"agents", cmd_agents, "list the agents with their parameters"},
    {"rules", cmd_rules, "list presets and keys with their values"},
    {"tactics", cmd_tactics, "what each tactic is worth, with confidence intervals"},
    {"tune", cmd_tune, "better numbers for an agent, tested on fresh deals"},
    {"rate", cmd_rate, "tournament among many agents, with ratings and a cross-table"},
    {"power", cmd_power, "how many boards a wanted interval or test needs"},
    {"calibrate", cmd_calibrate, "do intervals and tests keep their promised error rates"},
    {"plot", cmd_plot, "a picture of a CSV file that another command has written"},
    {NULL, NULL, NULL},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS - 1 };

static const Command *command_find(const char *name)
{
    for (const Command *command = COMMANDS; command->name; command++)
        if (strcmp(command->name, name) == 0) return command;
    return NULL;
}

static int unknown_command(const char *name)
{
    Error error;
    name_unknown(&error, &NAMES_OF("command", COMMANDS, COMMAND_COUNT, "'pasur --help' lists them"), name);
    fprintf(stderr, "pasur: %s\n", error.text);
    return STATUS_WRONG_USE;
}

static int unexpected_argument(const char *argument)
{
    char word[64];
    fprintf(stderr, "pasur: unexpected argument '%s'; see 'pasur --help'\n",
            text_one_line(word, sizeof word, argument));
    return STATUS_WRONG_USE;
}

static void usage_print(void)
{
    puts("Monte Carlo research on the card game Pasur.\n\n"
         "Usage: pasur COMMAND [options]\n\nCommands:");
    for (const Command *command = COMMANDS; command->name; command++)
        printf("  %-10s %s\n", command->name, command->help);
    puts("\n'pasur help COMMAND' or 'pasur COMMAND --help' shows a command's options.\n"
         "Example: pasur sim greedy random --boards 1M");
}

/* 0, or 5 with a message if stdout cannot be written. */
static int stdout_status(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    perror("pasur: stdout");
    return STATUS_FAILED;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is a file that cannot be written */
    if (!name) {
        fputs("pasur: no command given; 'pasur --help' lists them\n", stderr);
        return STATUS_WRONG_USE;
    }
    if (strcmp(name, "--version") == 0) {
        if (argc > 2) return unexpected_argument(argv[2]);
        puts("pasur " PASUR_VERSION);
        return stdout_status();
    }
    bool asks_help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (!asks_help) {
        const Command *command = command_find(name);
        return command ? command->run(argc - 1, argv + 1) : unknown_command(name);
    }
    if (argc > 3) return unexpected_argument(argv[3]);
    if (argc == 2) {
        usage_print();
        return stdout_status();
    }
    const Command *command = command_find(argv[2]);
    if (!command) return unknown_command(argv[2]);
    char *help[] = {argv[2], (char[]){"--help"}, NULL};
    return command->run(2, help);
}
