/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares jobs among ranks, wave by wave. */
#include "sim/ranks/dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"
#include "sim/ranks/ranks.h"

/* A wave is so long that what the ranks wait for each other in its end is little, and not so long that rank 0 sees the
   results late. */
enum { CHUNKS_LEAST = 4 /* for each thread */, CHUNKS_MOST = 1 << 20, WAVE_BYTES = 1 << 26, RELEASED_BYTES = 1 << 20 };
#define WAVE_NS UINT64_C(500000000)

struct Dispatch {
    const ArenaJob *job;
    const ResultFormat *format;
    TextPool *pool;
    void *result;        /* where results are read back */
    uint64_t wave;       /* chunks of the next one */
    TextBuffer in;       /* results of one */
    TextBuffer released; /* that the others do not have yet */
    TextBuffer fields;
};

/* ---- what rank 0 says before each step, the same in all ranks */

enum { STEP_CALL, STEP_WAVE, STEP_RELEASED, STEP_END, STEP_OVER };

/* There is no padding: what is equal is equal byte by byte. */
typedef struct {
    uint64_t what; /* STEP_… */
    BoardRange jobs;
    uint64_t chunk, kind; /* of the call */
    uint64_t end;         /* ArenaEnd */
} Step;

static bool over; /* rank 0 has said so */

static Step step_tell(Step step)
{
    ranks_broadcast(0, &step, sizeof step);
    return step;
}

static Step call_of(const ArenaJob *job, const ResultFormat *format)
{
    return (Step){STEP_CALL, {job->first, job->count}, job->chunk, format->kind / KIND_STEP, 0};
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

/* Adds a result: first job, how many, and the format's bytes. False if memory runs out. */
static bool result_add(TextBuffer *out, TextBuffer *fields, const ResultFormat *format, const ArenaJob *job,
                       BoardRange jobs, const void *result)
{
    fields->length = 0;
    return result_put(format, job->shared, fields, result, NULL) && put_uint(out, jobs.first) &&
           put_uint(out, jobs.count) && put_bytes(out, fields->data, fields->length);
}

/* Releases results from *next on, up to the first that is missing, and moves *next behind them. `result` is where they
   are read back; `shared` is the format's, which need not be the job's. */
static ArenaEnd results_release(const TextBuffer *results, const ArenaJob *job, const ResultFormat *format,
                                void *shared, TextPool *pool, uint64_t *next, void *result)
{
    FieldReader in = {.at = results->data, .end = results->data + results->length};
    while (in.at < in.end) {
        size_t length;
        const uint64_t first = get_uint(&in), count = get_uint(&in);
        const char *bytes = get_bytes(&in, &length);
        FieldReader fields = {.at = bytes, .end = bytes + length, .pool = pool};
        if (first != *next) break;
        arena_result_clear(job, result);
        if (!result_get(format, shared, &fields, format->kind, (BoardRange){first, count}, result)) return ARENA_FAILED;
        if (!count || fields.failed || fields.at < fields.end) ranks_abort("a result is not what it should be");
        *next += count;
        if (!job->release(job->shared, first, count, result)) return ARENA_STOPPED;
    }
    return ARENA_DONE;
}

typedef struct {
    const ArenaJob *job;
    const ResultFormat *format;
    TextBuffer *results, fields;
} Share;

static void *worker_open(void *shared)
{
    const ArenaJob *job = ((Share *)shared)->job;
    return job->worker_open ? job->worker_open(job->shared) : job->shared;
}

static bool result_take(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Share *share = shared;
    return result_add(share->results, &share->fields, share->format, share->job, (BoardRange){first, count}, result);
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
    if (dispatch->result && dispatch->job->result_free) dispatch->job->result_free(dispatch->result);
    free(dispatch->result);
    text_buffer_free(&dispatch->in);
    text_buffer_free(&dispatch->released);
    text_buffer_free(&dispatch->fields);
    free(dispatch);
}

Dispatch *dispatch_begin(const ArenaJob *job, const ResultFormat *format, TextPool *pool)
{
    Dispatch *dispatch = calloc(1, sizeof *dispatch);
    if (!dispatch) return NULL;
    *dispatch = (Dispatch){.job = job, .format = format, .pool = pool, .result = calloc(1, job->result_size + 1)};
    if (!dispatch->result) return dispatch_free(dispatch), NULL;
    step_tell(call_of(job, format));
    return dispatch;
}

/* The format of what the others hear. */
static ResultFormat bare(const ResultFormat *format)
{
    ResultFormat out = *format;
    out.kind &= ~out.files;
    return out;
}

static void released_tell(Dispatch *dispatch)
{
    if (!dispatch->released.length) return;
    step_tell((Step){.what = STEP_RELEASED});
    ranks_broadcast_text(0, &dispatch->released);
    dispatch->released.length = 0;
}

bool dispatch_released(Dispatch *dispatch, BoardRange jobs, const void *result)
{
    const ResultFormat format = bare(dispatch->format);
    if (!result_add(&dispatch->released, &dispatch->fields, &format, dispatch->job, jobs, result)) return false;
    if (dispatch->released.length > RELEASED_BYTES) released_tell(dispatch);
    return true;
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
        end = results_release(&dispatch->in, job, dispatch->format, dispatch->job->shared, dispatch->pool, &next,
                              dispatch->result);
        if (end == ARENA_DONE) end = played;
    }
    return end;
}

void dispatch_end(Dispatch *dispatch, ArenaEnd end)
{
    released_tell(dispatch);
    step_tell((Step){.what = STEP_END, .end = end});
    dispatch_free(dispatch);
}

/* ---- the others */

ArenaEnd dispatch_follow(const ArenaJob *job, const ResultFormat *format, TextPool *pool)
{
    TextBuffer bytes = {0};
    const Step own = call_of(job, format);
    const ResultFormat heard = bare(format);
    Step step = over ? (Step){.what = STEP_OVER} : step_tell(own);
    uint64_t next = job->first;
    bool good = true;
    over = step.what == STEP_OVER;
    if (over) return ARENA_INTERRUPTED;
    if (memcmp(&step, &own, sizeof own) != 0) ranks_abort("this rank came to another call than rank 0");
    void *result = calloc(1, job->result_size + 1);
    if (!result) ranks_abort("out of memory");
    while ((step = step_tell(own)).what != STEP_END) {
        if (step.what == STEP_WAVE) {
            wave_play(job, format, step.jobs, &bytes);
            continue;
        }
        bytes.length = 0;
        ranks_broadcast_text(0, &bytes);
        good = good && results_release(&bytes, job, &heard, job->shared, pool, &next, result) != ARENA_FAILED;
    }
    if (job->result_free) job->result_free(result);
    free(result);
    text_buffer_free(&bytes);
    return good ? (ArenaEnd)step.end : ARENA_FAILED;
}
