/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user types: numbers, names, lists and pairs, and reasons of failure. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/error.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

/* ---- reasons of failure */

bool error_write(Error *error, bool system, const char *format, ...)
{
    char text[ERROR_TEXT]; /* apart, since the arguments may be parts of the old reason */
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_one_line(error->text, sizeof error->text, text);
    error->system = system;
    error->line = 0;
    return false;
}

bool error_under(Error *error, const char *format, ...)
{
    char context[ERROR_TEXT];
    const int line = error->line;
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    error_write(error, error->system, "%s: %s", context, error->text);
    error->line = line;
    return false;
}

bool error_memory(Error *error) { return error_system(error, "out of memory"); }

bool error_file(Error *error, const char *name, int reason)
{
    return error_system(error, "%.600s: %s", name, strerror(reason));
}

int text_character(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    if (*c < 0x80) return *c >= 0x20 && *c != 0x7F;
    int bytes = *c >= 0xC2 && *c <= 0xDF ? 2 : *c >= 0xE0 && *c <= 0xEF ? 3 : *c >= 0xF0 && *c <= 0xF4 ? 4 : 0;
    for (int i = 1; i < bytes; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    bool overlong = (*c == 0xE0 && c[1] < 0xA0) || (*c == 0xF0 && c[1] < 0x90);
    bool outside = (*c == 0xED && c[1] > 0x9F) || (*c == 0xF4 && c[1] > 0x8F);
    bool control = *c == 0xC2 && c[1] < 0xA0;
    /* U+202A to U+202E, U+2066 to U+2069: they turn round what stands behind them */
    bool turns = *c == 0xE2 &&
                 ((c[1] == 0x80 && c[2] >= 0xAA && c[2] <= 0xAE) || (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9));
    bool not_xml = *c == 0xEF && c[1] == 0xBF && c[2] >= 0xBE;
    return overlong || outside || control || turns || not_xml ? 0 : bytes;
}

const char *text_start(const char *text)
{
    static const char MARK[] = "\xEF\xBB\xBF";
    return text + (strncmp(text, MARK, strlen(MARK)) ? 0 : strlen(MARK));
}

char *text_one_line(char *out, size_t size, const char *text)
{
    size_t length = strlen(text), kept = length < size ? length : size - 1;
    memcpy(out, text, kept);
    out[kept] = '\0';
    if (kept < length) memcpy(out + kept - 3, "...", 3);
    for (char *c = out; *c;) {
        const int bytes = text_character(c);
        if (!bytes) *c = '?';
        c += bytes ? bytes : 1;
    }
    return out;
}

char *text_cut(char *out, size_t size, const char *text, size_t differs)
{
    enum { HEAD = 8, BEFORE = 4 };
    char copy[2 * 256];
    const size_t length = strlen(text), tail = size - 1 - HEAD - 3;
    if (length < size || differs + 4 < size || length >= sizeof copy) return text_one_line(out, size, text);
    const size_t last = length - tail, from = differs - BEFORE < last ? differs - BEFORE : last;
    snprintf(copy, sizeof copy, "%.*s...%s", HEAD, text, text + from);
    return text_one_line(out, size, copy);
}

/* ---- numbers */

#define DIGITS "0123456789"

enum { DIGITS_MOST = 400 }; /* no double is written with more */

/* A number in its parts: (negative ? -1 : 1) * digits * 10^shift. */
typedef struct {
    bool negative;
    char digits[DIGITS_MOST + 1];
    long shift;
} Decimal;

static bool decimal_scan(Decimal *out, const char *text)
{
    if (strlen(text) > DIGITS_MOST) return false;
    out->negative = *text == '-';
    text += *text == '-' || *text == '+';
    const size_t whole = strspn(text, DIGITS), part = text[whole] == '.' ? strspn(text + whole + 1, DIGITS) : 0;
    if (whole + part == 0 || (whole > 1 && *text == '0')) return false;
    snprintf(out->digits, sizeof out->digits, "%.*s%.*s", (int)whole, text, (int)part, text + whole + 1);
    out->shift = -(long)part;
    text += whole + part + (text[whole] == '.');
    if (*text == 'e' || *text == 'E') {
        enum { SHIFT_MOST = 100000 };
        if (!strspn(text + 1 + (text[1] == '-' || text[1] == '+'), DIGITS)) return false;
        const long shift = strtol(text + 1, (char **)&text, 10);
        out->shift += shift > SHIFT_MOST ? SHIFT_MOST : shift < -SHIFT_MOST ? -SHIFT_MOST : shift;
    }
    const long suffix = *text == 'k' ? 3 : *text == 'M' ? 6 : *text == 'G' ? 9 : 0;
    out->shift += suffix;
    return !text[suffix != 0];
}

/* The magnitude of a whole number. */
static NumberStatus magnitude_parse(uint64_t *out, bool *negative, const char *text)
{
    Decimal decimal;
    if (!decimal_scan(&decimal, text)) return NUMBER_BAD;
    size_t length = strlen(decimal.digits);
    for (; length > 1 && decimal.digits[length - 1] == '0'; decimal.shift++)
        decimal.digits[--length] = '\0';
    const bool zero = !strcmp(decimal.digits, "0");
    if (decimal.shift < 0 && !zero) return NUMBER_BAD;
    errno = 0;
    uint64_t value = strtoull(decimal.digits, NULL, 10);
    bool large = errno == ERANGE;
    for (; decimal.shift > 0 && !zero && !large; decimal.shift--)
        large = __builtin_mul_overflow(value, 10u, &value);
    if (large) return NUMBER_RANGE;
    *out = value;
    *negative = decimal.negative && value;
    return NUMBER_OK;
}

NumberStatus number_u64(uint64_t *out, const char *text)
{
    uint64_t value;
    bool negative;
    NumberStatus status = magnitude_parse(&value, &negative, text);
    if (status == NUMBER_OK && negative) status = NUMBER_RANGE;
    if (status == NUMBER_OK) *out = value;
    return status;
}

NumberStatus number_double(double *out, const char *text)
{
    Decimal decimal;
    char plain[DIGITS_MOST + 40];
    if (!decimal_scan(&decimal, text)) return NUMBER_BAD;
    snprintf(plain, sizeof plain, "%s%se%ld", decimal.negative ? "-" : "", decimal.digits, decimal.shift);
    const double value = strtod(plain, NULL);
    if (!isfinite(value)) return NUMBER_RANGE;
    *out = value;
    return NUMBER_OK;
}

char digit_read(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    const int zero = *at == 0xDB ? 0xB0 : *at == 0xD9 ? 0xA0 : 0, foreign = zero ? at[1] - zero : -1;
    const bool plain = *at >= '0' && *at <= '9', found = plain || (foreign >= 0 && foreign <= 9);
    if (!found) return 0;
    *text += plain ? 1 : 2;
    return (char)(plain ? *at : '0' + foreign);
}

bool number_whole(int64_t *out, const char *text, int64_t low, int64_t high, Error *error)
{
    char plain[64];
    size_t used = 0;
    uint64_t size;
    bool negative;
    for (const char *at = text; *at && used < sizeof plain;) {
        const char digit = digit_read(&at);
        plain[used++] = digit ? digit : *at++;
    }
    if (used < sizeof plain) plain[used] = 0, text = plain;
    const bool good = magnitude_parse(&size, &negative, text) == NUMBER_OK && size <= INT64_MAX;
    const int64_t value = !good ? 0 : negative ? -(int64_t)size : (int64_t)size;
    if (!good || value < low || value > high)
        return error_set(error, "expected a whole number from %lld to %lld", (long long)low, (long long)high);
    *out = value;
    return true;
}

bool number_real(double *out, const char *text, double low, double high, Error *error)
{
    double value;
    if (number_double(&value, text) != NUMBER_OK || !(value >= low && value <= high))
        return error_set(error, "expected a number from %.15g to %.15g", low, high);
    *out = value;
    return true;
}

size_t number_list(double *out, size_t most, const char *text, char separator)
{
    Error error;
    Words words = {.rest = text, .separator = separator};
    size_t count = 0;
    while (words_next(&words, &error))
        if (count == most || number_double(&out[count++], words.text) != NUMBER_OK) return 0;
    return words.failed ? 0 : count;
}

void short_count(char text[static SHORT_TEXT], double value)
{
    static const struct {
        double unit;
        const char *suffix;
    } UNITS[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    for (int i = 0; i < 3; i++)
        if (value >= 0.9995 * UNITS[i].unit) {
            snprintf(text, SHORT_TEXT, "%.4g%s", value / UNITS[i].unit, UNITS[i].suffix);
            return;
        }
    snprintf(text, SHORT_TEXT, "%.3g", value);
}

void short_time(char text[static SHORT_TEXT], double seconds)
{
    if (seconds < 100)
        snprintf(text, SHORT_TEXT, "%.*f s", seconds < 10 ? 1 : 0, seconds);
    else if (seconds < 6000)
        snprintf(text, SHORT_TEXT, "%.0f min", seconds / 60);
    else
        snprintf(text, SHORT_TEXT, "%.1f h", seconds / 3600);
}

/* ---- names */

enum { LONGEST = 63 };

static size_t size_least(size_t a, size_t b) { return a < b ? a : b; }

/* Edits that turn `a` into `b`: one letter put in, left out, changed, or two neighbours swapped. Names longer than 63
   letters count as infinitely far (SIZE_MAX). */
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > LONGEST || columns > LONGEST) return SIZE_MAX;
    size_t cost[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t here = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            here = size_least(here, size_least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                here = size_least(here, cost[i - 2][j - 2] + 1);
            cost[i][j] = here;
        }
    return cost[rows][columns];
}

static const char *name_at(const Names *names, size_t index)
{
    const char *name;
    memcpy(&name, (const char *)names->rows + index * names->stride, sizeof name);
    return name;
}

/* The name closest to `word` by edit distance, or NULL if none is close enough to suggest. */
static const char *name_nearest(const Names *names, const char *word)
{
    const char *best = NULL;
    /* at most a third of the letters wrong, or the beginning of a name */
    size_t limit = strlen(word) / 3 + 1;
    for (size_t i = 0; i < names->count; i++) {
        const char *name = name_at(names, i);
        size_t distance = edit_distance(word, name);
        if (*word && strncmp(word, name, strlen(word)) == 0) distance = size_least(distance, 1);
        if (distance < limit || (distance == limit && !best && distance < strlen(name))) {
            best = name;
            limit = distance;
        }
    }
    return best;
}

int name_find(const Names *names, const char *word)
{
    for (size_t i = 0; i < names->count; i++)
        if (!strcmp(name_at(names, i), word)) return (int)i;
    return -1;
}

bool name_unknown(Error *error, const Names *names, const char *word)
{
    const char *prefix = names->prefix ? names->prefix : "", *hint = names->hint;
    const char *bare = word + (*prefix ? strspn(word, prefix) : 0), *nearest = name_nearest(names, bare);
    return error_set(error, "unknown %s '%.60s'%s%s%s%s%s%s%s", names->what, word, nearest ? "; did you mean '" : "",
                     nearest ? prefix : "", nearest ? nearest : "", nearest ? "'?" : "", hint ? " (" : "",
                     hint ? hint : "", hint ? ")" : "");
}

uint64_t name_rows_once(const Names *names, const char *word, const char *how, uint64_t *given, Error *error)
{
    const NameGroup *group = names->groups;
    while (group && group->name && strcmp(group->name, word) != 0)
        group++;
    const int index = group && group->name ? -1 : name_find(names, word);
    const uint64_t rows = group && group->name ? group->rows : index < 0 ? 0 : UINT64_C(1) << index;
    const uint64_t again = rows & *given;
    if (!rows) return name_unknown(error, names, word), 0;
    *given |= rows;
    if (!again) return rows;
    const char *row = name_at(names, (size_t)__builtin_ctzll(again));
    for (group = names->groups; group && group->name; group++)
        if (again & group->rows)
            return error_set(error, "%s '%s' is %s twice; '%s' names it too", names->what, row, how, group->name), 0;
    return error_set(error, "%s '%s' is %s twice", names->what, row, how), 0;
}

int name_lookup(const Names *names, const char *word, Error *error)
{
    int index = name_find(names, word);
    if (index < 0 && error) name_unknown(error, names, word);
    return index;
}

int choice_read(const char *choices, const char *word, Error *error)
{
    Words words = {.rest = choices, .separator = ' '};
    for (int index = 0; words_next(&words, error); index++)
        if (!strcmp(words.text, word)) return index;
    char list[ERROR_TEXT];
    error_set(error, "expected one of: %s", choice_list(list, sizeof list, choices));
    return -1;
}

char *choice_word(char *out, size_t size, const char *choices, int index)
{
    Error unused;
    Words words = {.rest = choices, .separator = ' '};
    while (index-- > 0 && words_next(&words, &unused)) {}
    snprintf(out, size, "%s", words_next(&words, &unused) ? words.text : "");
    return out;
}

char *choice_list(char *out, size_t size, const char *choices)
{
    size_t used = 0;
    for (; *choices && used + 2 < size; choices++) {
        out[used++] = *choices == ' ' ? ',' : *choices;
        if (*choices == ' ') out[used++] = ' ';
    }
    out[used] = '\0';
    return out;
}

/* ---- lists */

#define BLANKS " \t"

/* Moves the next piece of the list into words->text. */
static bool piece_cut(Words *words, Error *error)
{
    const char separators[] = {words->separator, words->separator == ' ' ? '\t' : '\0', '\0'};
    size_t length = strcspn(words->rest, separators);
    if (length >= WORD_TEXT)
        return error_set(error, "'%.20s...' is longer than %d characters", words->rest, WORD_TEXT - 1);
    memcpy(words->text, words->rest, length);
    words->text[length] = '\0';
    const bool last = !words->rest[length], missing = last && !length && words->after && !words->may_be_empty;
    if (missing) return error_set(error, "nothing follows the last '%c'", words->after);
    words->after = words->rest[length];
    words->rest = last ? NULL : words->rest + length + 1;
    return true;
}

static bool word_read(Words *words, Error *error)
{
    if (!piece_cut(words, error)) return false;
    char *equals = words->pairs ? strchr(words->text, '=') : NULL;
    if (words->pairs && !equals)
        return error_set(error, "'%.60s' is not of the form %s", words->text, words->form ? words->form : "key=value");
    if (equals) *equals = '\0', words->value = equals + 1;
    if (!words->names) return true;
    assert(words->names->count <= WORD_NAMES);
    words->group = name_rows_once(words->names, words->text, words->pairs ? "given" : "named", &words->given, error);
    return words->group != 0;
}

bool words_next(Words *words, Error *error)
{
    if (words->failed) return false;
    if (!words->group) {
        if (words->rest && words->separator == ' ') words->rest += strspn(words->rest, BLANKS);
        if (!words->rest || (words->separator == ' ' && !*words->rest)) return words->rest = NULL, false;
        words->failed = !word_read(words, error);
    }
    if (words->group) words->index = __builtin_ctzll(words->group);
    words->group &= words->group - 1;
    return !words->failed;
}

bool words_rest(Words *words, Error *error)
{
    while (words_next(words, error)) {}
    return !words->failed;
}

void words_pairs(Words *words, char separator, const Names *keys)
{
    words->separator = separator;
    words->pairs = true;
    words->names = keys;
    words->given = 0;
}

/* Moves the next word to *out, without its quotes and unended, and both past it. False: a quote is not closed. */
static bool word_unquote(char **out, const char **text)
{
    char quote = 0;
    for (; **text && (quote || !strchr(BLANKS, **text)); (*text)++) {
        if (quote ? **text == quote : **text == '\'' || **text == '"') {
            quote = quote ? 0 : **text;
        } else {
            if (**text == '\\' && quote != '\'' && (*text)[1]) (*text)++;
            *(*out)++ = **text;
        }
    }
    return !quote;
}

int words_quoted(char *words[], int most, char *line)
{
    const char *from = line;
    int count = 0;
    for (from += strspn(from, BLANKS); *from; from += strspn(from, BLANKS)) {
        if (count == most) return most + 1;
        words[count++] = line;
        if (!word_unquote(&line, &from)) return -1;
        from += *from != 0;
        *line++ = 0;
    }
    words[count] = NULL;
    return count;
}
