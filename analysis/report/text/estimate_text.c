/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes estimates with their intervals so that no rounding hides what is said of them. */
#include "analysis/report/text/estimate_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMALS_MOST = 15 };

char *decimal_text(char out[static DECIMAL_TEXT], bool signed_, int decimals, double value)
{
    if (isnan(value)) return strcpy(out, "unknown");
    snprintf(out, DECIMAL_TEXT, signed_ ? "%+.*f" : "%.*f", decimals, value);
    const bool sign = *out == '-' || *out == '+';
    if (sign && !out[1 + strspn(out + 1, "0.")]) memmove(out, out + 1, strlen(out));
    return out;
}

int decimals_apart(int least, double a, double b)
{
    char left[DECIMAL_TEXT], right[DECIMAL_TEXT];
    if (a == b || isnan(a) || isnan(b)) return least;
    for (int decimals = least; decimals <= DECIMALS_MOST; decimals++)
        if (strcmp(decimal_text(left, false, decimals, a), decimal_text(right, false, decimals, b)) != 0)
            return decimals;
    return least;
}

int interval_decimals(int least, Interval interval)
{
    const double half = interval_half_width(interval);
    int decimals = least;
    if (!interval_known(interval)) return least;
    for (double coarse = 0.5 * pow(10, 1 - least); half > 0 && half <= coarse && decimals < DECIMALS_MOST; coarse /= 10)
        decimals++;
    decimals = decimals_apart(decimals, interval.low, 0);
    return decimals_apart(decimals, interval.high, 0);
}

static int least_of(const char *format)
{
    const char *point = strchr(format, '.');
    return !point || point[1] == '*' ? 2 : atoi(point + 1);
}

static bool signed_of(const char *format) { return strchr(format, '+') != NULL; }

char *range_text(char out[static FIGURE_CELL], const char *format, Interval interval)
{
    char low[DECIMAL_TEXT], high[DECIMAL_TEXT];
    const int decimals = interval_decimals(least_of(format), interval);
    *out = 0;
    if (interval_known(interval))
        snprintf(out, FIGURE_CELL, "%.150s to %.150s", decimal_text(low, signed_of(format), decimals, interval.low),
                 decimal_text(high, signed_of(format), decimals, interval.high));
    return out;
}

char *interval_text(char out[static FIGURE_CELL], const char *format, double value, Interval interval)
{
    char number[DECIMAL_TEXT], range[FIGURE_CELL];
    decimal_text(number, signed_of(format), interval_decimals(least_of(format), interval), value);
    if (isnan(value) || !interval_known(interval))
        snprintf(out, FIGURE_CELL, "%.150s", number);
    else
        snprintf(out, FIGURE_CELL, "%.100s (%.200s)", number, range_text(range, format, interval));
    return out;
}

char *llr_text(char out[static FIGURE_CELL], int least, double llr, double low, double high)
{
    char number[3][DECIMAL_TEXT];
    const int decimals = decimals_apart(decimals_apart(least, llr, low), llr, high);
    snprintf(out, FIGURE_CELL, "LLR %.80s (%.80s to %.80s)", decimal_text(number[0], false, decimals, llr),
             decimal_text(number[1], false, decimals, low), decimal_text(number[2], false, decimals, high));
    return out;
}
