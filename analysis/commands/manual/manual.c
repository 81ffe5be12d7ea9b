/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur manual: the manual of every command, as text, as pages of man(1), as mdoc(7), clean for
   `mandoc -T lint` (one sentence a line, lines of 80 bytes at most), and as Markdown for the site. */
#include "analysis/commands/commands.h"

#include <stdlib.h>
#include <string.h>

#include "engine/text/words.h"
#include "library/version.h"
#include "sim/files/text_buffer.h"

/* ---- what the exit statuses mean */

static const struct {
    int status;
    const char *meaning;
} STATUSES[] = {
    {0, "done; of a test: the high hypothesis holds"},
    {STATUS_NO, "the answer is no: a record is wrong, a check failed; of a test: the low hypothesis"},
    {STATUS_WRONG_USE, "wrong use or bad input"},
    {STATUS_UNDECIDED, "a test ended undecided, or --stop ci= before it was that precise"},
    {STATUS_VOID, "more void boards than --max-void allows"},
    {STATUS_FAILED, "the system failed: disk full, no memory, a file that cannot be written"},
    {STATUS_INTERRUPTED, "stopped by the user; everything finished so far is kept"},
};

/* ---- pages of man(1) */

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

/* What the command lists at the end of its help, which the caller frees; NULL: nothing. */
static char *list_text(const OptionsSpec *spec)
{
    char *text = NULL;
    size_t length;
    FILE *lines = spec->list ? open_memstream(&text, &length) : NULL;
    if (!lines) return NULL;
    spec->list(lines);
    if (text_stream_close(lines, &text)) return text;
    free(text);
    return NULL;
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
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++) {
        fprintf(out, ".It %d\n", STATUSES[i].status);
        roff_text(out, STATUSES[i].meaning);
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

/* The page pasur-COMMAND.1; command NULL: pasur.1, which lists the commands (up to NULL). */
static void man_print(FILE *out, const Command *command, const Command *const commands[])
{
    char title[64], name[64];
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
    char *list = list_text(spec);
    if (spec->notes || list) fputs(".Ss Notes\n", out);
    if (spec->notes) roff_text(out, spec->notes);
    if (list) roff_text(out, list);
    free(list);
    statuses_print(out);
    fputs(".Sh EXAMPLES\n", out);
    roff_lines(out, command->spec.example);
    fputs(".Sh SEE ALSO\n.Xr pasur 1\n", out);
}

/* ---- the page of all commands */

/* Text of a paragraph or a cell: what Markdown would read as its own is escaped, line ends are blanks. */
static void markdown_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|*_<>[]`\\", *text)) fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

/* A paragraph behind an empty line. */
static void markdown_paragraph(FILE *out, const char *text)
{
    enum { PAGE_WIDTH = 120 };
    char *escaped = NULL;
    size_t length;
    FILE *whole = open_memstream(&escaped, &length);
    if (!whole) return;
    markdown_text(whole, text);
    fputc('\n', out);
    if (text_stream_close(whole, &escaped)) page_words(out, escaped, length, 0, 0, PAGE_WIDTH);
    fputc('\n', out);
    free(escaped);
}

/* Code in a cell. */
static void markdown_code(FILE *out, const Option *option)
{
    const char *metavar = option_metavar(option);
    fputc('`', out);
    if (option->letter) fprintf(out, "-%c`, `", option->letter);
    fprintf(out, "--%s%s", option->name, metavar ? " " : "");
    for (; metavar && *metavar; metavar++)
        fprintf(out, "%s%c", *metavar == '|' ? "\\" : "", *metavar);
    fputc('`', out);
}

static void markdown_options(FILE *out, const OptionsSpec *spec)
{
    char text[1024];
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        if (i == 0 || option->heading)
            fprintf(out, "\n| %s | |\n|---|---|\n", option->heading ? option->heading : "Options");
        fputs("| ", out);
        markdown_code(out, option);
        fputs(" | ", out);
        markdown_text(out, option_text(text, sizeof text, option));
        fputs(" |\n", out);
    }
}

static void markdown_overview(FILE *out, const Command *const commands[])
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
        markdown_text(out, (*commands)->spec.summary);
        fputs(" |\n", out);
    }
    fputs("\n| exit status | |\n|---|---|\n", out);
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++) {
        fprintf(out, "| %d | ", STATUSES[i].status);
        markdown_text(out, STATUSES[i].meaning);
        fputs(" |\n", out);
    }
}

/* A section of that page; NULL: what stands above them all. */
static void markdown_print(FILE *out, const Command *command, const Command *const commands[])
{
    if (!command) return markdown_overview(out, commands);
    const OptionsSpec *spec = &command->spec;
    fprintf(out, "\n## `pasur %s`\n", spec->command);
    markdown_paragraph(out, spec->about);
    fprintf(out, "\n```\n%s\n```\n\nUsage: `pasur %s [options]%s%s`\n", spec->example, spec->command,
            spec->args.text ? " " : "", spec->args.text ? spec->args.text : "");
    markdown_options(out, spec);
    if (spec->notes) markdown_paragraph(out, spec->notes);
    char *list = list_text(spec);
    if (list) markdown_paragraph(out, list);
    free(list);
}

/* ---- pasur manual */

enum { COMMANDS_MOST = 64, AS_TEXT = 0, AS_MAN, AS_MARKDOWN, AS_NAMES };

typedef struct {
    int format;
} Manual;

static const Option OPTIONS[] = {
    {"format",
     "text as of --help all, a page for man(1), a section of a page in Markdown, or the names of the commands",
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
    .rare = true,
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
