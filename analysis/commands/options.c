/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/commands/options.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "engine/text/names.h"
#include "engine/text/number.h"

enum { SHOWN = 64 }; /* bytes of the user's words that an error repeats */

typedef struct {
    const Option *option;
    void *target;
    size_t index; /* over all groups */
} Row;

static bool row_at(Row *out, const OptionsSpec *spec, size_t index)
{
    size_t left = index;
    for (size_t i = 0; i < spec->group_count; i++) {
        const OptionGroup *group = &spec->groups[i];
        if (left < group->count) {
            *out = (Row){&group->rows[left], group->target, index};
            return true;
        }
        left -= group->count;
    }
    return false;
}

/* By letter, or if that is 0 by a long name of `length` bytes. */
static bool row_find(Row *out, const OptionsSpec *spec, char letter, const char *name, size_t length)
{
    for (size_t i = 0; row_at(out, spec, i); i++) {
        const Option *option = out->option;
        if (letter ? option->letter == letter
                   : strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return true;
    }
    return false;
}

bool options_given(const OptionsSpec *spec, const ParsedOptions *parsed, const char *name)
{
    Row row;
    bool found = row_find(&row, spec, 0, name, strlen(name));
    assert(found);
    return found && parsed->given >> row.index & 1;
}

static bool fail(ParsedOptions *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(ParsedOptions *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(out->error.text, sizeof out->error.text, format, args);
    va_end(args);
    return false;
}

/* ---- values */

typedef union {
    uint64_t count;
    int64_t integer;
    double number;
} Number;

static NumberStatus number_read(Number *out, OptionType type, const char *text)
{
    switch (type) {
    case OPTION_COUNT: return number_u64(&out->count, text);
    case OPTION_INT: return number_i64(&out->integer, text);
    default: return number_double(&out->number, text);
    }
}

static bool number_less(OptionType type, Number a, Number b)
{
    switch (type) {
    case OPTION_COUNT: return a.count < b.count;
    case OPTION_INT: return a.integer < b.integer;
    default: return a.number < b.number;
    }
}

static Number number_bound(OptionType type, const char *text)
{
    Number bound = {0};
    NumberStatus status = number_read(&bound, type, text);
    assert(status == NUMBER_OK);
    (void)status;
    return bound;
}

static NumberStatus number_in_range(Number *out, const Option *option, const char *text)
{
    OptionType type = option->type;
    NumberStatus status = number_read(out, type, text);
    if (status != NUMBER_OK) return status;
    if (option->low && number_less(type, *out, number_bound(type, option->low))) return NUMBER_RANGE;
    if (option->high && number_less(type, number_bound(type, option->high), *out)) return NUMBER_RANGE;
    return NUMBER_OK;
}

static bool number_set(ParsedOptions *out, const Option *option, void *value, const char *text)
{
    Number number;
    char word[SHOWN], range[SHOWN];
    switch (number_in_range(&number, option, text)) {
    case NUMBER_OK: break;
    case NUMBER_RANGE:
        option_range(range, sizeof range, option);
        if (option->type == OPTION_COUNT && !option->high)
            snprintf(range, sizeof range, "%s to %llu", option->low ? option->low : "0", UINT64_MAX + 0ULL);
        return fail(out, "--%s: %s is out of range%s%s", option->name, text_one_line(word, sizeof word, text),
                    range[0] ? "; expected " : "", range);
    default:
        return fail(out, "--%s: '%s' is not a %s", option->name, text_one_line(word, sizeof word, text),
                    option->type == OPTION_NUMBER ? "number such as 0.5, 3 or 1e-3"
                                                  : "whole number such as 500, 10k or 2.5M");
    }
    switch (option->type) {
    case OPTION_COUNT: *(uint64_t *)value = number.count; break;
    case OPTION_INT: *(int64_t *)value = number.integer; break;
    default: *(double *)value = number.number; break;
    }
    return true;
}

static bool choice_set(ParsedOptions *out, const Option *option, int *value, const char *text)
{
    int index = choice_read(option->choices, text, &out->error);
    if (index < 0) return error_under(&out->error, "--%s: '%.60s'", option->name, text);
    *value = index;
    return true;
}

/* `text` is not empty; a flag takes none. */
static bool value_set(ParsedOptions *out, const Row *row, const char *text)
{
    void *value = (char *)row->target + row->option->offset;
    switch (row->option->type) {
    case OPTION_FLAG: *(bool *)value = true; return true;
    case OPTION_TEXT: *(const char **)value = text; return true;
    case OPTION_CHOICE: return choice_set(out, row->option, value, text);
    default: return number_set(out, row->option, value, text);
    }
}

static void fallbacks_set(ParsedOptions *out, const OptionsSpec *spec)
{
    Row row;
    for (size_t i = 0; row_at(&row, spec, i); i++) {
        assert(i < OPTIONS_MAX_ROWS);
        assert(row.option->low == NULL || row.option->type != OPTION_FLAG);
        if (!row.option->fallback) continue;
        bool good = value_set(out, &row, row.option->fallback);
        assert(good);
        (void)good;
    }
}

/* ---- the command line */

static bool unknown_option(ParsedOptions *out, const OptionsSpec *spec, const char *name, size_t length)
{
    char asked[SHOWN], hint[SHOWN];
    snprintf(asked, sizeof asked, "%.*s", (int)(length < SHOWN ? length : SHOWN), name);
    snprintf(hint, sizeof hint, "'pasur %s --help' lists them", spec->command);
    const char *names[OPTIONS_MAX_ROWS];
    Row row;
    size_t count = 0;
    for (; count < OPTIONS_MAX_ROWS && row_at(&row, spec, count); count++)
        names[count] = row.option->name;
    Names options = NAMES_OF("option", names, count, hint);
    options.prefix = "--";
    return name_unknown(&out->error, &options, asked);
}

/* Does an argument look like the next option rather than a value? What begins with a negative number is a value, and so
   is the list -/-, of nothing and nothing. */
static bool looks_like_option(const Option *option, const char *text)
{
    if (text[0] != '-' || text[1] == '\0') return false;
    return option->type == OPTION_CHOICE || !((text[1] >= '0' && text[1] <= '9') || text[1] == '.' || text[1] == '/');
}

/* Reads the option at argv[*at] and leaves *at on its last word. */
static bool option_read(ParsedOptions *out, const OptionsSpec *spec, int argc, char **argv, int *at)
{
    const char *word = argv[*at];
    bool is_long = word[1] == '-';
    const char *name = word + (is_long ? 2 : 1);
    size_t length = strcspn(name, "=");
    const char *text = name[length] == '=' ? name + length + 1 : NULL;
    Row row;
    bool found = is_long ? row_find(&row, spec, 0, name, length) : length == 1 && row_find(&row, spec, *name, NULL, 0);
    if (!found) return unknown_option(out, spec, word, (size_t)(name - word) + length);

    const Option *option = row.option;
    if (out->given >> row.index & 1) return fail(out, "--%s is given twice; give it once", option->name);
    out->given |= UINT64_C(1) << row.index;
    if (option->type == OPTION_FLAG)
        return text ? fail(out, "--%s takes no value", option->name) : value_set(out, &row, NULL);
    if (!text && *at + 1 < argc && !looks_like_option(option, argv[*at + 1])) text = argv[++*at];
    if (text && *text) return value_set(out, &row, text);
    char range[SHOWN];
    option_range(range, sizeof range, option);
    if (option->type == OPTION_CHOICE)
        return fail(out, "--%s needs a value, one of: %s", option->name,
                    choice_list(range, sizeof range, option->choices));
    return fail(out, "--%s needs a value: %s%s%s%s", option->name, option_metavar(option), range[0] ? " (" : "", range,
                range[0] ? ")" : "");
}

static bool argument_add(ParsedOptions *out, const OptionsSpec *spec, const char *text)
{
    assert(spec->max_args <= OPTIONS_MAX_ARGS);
    char word[SHOWN];
    if (out->arg_count == spec->max_args)
        return fail(out, "unexpected argument '%s'; expected: pasur %s [options]%s%s",
                    text_one_line(word, sizeof word, text), spec->command, spec->args ? " " : "",
                    spec->args ? spec->args : "");
    out->args[out->arg_count++] = text;
    return true;
}

OptionsStatus options_parse(ParsedOptions *out, const OptionsSpec *spec, int argc, char **argv)
{
    *out = (ParsedOptions){0};
    fallbacks_set(out, spec);
    bool options_end = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        bool is_option = !options_end && word[0] == '-' && word[1] != '\0';
        if (is_option && strcmp(word, "--") == 0) {
            options_end = true;
            continue;
        }
        if (is_option && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) return OPTIONS_HELP;
        if (!(is_option ? option_read(out, spec, argc, argv, &i) : argument_add(out, spec, word))) return OPTIONS_ERROR;
    }
    if (out->arg_count < spec->min_args) {
        fail(out, "%s; expected: pasur %s [options] %s", out->arg_count ? "too few arguments" : "arguments missing",
             spec->command, spec->args);
        return OPTIONS_ERROR;
    }
    return OPTIONS_OK;
}
