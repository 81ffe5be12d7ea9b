/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs numbered in a row, done by many threads in chunks, handed over in order.

   Each worker adds its jobs to the result of a chunk; finished results are released in index order, one at a time,
   whatever thread finished first. At most a few results for each thread exist at any time, so memory does not grow
   with the number of jobs. What release sees does not depend on the number of threads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/run/chunk_log.h"

typedef struct {
    uint64_t first, count; /* jobs first … first + count - 1 */
    uint64_t chunk;        /* jobs in a result (the last may hold fewer); at least 1 */
    int threads;           /* at least 1 */
    uint64_t together;     /* jobs that a thread takes at once, in whole chunks; 0: one chunk */
    void *shared;          /* the caller's; handed to worker_open and release */

    /* What one thread works with. NULL function: `shared` itself. Returns NULL if memory runs out. */
    void *(*worker_open)(void *shared);
    void (*worker_close)(void *worker); /* may be NULL */
    /* Told of jobs that the thread has taken, before the first of them; work is then called for them in order, or no more.
       May be NULL, and whoever runs the job otherwise need not tell. */
    void (*ahead)(void *worker, uint64_t first, uint64_t count);

    /* A result: result_size bytes, zero at first, and made empty again by result_clear before each chunk
       (NULL: set to zero). */
    size_t result_size;
    void (*result_clear)(void *result);
    void (*result_free)(void *result); /* frees what the result owns, not the result; may be NULL */

    /* Adds job `index` to the result. False if memory runs out, or if the stop of a user cut the job short: it does not
       count then. */
    bool (*work)(void *worker, uint64_t index, void *result);
    /* Takes the result of jobs first … first + count - 1; called in order, by one thread at a time. False: stop here. */
    bool (*release)(void *shared, uint64_t first, uint64_t count, const void *result);
} ArenaJob;

typedef enum {
    ARENA_DONE,        /* all jobs released */
    ARENA_STOPPED,     /* release said so */
    ARENA_INTERRUPTED, /* interrupt_seen: everything finished in order was released, a chunk perhaps in part */
    ARENA_FAILED,      /* out of memory */
} ArenaEnd;

ArenaEnd arena_run(const ArenaJob *job);

/* A chunk that keeps threads busy and progress fine-grained; it depends on `count` alone. `most`: jobs that take about
   a millisecond together. */
uint64_t arena_chunk(uint64_t count, uint64_t most);
/* All cores that this process may use. */
int arena_cores(void);

/* ---- results that are kept in a run directory, or sent to another process */

/* What the results of a chunk are; those of a simulation have a bit more for each file that is kept. */
enum {
    KIND_SIMULATION = 0,
    KIND_STEP = 16,
    KIND_PAIRINGS = 16,
    KIND_TACTICS = 32,
    KIND_EQUITY = 48,
    KIND_LESSONS = 64
};

struct Voids; /* sim/voids.h */

/* How results are kept. */
typedef struct ResultFormat {
    uint32_t kind; /* what they hold: KIND_… and below 16 what else; a chunk of another KIND_ is refused */
    /* Adds a result to those before it, so that many are kept as one; NULL: each is kept by itself. */
    bool (*merge)(void *into, const void *from);
    /* False if memory runs out. */
    bool (*put)(const void *shared, TextBuffer *out, const void *result);
    /* Fills an empty result of these jobs from what was put by the format of that kind. False if memory runs out; what it
       does not understand fails the reader. */
    bool (*get)(void *shared, FieldReader *in, uint32_t kind, BoardRange jobs, void *result);
    /* Takes out what is only for files. NULL: there is nothing of the kind. */
    void (*trim)(void *result);
    /* Adds its void boards. NULL: there are none. */
    void (*voids)(const void *result, struct Voids *into);
} ResultFormat;
