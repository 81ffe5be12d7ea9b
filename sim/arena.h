/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Consecutively numbered jobs, distributed to many threads in ranges, with their results released in order.

   Each chunk of jobs has a result, to which a worker adds them; finished results are released in index order, one at a
   time, whichever thread finished first. At most a few results for each thread exist at any time, so memory does not
   grow with the number of jobs. What release sees does not depend on the number of threads. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sums.h"

/* What one thread takes at once: jobs first … first + count - 1, in whole chunks, each with a result. */
typedef struct {
    uint64_t first, count;
    /* The rest is for the arena and the functions below. */
    uint64_t chunk, slot,
        window; /* the result of the first chunk is in slot number `slot` of this many, which go round */
    struct ArenaSlot *slots;
    const atomic_bool *over;
} ArenaRange;

typedef struct {
    uint64_t first, count; /* jobs first … first + count - 1 */
    uint64_t chunk;        /* jobs in a result (the last may hold fewer); at least 1 */
    int threads;           /* at least 1 */
    uint64_t together;     /* jobs that a thread takes at once, in whole chunks; 0: one chunk */
    bool quick;            /* a thread more is not worth its start for fewer than these */
    void *shared;          /* the caller's; handed to worker_open */

    /* What one thread works with. NULL function: `shared` itself. Returns NULL if memory runs out. */
    void *(*worker_open)(void *shared);
    void (*worker_close)(void *worker); /* may be NULL */

    /* Adds jobs of the range to their results (arena_result), in order, and returns how many: all of them, or fewer
       where no more are wanted (arena_wants), the stop of a user cut a job short, or memory ran out. */
    uint64_t (*work)(void *worker, const ArenaRange *range);
} ArenaJob;

typedef enum {
    ARENA_DONE,        /* all jobs released */
    ARENA_STOPPED,     /* release said so */
    ARENA_INTERRUPTED, /* interrupt_seen: everything finished in order was released, a chunk perhaps in part */
    ARENA_FAILED,      /* out of memory */
} ArenaEnd;

/* Takes the result of jobs first … first + count - 1; called in order, by one thread at a time. False: stop here. */
typedef bool ArenaRelease(void *taker, uint64_t first, uint64_t count, const Stretch *result);

ArenaEnd arena_run(const ArenaJob *job, ArenaRelease *release, void *taker);

/* ---- for work */

/* Is more work wanted? Asked before each job, or those that are done together. */
bool arena_wants(const ArenaRange *range);
/* The result to which that job is added. */
Stretch *arena_result(const ArenaRange *range, uint64_t index);
/* Does the jobs of the range one by one, by a function that adds job `index` to the result; it returns false where its
   job does not count, as memory ran out or the user stopped it. Returns what work does. */
uint64_t arena_each(const ArenaRange *range, void *worker, bool (*one)(void *worker, uint64_t index, Stretch *result));

/* ---- for who runs jobs otherwise */

/* Runs `work` in this many threads, of which this is one, and waits for all of them; fewer, where the system does not give
   them. Threads of OpenMP would spin while they wait. */
void threads_run(int threads, void *(*work)(void *arg), void *arg);

/* A chunk that keeps threads busy and progress fine-grained; it depends on `count` alone. `most`: jobs that take about
   a millisecond together. */
uint64_t arena_chunk(uint64_t count, uint64_t most);
/* All cores that this process may use. */
int arena_cores(void);
