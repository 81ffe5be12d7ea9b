/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of measures over boards: what everything above the loop rests on.

   A measure is a whole number of a board, by row: an agent, the table, a contrast of line-ups. Sums are n, Σx, and of
   some measures Σx²; Σxy is the Σ of a measure that is a product. All are integers, so that merging is adding, in any
   order. They are kept by name: what a range of boards does not know of a measure is unknown from there on, not 0. */
#pragma once

#include "sim/moments.h"
#include "sim/run/chunk_log.h"
#include "sim/voids.h"

typedef struct {
    const char *name; /* in run directories, and of the column */
    const char *unit, *help;
} MeasureRow;

/* Which numbers the sums are: each row has each measure. */
typedef struct {
    const MeasureRow *measures;
    int count, squares; /* at most 64; the first `squares` are added up squared, too */
    int rows;
    int blocks, blocks_first; /* so many from that one on are added up by block of boards, too (sim/stretch.h) */
} SumsShape;

/* Of the sums of a block. */
static inline SumsShape sums_block_shape(const SumsShape *of)
{
    return (SumsShape){.measures = of->measures + of->blocks_first, .count = of->blocks, .rows = of->rows};
}

/* All zero is empty. */
typedef struct {
    SumsShape shape;
    int64_t boards;   /* that count */
    Voids voids;      /* none of them is among boards */
    uint64_t unknown; /* measures that some of the boards were not asked for: a bit for each */
    int64_t *x;       /* [row][measure]; owned */
    __int128 *xx;     /* [row][measure that is squared]; owned */
} Sums;

/* Makes room for empty sums that had none. False if memory runs out. */
bool sums_open(Sums *sums, const SumsShape *shape);
void sums_free(Sums *sums);
void sums_clear(Sums *sums);
/* Adds a board: values[row][measure]. */
void sums_add(Sums *sums, const int64_t values[]);
/* The same to the sums of a block, of values that have the shape `of`. */
void sums_add_part(Sums *sums, const SumsShape *of, const int64_t values[]);
/* False if memory runs out. */
bool sums_merge(Sums *into, const Sums *from);

static inline int64_t sums_x(const Sums *sums, int row, int measure)
{
    return sums->x ? sums->x[row * sums->shape.count + measure] : 0;
}
static inline bool sums_know(const Sums *sums, int measure) { return !(sums->unknown >> measure & 1); }
/* Of a measure that is squared, over the boards. */
Moments sums_moments(const Sums *sums, int row, int measure);
/* Of the sum of two of them on each board, whose product has a measure of its own. */
Moments sums_both(const Sums *sums, int row, int a, int other_row, int b, int product);

/* ---- fields of a run's log (sim/run/chunk_log.h) */

/* The agents that may have failed, in two arrays one after the other: what is kept of an agent is its number among
   them. */
typedef struct {
    const Agent *agents[2];
    size_t counts[2];
} KnownAgents;

/* Puts sums with the names of their measures, or gets them into empty ones, which have their shape. */
void field_sums(Fields *fields, Sums *sums, const KnownAgents *known);
