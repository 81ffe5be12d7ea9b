/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives out jobs to ranks, works them out, and puts the results into order. */
#include "sim/ranks/dispatch.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"
#include "sim/ranks/ranks.h"

/* Work that lies ready bridges so many ns, until more is there. */
#define AHEAD_NS UINT64_C(20000000)
enum { AHEAD_MOST = 64 }; /* results for each thread */

/* ---- the threads of one rank: they take jobs that the rank was given, and leave the results as bytes */

typedef struct {
    const ArenaJob *job; /* for worker_open, and what a result is */
    const ResultFormat *format;
    const void *shared; /* the job's */
    omp_lock_t lock;    /* of what follows */
    BoardRange *given;  /* jobs that nobody has taken yet; owned */
    size_t given_count;
    TextBuffer done;       /* results: first job, how many, and the format's bytes (sim/run/chunk_log.h) */
    uint64_t chunks, busy; /* of all results so far, and how many ns they took */
    atomic_bool over;      /* no more work is wanted */
    atomic_bool failed;    /* memory ran out */
} Crew;

static void crew_open(Crew *crew, const ArenaJob *job, const ResultFormat *format, const void *shared)
{
    *crew = (Crew){.job = job, .format = format, .shared = shared};
    omp_init_lock(&crew->lock);
}

static void crew_close(Crew *crew)
{
    omp_destroy_lock(&crew->lock);
    free(crew->given);
    text_buffer_free(&crew->done);
}

/* Gives jobs, which are taken in pieces of job->chunk from the first on. False if memory runs out. */
static bool crew_jobs_add(Crew *crew, BoardRange jobs)
{
    omp_set_lock(&crew->lock);
    const bool good = list_add(&crew->given, &crew->given_count, &jobs, sizeof jobs);
    omp_unset_lock(&crew->lock);
    return good;
}

/* Puts the results so far behind what stands in `into`. False if memory runs out. */
static bool crew_results_take(Crew *crew, TextBuffer *into)
{
    omp_set_lock(&crew->lock);
    const bool good = text_buffer_add(into, crew->done.data, crew->done.length);
    if (good) crew->done.length = 0;
    omp_unset_lock(&crew->lock);
    return good;
}

/* How many results should be under way so that no thread waits for the next. */
static uint64_t crew_capacity(Crew *crew)
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
    const ArenaRange range = {.first = chunk->first,
                              .count = chunk->count,
                              .chunk = job->chunk,
                              .slots = 1,
                              .results = result,
                              .result_size = job->result_size,
                              .over = &crew->over};
    arena_result_clear(job, result);
    return job->work(worker, &range) == chunk->count;
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
        if (atomic_load(&crew->over)) { /* it may not be whole */
            good = true;
            break;
        }
        good = good && result_put(crew->format, crew->shared, &fields, result, NULL) &&
               chunk_leave(crew, &chunk, &fields, nanoseconds_since(began));
    }
    if (!good && !interrupt_seen())
        atomic_store(&crew->failed, true); /* else the job was cut short, and does not count */
    if (worker && job->worker_close) job->worker_close(worker);
    if (result && job->result_free) job->result_free(result);
    free(result);
    text_buffer_free(&fields);
}

/* Runs `lead` in the calling thread, while job->threads others work until crew->over, which `lead` sets in the end. */
static void crew_run(Crew *crew, void (*lead)(void *arg), void *arg)
{
#pragma omp parallel num_threads(crew->job->threads + 1)
    if (omp_get_thread_num())
        thread_work(crew);
    else if (omp_get_num_threads() > 1)
        lead(arg);
    else
        ranks_abort("no thread can be started");
}

/* ---- gives out jobs to ranks, and puts their results into order */

enum { TAG_RESULTS = 1, TAG_JOBS, TAG_INTERRUPT, TAG_FAILED, TAG_END, TAG_BYE };
/* Results of the gap's first unfinished one and behind it that may be there or under way, and bytes of those that wait
   for an earlier one. */
enum { SLOTS = 1 << 16, HELD_MOST = 1 << 27 };

typedef struct {
    char *bytes; /* of the format; owned; NULL: it is not there */
    size_t length;
} Slot;

struct Dispatch {
    const ArenaJob *job;
    const ResultFormat *format;
    TextPool *pool;
    void *result, *released_sum; /* released_sum: what was released, if results can be put together … */
    uint64_t released_count;
    TextBuffer released, fields;  /* … else released: each with how many jobs */
    uint64_t *capacity, *pending; /* of each rank: results that it can have under way, and those that are */
    bool interrupted, failed;
    /* of one dispatch_run: */
    const ArenaJob *gap;
    Crew crew;
    Slot *slots;
    uint64_t next, front, chunks; /* given out up to, released up to, of so many */
    size_t held;
    TextBuffer in;
    ArenaEnd end;
};

/* ---- the calls are the same in all ranks */

static bool over; /* rank 0 has said so */

static bool head_put(TextBuffer *head, const ArenaJob *job, const ResultFormat *format)
{
    return put_uint(head, 1) && put_uint(head, job->first) && put_uint(head, job->count) &&
           put_uint(head, job->chunk) && put_uint(head, format->kind / KIND_STEP);
}

void dispatch_over(void)
{
    TextBuffer head = {0};
    if (ranks_count() == 1 || over) return;
    if (!ranks_own() && !put_uint(&head, 0)) ranks_abort("out of memory");
    ranks_broadcast(&head);
    if (head.length != 1) ranks_abort("this rank came to its end before rank 0");
    over = true;
    text_buffer_free(&head);
}

/* ---- rank 0 */

static void dispatch_free(Dispatch *dispatch)
{
    const ArenaJob *job = dispatch->job;
    if (dispatch->result && job->result_free) job->result_free(dispatch->result);
    if (dispatch->released_sum && job->result_free) job->result_free(dispatch->released_sum);
    free(dispatch->result);
    free(dispatch->released_sum);
    free(dispatch->capacity);
    text_buffer_free(&dispatch->released);
    text_buffer_free(&dispatch->fields);
    text_buffer_free(&dispatch->in);
    free(dispatch);
}

Dispatch *dispatch_begin(const ArenaJob *job, const ResultFormat *format, TextPool *pool)
{
    const size_t ranks = (size_t)ranks_count();
    TextBuffer head = {0};
    Dispatch *dispatch = calloc(1, sizeof *dispatch);
    if (!dispatch) return NULL;
    *dispatch = (Dispatch){.job = job, .format = format, .pool = pool};
    dispatch->result = calloc(1, job->result_size + 1);
    dispatch->released_sum = calloc(1, job->result_size + 1);
    dispatch->capacity = calloc(2 * ranks, sizeof *dispatch->capacity);
    dispatch->pending = dispatch->capacity + ranks;
    if (!dispatch->result || !dispatch->released_sum || !dispatch->capacity || !head_put(&head, job, format)) {
        text_buffer_free(&head);
        return dispatch_free(dispatch), NULL;
    }
    arena_result_clear(job, dispatch->released_sum);
    ranks_broadcast(&head);
    text_buffer_free(&head);
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

/* Takes results from a rank. False if memory runs out. */
static bool results_take(Dispatch *dispatch, int from, FieldReader *in)
{
    const ArenaJob *gap = dispatch->gap;
    while (in->at < in->end) {
        size_t length;
        const uint64_t first = get_uint(in), count = get_uint(in), index = (first - gap->first) / gap->chunk;
        const char *bytes = get_bytes(in, &length);
        if (!bytes || !count || index < dispatch->front || index >= dispatch->next)
            ranks_abort("results that nobody asked for");
        Slot *slot = &dispatch->slots[index % SLOTS];
        slot->bytes = malloc(length + 1);
        if (!slot->bytes) return false;
        memcpy(slot->bytes, bytes, length);
        slot->length = length;
        dispatch->held += length;
        dispatch->pending[from]--;
    }
    return true;
}

/* Takes what has arrived; true if anything has. */
static bool messages_take(Dispatch *dispatch)
{
    int from, tag;
    bool any = false, good = true;
    while (good && ranks_poll(&from, &tag, &dispatch->in)) {
        FieldReader in = {.at = dispatch->in.data, .end = dispatch->in.data + dispatch->in.length};
        any = true;
        dispatch->interrupted |= tag == TAG_INTERRUPT;
        dispatch->failed |= tag == TAG_FAILED;
        if (tag != TAG_RESULTS) continue;
        dispatch->capacity[from] = get_uint(&in);
        good = results_take(dispatch, from, &in);
    }
    dispatch->in.length = 0;
    good = good && crew_results_take(&dispatch->crew, &dispatch->in);
    FieldReader in = {.at = dispatch->in.data, .end = dispatch->in.data + dispatch->in.length};
    any |= dispatch->in.length > 0;
    good = good && results_take(dispatch, 0, &in);
    dispatch->capacity[0] = crew_capacity(&dispatch->crew);
    dispatch->failed |= !good;
    return any;
}

/* Releases the next result, which is there. */
static ArenaEnd front_release(Dispatch *dispatch)
{
    const ArenaJob *gap = dispatch->gap;
    Slot *slot = &dispatch->slots[dispatch->front % SLOTS];
    const uint64_t index = dispatch->front * gap->chunk, left = gap->count - index;
    const BoardRange jobs = {gap->first + index, left < gap->chunk ? left : gap->chunk};
    FieldReader in = {.at = slot->bytes, .end = slot->bytes + slot->length, .pool = dispatch->pool};
    arena_result_clear(gap, dispatch->result);
    const bool good =
        result_get(dispatch->format, dispatch->job->shared, &in, dispatch->format->kind, jobs, dispatch->result);
    if (in.failed || in.at < in.end) ranks_abort("a result is not what it should be");
    dispatch->held -= slot->length;
    free(slot->bytes);
    slot->bytes = NULL;
    dispatch->front++;
    if (!good) return ARENA_FAILED;
    return gap->release(gap->shared, jobs.first, jobs.count, dispatch->result) ? ARENA_DONE : ARENA_STOPPED;
}

/* Sends a rank as many jobs as it has room for, as far as there are more. */
static void jobs_send(Dispatch *dispatch, int rank)
{
    const ArenaJob *gap = dispatch->gap;
    const uint64_t room = dispatch->front + SLOTS - dispatch->next, rest = dispatch->chunks - dispatch->next;
    uint64_t count =
        dispatch->capacity[rank] > dispatch->pending[rank] ? dispatch->capacity[rank] - dispatch->pending[rank] : 0;
    count = count < room ? count : room;
    count = count < rest ? count : rest;
    if (!count || (dispatch->held > HELD_MOST && dispatch->next > dispatch->front)) return;
    const uint64_t index = dispatch->next * gap->chunk, left = gap->count - index;
    const BoardRange jobs = {gap->first + index, count < rest ? count * gap->chunk : left};
    dispatch->pending[rank] += count;
    dispatch->next += count;
    if (rank)
        ranks_send_numbers(rank, TAG_JOBS, (const uint64_t[RANK_NUMBERS]){jobs.first, jobs.count});
    else
        dispatch->failed |= !crew_jobs_add(&dispatch->crew, jobs);
}

static void rank_0_run(void *arg)
{
    Dispatch *dispatch = arg;
    while (dispatch->end == ARENA_DONE && dispatch->front < dispatch->chunks) {
        const bool any = messages_take(dispatch);
        while (dispatch->end == ARENA_DONE && dispatch->front < dispatch->next &&
               dispatch->slots[dispatch->front % SLOTS].bytes)
            dispatch->end = front_release(dispatch);
        dispatch->failed |= atomic_load(&dispatch->crew.failed);
        if (dispatch->end != ARENA_DONE || dispatch->front == dispatch->chunks) break;
        if (dispatch->failed)
            dispatch->end = ARENA_FAILED;
        else if (dispatch->interrupted || interrupt_seen())
            dispatch->end = ARENA_INTERRUPTED;
        for (int rank = 0; dispatch->end == ARENA_DONE && rank < ranks_count(); rank++)
            jobs_send(dispatch, rank);
        if (!any) ranks_wait();
    }
    atomic_store(&dispatch->crew.over, true);
}

ArenaEnd dispatch_run(Dispatch *dispatch, const ArenaJob *job)
{
    dispatch->slots = calloc(SLOTS, sizeof *dispatch->slots);
    if (!dispatch->slots) return ARENA_FAILED;
    dispatch->gap = job;
    dispatch->next = dispatch->front = 0;
    dispatch->pending[0] = 0;
    dispatch->end = ARENA_DONE;
    dispatch->chunks = job->count / job->chunk + (job->count % job->chunk != 0);
    crew_open(&dispatch->crew, job, dispatch->format, dispatch->job->shared);
    crew_run(&dispatch->crew, rank_0_run, dispatch);
    crew_close(&dispatch->crew);
    for (; dispatch->front < dispatch->next; dispatch->front++)
        free(dispatch->slots[dispatch->front % SLOTS].bytes);
    free(dispatch->slots);
    dispatch->held = 0;
    return dispatch->end;
}

void dispatch_end(Dispatch *dispatch, ArenaEnd end)
{
    TextBuffer out = {0};
    const ResultFormat *format = dispatch->format;
    int from, tag, gone = 1;
    for (int rank = 1; rank < ranks_count(); rank++)
        ranks_send_numbers(rank, TAG_END, (const uint64_t[RANK_NUMBERS]){0});
    while (gone < ranks_count()) {
        if (!ranks_poll(&from, &tag, &dispatch->in)) {
            ranks_wait();
            continue;
        }
        gone += tag == TAG_BYE;
    }
    bool good = put_uint(&out, (uint64_t)end) && put_uint(&out, dispatch->released_count);
    if (good && format->merge)
        good = result_put(format, dispatch->job->shared, &out, dispatch->released_sum, NULL);
    else if (good)
        good = put_bytes(&out, dispatch->released.data, dispatch->released.length);
    if (!good) ranks_abort("out of memory");
    ranks_broadcast(&out);
    text_buffer_free(&out);
    dispatch_free(dispatch);
}

/* ---- the others */

typedef struct {
    Crew crew;
    TextBuffer in, results;
    bool sent_results, sent_interrupt, sent_failure; /* to rank 0, so far */
} Follower;

/* Takes what has arrived; true when the call is over. */
static bool requests_take(Follower *follower, bool *any)
{
    int from, tag;
    while (ranks_poll(&from, &tag, &follower->in)) {
        uint64_t numbers[RANK_NUMBERS];
        *any = true;
        if (tag == TAG_END) return true;
        memcpy(numbers, follower->in.data, sizeof numbers);
        if (!crew_jobs_add(&follower->crew, (BoardRange){numbers[0], numbers[1]})) ranks_abort("out of memory");
    }
    return false;
}

/* Sends what is finished to rank 0; true if anything was. */
static bool results_send(Follower *follower)
{
    TextBuffer *results = &follower->results;
    if (!results->length) {
        bool good = put_uint(results, crew_capacity(&follower->crew));
        const size_t empty = results->length;
        good = good && crew_results_take(&follower->crew, results);
        if (!good) ranks_abort("out of memory");
        if (results->length == empty && follower->sent_results) results->length = 0;
    }
    if (!results->length || !ranks_send_results(TAG_RESULTS, results)) return false;
    return follower->sent_results = true;
}

static void other_rank_run(void *arg)
{
    static const uint64_t NOTHING[RANK_NUMBERS];
    Follower *follower = arg;
    for (bool ended = false; !ended;) {
        bool any = false;
        ended = requests_take(follower, &any);
        if (!ended) any |= results_send(follower);
        if (interrupt_seen() && !follower->sent_interrupt)
            ranks_send_numbers(0, TAG_INTERRUPT, NOTHING), follower->sent_interrupt = true;
        if (atomic_load(&follower->crew.failed) && !follower->sent_failure)
            ranks_send_numbers(0, TAG_FAILED, NOTHING), follower->sent_failure = true;
        if (!any) ranks_wait();
    }
    atomic_store(&follower->crew.over, true);
}

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
    TextBuffer head = {0}, own = {0};
    Follower follower = {.sent_results = false};
    if (over) return ARENA_INTERRUPTED;
    ranks_broadcast(&head);
    over = head.length == 1;
    if (!head_put(&own, job, format)) ranks_abort("out of memory");
    const bool same = head.length == own.length && !memcmp(head.data, own.data, own.length);
    text_buffer_free(&own);
    if (!over && !same) ranks_abort("this rank came to another call than rank 0");
    if (over) return text_buffer_free(&head), ARENA_INTERRUPTED;
    crew_open(&follower.crew, job, format, job->shared);
    crew_run(&follower.crew, other_rank_run, &follower);
    crew_close(&follower.crew);
    ranks_send_numbers(0, TAG_BYE, (const uint64_t[RANK_NUMBERS]){0});
    head.length = 0;
    ranks_broadcast(&head);
    FieldReader in = {.at = head.data, .end = head.data + head.length};
    const ArenaEnd end = released_get(job, format, pool, &in);
    text_buffer_free(&head);
    text_buffer_free(&follower.in);
    text_buffer_free(&follower.results);
    return end;
}
