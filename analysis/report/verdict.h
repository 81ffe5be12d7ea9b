/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a result says: who, by how much, how sure. The kind of the result finds its verdicts; terminal and page put them
   into words by verdict_print. */
#pragma once

#include <stdio.h>

#include "analysis/report/result.h"

enum { VERDICT_NAMES = 3, VERDICTS_MOST = 16 };

/* In the column `verdict`: whatever the cards, the row is 0, so that no tally of rows counts it. */
#define SAME_BY_DEFINITION "the same by definition"

/* Texts belong to the result, or to nobody. */
typedef struct {
    /* $1 to $3 are the names, $t the first as a tactic (on a page its advice), $v the size with its interval behind it,
       $s, $l and $h the size and the ends of the interval with `decimals`, $L the lower end with the other sign, $u the
       unit. What stands in brackets is left out where the name in it is empty. */
    const char *words;
    const char *names[VERDICT_NAMES];
    double size;
    Interval interval;  /* unknown: there are too few boards */
    const char *format; /* of $v, as interval_text takes it */
    int decimals;
    const char *unit;
    int sign; /* 1: the size is shown to be above what chance or an equal would do, -1: below; 0: that is not decided */
} Verdict;

typedef struct Verdicts {
    Verdict list[VERDICTS_MOST];
    size_t count;
} Verdicts;

/* What is said of the result; nothing where it has no row or its kind says nothing. */
void verdicts_find(Verdicts *out, Result *result);
/* One more; those that do not fit are left out. */
void verdict_add(Verdicts *verdicts, Verdict verdict);
/* Whom the rows are about: " of greedy and tactic", " of greedy, random and 3 more". */
const char *verdict_whom(Result *result);
/* One that is said as it is. */
void verdict_say(Verdicts *verdicts, const char *text);
/* In a sentence without a line end; markup: as HTML. */
void verdict_print(FILE *out, const Verdict *verdict, const Result *result, bool markup);
/* All of them for the terminal, a line each. */
void verdicts_print(FILE *out, Result *result);

/* ---- for kinds whose rows are values with intervals */

typedef struct {
    const char *names[VERDICT_NAMES]; /* the columns that name a row */
    const char *value, *low, *high;
    double middle;      /* the value that is neither high nor low */
    const char *format; /* of the value */
    const char *unit;   /* NULL: as the file says, or points a round */
} VerdictColumns;

/* The sign of a value whose interval this is. */
int interval_sign(Interval interval, double middle);
/* Says of the highest value, of the rows with `of` as their second name (NULL: of all rows), what `words` say, and that
   it may be chance; nothing where it is shown to be below the middle. */
void verdict_highest(Verdicts *verdicts, Result *result, const VerdictColumns *columns, const char *words,
                     const char *of);
/* How many rows are shown to be above the middle, below it, neither, of those that are not the same by definition; of
   two rows only where one is below. what: "values of tactics". */
void verdict_counts(Verdicts *verdicts, Result *result, const VerdictColumns *columns, const char *what,
                    const char *above, const char *below);
