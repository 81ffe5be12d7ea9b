/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of options.h that prints. */
#include <stdarg.h>
#include <string.h>

#include "analysis/commands/options.h"
#include "engine/text/error.h"

enum { WIDTH = 80, HELP_COLUMN = 26 };

const char *option_metavar(const Option *option)
{
    if (option->metavar) return option->metavar;
    switch (option->type) {
    case OPTION_COUNT:
    case OPTION_INT: return "N";
    case OPTION_NUMBER: return "X";
    case OPTION_CHOICE: return "WORD";
    default: return "TEXT";
    }
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

/* Writes `text` broken at blanks into lines of WIDTH; it starts at `column`, later lines at `indent`. Ends the line. */
static void print_wrapped(FILE *file, const char *text, size_t column, size_t indent)
{
    bool first = true;
    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");
        size_t letters = 0; /* of UTF-8 */
        for (size_t i = 0; i < length; i++)
            letters += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (!first && column + 1 + letters > WIDTH) {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', file);
            column++;
        }
        fwrite(text, 1, length, file);
        text += length;
        column += letters;
        first = false;
    }
    fputc('\n', file);
}

static void print_option(FILE *file, char letter, const char *name, const char *metavar, const char *help)
{
    char left[WIDTH], short_name[] = "-x, ";
    short_name[1] = letter;
    int length = snprintf(left, sizeof left, "  %s--%s%s%s", letter ? short_name : "", name, metavar ? " " : "",
                          metavar ? metavar : "");
    fputs(left, file);
    if (length + 2 > HELP_COLUMN) fputc('\n', file), length = 0;
    fprintf(file, "%*s", HELP_COLUMN - length, "");
    print_wrapped(file, help, HELP_COLUMN, HELP_COLUMN);
}

static void print_row(FILE *file, const Option *option)
{
    char text[1024], range[64];
    const char *fallback = option->fallback;
    option_range(range, sizeof range, option);
    bool choice = option->type == OPTION_CHOICE;
    bool brackets = range[0] || fallback;
    snprintf(text, sizeof text, "%s%s%s%s%s%s%s%s%s", option->help, choice ? ": " : "", choice ? option->choices : "",
             brackets ? " (" : "", range, range[0] && fallback ? "; " : "", fallback ? "default " : "",
             fallback ? fallback : "", brackets ? ")" : "");
    print_option(file, option->letter, option->name, option->type == OPTION_FLAG ? NULL : option_metavar(option), text);
}

void options_help(FILE *file, const OptionsSpec *spec)
{
    print_wrapped(file, spec->about, 0, 0);
    fprintf(file, "\nUsage: pasur %s [options]%s%s\n", spec->command, spec->args ? " " : "",
            spec->args ? spec->args : "");
    const char *title = "";
    for (size_t i = 0; i < spec->group_count; i++) {
        const OptionGroup *group = &spec->groups[i];
        if (strcmp(title, group->title) != 0) fprintf(file, "\n%s:\n", title = group->title);
        for (size_t k = 0; k < group->count; k++)
            print_row(file, &group->rows[k]);
    }
    fputs(spec->group_count ? "\n" : "\nOptions:\n", file);
    print_option(file, 'h', "help", NULL, "this text");
    if (spec->notes) fprintf(file, "\n%s\n", spec->notes);
    fprintf(file, "\nExample: %s\n", spec->example);
}

int options_report(const OptionsSpec *spec, const ParsedOptions *parsed, OptionsStatus status)
{
    if (status == OPTIONS_ERROR) return command_error(STATUS_WRONG_USE, spec->command, "%s", parsed->error.text);
    options_help(stdout, spec);
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    return command_error(STATUS_FAILED, spec->command, "standard output cannot be written");
}

int command_error(int status, const char *command, const char *format, ...)
{
    char message[1024], line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fprintf(stderr, "pasur %s: %s\n", command, text_one_line(line, sizeof line, message));
    return status;
}
