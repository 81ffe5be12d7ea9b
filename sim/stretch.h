/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A range of boards as the loop makes it and a run directory keeps it: sums by name, sums of blocks of boards, voids, and
   the rows of files. */
#pragma once

#include "sim/block_sums.h"
#include "sim/files/output_file.h"
#include "sim/run/arena.h"
#include "sim/sums.h"

/* What is written while boards are played: rows of rounds, records, rows of matches. */
enum { STREAM_ROUNDS, STREAM_RECORDS, STREAM_MATCHES, SIM_STREAMS };

/* All zero is empty; the result of an ArenaJob. */
typedef struct {
    Sums sums;
    BlockSums blocks;              /* for a journal */
    TextBuffer texts[SIM_STREAMS]; /* of those that are wanted */
} Stretch;

/* Makes room for its sums, if there is none. False if memory runs out. */
bool stretch_open(Stretch *stretch, const SumsShape *shape);
void stretch_clear(void *stretch);
void stretch_free(void *stretch);
/* False if memory runs out. */
bool texts_add(TextBuffer to[static SIM_STREAMS], const TextBuffer more[static SIM_STREAMS]);
void texts_clear(TextBuffer texts[static SIM_STREAMS]);
void texts_free(TextBuffer texts[static SIM_STREAMS]);

/* How a journal keeps it. `fields` calls stretch_fields. */
ResultFormat stretch_format(void (*fields)(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result),
                            OutputFile *const streams[]);
/* `width`: of blocks; `streams`: those that are wanted now; NULL: none. */
void stretch_fields(Fields *fields, uint32_t kind, Stretch *stretch, const SumsShape *shape, const KnownAgents *known,
                    int width, OutputFile *const streams[]);
