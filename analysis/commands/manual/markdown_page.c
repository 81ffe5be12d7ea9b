/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes docs/commands.md: a section for each command. */
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/manual/manual.h"

/* Text of a paragraph or a cell: what Markdown would read as its own is escaped, line ends are blanks. */
static void text_print(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|*_<>[]`\\", *text)) fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

/* Code in a cell. */
static void code_print(FILE *out, const Option *option)
{
    const char *metavar = option_metavar(option);
    fputc('`', out);
    if (option->letter) fprintf(out, "-%c`, `", option->letter);
    fprintf(out, "--%s%s", option->name, metavar ? " " : "");
    for (; metavar && *metavar; metavar++)
        fprintf(out, "%s%c", *metavar == '|' ? "\\" : "", *metavar);
    fputc('`', out);
}

static void options_print(FILE *out, const OptionsSpec *spec)
{
    char text[1024];
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        if (i == 0 || option->heading)
            fprintf(out, "\n| %s | |\n|---|---|\n", option->heading ? option->heading : "Options");
        fputs("| ", out);
        code_print(out, option);
        fputs(" | ", out);
        text_print(out, option_text(text, sizeof text, option));
        fputs(" |\n", out);
    }
}

static void overview_print(FILE *out, const Command *const commands[])
{
    fputs(
        "<!-- `make docs` writes this file from the program: change the rows of options there. -->\n"
        "# The commands\n\n"
        "`pasur COMMAND [options]`. Results go to standard output or the file named; progress, notes and errors go to\n"
        "standard error. `pasur COMMAND --help` shows the essentials on one screen, `--help all` what stands here. Options\n"
        "are written `--name VALUE` or `--name=VALUE`; whole numbers take `k`, `M` and `G`. The columns of the files are\n"
        "in [csv.md](csv.md).\n\n"
        "| command | for |\n|---|---|\n",
        out);
    for (; *commands; commands++) {
        fprintf(out, "| [`pasur %s`](#pasur-%s) | ", (*commands)->spec.command, (*commands)->spec.command);
        text_print(out, (*commands)->spec.summary);
        fputs(" |\n", out);
    }
    fputs("\n| exit status | |\n|---|---|\n", out);
    for (const StatusRow *row = STATUSES; row->meaning; row++) {
        fprintf(out, "| %d | ", row->status);
        text_print(out, row->meaning);
        fputs(" |\n", out);
    }
}

void markdown_print(FILE *out, const Command *command, const Command *const commands[])
{
    char *list = NULL;
    size_t length;
    if (!command) return overview_print(out, commands);
    const OptionsSpec *spec = &command->spec;
    fprintf(out, "\n## `pasur %s`\n\n", spec->command);
    text_print(out, spec->about);
    fprintf(out, "\n\n```\n%s\n```\n\nUsage: `pasur %s [options]%s%s`\n", spec->example, spec->command,
            spec->args.text ? " " : "", spec->args.text ? spec->args.text : "");
    options_print(out, spec);
    if (spec->notes) {
        fputc('\n', out);
        text_print(out, spec->notes);
        fputc('\n', out);
    }
    FILE *lines = spec->list ? open_memstream(&list, &length) : NULL;
    if (lines) spec->list(lines);
    if (lines && !fclose(lines)) {
        fputc('\n', out);
        text_print(out, list);
        fputc('\n', out);
    }
    free(list);
}
