/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --help prints of a command's options. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/options.h"
#include "analysis/report/text.h"

enum { WIDTH = 80, WIDTH_LEAST = 50, HELP_COLUMN = 26, BRIEF_COLUMN = 22, SCREEN = 23 };

const char *option_metavar(const Option *option)
{
    static const char *const NAMES[] = {
        [OPTION_COUNT] = "N", [OPTION_NUMBER] = "X", [OPTION_CHOICE] = "WORD", [OPTION_TEXT] = "TEXT"};
    return option->metavar ? option->metavar : NAMES[option->type];
}

const char *option_range(char *out, size_t size, const Option *option)
{
    if (option->low && option->high)
        snprintf(out, size, "%s to %s", option->low, option->high);
    else if (option->low)
        snprintf(out, size, "at least %s", option->low);
    else if (option->high)
        snprintf(out, size, "at most %s", option->high);
    else
        out[0] = '\0';
    return out;
}

/* Writes lines of the text from the column `indent` on, where the first one begins. */
static void lines_print(FILE *file, const char *text, int indent, int width)
{
    page_words(file, text, strlen(text), indent, indent, width);
    fputc('\n', file);
}

const char *option_text(char *out, size_t size, const Option *option)
{
    char range[64];
    const char *fallback = option->fallback;
    const bool choice = option->type == OPTION_CHOICE,
               brackets = *option_range(range, sizeof range, option) || fallback;
    snprintf(out, size, "%s%s%s%s%s%s%s%s%s", option->help, choice ? ": " : "", choice ? option->choices : "",
             brackets ? " (" : "", range, range[0] && fallback ? "; " : "", fallback ? "default " : "",
             fallback ? fallback : "", brackets ? ")" : "");
    return out;
}

/* The names, and what stands behind them from the column on. */
static void option_print(FILE *file, const Option *option, const char *text, int column, int width)
{
    const char *metavar = option_metavar(option);
    int used = fprintf(file, option->letter ? "  -%c, " : "  ", option->letter);
    used += fprintf(file, "--%s%s%s", option->name, metavar ? " " : "", metavar ? metavar : "");
    if (used + 2 > column && used + 2 + display_width(text) <= width)
        column = used + 2;
    else if (used + 2 > column)
        used = 0 * fputc('\n', file);
    fprintf(file, "%*s", column - used, "");
    lines_print(file, text, column, width);
}

/* ---- all of it */

static void full_print(FILE *file, const OptionsSpec *spec, int width)
{
    static const Option HELP = {"help", "this text", OPTION_FLAG, .letter = 'h'};
    char text[1024];
    lines_print(file, spec->about, 0, width);
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        if (option->heading) fprintf(file, "\n%s:\n", option->heading);
        option_print(file, option, option_text(text, sizeof text, option), HELP_COLUMN, width);
    }
    fputs(spec->option_count ? "\n" : "\nOptions:\n", file);
    option_print(file, &HELP, HELP.help, HELP_COLUMN, width);
    if (spec->notes || spec->list) fputc('\n', file);
    if (spec->notes) lines_print(file, spec->notes, 0, width);
    if (spec->list) spec->list(file);
}

/* ---- the essentials */

/* The rows under one heading: `first` has it. Returns the row of the next one. */
static size_t group_print(FILE *file, const OptionsSpec *spec, size_t first, int width)
{
    char text[256], names[1024] = "";
    size_t next = first, lines = 0;
    for (; next < spec->option_count && (next == first || !spec->options[next].heading); next++)
        lines += spec->options[next].brief != NULL;
    if (lines) fprintf(file, "%s:\n", spec->options[first].heading ? spec->options[first].heading : "Options");
    for (size_t i = first; i < next; i++) {
        const Option *option = &spec->options[i];
        if (!option->brief) {
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s --%s", *names ? "," : "", option->name);
            continue;
        }
        snprintf(text, sizeof text, "%s%s%s%s", option->brief, option->fallback ? " (default " : "",
                 option->fallback ? option->fallback : "", option->fallback ? ")" : "");
        option_print(file, option, text, BRIEF_COLUMN, width);
    }
    if (!*names) return next;
    const char *heading = spec->options[first].heading;
    const int indent = fprintf(file, "%s:", lines ? "  and" : heading ? heading : "Options");
    page_words(file, names, strlen(names), indent, lines ? 6 : 2, width);
    fputc('\n', file);
    return next;
}

static void short_print(FILE *file, const OptionsSpec *spec, int width)
{
    char text[256];
    const bool question = spec->summary[strlen(spec->summary) - 1] == '?';
    snprintf(text, sizeof text, "%c%s%s", toupper((unsigned char)spec->summary[0]), spec->summary + 1,
             question ? "" : ".");
    lines_print(file, text, 0, width);
    fputc('\n', file);
    for (size_t i = 0; i < spec->option_count;)
        i = group_print(file, spec, i, width);
    fprintf(file, "'pasur %s --help all' shows everything.\n", spec->command);
}

/* The example; its further lines stand below its first one. */
static int example_print(FILE *file, const char *example)
{
    int lines = 1;
    fputs("Example: ", file);
    for (; *example; example++) {
        putc(*example, file);
        if (*example == '\n') lines += fprintf(file, "         ") > 0;
    }
    putc('\n', file);
    return lines;
}

void options_help(FILE *file, const OptionsSpec *spec, int width, bool all)
{
    char *text = NULL;
    size_t length, lines = 2;
    width = width <= 0 || width > WIDTH ? WIDTH : width < WIDTH_LEAST ? WIDTH_LEAST : width;
    lines += (size_t)example_print(file, spec->example);
    fprintf(file, "Usage: pasur %s [options]%s%s\n\n", spec->command, spec->args.text ? " " : "",
            spec->args.text ? spec->args.text : "");
    FILE *whole = open_memstream(&text, &length);
    if (whole) full_print(whole, spec, width);
    if (whole && fclose(whole)) all = false;
    for (size_t i = 0; text && i < length; i++)
        lines += text[i] == '\n';
    if (text && (all || lines <= SCREEN))
        fwrite(text, 1, length, file);
    else
        short_print(file, spec, width);
    free(text);
}
