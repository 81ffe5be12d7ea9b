/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a result says: who, by how much, how sure. The kind of the result finds its verdicts; terminal and page put them
   into words by verdict_print. */
#pragma once

#include <stdio.h>

#include "analysis/report/result.h"

enum { VERDICT_NAMES = 3, VERDICTS_MOST = 24 };

/* In the column `verdict`: whatever the cards, the row is 0, so that no tally of rows counts it. */
#define SAME_BY_DEFINITION "the same by definition"

/* Texts belong to the result, or to nobody. */
typedef struct {
    /* $1 to $3 are the names, $t the first as a tactic (on a page its advice), $v the size with its interval and level behind it,
       $s, $l and $h the size and the ends of the interval with `decimals`, $r both ends as a range, $L the lower end with
       the other sign, $u the unit. What stands in brackets is left out where the name in it is empty. */
    const char *words;
    const char *names[VERDICT_NAMES];
    double size;
    Interval interval;  /* unknown: there are too few boards */
    const char *format; /* of $v, as interval_text takes it */
    int decimals;
    const char *unit;
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
/* Prose as it is, in the result's memory; no sentence twice. */
void verdict_say(Verdicts *verdicts, Result *result, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* In a sentence without a line end; markup: as HTML. */
void verdict_print(FILE *out, const Verdict *verdict, Result *result, bool markup);
/* All of them for the terminal, a line each. */
void verdicts_print(FILE *out, Result *result);

/* ---- for kinds whose rows are values with intervals */

typedef struct {
    const char *names[VERDICT_NAMES]; /* the columns that name a row */
    const char *value, *ends;         /* its column, and those of its interval without _low and _high */
    double middle;                    /* the value that is neither high nor low; NAN: there is none */
    const char *unit;                 /* NULL: as the file says, or points a round */
    const char *part;                 /* words: a row is compared with those alone that have the same; NULL: all */
} VerdictColumns;

/* What is said of the highest value of a part, without a full stop. */
typedef struct {
    const char *only;    /* it is alone in its part */
    const char *best;    /* it is shown to be above every other row of its part */
    const char *largest; /* it is the largest that was measured, and no more is shown */
    const char
        *rival; /* the names by which other rows of the part are told: "$1", "$1 with $2"; NULL: they are not told */
    const char *of; /* rows with that second name; NULL: all */
} VerdictWords;

/* A value without its sign, for who says "more" or "less" of it: its interval is turned with it. It has `least` decimals
   at least. */
Verdict verdict_amount(double value, Interval interval, int least);
/* 1, -1: a value with this interval is shown to be above the middle, below it; 0: neither. */
int interval_sign(Interval interval, double middle);
/* The interval of one row of `count` that are compared: widened for all of them where the kind's hold for one row each. */
Interval interval_adjusted(const Result *result, Interval interval, double value, size_t count);
/* Says of each part's highest value what is shown of it: whether it is above the other rows, which it is where its
   interval lies above theirs, and whether it is above the middle. Intervals that hold for one row each are widened for
   all that are compared (Bonferroni). Rows without an interval are not compared. */
void verdict_highest(Verdicts *verdicts, Result *result, const VerdictColumns *columns, VerdictWords words);
/* How many rows are shown to be above the middle and below it, of those that are not the same by definition: by p adjusted
   for all of them where there is one, else by intervals for all of them; of two rows only where one is below.
   what: "values of tactics". */
void verdict_counts(Verdicts *verdicts, Result *result, const VerdictColumns *columns, const char *what,
                    const char *above, const char *below);
