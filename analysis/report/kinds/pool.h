/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several results of one question say together, and how two of them differ. */
#pragma once

#include <stdio.h>

#include "analysis/report/result.h"
#include "analysis/report/text.h"
#include "analysis/stats/combine.h"

extern const ResultKind RESULT_POOL, RESULT_DIFFERENCE;

/* Which figure of which row of some result; texts are borrowed. */
typedef struct {
    const char *names[MEASURE_KEYS]; /* of the row, as Measures has them; NULL: it has none */
    const char *figure, *unit;
    int64_t hypothesis; /* from 1; rows that follow from each other have one: see hypotheses_number */
} RowKey;

typedef struct {
    RowKey key;
    size_t row;
    Measured measured; /* se NAN: the row has no interval */
    double boards;     /* NAN: it does not say */
} Finding;

/* A result's figures that are measured, by rows; owned. */
typedef struct {
    Finding *list;
    size_t count;
} Findings;

/* Those of a result of a kind that has measures. False if memory runs out. */
bool findings_make(Findings *out, Result *result);
/* The one of the same row and figure, which is at `index` or anywhere; NULL: there is none. */
const Finding *finding_same(const Findings *in, const Finding *finding, size_t index);

/* Below, rows are structs of `size` bytes that begin with a RowKey. */

/* Numbers the hypotheses of rows: A against B and B against A are one, and win_rate and elo of one row; two: rows of one
   figure are those of two agents, and one too. */
void hypotheses_number(void *rows, size_t size, size_t count, bool two);
/* Holm's method over hypotheses, for each of which its first p stands, from the double at offset `from` of each row to
   that at `to`; asked: the offset of a double that is above 0 in the rows that count (SIZE_MAX: all). False if memory
   runs out. */
bool hypotheses_adjust(void *rows, size_t size, size_t count, size_t asked, size_t from, size_t to);
/* Which rows of a result of pool or compare say what one above them says, from the other side. NULL if memory runs
   out. */
const bool *rows_mirrored(Result *result);
/* Is a figure of that unit a part of 1, or the difference of two? */
bool figure_is_share(const char *unit);

/* A figure of a row, from several files. */
typedef struct {
    RowKey key;
    const char *each; /* what the files have, as a column says it */
    int64_t boards;   /* of all files; 0: they do not say */
    Pooled pool;
    Interval interval, spread_interval, tau2_interval;
    bool few; /* a file has fewer than POOL_BOARDS_LEAST boards: no interval and no p */
    double p_adjusted;
    int64_t row; /* of the first file, from 1 */
} PoolRow;

typedef struct {
    PoolRow *rows;          /* owned */
    size_t count, left_out; /* left out: no interval in some file */
} PoolResult;

/* What the figures of several results say together, with intervals that miss with `alpha`; `first` is the first result,
   which has measures, and takes texts. False if memory runs out. */
bool pool_make(PoolResult *out, Result *first, const Findings *const files[], int count, double alpha);
void pool_result(Result *out, const PoolResult *pool);
void pool_summary(FILE *out, const Page *page, const PoolResult *pool, Result *found);

/* ---- how two differ */

/* A figure of a row of A and of its match in B. */
typedef struct {
    RowKey key;
    const char *other; /* who is in B in place of the first name, or of whom it is against; NULL: the same */
    double a, b, boards_a, boards_b; /* values, and boards; NAN: they do not say */
    Difference difference;
    Interval interval;
    double p, adjusted;
    double within, p_within, within_adjusted, p_beyond, beyond_adjusted; /* NAN: nobody asked */
    bool paired;
} DifferenceRow;

typedef struct {
    DifferenceRow *rows; /* owned */
    size_t count, left_out;
    double within; /* 0: nobody asked whether the two are equivalent */
    bool together; /* intervals hold for all rows together (Bonferroni) */
    bool same;     /* both are one result */
    double alpha;  /* of intervals and of what is called shown */
} DifferenceResult;

/* Fills intervals and p values, from the differences of all rows. False if memory runs out. */
bool difference_finish(DifferenceResult *result);
/* Is equivalence shown of all rows (1), of some row that it lies beyond (-1), or neither (0)? Both adjusted (Holm). */
int difference_within(const DifferenceResult *result);
void difference_result(Result *out, const DifferenceResult *result);
void difference_summary(FILE *out, const Page *page, const DifferenceResult *result, Result *found);
