/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works out what a rank was given. */
#include "sim/ranks/crew.h"

#include <stdlib.h>
#include <string.h>

#include "sim/files/clock.h"
#include "sim/files/interrupt.h"
#include "sim/ranks/ranks.h"

/* Work that lies ready bridges so many ns, until more is there. */
#define AHEAD_NS UINT64_C(20000000)
enum { AHEAD_MOST = 64 }; /* results for each thread */

void crew_open(Crew *crew, const ArenaJob *job, const ResultFormat *format, const void *shared)
{
    *crew = (Crew){.job = job, .format = format, .shared = shared};
    omp_init_lock(&crew->lock);
}

void crew_close(Crew *crew)
{
    omp_destroy_lock(&crew->lock);
    free(crew->given);
    text_buffer_free(&crew->done);
}

bool crew_give(Crew *crew, BoardRange jobs)
{
    bool good = true;
    omp_set_lock(&crew->lock);
    if (crew->given_count == crew->given_room) {
        const size_t room = 2 * crew->given_room + 8;
        BoardRange *more = realloc(crew->given, room * sizeof *more);
        if (more) crew->given = more, crew->given_room = room;
        good = more != NULL;
    }
    if (good) crew->given[crew->given_count++] = jobs;
    omp_unset_lock(&crew->lock);
    return good;
}

bool crew_take(Crew *crew, TextBuffer *into)
{
    omp_set_lock(&crew->lock);
    const bool good = text_buffer_reserve(into, crew->done.length + 1);
    if (good && crew->done.length) memcpy(into->data + into->length, crew->done.data, crew->done.length);
    if (good) into->length += crew->done.length, crew->done.length = 0;
    omp_unset_lock(&crew->lock);
    return good;
}

uint64_t crew_wants(Crew *crew)
{
    const uint64_t threads = (uint64_t)crew->job->threads;
    omp_set_lock(&crew->lock);
    const uint64_t each = crew->chunks ? crew->busy / crew->chunks + 1 : AHEAD_NS;
    omp_unset_lock(&crew->lock);
    const uint64_t ahead = 1 + AHEAD_NS / each;
    return threads * (1 + (ahead < AHEAD_MOST ? ahead : AHEAD_MOST));
}

/* The next jobs for a result. */
static bool chunk_take(Crew *crew, BoardRange *chunk)
{
    omp_set_lock(&crew->lock);
    const bool there = crew->given_count > 0;
    if (there) {
        BoardRange *first = &crew->given[0];
        *chunk = (BoardRange){first->first, first->count < crew->job->chunk ? first->count : crew->job->chunk};
        first->first += chunk->count;
        first->count -= chunk->count;
        if (!first->count) memmove(first, first + 1, --crew->given_count * sizeof *first);
    }
    omp_unset_lock(&crew->lock);
    return there;
}

static bool chunk_work(Crew *crew, void *worker, const BoardRange *chunk, void *result)
{
    const ArenaJob *job = crew->job;
    if (job->result_clear)
        job->result_clear(result);
    else
        memset(result, 0, job->result_size);
    for (uint64_t i = 0; i < chunk->count && !atomic_load_explicit(&crew->over, memory_order_relaxed); i++)
        if (!job->work(worker, chunk->first + i, result)) return false;
    return true;
}

static bool chunk_leave(Crew *crew, const BoardRange *chunk, const TextBuffer *fields, uint64_t took)
{
    omp_set_lock(&crew->lock);
    crew->chunks++;
    crew->busy += took;
    const bool good = put_uint(&crew->done, chunk->first) && put_uint(&crew->done, chunk->count) &&
                      put_bytes(&crew->done, fields->data, fields->length);
    omp_unset_lock(&crew->lock);
    return good;
}

static void thread_work(Crew *crew)
{
    const ArenaJob *job = crew->job;
    BoardRange chunk;
    TextBuffer fields = {0};
    void *result = calloc(1, job->result_size + 1);
    void *worker = job->worker_open ? job->worker_open(job->shared) : job->shared;
    bool good = result && (worker || !job->worker_open);
    while (good && !atomic_load(&crew->over)) {
        if (!chunk_take(crew, &chunk)) {
            ranks_wait();
            continue;
        }
        const uint64_t began = nanoseconds_now();
        fields.length = 0;
        good = chunk_work(crew, worker, &chunk, result);
        if (atomic_load(&crew->over)) break; /* it may not be whole */
        good = good && crew->format->put(crew->shared, &fields, result) &&
               chunk_leave(crew, &chunk, &fields, nanoseconds_since(began));
    }
    if (!good && !interrupt_seen())
        atomic_store(&crew->failed, true); /* else the job was cut short, and does not count */
    if (worker && job->worker_close) job->worker_close(worker);
    if (result && job->result_free) job->result_free(result);
    free(result);
    text_buffer_free(&fields);
}

void crew_run(Crew *crew, void (*lead)(void *arg), void *arg)
{
#pragma omp parallel num_threads(crew->job->threads + 1)
    if (omp_get_thread_num())
        thread_work(crew);
    else if (omp_get_num_threads() > 1)
        lead(arg);
    else
        ranks_abort("no thread can be started");
}
