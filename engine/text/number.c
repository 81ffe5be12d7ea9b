/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one reader of numbers, and short numbers for people. */
#include "engine/text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/words.h"

#define DIGITS "0123456789"

/* A number in its parts: (negative ? -1 : 1) * mantissa * 10^shift. */
typedef struct {
    bool negative;
    const char *mantissa; /* in the text: digits and at most one point */
    int length;
    long shift; /* from the exponent and the suffix */
} Decimal;

static long suffix_shift(char c) { return c == 'k' ? 3 : c == 'M' ? 6 : c == 'G' ? 9 : 0; }

static bool scan(Decimal *out, const char *text)
{
    if (strlen(text) > 400) return false; /* no double is written with more digits than that */
    *out = (Decimal){.negative = *text == '-'};
    text += *text == '-' || *text == '+';
    size_t whole = strspn(text, DIGITS), part = text[whole] == '.' ? strspn(text + whole + 1, DIGITS) : 0;
    if (whole + part == 0 || (whole > 1 && *text == '0')) return false;
    out->mantissa = text;
    out->length = (int)(whole + part) + (text[whole] == '.');
    text += out->length;
    if (*text == 'e' || *text == 'E') {
        bool negative = *++text == '-';
        text += *text == '-' || *text == '+';
        size_t digits = strspn(text, DIGITS);
        if (!digits) return false;
        for (; digits > 0; digits--, text++)
            if (out->shift < 100000) out->shift = out->shift * 10 + (*text - '0');
        if (negative) out->shift = -out->shift;
    }
    out->shift += suffix_shift(*text);
    return text[suffix_shift(*text) != 0] == '\0';
}

/* The magnitude of a whole number: up to some 38 digits are looked at before zeros behind the point go. */
static NumberStatus whole(uint64_t *out, bool *negative, const char *text)
{
    Decimal decimal;
    const unsigned __int128 most = ~(unsigned __int128)0 / 10 - 1;
    unsigned __int128 value = 0;
    bool after_point = false;
    if (!scan(&decimal, text)) return NUMBER_BAD;
    long shift = decimal.shift;
    for (int i = 0; i < decimal.length; i++) {
        if (value > most) return NUMBER_RANGE;
        if (decimal.mantissa[i] != '.') value = value * 10 + (unsigned)(decimal.mantissa[i] - '0');
        shift -= after_point;
        after_point |= decimal.mantissa[i] == '.';
    }
    for (; value && shift < 0; shift++, value /= 10)
        if (value % 10) return NUMBER_FRACTION;
    for (; value && shift > 0; shift--, value *= 10)
        if (value > UINT64_MAX) return NUMBER_RANGE;
    if (value > UINT64_MAX) return NUMBER_RANGE;
    *out = (uint64_t)value;
    *negative = decimal.negative && value;
    return NUMBER_OK;
}

NumberStatus number_u64(uint64_t *out, const char *text)
{
    uint64_t value;
    bool negative;
    NumberStatus status = whole(&value, &negative, text);
    if (status == NUMBER_OK && negative) status = NUMBER_RANGE;
    if (status == NUMBER_OK) *out = value;
    return status;
}

NumberStatus number_double(double *out, const char *text)
{
    Decimal decimal;
    char plain[440];
    if (!scan(&decimal, text)) return NUMBER_BAD;
    snprintf(plain, sizeof plain, "%s%.*se%ld", decimal.negative ? "-" : "", decimal.length, decimal.mantissa,
             decimal.shift);
    double value = strtod(plain, NULL);
    if (!isfinite(value)) return NUMBER_RANGE;
    *out = value;
    return NUMBER_OK;
}

bool number_whole(int64_t *out, const char *text, int64_t low, int64_t high, Error *error)
{
    uint64_t size;
    bool negative;
    const bool good = whole(&size, &negative, text) == NUMBER_OK && size <= INT64_MAX;
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
