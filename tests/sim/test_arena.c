/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results are released in order, whole, and the same for any number of threads. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"
#include "sim/arena.h"
#include "sim/files/system.h"
#include "tests/test.h"

typedef struct {
    uint64_t first, count, sum;
} Piece;

typedef struct {
    uint64_t next; /* job expected next by release */
    uint64_t sum, hash;
    uint64_t stop_after; /* jobs; 0: never */
    uint64_t fail_at;    /* job; 0: never */
    uint64_t interrupt_at;
    int opened, closed;
} Shared;

static void *open_worker(void *arg)
{
    Shared *shared = arg;
#pragma omp atomic
    shared->opened++;
    return shared;
}

static void close_worker(void *arg)
{
    Shared *shared = arg;
#pragma omp atomic
    shared->closed++;
}

/* The piece of a result, whose first text it is. */
static Piece *piece_of(Stretch *result)
{
    const Piece none = {0};
    assert_true(result->texts[0].length || text_buffer_add(&result->texts[0], (const char *)&none, sizeof none));
    return (Piece *)result->texts[0].data;
}

/* Some jobs take a hundred times as long as others. */
static bool job_do(void *worker, uint64_t index, Stretch *result)
{
    const Shared *shared = worker;
    Piece *piece = piece_of(result);
    if (shared->fail_at && index == shared->fail_at) return false;
    if (shared->interrupt_at && index == shared->interrupt_at) raise(SIGINT);
    Rng rng = rng_for(1, index, PURPOSE_TEST);
    for (int i = rng_bounded(&rng, 20) ? 10 : 1000; i > 0; i--)
        piece->sum += rng_next(&rng);
    if (!piece->count++) piece->first = index;
    return true;
}

static uint64_t work(void *worker, const ArenaRange *range) { return arena_each(range, worker, job_do); }

static bool release(void *arg, uint64_t first, uint64_t count, const Stretch *result)
{
    Shared *shared = arg;
    const Piece *piece = (const Piece *)result->texts[0].data;
    assert_int_equal(first, shared->next);
    assert_int_equal(piece->first, first);
    assert_int_equal(piece->count, count);
    shared->next += count;
    shared->sum += piece->sum;
    shared->hash = shared->hash * 31 + piece->sum;
    return !shared->stop_after || shared->next < shared->stop_after;
}

static ArenaEnd run(Shared *shared, uint64_t count, uint64_t chunk, int threads)
{
    const ArenaJob job = {.first = shared->next,
                          .count = count,
                          .chunk = chunk,
                          .threads = threads,
                          .shared = shared,
                          .worker_open = open_worker,
                          .worker_close = close_worker,
                          .work = work};
    ArenaEnd end = arena_run(&job, release, shared);
    assert_int_equal(shared->opened, shared->closed);
    return end;
}

static uint64_t most; /* jobs that a thread took at once; of threads that are one */

static uint64_t work_together(void *worker, const ArenaRange *range)
{
    assert_true(range->first % 7 == 0 && range->count > 0);
    assert_true(range->count % 7 == 0 || range->first + range->count == 5003);
    if (range->count > most) most = range->count;
    return work(worker, range);
}

/* A thread takes several chunks at once, and they are released chunk by chunk as ever. */
TEST(chunks_may_be_taken_together)
{
    Shared alone = {0};
    run(&alone, 5003, 7, 1);
    for (int threads = 1; threads <= 5; threads += 2)
        for (uint64_t together = 3; together < 20000; together *= 5) {
            Shared many = {0};
            const ArenaJob job = {.count = 5003,
                                  .chunk = 7,
                                  .threads = threads,
                                  .together = together,
                                  .shared = &many,
                                  .work = threads > 1 ? work : work_together};
            most = 0;
            assert_int_equal(arena_run(&job, release, &many), ARENA_DONE);
            assert_int_equal(many.next, 5003);
            assert_true(many.hash == alone.hash);
            if (threads == 1) assert_int_equal(most, together < 7 ? 7 : together > 5003 ? 5003 : together / 7 * 7);
        }
}

TEST(sums_do_not_depend_on_chunks)
{
    Shared alone = {0};
    run(&alone, 1000, 1, 1);
    for (uint64_t chunk = 2; chunk < 2000; chunk *= 3) {
        Shared other = {0};
        assert_int_equal(run(&other, 1000, chunk, 3), ARENA_DONE);
        assert_true(other.sum == alone.sum);
    }
}

TEST(stopping_is_at_the_same_job_for_any_threads)
{
    for (int threads = 1; threads <= 5; threads++) {
        Shared shared = {.stop_after = 333};
        assert_int_equal(run(&shared, 10000, 10, threads), ARENA_STOPPED);
        assert_int_equal(shared.next, 340);
    }
}

TEST(a_failing_job_ends_the_run_and_closes_workers)
{
    for (int threads = 1; threads <= 4; threads++) {
        Shared shared = {.fail_at = 500};
        assert_int_equal(run(&shared, 10000, 10, threads), ARENA_FAILED);
        assert_true(shared.next <= 500);
    }
}

/* Last: an interrupt cannot be taken back. */
TEST(an_interrupt_keeps_what_is_finished_in_order)
{
    interrupt_catch();
    Shared shared = {.interrupt_at = 1234};
    assert_false(interrupt_seen());
    assert_int_equal(run(&shared, 100000, 100, 1), ARENA_INTERRUPTED);
    assert_true(interrupt_seen());
    assert_int_equal(shared.next, 1235); /* the job that was going on is finished, and its chunk ends there */
    assert_int_equal(run(&shared, 100, 10, 2), ARENA_INTERRUPTED);
    assert_int_equal(shared.next, 1235);
}
