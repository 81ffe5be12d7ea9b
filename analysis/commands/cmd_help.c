/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur help: the list of commands, what a command takes, and the topics. pasur manual: all that --help says. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/help_topics.h"
#include "engine/text/words.h"
#include "library/version.h"
#include "sim/files/text_buffer.h"

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

enum { AS_TEXT, AS_MAN, AS_MARKDOWN, AS_NAMES };

typedef struct {
    int format;
} Manual;

static const Option MANUAL_OPTIONS[] = {
    {"format",
     "text as of --help all, a page for man(1), a section of a page in Markdown, or the names of the commands",
     OPTION_AT(Manual, format), .choices = "text man markdown names", .fallback = "text"},
};

/* The text as roff has it. */
static void roff_print(FILE *out, const char *text)
{
    static const char *const ESCAPES[] = {"\\\\e", "-\\-", "'\\(aq", "`\\(ga", "^\\(ha", "~\\(ti"};
    for (const char *at = text; *at; at++) {
        size_t i = 0;
        while (i < sizeof ESCAPES / sizeof *ESCAPES && *ESCAPES[i] != *at)
            i++;
        if (*at == '.' && (at == text || at[-1] == '\n')) fputs("\\&", out);
        if (i < sizeof ESCAPES / sizeof *ESCAPES)
            fputs(ESCAPES[i] + 1, out);
        else
            putc(*at, out);
    }
}

/* What --help all says, as it is. */
static void manual_page(FILE *out, int format, const Command *command, const char *text)
{
    const char *name = command->spec.command;
    if (format == AS_NAMES) fprintf(out, "%s\n", name);
    if (format == AS_TEXT) fputs(text, out);
    if (format == AS_MARKDOWN) fprintf(out, "\n## `pasur %s`\n\n```\n%s```\n", name, text);
    if (format != AS_MAN) return;
    fprintf(out, ".TH pasur\\-%s 1 \"\" \"pasur %s\"\n.SH NAME\npasur\\-%s \\- ", name, PASUR_VERSION, name);
    roff_print(out, command->spec.summary);
    fputs("\n.SH DESCRIPTION\n.nf\n", out);
    roff_print(out, text);
    fputs(".fi\n", out);
}

static bool manual_print(Driver *driver, Error *error)
{
    const int format = ((const Manual *)driver->own)->format;
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const Command *named = word ? command_named(driver->commands, word) : NULL;
    if (word && !named) return name_refuse(driver, word, false, error);
    for (const Command *const *command = driver->commands; *command; command++) {
        char *text = NULL;
        size_t length;
        if (named && *command != named) continue;
        FILE *lines = open_memstream(&text, &length);
        if (lines) options_help(lines, &(*command)->spec, format == AS_TEXT ? driver->page.width : 0, true);
        if (!text_stream_close(lines, &text)) return free(text), error_memory(error);
        if (!named && format == AS_TEXT)
            printf("%s==== pasur %s\n\n", command > driver->commands ? "\n" : "", (*command)->spec.command);
        manual_page(stdout, format, *command, text);
        free(text);
    }
    return driver_printed(error);
}

const Command CMD_MANUAL = {
    .rare = true,
    .spec = {.command = "manual",
             .summary = "all that --help says, of one command or of all, also as a man page",
             .args = {"[COMMAND]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Prints the manual of one command or of all, as '--help all' of each does, as text, as pages for "
                      "man(1) or as Markdown.",
             .example = "pasur manual sim",
             OPTION_ROWS(MANUAL_OPTIONS)},
    .size = sizeof(Manual),
    .work = manual_print,
};
