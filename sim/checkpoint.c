/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Releases results that are kept, has the others worked out, and keeps them. */
#include "sim/checkpoint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"
#include "sim/ranks/dispatch.h"
#include "sim/ranks/ranks.h"

/* Results are kept back until they are so many jobs, or the first of them is so old; where they come slower than that,
   each is written at once. */
enum { KEPT_BACK_JOBS = 4096 };
#define KEPT_BACK_NS UINT64_C(1000000000)
/* What is written so long after the last time is forced onto the disk, with all before it. */
#define SYNC_NS (5 * UINT64_C(1000000000))

/* ---- opening */

static int by_jobs(const void *a, const void *b)
{
    const CheckpointChunk *x = a, *y = b;
    return (x->jobs.first > y->jobs.first) - (x->jobs.first < y->jobs.first);
}

bool checkpoint_open(Checkpoint *checkpoint, RunDir *dirs, size_t count, Error *error)
{
    size_t chunks = 0, next = 0;
    *checkpoint = (Checkpoint){.dirs = dirs, .dir_count = count, .synced = nanoseconds_now()};
    for (size_t i = 0; i < count; i++)
        chunks += dirs[i].log.count;
    checkpoint->chunks = calloc(chunks + 1, sizeof *checkpoint->chunks);
    if (!checkpoint->chunks) return error_memory(error);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < dirs[i].log.count; k++)
            checkpoint->chunks[next++] = (CheckpointChunk){dirs[i].log.chunks[k].boards, i};
    qsort(checkpoint->chunks, chunks, sizeof *checkpoint->chunks, by_jobs);
    checkpoint->chunk_count = chunks;
    for (size_t i = 1; i < chunks; i++) {
        const CheckpointChunk *a = &checkpoint->chunks[i - 1], *b = &checkpoint->chunks[i];
        if (a->jobs.first + a->jobs.count <= b->jobs.first) continue;
        return error_set(error, "%.200s and %.200s both hold the results from %" PRIu64 " on", dirs[a->dir].name,
                         dirs[b->dir].name, b->jobs.first);
    }
    return true;
}

bool checkpoint_close(Checkpoint *checkpoint, Error *error)
{
    Error later;
    bool good = true;
    for (size_t i = 0; i < checkpoint->dir_count; i++)
        good &= run_dir_close(&checkpoint->dirs[i], good ? error : &later);
    free(checkpoint->dirs);
    free(checkpoint->chunks);
    *checkpoint = (Checkpoint){.pool = checkpoint->pool};
    return good;
}

void checkpoint_free(Checkpoint *checkpoint) { pool_free(&checkpoint->pool); }

/* ---- parts */

/* Results of the arena. */
static uint64_t result_count(const ArenaJob *job) { return job->count / job->chunk + (job->count % job->chunk != 0); }

/* The first result of the part. */
static uint64_t part_begin(uint64_t results, uint64_t part, uint64_t parts)
{
    return (uint64_t)((unsigned __int128)results * (part - 1) / parts);
}

uint64_t checkpoint_missing_part(const Checkpoint *checkpoint, uint64_t parts)
{
    uint64_t part = 1;
    while (part < parts && part_begin(checkpoint->missing_results, part + 1, parts) <= checkpoint->missing_result)
        part++;
    return part;
}

/* ---- one call of checkpoint_run */

typedef struct {
    Checkpoint *checkpoint;
    const ArenaJob *job;
    const ResultFormat *format;
    uint64_t base;                /* number of the checkpoint for the job's first */
    void *result;                 /* where results are put together, or read back */
    TextBuffer payload;           /* of the next chunk: for each result how many jobs, and its fields … */
    TextBuffer fields;            /* … which are put here first */
    uint64_t first, count, since; /* jobs that are kept back, and when that began */
    uint64_t results, begun;      /* that were worked out, and when that began */
    Dispatch *dispatch;           /* NULL: this is the only rank */
    BoardRange own;               /* jobs from 0 on that are to be released, or are those of the part */
} CheckpointRun;

static ArenaEnd fail(CheckpointRun *run, const Error *error)
{
    run->checkpoint->failed = true;
    run->checkpoint->error = *error;
    return ARENA_INTERRUPTED;
}

/* ---- keeping */

/* Adds a result of so many jobs to the payload. False if memory runs out. */
static bool result_add(CheckpointRun *run, const void *result, uint64_t count)
{
    run->fields.length = 0;
    return result_put(run->format, run->job->shared, &run->fields, result, &run->checkpoint->dirs[0].log.texts) &&
           put_uint(&run->payload, count) && put_bytes(&run->payload, run->fields.data, run->fields.length);
}

/* Writes what is kept back. */
static bool kept_write(CheckpointRun *run, Error *error)
{
    Checkpoint *checkpoint = run->checkpoint;
    ChunkLog *log = &checkpoint->dirs[0].log;
    const uint64_t now = nanoseconds_now();
    const BoardRange jobs = {run->base + run->first, run->count};
    if (!run->count) return true;
    if (run->format->merge && !result_add(run, run->result, run->count)) return error_memory(error);
    if (!chunk_log_append(log, jobs, run->format->kind, run->payload.data, run->payload.length, error)) return false;
    checkpoint->added += run->count;
    run->count = run->payload.length = 0;
    if (run->format->merge) arena_result_clear(run->job, run->result);
    if (now - checkpoint->synced < SYNC_NS) return true;
    checkpoint->synced = now;
    return chunk_log_sync(log, error);
}

/* Keeps a result. */
static bool keep(CheckpointRun *run, uint64_t first, uint64_t count, const void *result, Error *error)
{
    const uint64_t now = nanoseconds_now();
    if (!run->checkpoint->dir_count) return true;
    if (!run->count) run->first = first, run->since = now;
    if (!(run->format->merge ? run->format->merge(run->result, result) : result_add(run, result, count)))
        return error_memory(error);
    run->count += count;
    run->results++;
    const bool quick = run->results > (now - run->begun) / KEPT_BACK_NS;
    if (quick && run->count < KEPT_BACK_JOBS && now - run->since < KEPT_BACK_NS) return true;
    return kept_write(run, error);
}

/* Releases a result, in all ranks. */
static bool result_release(CheckpointRun *run, uint64_t first, uint64_t count, const void *result)
{
    Error error;
    const bool more = run->job->release(run->job->shared, first, count, result);
    if (!run->dispatch || dispatch_released(run->dispatch, (BoardRange){first, count}, result)) return more;
    error_memory(&error);
    fail(run, &error);
    return false;
}

/* Looks at a result of the part, which ends before that job. False if the part is to stop. */
static bool part_take(CheckpointRun *run, const void *result, uint64_t end)
{
    Checkpoint *checkpoint = run->checkpoint;
    if (run->format->voids) run->format->voids(result, &checkpoint->voids);
    return !checkpoint->watch || checkpoint->watch(checkpoint->arg, end - run->own.first, run->own.count);
}

/* ---- working out */

static void *worker_open(void *shared)
{
    const ArenaJob *job = ((CheckpointRun *)shared)->job;
    return job->worker_open ? job->worker_open(job->shared) : job->shared;
}

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    CheckpointRun *run = shared;
    Checkpoint *checkpoint = run->checkpoint;
    const ArenaJob *job = run->job;
    const uint64_t index = first - job->first;
    Error error;
    if (count < job->chunk && index + count < job->count) return true; /* cut by an interrupt */
    if (!keep(run, index, count, result, &error)) return fail(run, &error), false;
    if (!checkpoint->parts) return result_release(run, first, count, result);
    return part_take(run, result, index + count);
}

/* Works out the jobs from `first` to before `end`, counted from 0. */
static ArenaEnd gap_fill(CheckpointRun *run, uint64_t first, uint64_t end)
{
    Error error;
    Checkpoint *checkpoint = run->checkpoint;
    if (checkpoint->reads) {
        if (!checkpoint->missing.count) {
            checkpoint->missing = (BoardRange){run->base + first, end - first};
            checkpoint->missing_result = first / run->job->chunk;
            checkpoint->missing_results = result_count(run->job);
        }
        return ARENA_INTERRUPTED;
    }
    ArenaJob job = *run->job;
    job.first += first;
    job.count = end - first;
    job.shared = run;
    job.worker_open = worker_open;
    job.release = release;
    if (run->format->merge) arena_result_clear(run->job, run->result);
    run->results = 0;
    run->begun = nanoseconds_now();
    const ArenaEnd ended = run->dispatch ? dispatch_run(run->dispatch, &job) : arena_run(&job);
    if (!checkpoint->failed && !kept_write(run, &error)) fail(run, &error);
    return checkpoint->failed ? ARENA_INTERRUPTED : ended;
}

/* ---- releasing what is kept */

static ArenaEnd misread(CheckpointRun *run, const ChunkLog *log, size_t chunk)
{
    Error error;
    error_set(&error, "%.200s: the chunk at %" PRIu64 " holds no results of this command", log->name,
              log->chunks[chunk].offset);
    return fail(run, &error);
}

static ArenaEnd chunk_release(CheckpointRun *run, const CheckpointChunk *chunk)
{
    Error error;
    Checkpoint *checkpoint = run->checkpoint;
    const ArenaJob *job = run->job;
    const ChunkLog *log = &checkpoint->dirs[chunk->dir].log;
    uint64_t index = chunk->jobs.first - run->base;
    const uint64_t end = index + chunk->jobs.count;
    checkpoint->found += chunk->jobs.count;
    const size_t at = chunk_log_find(log, chunk->jobs.first); /* others may have been put before it */
    const uint32_t kind = log->chunks[at].kind;
    if (kind / KIND_STEP != run->format->kind / KIND_STEP || end > job->count) return misread(run, log, at);
    if (!chunk_log_read(log, at, &run->payload, &error)) return fail(run, &error);
    FieldReader in = {.at = run->payload.data, .end = run->payload.data + run->payload.length};
    while (in.at < in.end) {
        size_t length;
        const uint64_t count = get_uint(&in);
        const char *fields = get_bytes(&in, &length);
        if (!fields || !count || count > end - index) return misread(run, log, at);
        FieldReader own = {.at = fields, .end = fields + length, .pool = &checkpoint->pool, .texts = &log->texts};
        arena_result_clear(run->job, run->result);
        const BoardRange jobs = {job->first + index, count};
        if (!result_get(run->format, job->shared, &own, kind, jobs, run->result)) return ARENA_FAILED;
        if (own.failed || own.at < own.end) return misread(run, log, at);
        index += count;
        if (!(checkpoint->parts ? part_take(run, run->result, index)
                                : result_release(run, jobs.first, count, run->result)))
            return ARENA_STOPPED;
    }
    run->payload.length = 0;
    return index == end ? ARENA_DONE : misread(run, log, at);
}

/* The jobs of the part: whole results of the arena. */
static BoardRange part_jobs(const Checkpoint *checkpoint, const ArenaJob *job)
{
    if (!checkpoint->parts) return (BoardRange){0, job->count};
    const uint64_t results = result_count(job);
    const uint64_t from = part_begin(results, checkpoint->part, checkpoint->parts);
    const uint64_t to = part_begin(results, checkpoint->part + 1, checkpoint->parts);
    const uint64_t end = to * job->chunk < job->count ? to * job->chunk : job->count;
    return (BoardRange){from * job->chunk, end - from * job->chunk};
}

static ArenaEnd ranges_run(CheckpointRun *run)
{
    const Checkpoint *checkpoint = run->checkpoint;
    const uint64_t end = run->own.first + run->own.count;
    uint64_t next = run->own.first;
    ArenaEnd ended = ARENA_DONE;
    for (size_t i =
             ranges_find(checkpoint->chunks, sizeof *checkpoint->chunks, checkpoint->chunk_count, run->base + next);
         next < end && ended == ARENA_DONE; i++) {
        const CheckpointChunk *chunk = i < checkpoint->chunk_count ? &checkpoint->chunks[i] : NULL;
        const bool ours = chunk && chunk->jobs.first < run->base + end;
        const uint64_t until = ours ? chunk->jobs.first - run->base : end;
        if (until > next) ended = gap_fill(run, next, until);
        if (ended == ARENA_DONE && ours) ended = interrupt_seen() ? ARENA_INTERRUPTED : chunk_release(run, chunk);
        next = ours ? until + chunk->jobs.count : end;
    }
    return ended;
}

ArenaEnd checkpoint_run(Checkpoint *checkpoint, const ArenaJob *job, const ResultFormat *format)
{
    if (!checkpoint) return arena_run(job);
    if (ranks_own()) return dispatch_follow(job, format, &checkpoint->pool);
    if (checkpoint->failed) return ARENA_INTERRUPTED;
    CheckpointRun run = {.checkpoint = checkpoint, .job = job, .format = format, .base = checkpoint->begun};
    run.own = part_jobs(checkpoint, job);
    run.result = calloc(1, job->result_size);
    checkpoint->begun += job->count;
    checkpoint->part_jobs += run.own.count;
    const bool ranks = ranks_count() > 1;
    if (run.result && ranks) run.dispatch = dispatch_begin(job, format, &checkpoint->pool);
    const ArenaEnd end = run.result && (run.dispatch || !ranks) ? ranges_run(&run) : ARENA_FAILED;
    if (run.dispatch) dispatch_end(run.dispatch, end);
    if (run.result && job->result_free) job->result_free(run.result);
    free(run.result);
    text_buffer_free(&run.payload);
    text_buffer_free(&run.fields);
    return end;
}
