/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares jobs among ranks, wave by wave. */
#include "sim/ranks/dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"
#include "sim/ranks/ranks.h"

/* A wave is so long that what the ranks wait for each other in its end is little, and not so long that rank 0 sees the
   results late. */
enum { CHUNKS_LEAST = 4 /* for each thread */, CHUNKS_MOST = 1 << 20, WAVE_BYTES = 1 << 26 };
#define WAVE_NS UINT64_C(500000000)

struct Dispatch {
    const ArenaJob *job;
    const ResultFormat *format;
    TextPool *pool;
    void *result, *released_sum; /* released_sum: what was released, if results can be put together … */
    uint64_t released_count;
    TextBuffer released, fields; /* … else released: each with how many jobs */
    uint64_t wave;               /* chunks of the next one */
    TextBuffer in;               /* results of one */
};

/* ---- what rank 0 says before each step, the same in all ranks */

enum { STEP_CALL, STEP_WAVE, STEP_END, STEP_OVER };

/* There is no padding: what is equal is equal byte by byte. */
typedef struct {
    uint64_t what; /* STEP_… */
    BoardRange jobs;
    uint64_t chunk, kind; /* of the call */
} Step;

static bool over; /* rank 0 has said so */

static Step step_tell(Step step)
{
    ranks_broadcast(0, &step, sizeof step);
    return step;
}

static Step call_of(const ArenaJob *job, const ResultFormat *format)
{
    return (Step){STEP_CALL, {job->first, job->count}, job->chunk, format->kind / KIND_STEP};
}

void dispatch_over(void)
{
    if (ranks_count() == 1 || over) return;
    if (step_tell((Step){.what = STEP_OVER}).what != STEP_OVER) ranks_abort("this rank came to its end before rank 0");
    over = true;
}

/* ---- a wave */

/* The share of a rank: whole chunks in a row. */
static BoardRange share_of(BoardRange wave, uint64_t chunk, uint64_t rank)
{
    const uint64_t ranks = (uint64_t)ranks_count(), chunks = wave.count / chunk + (wave.count % chunk != 0);
    const uint64_t from = chunks * rank / ranks * chunk, to = chunks * (rank + 1) / ranks * chunk;
    return (BoardRange){wave.first + from, (to < wave.count ? to : wave.count) - (from < to ? from : to)};
}

typedef struct {
    const ArenaJob *job;
    const ResultFormat *format;
    TextBuffer *results, fields; /* results: first job, how many, and the format's bytes */
} Share;

static void *worker_open(void *shared)
{
    const ArenaJob *job = ((Share *)shared)->job;
    return job->worker_open ? job->worker_open(job->shared) : job->shared;
}

static bool result_take(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Share *share = shared;
    share->fields.length = 0;
    return result_put(share->format, share->job->shared, &share->fields, result, NULL) &&
           put_uint(share->results, first) && put_uint(share->results, count) &&
           put_bytes(share->results, share->fields.data, share->fields.length);
}

/* Plays the own share. Rank 0 has the results of all ranks in *results, in the order of their jobs. The end is that of
   the first rank that did not come to the end of its own. */
static ArenaEnd wave_play(const ArenaJob *job, const ResultFormat *format, BoardRange wave, TextBuffer *results)
{
    Share share = {.job = job, .format = format, .results = results};
    const BoardRange own = share_of(wave, job->chunk, (uint64_t)ranks_own());
    ArenaJob played = *job;
    int end;
    played.first = own.first;
    played.count = own.count;
    played.shared = &share;
    played.worker_open = worker_open;
    played.release = result_take;
    results->length = 0;
    end = (int)arena_run(&played);
    text_buffer_free(&share.fields);
    if (end == ARENA_STOPPED) end = ARENA_FAILED; /* no memory for a result */
    ranks_gather(results);
    return ranks_first(end, &end) < 0 ? ARENA_DONE : (ArenaEnd)end;
}

/* ---- rank 0 */

static void dispatch_free(Dispatch *dispatch)
{
    const ArenaJob *job = dispatch->job;
    if (dispatch->result && job->result_free) job->result_free(dispatch->result);
    if (dispatch->released_sum && job->result_free) job->result_free(dispatch->released_sum);
    free(dispatch->result);
    free(dispatch->released_sum);
    text_buffer_free(&dispatch->released);
    text_buffer_free(&dispatch->fields);
    text_buffer_free(&dispatch->in);
    free(dispatch);
}

Dispatch *dispatch_begin(const ArenaJob *job, const ResultFormat *format, TextPool *pool)
{
    Dispatch *dispatch = calloc(1, sizeof *dispatch);
    if (!dispatch) return NULL;
    *dispatch = (Dispatch){.job = job, .format = format, .pool = pool};
    dispatch->result = calloc(1, job->result_size + 1);
    dispatch->released_sum = calloc(1, job->result_size + 1);
    if (!dispatch->result || !dispatch->released_sum) return dispatch_free(dispatch), NULL;
    arena_result_clear(job, dispatch->released_sum);
    step_tell(call_of(job, format));
    return dispatch;
}

bool dispatch_released(Dispatch *dispatch, uint64_t count, void *result)
{
    const ResultFormat *format = dispatch->format;
    dispatch->released_count += count;
    if (format->trim) format->trim(result);
    if (format->merge) return format->merge(dispatch->released_sum, result);
    dispatch->fields.length = 0;
    return result_put(format, dispatch->job->shared, &dispatch->fields, result, NULL) &&
           put_uint(&dispatch->released, count) &&
           put_bytes(&dispatch->released, dispatch->fields.data, dispatch->fields.length);
}

/* Releases the results of a wave from *next on, up to the first that is missing, and moves *next behind them. */
static ArenaEnd results_release(Dispatch *dispatch, const ArenaJob *job, uint64_t *next)
{
    FieldReader in = {.at = dispatch->in.data, .end = dispatch->in.data + dispatch->in.length};
    while (in.at < in.end) {
        size_t length;
        const uint64_t first = get_uint(&in), count = get_uint(&in);
        const char *bytes = get_bytes(&in, &length);
        FieldReader fields = {.at = bytes, .end = bytes + length, .pool = dispatch->pool};
        if (first != *next) break;
        arena_result_clear(job, dispatch->result);
        const BoardRange jobs = {first, count};
        if (!result_get(dispatch->format, dispatch->job->shared, &fields, dispatch->format->kind, jobs,
                        dispatch->result))
            return ARENA_FAILED;
        if (!count || fields.failed || fields.at < fields.end) ranks_abort("a result is not what it should be");
        *next += count;
        if (!job->release(job->shared, first, count, dispatch->result)) return ARENA_STOPPED;
    }
    return ARENA_DONE;
}

ArenaEnd dispatch_run(Dispatch *dispatch, const ArenaJob *job)
{
    const uint64_t least = CHUNKS_LEAST * (uint64_t)job->threads * (uint64_t)ranks_count();
    const uint64_t behind = job->first + job->count;
    ArenaEnd end = ARENA_DONE;
    for (uint64_t next = job->first; next < behind && end == ARENA_DONE;) {
        if (dispatch->wave < least) dispatch->wave = least;
        const uint64_t began = nanoseconds_now(), most = dispatch->wave * job->chunk, left = behind - next;
        const Step step = step_tell((Step){.what = STEP_WAVE, .jobs = {next, most < left ? most : left}});
        const ArenaEnd played = wave_play(dispatch->job, dispatch->format, step.jobs, &dispatch->in);
        const uint64_t took = nanoseconds_since(began);
        if (took > 2 * WAVE_NS || dispatch->in.length > WAVE_BYTES)
            dispatch->wave /= 2;
        else if (took < WAVE_NS && dispatch->wave < CHUNKS_MOST)
            dispatch->wave *= 2;
        end = results_release(dispatch, job, &next);
        if (end == ARENA_DONE) end = played;
    }
    return end;
}

void dispatch_end(Dispatch *dispatch, ArenaEnd end)
{
    TextBuffer out = {0};
    const ResultFormat *format = dispatch->format;
    step_tell((Step){.what = STEP_END});
    bool good = put_uint(&out, (uint64_t)end) && put_uint(&out, dispatch->released_count);
    if (good && format->merge)
        good = result_put(format, dispatch->job->shared, &out, dispatch->released_sum, NULL);
    else if (good)
        good = put_bytes(&out, dispatch->released.data, dispatch->released.length);
    if (!good) ranks_abort("out of memory");
    ranks_broadcast_text(0, &out);
    text_buffer_free(&out);
    dispatch_free(dispatch);
}

/* ---- the others */

/* Releases results, each as rank 0 did, or all of them together. */
static ArenaEnd released_get(const ArenaJob *job, const ResultFormat *format, TextPool *pool, FieldReader *in)
{
    const ArenaEnd end = (ArenaEnd)get_uint(in);
    const uint64_t all = get_uint(in);
    const uint32_t kind = format->kind - format->kind % KIND_STEP; /* without what is for files */
    size_t length = (size_t)(in->end - in->at);
    FieldReader each = *in;
    void *result = calloc(1, job->result_size + 1);
    bool good = result != NULL, more = true;
    if (!format->merge) {
        each.at = get_bytes(in, &length);
        each.end = each.at + length;
    }
    for (uint64_t done = 0; good && more && done < all;) {
        const BoardRange jobs = {job->first + done, format->merge ? all : get_uint(&each)};
        const char *bytes = format->merge ? each.at : get_bytes(&each, &length);
        if (!bytes || !jobs.count) ranks_abort("a result is not what it should be");
        FieldReader fields = {.at = bytes, .end = bytes + length, .pool = pool};
        arena_result_clear(job, result);
        good = result_get(format, job->shared, &fields, kind, jobs, result);
        more = good && job->release(job->shared, jobs.first, jobs.count, result);
        done += jobs.count;
    }
    if (result && job->result_free) job->result_free(result);
    free(result);
    return good ? end : ARENA_FAILED;
}

ArenaEnd dispatch_follow(const ArenaJob *job, const ResultFormat *format, TextPool *pool)
{
    TextBuffer bytes = {0};
    const Step own = call_of(job, format), call = over ? (Step){.what = STEP_OVER} : step_tell(own);
    over = call.what == STEP_OVER;
    if (over) return ARENA_INTERRUPTED;
    if (memcmp(&call, &own, sizeof own) != 0) ranks_abort("this rank came to another call than rank 0");
    for (Step step; (step = step_tell(own)).what == STEP_WAVE;)
        wave_play(job, format, step.jobs, &bytes);
    bytes.length = 0;
    ranks_broadcast_text(0, &bytes);
    FieldReader in = {.at = bytes.data, .end = bytes.data + bytes.length};
    const ArenaEnd end = released_get(job, format, pool, &in);
    text_buffer_free(&bytes);
    return end;
}
