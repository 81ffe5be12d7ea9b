/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checkpoint of a run: results of jobs as run directories keep them. A kept result is released as if it had just
   been computed; only the others are computed, and then kept. With several ranks, each runs the same command and makes
   the same calls. Rank 0 says which jobs come next, and each rank plays its share of them; rank 0 gathers the results,
   and releases and keeps them as one process would. The others receive what was released, without the parts for files,
   so that they continue as rank 0 does.

   The numbering of a command's jobs continues from one call of checkpoint_run to the next; the same command makes the
   same calls again, since its decisions between them depend on the same results. A result is kept completely or not at
   all: a release gets the same results as in the first run, but some of them merged into one. */
#pragma once

#include "sim/arena.h"
#include "sim/run/run_dir.h"
#include "sim/sums.h"

/* A chunk of one of the directories. */
typedef struct {
    LogChunk chunk; /* of these jobs */
    size_t dir;
} CheckpointChunk;

typedef struct Checkpoint {
    RunDir *dirs; /* of which one is written, or all are only read; owned */
    size_t dir_count;
    bool reads; /* nothing is worked out: where a result is missing the run ends as if interrupted */
    uint64_t part,
        parts; /* parts > 0: only that share of the jobs is worked out, of 1 … parts, and nothing is released */

    /* Called while a part is worked out, after each result, with its void boards so far; false stops it. May be NULL. */
    bool (*watch)(void *arg, const Voids *voids, uint64_t done, uint64_t all);
    void *arg;

    CheckpointChunk *chunks;  /* that were kept when the checkpoint was opened, in the order of their jobs; owned */
    size_t chunk_count, next; /* next: the first of them behind the jobs so far */
    uint64_t synced;          /* when what is written was last forced onto the disk (sim/files/system.h) */
    uint64_t begun;           /* jobs of all calls of checkpoint_run so far */
    uint64_t found, added;    /* jobs that were kept already, and those that were added */
    uint64_t part_jobs;       /* that the part has, of all calls so far */
    uint64_t missing_part;    /* if it only reads: the first part that lacks jobs, of 1 … dir_count; 0: none does */
    Voids voids;              /* of the part, so far */
    Error error;              /* why a directory could not be written or read; no text: all could be */
    TextPool pool;            /* reasons of void boards that were read */
} Checkpoint;

static inline bool checkpoint_failed(const Checkpoint *checkpoint) { return *checkpoint->error.text; }

/* The members down to `arg` say which directories, that are open, and what is to be done with them; the others are 0.
   False with the reason if jobs stand in two of them, or memory runs out. checkpoint_close closes them in any case. */
bool checkpoint_open(Checkpoint *checkpoint, Error *error);
/* False with the reason if something is not on the disk. Reasons of void boards that were read stay until
   checkpoint_free. */
bool checkpoint_close(Checkpoint *checkpoint, Error *error);
void checkpoint_free(Checkpoint *checkpoint);

/* arena_run, whose results are released to `stretch`. With a checkpoint all ranks work together, also where it has no
   directories; NULL: this one alone. ARENA_INTERRUPTED also where the checkpoint failed, and in other ranks than 0 where
   that makes no more calls. */
ArenaEnd checkpoint_run(Checkpoint *checkpoint, const ArenaJob *job, StretchRun *stretch);
/* After the last call: rank 0 says that there are no more; the others wait until it does. */
void checkpoint_over(void);
