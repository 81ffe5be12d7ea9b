/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives out jobs to ranks, works them out, and puts the results into order. */
#include "sim/ranks/deal.h"

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
    const void *shared; /* of format->put */
    omp_lock_t lock;    /* of what follows */
    BoardRange *given;  /* jobs that nobody has taken yet; owned */
    size_t given_count, given_room;
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
static bool crew_give(Crew *crew, BoardRange jobs)
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

/* Puts the results so far behind what stands in `into`. False if memory runs out. */
static bool crew_take(Crew *crew, TextBuffer *into)
{
    omp_set_lock(&crew->lock);
    const bool good = text_buffer_reserve(into, crew->done.length + 1);
    if (good && crew->done.length) memcpy(into->data + into->length, crew->done.data, crew->done.length);
    if (good) into->length += crew->done.length, crew->done.length = 0;
    omp_unset_lock(&crew->lock);
    return good;
}

/* How many results should be under way so that no thread waits for the next. */
static uint64_t crew_wants(Crew *crew)
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
/* Results of the gap's first unfinished one and behind it that may be there or under way, and bytes of those that wait for
   an earlier one. */
enum { SLOTS = 1 << 16, HELD_MOST = 1 << 27 };

typedef struct {
    char *bytes; /* of the format; owned; NULL: it is not there */
    size_t length;
} Slot;

struct RankDeal {
    const ArenaJob *job;
    const ResultFormat *format;
    TextPool *pool;
    void *result, *released_sum; /* released_sum: what was released, if results can be put together … */
    uint64_t released_count;
    TextBuffer released, fields; /* … else released: each with how many jobs */
    uint64_t *wants, *out;       /* of each rank: results that it can have under way, and that are */
    bool interrupted, failed;
    /* of one rank_deal_run: */
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

void rank_deal_over(void)
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

static void deal_free(RankDeal *deal)
{
    const ArenaJob *job = deal->job;
    if (deal->result && job->result_free) job->result_free(deal->result);
    if (deal->released_sum && job->result_free) job->result_free(deal->released_sum);
    free(deal->result);
    free(deal->released_sum);
    free(deal->wants);
    text_buffer_free(&deal->released);
    text_buffer_free(&deal->fields);
    text_buffer_free(&deal->in);
    free(deal);
}

RankDeal *rank_deal_begin(const ArenaJob *job, const ResultFormat *format, TextPool *pool)
{
    const size_t ranks = (size_t)ranks_count();
    TextBuffer head = {0};
    RankDeal *deal = calloc(1, sizeof *deal);
    if (!deal) return NULL;
    *deal = (RankDeal){.job = job, .format = format, .pool = pool};
    deal->result = calloc(1, job->result_size + 1);
    deal->released_sum = calloc(1, job->result_size + 1);
    deal->wants = calloc(2 * ranks, sizeof *deal->wants);
    deal->out = deal->wants + ranks;
    if (!deal->result || !deal->released_sum || !deal->wants || !head_put(&head, job, format)) {
        text_buffer_free(&head);
        return deal_free(deal), NULL;
    }
    arena_result_clear(job, deal->released_sum);
    ranks_broadcast(&head);
    text_buffer_free(&head);
    return deal;
}

bool rank_deal_released(RankDeal *deal, uint64_t count, void *result)
{
    const ResultFormat *format = deal->format;
    deal->released_count += count;
    if (format->trim) format->trim(result);
    if (format->merge) return format->merge(deal->released_sum, result);
    deal->fields.length = 0;
    return format->put(deal->job->shared, &deal->fields, result) && put_uint(&deal->released, count) &&
           put_bytes(&deal->released, deal->fields.data, deal->fields.length);
}

/* Takes results from a rank. False if memory runs out. */
static bool results_take(RankDeal *deal, int from, FieldReader *in)
{
    const ArenaJob *gap = deal->gap;
    while (in->at < in->end) {
        size_t length;
        const uint64_t first = get_uint(in), count = get_uint(in), index = (first - gap->first) / gap->chunk;
        const char *bytes = get_bytes(in, &length);
        if (!bytes || !count || index < deal->front || index >= deal->next)
            ranks_abort("results that nobody asked for");
        Slot *slot = &deal->slots[index % SLOTS];
        slot->bytes = malloc(length + 1);
        if (!slot->bytes) return false;
        memcpy(slot->bytes, bytes, length);
        slot->length = length;
        deal->held += length;
        deal->out[from]--;
    }
    return true;
}

/* Takes what has arrived; true if anything has. */
static bool messages_take(RankDeal *deal)
{
    int from, tag;
    bool any = false, good = true;
    while (good && ranks_poll(&from, &tag, &deal->in)) {
        FieldReader in = {.at = deal->in.data, .end = deal->in.data + deal->in.length};
        any = true;
        deal->interrupted |= tag == TAG_INTERRUPT;
        deal->failed |= tag == TAG_FAILED;
        if (tag != TAG_RESULTS) continue;
        deal->wants[from] = get_uint(&in);
        good = results_take(deal, from, &in);
    }
    deal->in.length = 0;
    good = good && crew_take(&deal->crew, &deal->in);
    FieldReader in = {.at = deal->in.data, .end = deal->in.data + deal->in.length};
    any |= deal->in.length > 0;
    good = good && results_take(deal, 0, &in);
    deal->wants[0] = crew_wants(&deal->crew);
    deal->failed |= !good;
    return any;
}

/* Releases the next result, which is there. */
static ArenaEnd front_release(RankDeal *deal)
{
    const ArenaJob *gap = deal->gap;
    Slot *slot = &deal->slots[deal->front % SLOTS];
    const uint64_t index = deal->front * gap->chunk, left = gap->count - index;
    const BoardRange jobs = {gap->first + index, left < gap->chunk ? left : gap->chunk};
    FieldReader in = {.at = slot->bytes, .end = slot->bytes + slot->length, .pool = deal->pool};
    arena_result_clear(gap, deal->result);
    const bool good = deal->format->get(deal->job->shared, &in, deal->format->kind, jobs, deal->result);
    if (in.failed || in.at < in.end) ranks_abort("a result is not what it should be");
    deal->held -= slot->length;
    free(slot->bytes);
    slot->bytes = NULL;
    deal->front++;
    if (!good) return ARENA_FAILED;
    return gap->release(gap->shared, jobs.first, jobs.count, deal->result) ? ARENA_DONE : ARENA_STOPPED;
}

/* Gives a rank what it wants, as far as there is more. */
static void jobs_give(RankDeal *deal, int rank)
{
    const ArenaJob *gap = deal->gap;
    const uint64_t room = deal->front + SLOTS - deal->next, rest = deal->chunks - deal->next;
    uint64_t count = deal->wants[rank] > deal->out[rank] ? deal->wants[rank] - deal->out[rank] : 0;
    count = count < room ? count : room;
    count = count < rest ? count : rest;
    if (!count || (deal->held > HELD_MOST && deal->next > deal->front)) return;
    const uint64_t index = deal->next * gap->chunk, left = gap->count - index;
    const BoardRange jobs = {gap->first + index, count < rest ? count * gap->chunk : left};
    deal->out[rank] += count;
    deal->next += count;
    if (rank)
        ranks_tell(rank, TAG_JOBS, (const uint64_t[RANK_NUMBERS]){jobs.first, jobs.count});
    else
        deal->failed |= !crew_give(&deal->crew, jobs);
}

static void lead(void *arg)
{
    RankDeal *deal = arg;
    while (deal->end == ARENA_DONE && deal->front < deal->chunks) {
        const bool any = messages_take(deal);
        while (deal->end == ARENA_DONE && deal->front < deal->next && deal->slots[deal->front % SLOTS].bytes)
            deal->end = front_release(deal);
        deal->failed |= atomic_load(&deal->crew.failed);
        if (deal->end != ARENA_DONE || deal->front == deal->chunks) break;
        if (deal->failed)
            deal->end = ARENA_FAILED;
        else if (deal->interrupted || interrupt_seen())
            deal->end = ARENA_INTERRUPTED;
        for (int rank = 0; deal->end == ARENA_DONE && rank < ranks_count(); rank++)
            jobs_give(deal, rank);
        if (!any) ranks_wait();
    }
    atomic_store(&deal->crew.over, true);
}

ArenaEnd rank_deal_run(RankDeal *deal, const ArenaJob *job)
{
    deal->slots = calloc(SLOTS, sizeof *deal->slots);
    if (!deal->slots) return ARENA_FAILED;
    deal->gap = job;
    deal->next = deal->front = 0;
    deal->out[0] = 0;
    deal->end = ARENA_DONE;
    deal->chunks = job->count / job->chunk + (job->count % job->chunk != 0);
    crew_open(&deal->crew, job, deal->format, deal->job->shared);
    crew_run(&deal->crew, lead, deal);
    crew_close(&deal->crew);
    for (; deal->front < deal->next; deal->front++)
        free(deal->slots[deal->front % SLOTS].bytes);
    free(deal->slots);
    deal->held = 0;
    return deal->end;
}

void rank_deal_end(RankDeal *deal, ArenaEnd end)
{
    TextBuffer out = {0};
    const ResultFormat *format = deal->format;
    int from, tag, gone = 1;
    for (int rank = 1; rank < ranks_count(); rank++)
        ranks_tell(rank, TAG_END, (const uint64_t[RANK_NUMBERS]){0});
    while (gone < ranks_count()) {
        if (!ranks_poll(&from, &tag, &deal->in)) {
            ranks_wait();
            continue;
        }
        gone += tag == TAG_BYE;
    }
    bool good = put_uint(&out, (uint64_t)end) && put_uint(&out, deal->released_count);
    if (good && format->merge)
        good = format->put(deal->job->shared, &out, deal->released_sum);
    else if (good)
        good = put_bytes(&out, deal->released.data, deal->released.length);
    if (!good) ranks_abort("out of memory");
    ranks_broadcast(&out);
    text_buffer_free(&out);
    deal_free(deal);
}

/* ---- the others */

typedef struct {
    Crew crew;
    TextBuffer in, results;
    bool ready, asked, told_failed; /* rank 0 was told */
} Follower;

/* Takes what has arrived; true when the call is over. */
static bool orders_take(Follower *follower, bool *any)
{
    int from, tag;
    while (ranks_poll(&from, &tag, &follower->in)) {
        uint64_t numbers[RANK_NUMBERS];
        *any = true;
        if (tag == TAG_END) return true;
        memcpy(numbers, follower->in.data, sizeof numbers);
        if (!crew_give(&follower->crew, (BoardRange){numbers[0], numbers[1]})) ranks_abort("out of memory");
    }
    return false;
}

/* Hands over what is finished; true if anything was. */
static bool results_hand(Follower *follower)
{
    TextBuffer *results = &follower->results;
    if (!results->length) {
        bool good = put_uint(results, crew_wants(&follower->crew));
        const size_t empty = results->length;
        good = good && crew_take(&follower->crew, results);
        if (!good) ranks_abort("out of memory");
        if (results->length == empty && follower->ready) results->length = 0;
    }
    if (!results->length || !ranks_hand(TAG_RESULTS, results)) return false;
    return follower->ready = true;
}

static void follow(void *arg)
{
    static const uint64_t NOTHING[RANK_NUMBERS];
    Follower *follower = arg;
    for (bool ended = false; !ended;) {
        bool any = false;
        ended = orders_take(follower, &any);
        if (!ended) any |= results_hand(follower);
        if (interrupt_seen() && !follower->asked) ranks_tell(0, TAG_INTERRUPT, NOTHING), follower->asked = true;
        if (atomic_load(&follower->crew.failed) && !follower->told_failed)
            ranks_tell(0, TAG_FAILED, NOTHING), follower->told_failed = true;
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
        good = format->get(job->shared, &fields, kind, jobs, result);
        more = good && job->release(job->shared, jobs.first, jobs.count, result);
        done += jobs.count;
    }
    if (result && job->result_free) job->result_free(result);
    free(result);
    return good ? end : ARENA_FAILED;
}

ArenaEnd rank_deal_follow(const ArenaJob *job, const ResultFormat *format, TextPool *pool)
{
    TextBuffer head = {0}, own = {0};
    Follower follower = {.ready = false};
    if (over) return ARENA_INTERRUPTED;
    ranks_broadcast(&head);
    over = head.length == 1;
    if (!head_put(&own, job, format)) ranks_abort("out of memory");
    const bool same = head.length == own.length && !memcmp(head.data, own.data, own.length);
    text_buffer_free(&own);
    if (!over && !same) ranks_abort("this rank came to another call than rank 0");
    if (over) return text_buffer_free(&head), ARENA_INTERRUPTED;
    crew_open(&follower.crew, job, format, job->shared);
    crew_run(&follower.crew, follow, &follower);
    crew_close(&follower.crew);
    ranks_tell(0, TAG_BYE, (const uint64_t[RANK_NUMBERS]){0});
    head.length = 0;
    ranks_broadcast(&head);
    FieldReader in = {.at = head.data, .end = head.data + head.length};
    const ArenaEnd end = released_get(job, format, pool, &in);
    text_buffer_free(&head);
    text_buffer_free(&follower.in);
    text_buffer_free(&follower.results);
    return end;
}
