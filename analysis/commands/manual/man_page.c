/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the manual as mdoc(7): clean for `mandoc -T lint`, so one sentence a line, and lines of 80 bytes at most. */
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/manual/manual.h"
#include "library/version.h"

enum { LINE = 78, ESCAPED = 16 };

/* One character of UTF-8 as roff has it. Returns its bytes. */
static size_t roff_character(char out[static ESCAPED], const char *text)
{
    static const char *const ESCAPES[] = {"\\\\e", "-\\-", "'\\(aq", "`\\(ga", "^\\(ha", "~\\(ti", "\"\\(dq"};
    const unsigned char *byte = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof ESCAPES / sizeof *ESCAPES; i++)
        if (*text == *ESCAPES[i]) return snprintf(out, ESCAPED, "%s", ESCAPES[i] + 1), 1;
    const size_t length = *byte < 0x80 ? 1 : *byte < 0xE0 ? 2 : *byte < 0xF0 ? 3 : 4;
    unsigned code = length == 1 ? *byte : *byte & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (byte[i] & 0x3Fu);
    snprintf(out, ESCAPED, length == 1 ? "%c" : "\\[u%04X]", code);
    return length;
}

/* Returns how many bytes it is; out NULL: it only counts them. */
static size_t roff_word(FILE *out, const char *word, size_t length)
{
    char escaped[ESCAPED];
    size_t bytes = 0;
    for (size_t i = 0; i < length;) {
        i += roff_character(escaped, word + i);
        bytes += strlen(escaped);
        if (out) fputs(escaped, out);
    }
    return bytes;
}

static bool ends_sentence(const char *word, size_t length)
{
    while (length && strchr(")'\"", word[length - 1]))
        length--;
    return length > 1 && strchr(".?!", word[length - 1]) && !(length > 2 && strncmp(word + length - 3, "...", 3) == 0);
}

/* Words in lines. */
static void roff_text(FILE *out, const char *text)
{
    size_t column = 0;
    for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
        const size_t length = strcspn(text, " \n");
        if (column && column + 1 + roff_word(NULL, text, length) > LINE) column = 0 * (size_t)fputc('\n', out);
        if (column) fputc(' ', out), column++;
        if (!column && (*text == '.' || *text == '\'')) fputs("\\&", out);
        column += roff_word(out, text, length);
        if (ends_sentence(text, length)) column = 0 * (size_t)fputc('\n', out);
        text += length;
    }
    if (column) fputc('\n', out);
}

/* An argument of a macro. */
static void roff_argument(FILE *out, const char *text)
{
    fputs(" \"", out);
    roff_word(out, text, strlen(text));
    fputc('"', out);
}

/* Lines of an example. */
static void roff_lines(FILE *out, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        fputs(".Dl \"", out);
        roff_word(out, text, length);
        fputs("\"\n", out);
        text += length + (text[length] == '\n');
    }
}

static void option_item(FILE *out, const Option *option)
{
    char text[1024];
    const char *metavar = option_metavar(option);
    fputs(".It", out);
    if (option->letter) fprintf(out, " Fl %c ,", option->letter);
    fprintf(out, " Fl \\-%s", option->name);
    if (metavar) fputs(" Ar", out), roff_argument(out, metavar);
    fputc('\n', out);
    roff_text(out, option_text(text, sizeof text, option));
}

static void options_print(FILE *out, const OptionsSpec *spec)
{
    static const Option HELP = {"help", "the essentials on a screen, 'all': all of it", .letter = 'h',
                                .metavar = "[all]"};
    for (size_t i = 0; i <= spec->option_count; i++) {
        const Option *option = i < spec->option_count ? &spec->options[i] : &HELP;
        if (i == 0 || option->heading || option == &HELP) {
            const char *heading = option == &HELP ? "Help" : option->heading ? option->heading : "Options";
            fprintf(out, "%s.Ss %s\n.Bl -tag -width Ds\n", i ? ".El\n" : "", heading);
        }
        option_item(out, option);
    }
    fputs(".El\n", out);
}

static void head_print(FILE *out, const char *name, const char *title, const char *summary)
{
    fprintf(out, ".\\\" 'pasur manual --format man' of pasur %s wrote this page.\n.Dd %s\n.Dt %s 1\n.Os\n.Sh NAME\n",
            PASUR_VERSION, PASUR_DATE, title);
    char line[256]; /* which ends without a mark */
    snprintf(line, sizeof line, "%.*s", (int)(strlen(summary) - ends_sentence(summary, strlen(summary))), summary);
    fprintf(out, ".Nm %s\n.Nd ", name);
    roff_text(out, line);
}

static void statuses_print(FILE *out)
{
    fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds\n", out);
    for (const StatusRow *row = STATUSES; row->meaning; row++) {
        fprintf(out, ".It %d\n", row->status);
        roff_text(out, row->meaning);
    }
    fputs(".El\n", out);
}

static void overview_print(FILE *out, const Command *const commands[])
{
    head_print(out, "pasur", "PASUR", "Monte Carlo research on the card game Pasur");
    fputs(".Sh SYNOPSIS\n.Nm pasur\n.Ar command\n.Op Ar options\n.Sh DESCRIPTION\n", out);
    roff_text(out,
              "Seats agents against each other over millions of rounds, says what a tactic is worth with an interval, "
              "tunes and rates agents, solves rounds with open cards, and advises on a hand. Results go to standard "
              "output or the file named; progress, notes and errors go to standard error. Whole numbers take k, M "
              "and G. The same seed gives the same answer, whatever the number of threads.");
    fputs(".Ss Commands\n.Bl -tag -width Ds\n", out);
    for (; *commands; commands++) {
        fprintf(out, ".It Xr pasur-%s 1\n", (*commands)->spec.command);
        roff_text(out, (*commands)->spec.summary);
    }
    fputs(".El\n.Sh ENVIRONMENT\n.Bl -tag -width Ds\n.It Ev COLUMNS\n", out);
    roff_text(out, "How wide text is, instead of as wide as the terminal.");
    fputs(".El\n", out);
    statuses_print(out);
    fputs(".Sh EXAMPLES\n.Dl pasur sim greedy random \\-\\-boards 1M\n", out);
}

void man_print(FILE *out, const Command *command, const Command *const commands[])
{
    char title[64], name[64], *list = NULL;
    size_t length;
    if (!command) return overview_print(out, commands);
    const OptionsSpec *spec = &command->spec;
    snprintf(name, sizeof name, "pasur-%s", spec->command);
    for (size_t i = 0; i <= strlen(name); i++)
        title[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
    head_print(out, name, title, spec->summary);
    fprintf(out, ".Sh SYNOPSIS\n.Nm pasur %s\n.Op Ar options\n", spec->command);
    if (spec->args.text) fputs(".Ar", out), roff_argument(out, spec->args.text), fputc('\n', out);
    fputs(".Sh DESCRIPTION\n", out);
    roff_text(out, spec->about);
    options_print(out, spec);
    FILE *lines = spec->list ? open_memstream(&list, &length) : NULL;
    if (lines) spec->list(lines);
    if (lines && fclose(lines)) spec = NULL;
    if (spec && (spec->notes || list)) {
        fputs(".Ss Notes\n", out);
        if (spec->notes) roff_text(out, spec->notes);
        if (list) roff_text(out, list);
    }
    free(list);
    statuses_print(out);
    fputs(".Sh EXAMPLES\n", out);
    roff_lines(out, command->spec.example);
    fputs(".Sh SEE ALSO\n.Xr pasur 1\n", out);
}
