/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Releases kept results, has threads and ranks compute the others, and keeps those. */
#include "sim/checkpoint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"
#include "sim/ranks/ranks.h"

/* Results are kept back until they are this many jobs, or the first of them is so old; where they come slower than that,
   each is written at once. */
enum { PENDING_JOBS = 4096 };
#define PENDING_NS UINT64_C(1000000000)
/* What is written so long after the last time is forced onto the disk, with all before it. */
#define SYNC_NS (5 * UINT64_C(1000000000))

/* ---- opening */

static int by_jobs(const void *a, const void *b)
{
    const CheckpointChunk *x = a, *y = b;
    return (x->chunk.boards.first > y->chunk.boards.first) - (x->chunk.boards.first < y->chunk.boards.first);
}

bool checkpoint_open(Checkpoint *checkpoint, Error *error)
{
    const RunDir *dirs = checkpoint->dirs;
    const size_t count = checkpoint->dir_count;
    size_t chunks = 0, next = 0;
    checkpoint->synced = nanoseconds_now();
    for (size_t i = 0; i < count; i++)
        chunks += dirs[i].log.count;
    checkpoint->chunks = calloc(chunks + 1, sizeof *checkpoint->chunks);
    if (!checkpoint->chunks) return error_memory(error);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < dirs[i].log.count; k++)
            checkpoint->chunks[next++] = (CheckpointChunk){dirs[i].log.chunks[k], i};
    qsort(checkpoint->chunks, chunks, sizeof *checkpoint->chunks, by_jobs);
    checkpoint->chunk_count = chunks;
    for (size_t i = 1; i < chunks; i++) {
        const CheckpointChunk *a = &checkpoint->chunks[i - 1], *b = &checkpoint->chunks[i];
        if (a->chunk.boards.first + a->chunk.boards.count <= b->chunk.boards.first) continue;
        if (a->dir == b->dir)
            return error_set(error, "%.200s: what begins with %" PRIu64 " stands there twice", dirs[a->dir].log_name,
                             b->chunk.boards.first);
        return error_set(error, "%.200s and %.200s both hold the results from %" PRIu64 " on", dirs[a->dir].name,
                         dirs[b->dir].name, b->chunk.boards.first);
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

/* Share number `index` of this many of these jobs: whole results of the arena in a row. */
static BoardRange share_of(BoardRange jobs, uint64_t chunk, uint64_t index, uint64_t shares)
{
    const unsigned __int128 results = jobs.count / chunk + (jobs.count % chunk != 0);
    const uint64_t from = (uint64_t)(results * index / shares) * chunk,
                   to = (uint64_t)(results * (index + 1) / shares) * chunk;
    return (BoardRange){jobs.first + from, (to < jobs.count ? to : jobs.count) - (from < to ? from : to)};
}

/* ---- one call of checkpoint_run */

typedef struct {
    Checkpoint *checkpoint;
    const ArenaJob *job;
    StretchRun *stretch;
    uint64_t base;                /* number of the checkpoint for the job's first */
    BoardRange own;               /* jobs from 0 on that are to be released, or are those of the part */
    Stretch back;                 /* where results are read back … */
    Stretch pending;              /* … and put together until they are kept */
    TextBuffer payload, fields;   /* of the next chunk: how many jobs, and the fields, which are put here first */
    uint64_t first, count, since; /* jobs that are kept back, and when that began */
    uint64_t results, begun;      /* that were worked out, and when that began */
    uint64_t wave;                /* results of the next wave of the ranks */
    TextBuffer gathered;          /* results of one */
    TextBuffer released;          /* that the other ranks do not have yet */
} CheckpointRun;

/* Adds how many jobs the result is of, and its fields. False if memory runs out. */
static bool result_add(CheckpointRun *run, TextBuffer *out, uint32_t kind, const Stretch *result, uint64_t count,
                       TextPool *texts)
{
    Fields fields = {.out = &run->fields, .texts = texts};
    run->fields.length = 0;
    field_stretch(&fields, (Stretch *)(uintptr_t)result, run->stretch, kind);
    return fields_good(&fields) && put_uint(out, count) && put_bytes(out, run->fields.data, run->fields.length);
}

/* Reads what result_add added into run->back. False if memory runs out; `in` has failed where it is none. */
static bool result_read(CheckpointRun *run, Fields *in, uint32_t kind, uint64_t *count)
{
    size_t length;
    *count = get_uint(in);
    const char *bytes = get_bytes(in, &length);
    Fields fields = {.at = bytes, .end = bytes + length, .texts = in->texts, .pool = &run->checkpoint->pool};
    stretch_clear(&run->back);
    if (!bytes) return true;
    field_stretch(&fields, &run->back, run->stretch, kind);
    if (!*count || fields.failed || fields.at < fields.end) fields_fail(in);
    return !fields.full;
}

/* ---- ranks: what rank 0 says before each step, the same in all */

/* A wave is so long that what the ranks wait for each other in its end is little, and not so long that rank 0 sees the
   results late. */
enum { CHUNKS_LEAST = 4 /* for each thread */, CHUNKS_MOST = 1 << 20, WAVE_BYTES = 1 << 26, RELEASED_BYTES = 1 << 20 };
#define WAVE_NS UINT64_C(500000000)

/* Released results follow a STEP_RELEASED, and the last of a call its STEP_END. */
enum { STEP_CALL, STEP_WAVE, STEP_RELEASED, STEP_END, STEP_OVER };

/* There is no padding: what is equal is equal byte by byte. */
typedef struct {
    uint64_t what; /* STEP_… */
    BoardRange jobs;
    uint64_t chunk; /* of the call */
    uint64_t end;   /* ArenaEnd */
} Step;

static bool over; /* rank 0 has said so */

static Step step_tell(Step step)
{
    ranks_broadcast(0, &step, sizeof step);
    return step;
}

static Step call_of(const ArenaJob *job) { return (Step){STEP_CALL, {job->first, job->count}, job->chunk, 0}; }

void checkpoint_over(void)
{
    if (ranks_count() == 1 || over) return;
    if (step_tell((Step){.what = STEP_OVER}).what != STEP_OVER) ranks_abort("this rank ended before rank 0");
    over = true;
}

static bool result_gather(void *taker, uint64_t first, uint64_t count, const Stretch *result)
{
    CheckpointRun *run = taker;
    return put_uint(&run->gathered, first) &&
           result_add(run, &run->gathered, stretch_kind(run->stretch, true), result, count, NULL);
}

/* Plays the own share. Rank 0 has the results of all ranks in run->gathered, in the order of their jobs. The end is that
   of the first rank that did not come to the end of its own. */
static ArenaEnd wave_play(CheckpointRun *run, BoardRange wave)
{
    const BoardRange own = share_of(wave, run->job->chunk, (uint64_t)ranks_own(), (uint64_t)ranks_count());
    ArenaJob played = *run->job;
    played.first = own.first;
    played.count = own.count;
    run->gathered.length = 0;
    int end = (int)arena_run(&played, result_gather, run);
    if (end == ARENA_STOPPED) end = ARENA_FAILED; /* no memory for a result */
    ranks_gather(&run->gathered);
    return ranks_first(end, &end) < 0 ? ARENA_DONE : (ArenaEnd)end;
}

/* Releases results from *next on, up to the first that is missing, and moves *next behind them. */
static ArenaEnd results_release(CheckpointRun *run, const TextBuffer *results, uint32_t kind, ArenaRelease *release,
                                void *taker, uint64_t *next)
{
    Fields in = {.at = results->data, .end = results->data + results->length};
    while (in.at < in.end) {
        uint64_t count;
        const uint64_t first = get_uint(&in);
        if (first != *next) break;
        if (!result_read(run, &in, kind, &count)) return ARENA_FAILED;
        if (in.failed) ranks_abort("a result is not what it should be");
        *next += count;
        if (!release(taker, first, count, &run->back)) return ARENA_STOPPED;
    }
    return ARENA_DONE;
}

/* In rank 0: arena_run by all ranks. */
static ArenaEnd ranks_run(CheckpointRun *run, const ArenaJob *job, ArenaRelease *release)
{
    const uint64_t least = CHUNKS_LEAST * (uint64_t)job->threads * (uint64_t)ranks_count();
    const uint64_t behind = job->first + job->count;
    ArenaEnd end = ARENA_DONE;
    for (uint64_t next = job->first; next < behind && end == ARENA_DONE;) {
        if (run->wave < least) run->wave = least;
        const uint64_t began = nanoseconds_now(), most = run->wave * job->chunk, left = behind - next;
        const Step step = step_tell((Step){.what = STEP_WAVE, .jobs = {next, most < left ? most : left}});
        const ArenaEnd played = wave_play(run, step.jobs);
        const uint64_t took = nanoseconds_since(began);
        if (took > 2 * WAVE_NS || run->gathered.length > WAVE_BYTES)
            run->wave /= 2;
        else if (took < WAVE_NS && run->wave < CHUNKS_MOST)
            run->wave *= 2;
        end = results_release(run, &run->gathered, stretch_kind(run->stretch, true), release, run, &next);
        if (end == ARENA_DONE) end = played;
    }
    return end;
}

static void released_tell(CheckpointRun *run, Step step)
{
    step_tell(step);
    ranks_broadcast_text(&run->released);
    run->released.length = 0;
}

/* In the others: works, and releases what rank 0 has released. */
static ArenaEnd ranks_follow(CheckpointRun *run)
{
    const ArenaJob *job = run->job;
    const Step own = call_of(job);
    Step step = over ? (Step){.what = STEP_OVER} : step_tell(own);
    uint64_t next = job->first;
    bool good = true;
    over = step.what == STEP_OVER;
    if (over) return ARENA_INTERRUPTED;
    if (memcmp(&step, &own, sizeof own) != 0) ranks_abort("this rank reached another call than rank 0");
    do {
        step = step_tell(own);
        if (step.what == STEP_WAVE) {
            wave_play(run, step.jobs);
            continue;
        }
        run->released.length = 0;
        ranks_broadcast_text(&run->released);
        good = good && results_release(run, &run->released, stretch_kind(run->stretch, false), stretch_release,
                                       run->stretch, &next) != ARENA_FAILED;
    } while (step.what != STEP_END);
    return good ? (ArenaEnd)step.end : ARENA_FAILED;
}

/* ---- keeping */

/* Writes what is kept back. */
static bool pending_write(CheckpointRun *run)
{
    Checkpoint *checkpoint = run->checkpoint;
    Error *error = &checkpoint->error;
    const uint64_t now = nanoseconds_now();
    const uint32_t kind = stretch_kind(run->stretch, true);
    if (!run->count) return true;
    ChunkLog *log = &checkpoint->dirs[0].log;
    run->payload.length = 0;
    if (!result_add(run, &run->payload, kind, &run->pending, run->count, &log->texts)) return error_memory(error);
    if (!chunk_log_append(log, (BoardRange){run->base + run->first, run->count}, kind, run->payload.data,
                          run->payload.length, error))
        return false;
    checkpoint->added += run->count;
    run->count = 0;
    stretch_clear(&run->pending);
    if (now - checkpoint->synced < SYNC_NS) return true;
    checkpoint->synced = now;
    return chunk_log_sync(log, error);
}

/* Keeps a result. */
static bool checkpoint_keep(CheckpointRun *run, uint64_t first, uint64_t count, const Stretch *result)
{
    const uint64_t now = nanoseconds_now();
    if (!run->checkpoint->dir_count) return true;
    if (!run->count) run->first = first, run->since = now;
    if (!stretch_merge(&run->pending, result)) return error_memory(&run->checkpoint->error);
    run->count += count;
    run->results++;
    const bool quick = run->results > (now - run->begun) / PENDING_NS;
    if (quick && run->count < PENDING_JOBS && now - run->since < PENDING_NS) return true;
    return pending_write(run);
}

/* Releases a result, in all ranks. Of a part nothing is released, and its void boards are looked at. */
static bool result_release(CheckpointRun *run, uint64_t first, uint64_t count, const Stretch *result)
{
    Checkpoint *checkpoint = run->checkpoint;
    if (checkpoint->parts) {
        voids_merge(&checkpoint->voids, &result->sums.voids);
        return !checkpoint->watch ||
               checkpoint->watch(checkpoint->arg, &checkpoint->voids, first + count - run->job->first - run->own.first,
                                 run->own.count);
    }
    const bool more = stretch_release(run->stretch, first, count, result);
    if (ranks_count() == 1) return more;
    if (!put_uint(&run->released, first) ||
        !result_add(run, &run->released, stretch_kind(run->stretch, false), result, count, NULL))
        return error_memory(&checkpoint->error);
    if (run->released.length > RELEASED_BYTES) released_tell(run, (Step){.what = STEP_RELEASED});
    return more;
}

/* ---- working out */

/* Keeps a result that was worked out, and releases it: an ArenaRelease, in rank 0. */
static bool result_take(void *taker, uint64_t first, uint64_t count, const Stretch *result)
{
    CheckpointRun *run = taker;
    const ArenaJob *job = run->job;
    const uint64_t index = first - job->first;
    if (count < job->chunk && index + count < job->count) return true; /* cut by an interrupt */
    return checkpoint_keep(run, index, count, result) && result_release(run, first, count, result);
}

/* Works out the jobs from `first` to before `end`, counted from 0. */
static ArenaEnd gap_fill(CheckpointRun *run, uint64_t first, uint64_t end)
{
    Checkpoint *checkpoint = run->checkpoint;
    if (checkpoint->reads) {
        for (uint64_t part = 1, parts = checkpoint->dir_count; !checkpoint->missing_part; part++) {
            const BoardRange share = share_of((BoardRange){0, run->job->count}, run->job->chunk, part - 1, parts);
            if (share.first + share.count > first) checkpoint->missing_part = part;
        }
        return ARENA_INTERRUPTED;
    }
    ArenaJob job = *run->job;
    job.first += first;
    job.count = end - first;
    run->results = 0;
    run->begun = nanoseconds_now();
    const ArenaEnd ended = ranks_count() > 1 ? ranks_run(run, &job, result_take) : arena_run(&job, result_take, run);
    return checkpoint_failed(checkpoint) || !pending_write(run) ? ARENA_INTERRUPTED : ended;
}

/* ---- releasing what is kept */

static ArenaEnd chunk_release(CheckpointRun *run, const CheckpointChunk *saved)
{
    Checkpoint *checkpoint = run->checkpoint;
    const LogChunk *chunk = &saved->chunk;
    ChunkLog *log = &checkpoint->dirs[saved->dir].log;
    const uint64_t index = chunk->boards.first - run->base;
    uint64_t count = 0;
    checkpoint->found += chunk->boards.count;
    if (!chunk_log_read(log, chunk, &run->payload, &checkpoint->error)) return ARENA_INTERRUPTED;
    Fields in = {.at = run->payload.data, .end = run->payload.data + run->payload.length, .texts = &log->texts};
    const bool ours =
        chunk->kind / KIND_STEP == KIND_SUMS / KIND_STEP && index + chunk->boards.count <= run->job->count;
    if (ours && !result_read(run, &in, chunk->kind, &count)) return ARENA_FAILED;
    if (!ours || in.failed || in.at < in.end || count != chunk->boards.count) {
        error_set(&checkpoint->error, "%.200s: the chunk at %" PRIu64 " holds no results of this command", log->name,
                  chunk->offset);
        return ARENA_INTERRUPTED;
    }
    return result_release(run, run->job->first + index, count, &run->back) ? ARENA_DONE : ARENA_STOPPED;
}

static ArenaEnd ranges_run(CheckpointRun *run)
{
    Checkpoint *checkpoint = run->checkpoint;
    const CheckpointChunk *chunk = checkpoint->chunks + checkpoint->next,
                          *last = checkpoint->chunks + checkpoint->chunk_count;
    const uint64_t end = run->own.first + run->own.count;
    uint64_t next = run->own.first;
    ArenaEnd ended = ARENA_DONE;
    while (chunk < last && chunk->chunk.boards.first < run->base + next)
        chunk++;
    for (bool ours = true; next < end && ended == ARENA_DONE; chunk += ours) {
        ours = chunk < last && chunk->chunk.boards.first < run->base + end;
        const uint64_t until = ours ? chunk->chunk.boards.first - run->base : end;
        if (until > next) ended = gap_fill(run, next, until);
        if (ended == ARENA_DONE && ours) ended = interrupt_seen() ? ARENA_INTERRUPTED : chunk_release(run, chunk);
        next = ours ? until + chunk->chunk.boards.count : end;
    }
    checkpoint->next = (size_t)(chunk - checkpoint->chunks);
    return ended;
}

ArenaEnd checkpoint_run(Checkpoint *checkpoint, const ArenaJob *job, StretchRun *stretch)
{
    CheckpointRun run = {.checkpoint = checkpoint, .job = job, .stretch = stretch};
    ArenaEnd end = ARENA_INTERRUPTED;
    stretch->keeps = checkpoint;
    if (!checkpoint) {
        end = arena_run(job, stretch_release, stretch);
    } else if (ranks_own()) {
        end = ranks_follow(&run);
    } else if (!checkpoint_failed(checkpoint)) {
        run.base = checkpoint->begun;
        run.own = (BoardRange){0, job->count};
        if (checkpoint->parts) run.own = share_of(run.own, job->chunk, checkpoint->part - 1, checkpoint->parts);
        checkpoint->begun += job->count;
        checkpoint->part_jobs += run.own.count;
        if (ranks_count() > 1) step_tell(call_of(job));
        end = ranges_run(&run);
        if (ranks_count() > 1) released_tell(&run, (Step){.what = STEP_END, .end = end});
    }
    if (!stretch_end(stretch)) end = ARENA_STOPPED;
    stretch_free(&run.back);
    stretch_free(&run.pending);
    TextBuffer *const texts[] = {&run.payload, &run.fields, &run.gathered, &run.released};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_buffer_free(texts[i]);
    return stretch->failed ? ARENA_FAILED : end;
}
