/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of measures over boards, on which everything above the loop is based.

   A measure is an integer of a board, by row: an agent, the table, a contrast of line-ups. Sums are n, Σx, and for some
   measures Σx²; Σxy is the Σ of a measure that is a product. All are integers, so merging is adding, in any order. They
   are kept by name: if a range of boards lacks a measure, the measure is unknown from there on, not 0.

   A stretch is a range of boards as the loop makes it and a run directory keeps it: sums, sums of blocks of boards, and
   the rows of files. It is the same for every command, but the rows are the command's: agents and the table, pairings,
   rows of a study. */
#pragma once

#include "sim/files/output_file.h"
#include "sim/moments.h"
#include "sim/run/chunk_log.h"
#include "sim/voids.h"

/* Which numbers the sums are: each row has each measure. */
typedef struct {
    const char *const *measures; /* their names, in run directories */
    int count, squares;          /* at most 64; the first `squares` are added up squared, too */
    int rows;
    int blocks, blocks_first; /* this many from that one on are added up by block of boards, too */
    bool rows_count;          /* a row's boards are those that its measure `squares` counts; else all boards */
} SumsShape;

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
/* Adds to one measure of a board, which is counted by whoever adds its measures one by one. */
static inline void sums_add_one(Sums *sums, int row, int measure, int64_t value)
{
    sums->x[row * sums->shape.count + measure] += value;
    if (measure < sums->shape.squares) sums->xx[row * sums->shape.squares + measure] += value * value;
}
/* False if memory runs out. */
bool sums_merge(Sums *into, const Sums *from);

static inline int64_t sums_x(const Sums *sums, int row, int measure)
{
    return sums->x ? sums->x[row * sums->shape.count + measure] : 0;
}
static inline bool sums_know(const Sums *sums, int measure) { return !(sums->unknown >> measure & 1); }
/* Of a measure that is squared, over the row's boards. */
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

/* ---- stretches */

/* What is written while boards are played: rows of rounds, records, rows of matches. */
enum { STREAM_ROUNDS, STREAM_RECORDS, STREAM_MATCHES, SIM_STREAMS };

/* Boards that stand side by side in a run directory, so that two runs on the same cards can be compared. Each of the
   first 128 boards is a block; behind them a block has 1/64 of the power of two that its boards have reached. So the
   bounds depend on nothing but the number of the board, two runs of whatever length have all but their last blocks in
   common, and a billion boards are 1,600 blocks. */
typedef struct {
    uint64_t first;
    Sums sums; /* of the measures SumsShape.blocks; of void boards their number alone */
} Block;

/* In the order of their boards; all zero is empty. */
typedef struct {
    Block *list; /* owned, with their sums */
    size_t count;
} Blocks;

void blocks_free(Blocks *blocks);
static inline int64_t block_boards(const Block *block) { return block->sums.boards + block->sums.voids.boards; }

/* All zero is empty; what the jobs of an arena (sim/arena.h) are added to. */
typedef struct {
    Sums sums;
    Blocks blocks;                 /* for a checkpoint */
    TextBuffer texts[SIM_STREAMS]; /* of those that are wanted */
} Stretch;

void stretch_clear(Stretch *stretch);
void stretch_free(Stretch *stretch);
/* False if memory runs out. */
bool texts_add(TextBuffer to[static SIM_STREAMS], const TextBuffer more[static SIM_STREAMS]);
void texts_clear(TextBuffer texts[static SIM_STREAMS]);
void texts_free(TextBuffer texts[static SIM_STREAMS]);

/* Boards that are played, and where their stretches go. */
typedef struct {
    SumsShape shape;
    KnownAgents known;          /* who may have failed */
    bool keeps;                 /* with a checkpoint, which keeps blocks; set by checkpoint_run */
    OutputFile *const *streams; /* [SIM_STREAMS], those that are wanted; NULL: none */
    Sums *sums;                 /* of the shape … */
    Blocks *blocks;             /* … and NULL: not wanted */
    /* Rows of numbers (sim/run/chunk_log.h) that the command reads itself, of jobs first … first + count - 1: texts[0]
       of a stretch, which all ranks get. `sums` are those so far, these jobs included. False: memory ran out, or they are
       no such rows. NULL: there are none. */
    bool (*rows)(void *arg, uint64_t first, uint64_t count, Fields *rows);
    /* Called after each stretch with the sums over the first `done` boards. False: stop. May be NULL. */
    bool (*watch)(void *arg, const Sums *sums, uint64_t done);
    void *arg, *watch_arg; /* of both; watch_arg NULL: they have the same */
    uint64_t done;
    bool failed;           /* memory ran out where they are released, which ends the run */
    Sums written;          /* those of `sums` whose boards stand in the streams for good; owned … */
    uint64_t written_done; /* … and `done` of then */
} StretchRun;

static inline bool stretch_wants(const StretchRun *run, int stream) { return run->streams && run->streams[stream]; }

/* Adds a board: values[row][measure], or NULL: it is void, and failed so. False if memory runs out. */
bool stretch_add(Stretch *stretch, const StretchRun *run, uint64_t board, const int64_t values[],
                 const VoidBoard *failure);
/* An ArenaRelease, of a StretchRun: writes files, adds, and calls `watch`. */
bool stretch_release(void *run, uint64_t first, uint64_t count, const Stretch *stretch);
/* After the last: what waits is written to the files. False if they failed; `sums` and `done` are, as at any time that
   the run ends, over the boards that stand in the files. */
bool stretch_end(StretchRun *run);
/* Adds a stretch to the one before it. False if memory runs out. */
bool stretch_merge(Stretch *into, const Stretch *from);

/* What is put of a stretch: KIND_SUMS, sums by name, and a bit for each text and for blocks. */
enum { KIND_STEP = 16, KIND_SUMS = 80, KIND_BLOCKS = 1 << SIM_STREAMS };
/* files: also what is for files alone, which no rank but 0 needs. */
uint32_t stretch_kind(const StretchRun *run, bool files);
/* Puts it, or fills an empty one from what was put as that kind. */
void field_stretch(Fields *fields, Stretch *stretch, const StretchRun *run, uint32_t kind);
