/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --help prints of a command's options. */
#include <string.h>

#include "analysis/commands/options.h"
#include "analysis/report/page.h"

enum { WIDTH = 80, WIDTH_LEAST = 50, HELP_COLUMN = 26 };

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

static void option_print(FILE *file, const Option *option, int width)
{
    char text[1024], range[64];
    const char *fallback = option->fallback, *metavar = option_metavar(option);
    const bool choice = option->type == OPTION_CHOICE,
               brackets = *option_range(range, sizeof range, option) || fallback;
    int column = fprintf(file, option->letter ? "  -%c, " : "  ", option->letter);
    column += fprintf(file, "--%s%s%s", option->name, metavar ? " " : "", metavar ? metavar : "");
    if (column + 2 > HELP_COLUMN) column = 0 * fputc('\n', file);
    fprintf(file, "%*s", HELP_COLUMN - column, "");
    snprintf(text, sizeof text, "%s%s%s%s%s%s%s%s%s", option->help, choice ? ": " : "", choice ? option->choices : "",
             brackets ? " (" : "", range, range[0] && fallback ? "; " : "", fallback ? "default " : "",
             fallback ? fallback : "", brackets ? ")" : "");
    lines_print(file, text, HELP_COLUMN, width);
}

void options_help(FILE *file, const OptionsSpec *spec, int width)
{
    width = width <= 0 || width > WIDTH ? WIDTH : width < WIDTH_LEAST ? WIDTH_LEAST : width;
    static const Option HELP = {"help", "this text", OPTION_FLAG, .letter = 'h'};
    lines_print(file, spec->about, 0, width);
    fprintf(file, "\nUsage: pasur %s [options]%s%s\n", spec->command, spec->args.text ? " " : "",
            spec->args.text ? spec->args.text : "");
    for (size_t i = 0; i < spec->option_count; i++) {
        if (spec->options[i].heading) fprintf(file, "\n%s:\n", spec->options[i].heading);
        option_print(file, &spec->options[i], width);
    }
    fputs(spec->option_count ? "\n" : "\nOptions:\n", file);
    option_print(file, &HELP, width);
    if (spec->notes || spec->list) fputc('\n', file);
    if (spec->notes) lines_print(file, spec->notes, 0, width);
    if (spec->list) spec->list(file);
    fprintf(file, "\nExample: %s\n", spec->example);
}
