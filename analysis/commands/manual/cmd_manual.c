/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur manual: the manual of every command. */
#include "analysis/commands/manual/manual.h"
#include "engine/text/names.h"

enum { COMMANDS_MOST = 64, AS_TEXT = 0, AS_MAN, AS_MARKDOWN, AS_NAMES };

typedef struct {
    int format;
} Manual;

static const Option OPTIONS[] = {
    {"format", "text as of --help all, a page for man(1), a section of docs/commands.md, or the names of the commands",
     OPTION_AT(Manual, format), .choices = "text man markdown names", .fallback = "text"},
};

static void page_print(FILE *out, const Driver *driver, int format, const Command *command)
{
    if (format == AS_MAN) man_print(out, command, driver->commands);
    if (format == AS_MARKDOWN) markdown_print(out, command, driver->commands);
    if (format == AS_NAMES && command) fprintf(out, "%s\n", command->spec.command);
    if (format == AS_TEXT && command) options_help(out, &command->spec, driver->page.width, true);
}

/* The page of one command; of none named, the overview and, but for man(1), all the others. */
static bool manual_print(Driver *driver, Error *error)
{
    const int format = ((const Manual *)driver->own)->format;
    const char *names[COMMANDS_MOST], *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    Names list = NAMES_OF("command", names, 0, "'pasur --help' lists them");
    for (; driver->commands[list.count]; list.count++)
        names[list.count] = driver->commands[list.count]->spec.command;
    const int index = word ? name_lookup(&list, word, error) : -1;
    if (word && index < 0) return false;
    page_print(stdout, driver, format, word ? driver->commands[index] : NULL);
    for (const Command *const *command = driver->commands; *command && !word && format != AS_MAN; command++) {
        if (format == AS_TEXT)
            printf("%s==== pasur %s\n\n", command > driver->commands ? "\n" : "", (*command)->spec.command);
        page_print(stdout, driver, format, *command);
    }
    return driver_printed(error);
}

const Command CMD_MANUAL = {
    .spec = {.command = "manual",
             .summary = "all that --help says, of one command or of all, also as a man page",
             .args = {"[COMMAND]", 0, 1, NULL, TAKES_COMMAND},
             .about =
                 "Prints the manual of one command or of all, as text, as a page for man(1) (without a COMMAND the "
                 "page pasur.1, which lists them) or as Markdown.",
             .example = "pasur manual sim",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Manual),
    .work = manual_print,
};
