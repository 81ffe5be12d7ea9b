/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates with their intervals, as people read them: with the decimals that the interval deserves, and as many more as
   it takes to see on which side of 0 an end lies. A number that rounds to 0 has no sign. */
#pragma once

#include <stdbool.h>

#include "analysis/stats/estimate.h"
#include "sim/files/figures.h"

/* The formats below are those of one double: "%+.3f" asks for a sign and three decimals at least, "%.*f" for two. */

/* "+6.424 (+6.410 to +6.438)"; without the brackets if the interval is unknown; "unknown" for NaN. Returns out. */
char *interval_text(char out[static FIGURE_CELL], const char *format, double value, Interval interval);
/* "+6.410 to +6.438", empty if the interval is unknown. Returns out. */
char *range_text(char out[static FIGURE_CELL], const char *format, Interval interval);
/* How many decimals they write, where the format asks for `least`. */
int interval_decimals(int least, Interval interval);

enum { DECIMAL_TEXT = 340 };
/* A number with so many decimals, with a sign if it is `signed_`; "unknown" for NaN. Returns out. */
char *decimal_text(char out[static DECIMAL_TEXT], bool signed_, int decimals, double value);
/* As many decimals, at least `least`, as show that two numbers differ, if they do. */
int decimals_apart(int least, double a, double b);
/* "LLR 2.95 (-2.94 to 2.94)", with the decimals, at least `least`, that show whether a bound is reached. Returns out. */
char *llr_text(char out[static FIGURE_CELL], int least, double llr, double low, double high);
