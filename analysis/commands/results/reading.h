/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results read from CSV files of figures, of rounds or of matches, and from run directories: the question that they
   answer, and their figures by name. */
#pragma once

#include "analysis/commands/driver/driver.h"
#include "analysis/commands/driver/run_keep.h"
#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/verdict.h"
#include "analysis/stats/combine.h"

typedef enum { FROM_ROUNDS, FROM_MATCHES, FROM_RESULTS, FROM_DIRECTORY } ReadingFrom;

/* What a command can do with what it finds in results. */
#define OPTIONS_OF_READINGS                                                                                            \
    {.heading = "Output", OPTION_CSV}, {OPTION_JSON}, {OPTION_LEVEL}, {OPTION_QUIET}, {OPTION_EXPLAIN}, { OPTION_TABLE }

/* Which figure of which row of some result; texts are borrowed. */
typedef struct {
    const char *names[MEASURE_KEYS]; /* of the row, by ColumnKey; "": it has none */
    const char *column, *unit;
    int64_t hypothesis; /* from 1; rows that follow from each other have one: see hypotheses_number */
} RowKey;

typedef struct {
    RowKey key;
    size_t row;
    int which;         /* number among its kind's measured figures */
    Measured measured; /* se NAN: the row has no interval; boards NAN: it does not say */
} Finding;

/* Of a block of boards, or of a board, its first board and how many it has; then for each finding a sum and over what. */
enum { BLOCK_FIRST, BLOCK_SEEN, BLOCK_HEAD };

typedef struct {
    const char *name, *seed; /* name: as the user gave it */
    ReadingFrom from;
    Result result;          /* of rounds and matches the heads alone */
    const ResultKind *kind; /* of its figures: that of sim for rounds and matches, too */
    /* The command that wrote it, with all options that change its answer and are not at their defaults, but without
       seed and sample; `place`: without what names agents, too. Rules stand there as rules_print has them. Owned. */
    char *question, *place;
    char agents[MAX_SEATS][AGENT_NAME]; /* by their places in the command; those that there are not: "" */
    int agent_count;
    Finding *findings; /* by rows; of the result's memory */
    size_t count;
    double *blocks; /* of each board, or of each block that a run directory keeps, in order; owned */
    size_t block_count, block_width;
} Reading;

/* Reads a result that has figures with intervals, and tells of one that is not whole. False with the reason;
   reading_free in either case. */
bool reading_read(Reading *out, Driver *driver, const char *name, Error *error);
void reading_free(Reading *reading);
/* Are both of one kind, about the same question or, with `agents` false, about others in its place? False with the
   reason. Tells of different versions. */
bool readings_fit(Driver *driver, const Reading *a, const Reading *b, bool agents, Error *error);

/* Have they one figure, and the same names from the first key `from` on, with the opponent's or without? */
bool keys_same(const RowKey *a, const RowKey *b, int from, bool against);
/* The one of the same row and figure, which is at `index` or anywhere; NULL: there is none. */
const Finding *finding_same(const Reading *in, const Finding *finding, size_t index);
static inline const double *block_of(const Reading *in, size_t index) { return in->blocks + index * in->block_width; }
/* What one of its findings comes to in that block: a sum, and over what. */
static inline const double *block_ratio(const Reading *in, size_t index, const Finding *finding)
{
    return block_of(in, index) + BLOCK_HEAD + 2 * (finding - in->findings);
}

/* Lets the command that wrote a run directory find its results again, in *out. False with the reason; driver_free in any
   case. */
bool directory_look(Driver *out, const Driver *driver, const char *name, Error *error);

/* ---- rows of what was found: structs of `size` bytes that begin with a RowKey */

/* Numbers the hypotheses of rows: A against B and B against A are one, and win_rate and elo of one row; two: rows of one
   figure are those of two agents, and one too. */
void hypotheses_number(void *rows, size_t size, size_t count, bool two);
/* Which rows of a result of pool or compare say what one above them says, from the other side. NULL if memory runs
   out. */
const bool *rows_mirrored(Result *result);
/* Prints them without those, and what the verdicts say. */
void rows_tell(FILE *out, const Driver *driver, const ColumnTable *table, unsigned is, const void *rows, size_t size,
               size_t count);
/* Whom, which part and against whom a row of pool or compare is about. */
#define ROW_NAME "{who}[ {which}][ against {against}]"
/* Is a figure of that unit a part of 1, or the difference of two? */
bool unit_is_share(const char *unit);
