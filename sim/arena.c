/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands ranges of jobs to threads and releases their results in order. */
#include "sim/arena.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "sim/files/system.h"

/* Results that may wait for an earlier one, for each thread. */
enum { WINDOW = 4 };

typedef struct ArenaSlot {
    Stretch result;
    uint64_t count; /* jobs done; less than the chunk only if interrupted */
    bool finished;
} Slot;

typedef struct {
    const ArenaJob *job;
    ArenaRelease *release;
    void *taker;
    pthread_mutex_t lock; /* guards all below except over and end */
    Slot *slots;          /* chunk c lies in slot c % window */
    uint64_t window, chunks, threads;
    uint64_t next;    /* chunk to be taken next */
    uint64_t front;   /* chunk to be released next */
    bool releasing;   /* some thread is at it */
    atomic_bool over; /* no more work is wanted … */
    atomic_int end;   /* … and this ArenaEnd is why */
} Arena;

static bool arena_halted(Arena *arena) { return atomic_load_explicit(&arena->over, memory_order_relaxed); }

/* The first reason to halt stands. */
static void arena_halt(Arena *arena, ArenaEnd end)
{
    int none = ARENA_DONE;
    atomic_compare_exchange_strong(&arena->end, &none, end);
    atomic_store(&arena->over, true);
}

static uint64_t chunk_first(const ArenaJob *job, uint64_t chunk) { return job->first + chunk * job->chunk; }

static uint64_t chunk_count(const ArenaJob *job, uint64_t chunk)
{
    uint64_t left = job->count - chunk * job->chunk;
    return left < job->chunk ? left : job->chunk;
}

static uint64_t at_most(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Chunks that a thread takes at once: one where the job does not say more. */
static uint64_t chunks_together(const ArenaJob *job)
{
    return job->together > job->chunk ? job->together / job->chunk : 1;
}

/* Takes the next chunks to work on, of several threads fewer towards the end, so that none is idle for long; returns
   how many, 0 when there are none. Waits while the earliest unfinished chunk holds up too many. */
static uint64_t chunks_take(Arena *arena, uint64_t *chunk)
{
    const uint64_t together = chunks_together(arena->job);
    const struct timespec moment = {0, 100000};
    for (;;) {
        pthread_mutex_lock(&arena->lock);
        bool none = arena_halted(arena) || interrupt_seen() || arena->next == arena->chunks;
        const uint64_t room = arena->front + arena->window - arena->next, left = arena->chunks - arena->next;
        const uint64_t share = arena->threads > 1 ? left / (2 * arena->threads) + 1 : left;
        const uint64_t count = none ? 0 : at_most(at_most(room, left), at_most(together, share));
        *chunk = arena->next;
        arena->next += count;
        pthread_mutex_unlock(&arena->lock);
        if (none || count) return count;
        nanosleep(&moment, NULL);
    }
}

bool arena_wants(const ArenaRange *range)
{
    return !atomic_load_explicit(range->over, memory_order_relaxed) && !interrupt_seen();
}

Stretch *arena_result(const ArenaRange *range, uint64_t index)
{
    return &range->slots[(range->slot + (index - range->first) / range->chunk) % range->window].result;
}

uint64_t arena_each(const ArenaRange *range, void *worker, bool (*one)(void *worker, uint64_t index, Stretch *result))
{
    uint64_t done = 0;
    while (done < range->count && arena_wants(range) &&
           one(worker, range->first + done, arena_result(range, range->first + done)))
        done++;
    return done;
}

/* Works some chunks in a row. */
static void chunks_work(Arena *arena, void *worker, uint64_t chunk, uint64_t chunks)
{
    const ArenaJob *job = arena->job;
    ArenaRange range = {.first = chunk_first(job, chunk),
                        .chunk = job->chunk,
                        .slot = chunk % arena->window,
                        .window = arena->window,
                        .slots = arena->slots,
                        .over = &arena->over};
    for (uint64_t i = 0; i < chunks; i++) {
        stretch_clear(&arena->slots[(chunk + i) % arena->window].result);
        range.count += chunk_count(job, chunk + i);
    }
    uint64_t done = arena_wants(&range) ? job->work(worker, &range) : 0;
    if (done < range.count && arena_wants(&range)) arena_halt(arena, ARENA_FAILED);
    for (uint64_t i = 0; i < chunks; i++) {
        Slot *slot = &arena->slots[(chunk + i) % arena->window];
        slot->count = at_most(done, chunk_count(job, chunk + i));
        done -= slot->count;
    }
}

/* Marks the chunk as finished, and releases what is finished in order unless another thread is at it. */
static void chunk_finish(Arena *arena, uint64_t chunk)
{
    const ArenaJob *job = arena->job;
    pthread_mutex_lock(&arena->lock);
    arena->slots[chunk % arena->window].finished = true;
    if (!arena->releasing) {
        arena->releasing = true;
        for (Slot *slot; slot = &arena->slots[arena->front % arena->window], slot->finished && !arena_halted(arena);) {
            bool whole = slot->count == chunk_count(job, arena->front), more = true;
            pthread_mutex_unlock(&arena->lock);
            if (slot->count)
                more = arena->release(arena->taker, chunk_first(job, arena->front), slot->count, &slot->result);
            pthread_mutex_lock(&arena->lock);
            slot->finished = false;
            arena->front++;
            if (!more)
                arena_halt(arena, ARENA_STOPPED);
            else if (!whole)
                arena_halt(arena, ARENA_INTERRUPTED);
        }
        arena->releasing = false;
    }
    pthread_mutex_unlock(&arena->lock);
}

static void *thread_run(void *shared)
{
    Arena *arena = shared;
    const ArenaJob *job = arena->job;
    void *worker = job->worker_open ? job->worker_open(job->shared) : job->shared;
    if (job->worker_open && !worker) return arena_halt(arena, ARENA_FAILED), NULL;
    for (uint64_t chunk, count; (count = chunks_take(arena, &chunk));) {
        chunks_work(arena, worker, chunk, count);
        for (const uint64_t last = chunk + count; chunk < last; chunk++)
            chunk_finish(arena, chunk);
    }
    if (job->worker_close) job->worker_close(worker);
    return NULL;
}

void threads_run(int threads, void *(*work)(void *arg), void *arg)
{
    pthread_t *others = threads > 1 ? calloc((size_t)threads, sizeof *others) : NULL;
    int started = 0;
    while (others && started < threads - 1 && !pthread_create(&others[started], NULL, work, arg))
        started++;
    work(arg);
    while (started)
        pthread_join(others[--started], NULL);
    free(others);
}

ArenaEnd arena_run(const ArenaJob *job, ArenaRelease *release, void *taker)
{
    const uint64_t chunks = job->count / job->chunk + (job->count % job->chunk != 0);
    if (!chunks) return ARENA_DONE;
    const uint64_t shares = job->quick ? (chunks - 1) / chunks_together(job) + 1 : chunks;
    const int threads = shares < (uint64_t)job->threads ? (int)shares : job->threads;
    const uint64_t window = (uint64_t)threads * (WINDOW + chunks_together(job) - 1);
    Arena arena = {.job = job, .release = release, .taker = taker, .window = window, .chunks = chunks};
    arena.threads = (uint64_t)threads;
    arena.slots = calloc(window, sizeof *arena.slots);
    if (!arena.slots) return ARENA_FAILED;
    pthread_mutex_init(&arena.lock, NULL);
    threads_run(threads, thread_run, &arena);
    pthread_mutex_destroy(&arena.lock);
    for (uint64_t i = 0; i < window; i++)
        stretch_free(&arena.slots[i].result);
    if (arena.front < chunks) arena_halt(&arena, ARENA_INTERRUPTED);
    free(arena.slots);
    return (ArenaEnd)arena.end;
}

uint64_t arena_chunk(uint64_t count, uint64_t most)
{
    enum { PARTS = 256 };
    uint64_t chunk = count / PARTS;
    return chunk < 1 ? 1 : chunk > most ? most : chunk;
}

int arena_cores(void) { return omp_get_num_procs(); }
