/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a command line by the rows of a command's options, and prints their --help. */
#include "analysis/commands/driver/options.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"
#include "engine/text/number.h"
#include "engine/text/words.h"
#include "sim/files/text_buffer.h"

enum { SHOWN = OPTION_SHOWN }; /* bytes of the user's words that a reason repeats */

const Option *option_find(const OptionsSpec *spec, const char *name)
{
    const Names options = NAMES_OF("option", spec->options, spec->option_count, NULL);
    const int index = name_find(&options, name);
    return index < 0 ? NULL : &spec->options[index];
}

const Option *option_named(const OptionsSpec *spec, char name[static OPTION_SHOWN], const char *word,
                           const char **value)
{
    const size_t length = strcspn(word, "=");
    snprintf(name, SHOWN, "%.*s", (int)(length < SHOWN ? length : SHOWN), word);
    *value = word[length] ? word + length + 1 : NULL;
    const Option *option = !strncmp(name, "--", 2) ? option_find(spec, name + 2) : NULL;
    for (size_t i = 0; i < spec->option_count && length == 2 && *name == '-' && !option; i++)
        if (spec->options[i].letter == name[1]) option = &spec->options[i];
    return option;
}

/* What help and reasons call a row's value. */
static const char *option_metavar(const Option *option)
{
    static const char *const NAMES[] = {
        [OPTION_COUNT] = "N", [OPTION_NUMBER] = "X", [OPTION_CHOICE] = "WORD", [OPTION_TEXT] = "TEXT"};
    return option->metavar ? option->metavar : NAMES[option->type];
}

/* "LOW to HIGH", "at least LOW", "at most HIGH", or "" where the row sets no bound. Returns out. */
static const char *option_range(char *out, size_t size, const Option *option)
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

/* ---- values */

/* Every bound is a whole number that a double holds, or the bound of a double. */
static bool in_range(const Option *option, double number)
{
    double low = -INFINITY, high = INFINITY;
    const bool good = (!option->low || number_double(&low, option->low) == NUMBER_OK) &&
                      (!option->high || number_double(&high, option->high) == NUMBER_OK);
    assert(good);
    return good && low <= number && number <= high;
}

static bool number_set(const Option *option, void *value, const char *text, Error *error)
{
    const bool count = option->type == OPTION_COUNT;
    char word[SHOWN], range[SHOWN];
    const NumberStatus status = count ? number_u64(value, text) : number_double(value, text);
    if (status == NUMBER_OK && in_range(option, count ? (double)*(uint64_t *)value : *(double *)value)) return true;
    text_one_line(word, sizeof word, text);
    if (status != NUMBER_OK && status != NUMBER_RANGE)
        return error_set(error, "--%s: '%s' is not a %s", option->name, word,
                         count ? "whole number such as 500, 10k or 2.5M" : "number such as 0.5, 3 or 1e-3");
    option_range(range, sizeof range, option);
    if (count && !option->high)
        snprintf(range, sizeof range, "%s to %llu", option->low ? option->low : "0", UINT64_MAX + 0ULL);
    return error_set(error, "--%s: %s is out of range%s%s", option->name, word, range[0] ? "; expected " : "", range);
}

/* `text` is not empty; a flag takes none. */
static bool value_set(const Option *option, void *own, void *common, const char *text, Error *error)
{
    void *value = (char *)(option->common ? common : own) + option->offset;
    switch (option->type) {
    case OPTION_FLAG: *(bool *)value = true; return true;
    case OPTION_TEXT: *(const char **)value = text; return true;
    case OPTION_CHOICE:
        *(int *)value = choice_read(option->choices, text, error);
        return *(int *)value >= 0 || error_under(error, "--%s: '%.60s'", option->name, text);
    default: return number_set(option, value, text, error);
    }
}

/* ---- the command line */

static bool unknown_option(const OptionsSpec *spec, const char *name, Error *error)
{
    char hint[SHOWN];
    snprintf(hint, sizeof hint, "'pasur %s --help' lists them", spec->command);
    Names options = NAMES_OF("option", spec->options, spec->option_count, hint);
    options.prefix = "--";
    return name_unknown(error, &options, name);
}

static bool value_missing(const Option *option, Error *error)
{
    char range[SHOWN];
    if (option->type == OPTION_CHOICE)
        return error_set(error, "--%s needs a value, one of: %s", option->name,
                         choice_list(range, sizeof range, option->choices));
    option_range(range, sizeof range, option);
    return error_set(error, "--%s needs a value: %s%s%s%s", option->name, option_metavar(option), range[0] ? " (" : "",
                     range, range[0] ? ")" : "");
}

/* Does an argument look like the next option rather than a value? What begins with a negative number is a value, and so
   is the list -/-, of nothing and nothing. */
static bool looks_like_option(const Option *option, const char *text)
{
    if (text[0] != '-' || text[1] == '\0') return false;
    return option->type == OPTION_CHOICE || !((text[1] >= '0' && text[1] <= '9') || text[1] == '.' || text[1] == '/');
}

/* Reads the option at **argv and leaves *argv on its last word; *text is its value, NULL that of a flag. */
static const Option *option_read(const char **text, ParsedOptions *out, const OptionsSpec *spec, char ***argv,
                                 Error *error)
{
    char name[SHOWN];
    const Option *option = option_named(spec, name, **argv, text);
    if (!option) return unknown_option(spec, name, error), NULL;

    const uint64_t bit = UINT64_C(1) << (option - spec->options);
    if (out->given & bit) return error_set(error, "--%s is given twice; give it once", option->name), NULL;
    out->given |= bit;
    if (option->type == OPTION_FLAG && *text) return error_set(error, "--%s takes no value", option->name), NULL;
    if (option->type == OPTION_FLAG) return option;
    if (!*text && (*argv)[1] && !looks_like_option(option, (*argv)[1])) *text = *++*argv;
    if (!*text || !**text) return value_missing(option, error), NULL;
    return option;
}

static OptionsStatus argument_unexpected(const OptionsSpec *spec, const char *text, Error *error)
{
    char word[SHOWN];
    const char *args = spec->args.text;
    if (spec->args.most == OPTIONS_MAX_ARGS)
        return error_set(error, "more than %d arguments", (int)OPTIONS_MAX_ARGS), OPTIONS_ERROR;
    error_set(error, "unexpected argument '%s'; expected: pasur %s [options]%s%s",
              text_one_line(word, sizeof word, text), spec->command, args ? " " : "", args ? args : "");
    return OPTIONS_ERROR;
}

OptionsStatus options_parse(ParsedOptions *out, const OptionsSpec *spec, char **argv, void *own, void *common,
                            Error *error)
{
    *out = (ParsedOptions){0};
    assert(spec->option_count <= OPTIONS_MAX_ROWS && spec->args.most <= OPTIONS_MAX_ARGS);
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *row = &spec->options[i];
        if (row->fallback && !value_set(row, own, common, row->fallback, error)) return OPTIONS_ERROR;
    }
    bool options_end = false;
    while (*++argv) {
        const char *word = *argv;
        if (options_end || word[0] != '-' || word[1] == '\0') {
            if (out->arg_count == spec->args.most) return argument_unexpected(spec, word, error);
            out->args[out->arg_count++] = word;
            continue;
        }
        if ((options_end = strcmp(word, "--") == 0)) continue;
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            return argv[1] && !strcmp(argv[1], "all") ? OPTIONS_HELP_ALL : OPTIONS_HELP;
        if (strcmp(word, "--help=all") == 0) return OPTIONS_HELP_ALL;
        const char *text;
        const Option *option = option_read(&text, out, spec, &argv, error);
        if (!option || !value_set(option, own, common, text, error)) return OPTIONS_ERROR;
    }
    if (out->arg_count >= spec->args.least) return OPTIONS_OK;
    const int first = (int)strcspn(spec->example, "\n"); /* in one line, whose commands are parted by a semicolon */
    const char *rest = spec->example + first;
    error_set(error, "%s; expected: pasur %s [options] %s, such as: %.*s%s%s",
              out->arg_count ? "too few arguments" : "arguments missing", spec->command, spec->args.text, first,
              spec->example, *rest ? "; " : "", *rest ? rest + 1 : "");
    return OPTIONS_ERROR;
}

const char *option_value_text(char out[static 64], const Option *option, const void *value)
{
    switch (option->type) {
    case OPTION_TEXT: return *(const char *const *)value;
    case OPTION_COUNT: snprintf(out, 64, "%" PRIu64, *(const uint64_t *)value); break;
    case OPTION_NUMBER: return number_text(out, *(const double *)value);
    case OPTION_CHOICE: return choice_word(out, 64, option->choices, *(const int *)value);
    case OPTION_FLAG: break;
    }
    return out;
}

bool option_identifies(const Option *option)
{
    return !option->aside && (option->file == FILE_NONE || option->file == FILE_READ);
}

/* ---- --help */

enum { WIDTH = 80, WIDTH_LEAST = 50, HELP_COLUMN = 26, BRIEF_COLUMN = 22, SCREEN = 23 };

/* Writes lines of the text from the column `indent` on, where the first one begins. */
static void lines_print(FILE *file, const char *text, int indent, int width)
{
    page_words(file, text, strlen(text), indent, indent, width);
    fputc('\n', file);
}

/* What help says of a row: its text with choices, range and default, or in short with the default. Returns out. */
static const char *option_text(char *out, size_t size, const Option *option, bool brief)
{
    char range[64] = "";
    const char *fallback = option->fallback;
    const bool choice = option->type == OPTION_CHOICE && !brief,
               brackets = (!brief && *option_range(range, sizeof range, option)) || fallback;
    snprintf(out, size, "%s%s%s%s%s%s%s%s%s", brief ? option->brief : option->help, choice ? ": " : "",
             choice ? option->choices : "", brackets ? " (" : "", range, range[0] && fallback ? "; " : "",
             fallback ? "default " : "", fallback ? fallback : "", brackets ? ")" : "");
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
        option_print(file, option, option_text(text, sizeof text, option, false), HELP_COLUMN, width);
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
        option_print(file, option, option_text(text, sizeof text, option, true), BRIEF_COLUMN, width);
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
    const bool good = text_stream_close(whole, &text);
    for (size_t i = 0; good && i < length; i++)
        lines += text[i] == '\n';
    if (good && (all || lines <= SCREEN))
        fwrite(text, 1, length, file);
    else
        short_print(file, spec, width);
    free(text);
}
