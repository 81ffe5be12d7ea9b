/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur help: the list of commands, what a command takes, and the topics. pasur manual: all that --help says. */
#include <assert.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/help_topics.h"
#include "engine/text/words.h"

enum { NAMES_MOST = 64, WIDTH = 80 };

/* The word for the list of all commands, where `pasur --help` has what fits a screen: the first of them and names. */
static const char ALL[] = "commands";
enum { FIRST_COMMANDS = 12 };

/* The names of commands, those that are rare or the others. */
static void names_print(FILE *out, const char *before, const Command *const *command, bool rare)
{
    for (; *command; command++) {
        if ((*command)->rare != rare) continue;
        fprintf(out, "%s %s", before, (*command)->spec.command);
        before = ",";
    }
    fputs(".\n", out);
}

static void usage_print(FILE *out, const Driver *driver, bool all)
{
    const Command *const *command = driver->commands;
    fputs("Monte Carlo research on the card game Pasur.\n\n"
          "Usage: pasur COMMAND [options]\n\nCommands:\n",
          out);
    for (int i = 0; *command && (all || i < FIRST_COMMANDS); command++) {
        if (!all && (*command)->rare) continue;
        fprintf(out, "  %-9s  %s\n", (*command)->spec.command, (*command)->spec.summary);
        i++;
    }
    if (!all) {
        names_print(out, "and", command, false);
        names_print(out, "More:", driver->commands, true);
        fputs("Topics:", out);
        for (size_t i = 0; i < TOPIC_COUNT; i++)
            fprintf(out, " %s%s", TOPICS[i].name, i + 1 < TOPIC_COUNT ? "," : ".\n");
        fprintf(out, "'pasur help %s' says what all are for, 'pasur help NAME' tells of one.\n", ALL);
    } else {
        fputs("\nTopics, by 'pasur help TOPIC':\n", out);
        for (size_t i = 0; i < TOPIC_COUNT; i++)
            fprintf(out, "  %-9s  %s\n", TOPICS[i].name, TOPICS[i].summary);
        fputs("\n'pasur help COMMAND' or 'pasur COMMAND --help' shows a command's options.\n", out);
    }
    fputs("Example: pasur sim greedy random --boards 1M\n", out);
}

/* What the program's tables know of a topic. */
static void topic_more(const Driver *driver, const Topic *topic, int width)
{
    if (!strcmp(topic->name, "rules")) {
        puts("\nPresets");
        for (int i = 0; i < RULE_PRESET_COUNT; i++)
            topic_word(stdout, RULE_PRESETS[i].name, RULE_PRESETS[i].source, width);
    } else if (!strcmp(topic->name, "agents")) {
        puts("\nKinds");
        for (int i = 0; i < AGENT_KIND_COUNT; i++)
            topic_word(stdout, AGENT_KINDS[i]->name, AGENT_KINDS[i]->help, width);
    } else if (!strcmp(topic->name, "csv")) {
        puts("\nFiles, and what a row is");
        for (const Command *const *command = driver->commands; *command; command++)
            for (const ResultKind *const *kind = (*command)->results; kind && *kind; kind++)
                topic_word(stdout, (*kind)->table->file, (*kind)->table->row, width);
    }
}

static const Topic *topic_find(const char *word)
{
    for (size_t i = 0; i < TOPIC_COUNT; i++)
        if (!strcmp(TOPICS[i].name, word)) return &TOPICS[i];
    return NULL;
}

static bool name_refuse(const Driver *driver, const char *word, bool topics, Error *error)
{
    const char *names[NAMES_MOST];
    Names list = NAMES_OF(topics ? "command or topic" : "command", names, 0, "'pasur help' lists them");
    for (size_t i = 0; i < TOPIC_COUNT && topics; i++)
        names[list.count++] = TOPICS[i].name;
    for (const Command *const *command = driver->commands; *command; command++) {
        assert(list.count < NAMES_MOST);
        names[list.count++] = (*command)->spec.command;
    }
    return name_unknown(error, &list, word);
}

static bool help_print(Driver *driver, Error *error)
{
    PageText text;
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    if (!word || !strcmp(word, ALL)) {
        if (!page_text_open(&text)) return error_memory(error);
        usage_print(text.stream, driver, word);
        return page_text_close(&text, stdout, &driver->page) || error_memory(error);
    }
    const Topic *topic = topic_find(word);
    const Command *command = command_named(driver->commands, word);
    if (!topic && !command) return name_refuse(driver, word, true, error);
    const int width = driver->page.width > 0 && driver->page.width < WIDTH ? driver->page.width : WIDTH;
    if (topic) topic_print(stdout, topic, width);
    if (topic) topic_more(driver, topic, width);
    if (topic && command) fputs("\nThe command\n\n", stdout);
    if (command) options_help(stdout, &command->spec, driver->page.width, false);
    return true;
}

const Command CMD_HELP = {
    .spec = {.command = "help",
             .summary = "what a command takes, and the topics below",
             .args = {"[COMMAND|TOPIC]", 0, 1, NULL, TAKES_TOPIC},
             .about =
                 "Lists the commands, all of them with 'commands'; with a command, what it takes; with a topic (rules, "
                 "agents, notation, csv, glossary, statuses), what there is to know of it.",
             .example = "pasur help glossary"},
    .work = help_print,
};

/* ---- pasur manual */

static bool manual_print(Driver *driver, Error *error)
{
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const Command *named = word ? command_named(driver->commands, word) : NULL;
    if (word && !named) return name_refuse(driver, word, false, error);
    for (const Command *const *command = driver->commands; *command; command++) {
        if (named && *command != named) continue;
        if (!named) printf("%s==== pasur %s\n\n", command > driver->commands ? "\n" : "", (*command)->spec.command);
        options_help(stdout, &(*command)->spec, driver->page.width, true);
    }
    return driver_printed(error);
}

const Command CMD_MANUAL = {
    .rare = true,
    .spec = {.command = "manual",
             .summary = "all that --help says, of one command or of all",
             .args = {"[COMMAND]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Prints the manual of one command or of all, as '--help all' of each does. 'make install' makes "
                      "pages for man(1) of it.",
             .example = "pasur manual sim"},
    .work = manual_print,
};
