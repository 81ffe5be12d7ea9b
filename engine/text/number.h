/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as users write them: 500, -0.8, 10k, 2.5M, 1e6. Suffixes k, M, G stand for 10^3, 10^6, 10^9. Nothing may
   precede or follow the number, and it has no needless leading zero. `out` is untouched on failure. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/text/error.h"

typedef enum {
    NUMBER_OK,
    NUMBER_BAD,   /* not a number, or no whole one where one was wanted, or something follows it */
    NUMBER_RANGE, /* more than the type holds, or negative and unsigned */
} NumberStatus;

/* Exact, without going through a double. */
NumberStatus number_u64(uint64_t *out, const char *text);
/* The nearest double; not infinite, not NaN. */
NumberStatus number_double(double *out, const char *text);

/* The digit that *text begins with, also one of Persian or Arabic (U+06F0, U+0660 and those after them), and moves past
   it; 0: none. */
char digit_read(const char **text);
/* A number from `low` to `high`; where it is none, false with the reason "expected a whole number from 1 to 6". */
bool number_whole(int64_t *out, const char *text, int64_t low, int64_t high, Error *error);
bool number_real(double *out, const char *text, double low, double high, Error *error);

/* Numbers with one character between them: how many, or 0 if one is not a number or there are more than `most`. */
size_t number_list(double *out, size_t most, const char *text, char separator);

enum { SHORT_TEXT = 32 };
/* 950, 12.3k, 4.56M; 12 s, 3 min, 2.5 h. */
void short_count(char text[static SHORT_TEXT], double value);
void short_time(char text[static SHORT_TEXT], double seconds);
/* The ending of a word that is counted. */
#define PLURAL(count) ((count) == 1 ? "" : "s")
