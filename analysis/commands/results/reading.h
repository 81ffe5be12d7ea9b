/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results that come back, from CSV files of figures, of rounds or of matches, and from run directories: what they ask, and
   their figures by name. */
#pragma once

#include "analysis/commands/driver/driver.h"
#include "analysis/commands/driver/run_keep.h"
#include "analysis/report/kinds/pool.h"

typedef enum { FROM_ROUNDS, FROM_MATCHES, FROM_FIGURES, FROM_DIRECTORY } ReadingFrom;

/* Where the first board of a block stands, how many it has, and its first number. */
enum { BLOCK_FIRST, BLOCK_SEEN, BLOCK_HEAD };

/* Numbers of each board, or of each block of boards that a run directory keeps, in order. */
typedef struct {
    double *values;
    size_t count, width; /* width: numbers of a block, with its first board and its boards */
    BlockFigure *figures;
    size_t figure_count;
} BlockNumbers;

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
    Findings findings;
    BlockNumbers blocks;
} Reading;

/* Reads a result that has figures with intervals, and tells of one that is not whole. False with the reason;
   reading_free in either case. */
bool reading_read(Reading *out, Driver *driver, const char *name, Error *error);
void reading_free(Reading *reading);
/* Are both of one kind, about the same question or, with `agents` false, about others in its place? False with the
   reason. Tells of different versions. */
bool readings_fit(Driver *driver, const Reading *a, const Reading *b, bool agents, Error *error);

/* The figure of a block; NULL: blocks have none. */
const BlockFigure *block_figure(const BlockNumbers *blocks, const Finding *finding);
static inline const double *block_of(const BlockNumbers *blocks, size_t index)
{
    return blocks->values + index * blocks->width;
}
/* A figure's sum in a block, and over what. */
void block_numbers(double out[static 2], const double *block, const BlockFigure *figure);

/* Lets the command that wrote a run directory find its results again. part: of how many, if it is a part of a run; else
   empty. False with the reason. */
bool directory_look(RunLook *look, char part[static 40], const Driver *driver, const char *name, Error *error);
