/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one reader of numbers, and short numbers for people. */
#include "engine/text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/words.h"

/* value = (negative ? -1 : 1) * digits * 10^exponent; the digits end in no zero, 0 has exponent 0. */
typedef struct {
    bool negative;
    bool too_long; /* the digits do not fit; `digits` means nothing */
    uint64_t digits;
    long exponent;
    const char *mantissa; /* in the text: digits and at most one point */
    int mantissa_length;
    long shift; /* from the exponent as written and the suffix */
} Decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static long suffix_shift(char c)
{
    switch (c) {
    case 'k': return 3;
    case 'M': return 6;
    case 'G': return 9;
    default: return -1;
    }
}

/* value * 10 + digit; false if it does not fit. */
static bool append_digit(uint64_t *value, unsigned digit)
{
    if (*value > (UINT64_MAX - digit) / 10) return false;
    *value = *value * 10 + digit;
    return true;
}

static const char *scan_mantissa(Decimal *out, const char *text)
{
    bool after_point = false, any = false;
    long zeros = 0; /* held back until a digit follows */
    out->mantissa = text;
    if (text[0] == '0' && is_digit(text[1])) return NULL;
    for (; is_digit(*text) || (*text == '.' && !after_point); text++) {
        if (*text == '.') {
            after_point = true;
            continue;
        }
        any = true;
        if (after_point) out->exponent--;
        if (*text == '0') {
            zeros++;
            continue;
        }
        for (; zeros > 0; zeros--)
            if (out->digits != 0 && !append_digit(&out->digits, 0)) out->too_long = true;
        if (!append_digit(&out->digits, (unsigned)(*text - '0'))) out->too_long = true;
    }
    out->exponent += zeros;
    out->mantissa_length = (int)(text - out->mantissa);
    return any ? text : NULL;
}

static bool scan(Decimal *out, const char *text)
{
    *out = (Decimal){.negative = *text == '-'};
    if (strlen(text) > 400) return false; /* no double is written with more digits than that */
    if (*text == '-' || *text == '+') text++;
    text = scan_mantissa(out, text);
    if (!text) return false;
    if (*text == 'e' || *text == 'E') {
        bool negative = *++text == '-';
        if (*text == '-' || *text == '+') text++;
        if (!is_digit(*text)) return false;
        long written = 0;
        for (; is_digit(*text); text++)
            if (written < 100000) written = written * 10 + (*text - '0');
        out->shift = negative ? -written : written;
    }
    if (suffix_shift(*text) > 0) out->shift += suffix_shift(*text++);
    out->exponent = out->digits == 0 && !out->too_long ? 0 : out->exponent + out->shift;
    return *text == '\0';
}

/* The magnitude of a whole number. */
static NumberStatus whole(uint64_t *out, const Decimal *decimal)
{
    if (decimal->exponent < 0) return NUMBER_FRACTION;
    if (decimal->too_long) return NUMBER_RANGE;
    uint64_t value = decimal->digits;
    for (long i = 0; i < decimal->exponent; i++)
        if (!append_digit(&value, 0)) return NUMBER_RANGE;
    *out = value;
    return NUMBER_OK;
}

NumberStatus number_u64(uint64_t *out, const char *text)
{
    Decimal decimal;
    uint64_t value;
    if (!scan(&decimal, text)) return NUMBER_BAD;
    NumberStatus status = whole(&value, &decimal);
    if (status != NUMBER_OK) return status;
    if (decimal.negative && value != 0) return NUMBER_RANGE;
    *out = value;
    return NUMBER_OK;
}

NumberStatus number_i64(int64_t *out, const char *text)
{
    Decimal decimal;
    uint64_t value;
    if (!scan(&decimal, text)) return NUMBER_BAD;
    NumberStatus status = whole(&value, &decimal);
    if (status != NUMBER_OK) return status;
    if (value > (uint64_t)INT64_MAX + decimal.negative) return NUMBER_RANGE;
    *out = decimal.negative && value != 0 ? -(int64_t)(value - 1) - 1 : (int64_t)value;
    return NUMBER_OK;
}

NumberStatus number_double(double *out, const char *text)
{
    Decimal decimal;
    char plain[440];
    if (!scan(&decimal, text)) return NUMBER_BAD;
    snprintf(plain, sizeof plain, "%s%.*se%ld", decimal.negative ? "-" : "", decimal.mantissa_length, decimal.mantissa,
             decimal.shift);
    double value = strtod(plain, NULL);
    if (!isfinite(value)) return NUMBER_RANGE;
    *out = value;
    return NUMBER_OK;
}

bool number_whole(int64_t *out, const char *text, int64_t low, int64_t high, Error *error)
{
    int64_t value;
    if (number_i64(&value, text) != NUMBER_OK || value < low || value > high)
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
