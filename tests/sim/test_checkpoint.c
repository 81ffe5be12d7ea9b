/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a checkpoint hands over is what was worked out, whatever part of it was kept before and however the rest comes
   about. */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/files/system.h"
#include "tests/engine/claims.h"
#include "tests/sim/run/kept.h"
#include "tests/test.h"

/* ---- jobs that are added up, with a row of a byte for each, of whose order a hash is made */

enum { FIRST = 1000, JOBS = 3 * 4096 + 77, CHUNK = 16 };

typedef struct {
    StretchRun run; /* the first: what the worker gets */
    Sums sums;
    uint64_t hash, next, stop_at; /* stop_at: the first release at which this many jobs are over; 0: none */
    uint64_t interrupt_at;        /* the same, of an interrupt */
    int releases;
} Taker;

static bool job_do(void *worker, uint64_t index, Stretch *stretch)
{
    const int64_t value = (int64_t)(rng_mix(index) >> 34);
    const char byte = (char)rng_mix(~index);
    return stretch_add(stretch, &((const Taker *)worker)->run, index, &value, NULL) &&
           text_buffer_add(&stretch->texts[0], &byte, 1);
}

static uint64_t work(void *worker, const ArenaRange *range) { return arena_each(range, worker, job_do); }

static bool rows(void *arg, uint64_t first, uint64_t count, Fields *in)
{
    Taker *taker = arg;
    assert_int_equal(first, taker->next);
    while (in->at < in->end)
        taker->hash = rng_mix(taker->hash ^ (unsigned char)*in->at++);
    taker->next = first + count;
    taker->releases++;
    return true;
}

static bool watch(void *arg, const Sums *sums, uint64_t done)
{
    const Taker *taker = arg;
    (void)sums;
    if (taker->interrupt_at && done - FIRST >= taker->interrupt_at) raise(SIGTERM);
    return !taker->stop_at || done - FIRST < taker->stop_at;
}

/* Runs this many jobs, with a checkpoint or (NULL) without. */
static ArenaEnd jobs_run(Checkpoint *checkpoint, Taker *taker, uint64_t jobs, int threads)
{
    static const char *const MEASURES[] = {"value"};
    taker->run = (StretchRun){.shape = {.measures = MEASURES, .count = 1, .squares = 1, .rows = 1},
                              .sums = &taker->sums,
                              .rows = rows,
                              .watch = watch,
                              .arg = taker};
    taker->next = FIRST;
    const ArenaJob job = {
        .first = FIRST, .count = jobs, .chunk = CHUNK, .threads = threads, .shared = taker, .work = work};
    assert_true(sums_open(&taker->sums, &taker->run.shape));
    return checkpoint_run(checkpoint, &job, &taker->run);
}

/* The same to their end, or that after `stop_at`. What sums own is not looked at any more. */
static Taker played(Checkpoint *checkpoint, uint64_t jobs, uint64_t stop_at, int threads)
{
    Taker taker = {.stop_at = stop_at};
    const ArenaEnd ended = jobs_run(checkpoint, &taker, jobs, threads);
    if (checkpoint && checkpoint_failed(checkpoint)) fail_msg("%s", checkpoint->error.text);
    assert_int_equal(ended, stop_at ? ARENA_STOPPED : ARENA_DONE);
    taker.hash = rng_mix(taker.hash ^ (uint64_t)sums_x(&taker.sums, 0, 0)) + (uint64_t)taker.sums.boards;
    sums_free(&taker.sums);
    return taker;
}

static void assert_same(const Taker *found, const Taker *wanted)
{
    assert_int_equal(found->next, wanted->next);
    assert_int_equal(found->hash, wanted->hash);
}

/* ---- */

typedef struct {
    KeptDir whole, part;
    Rng rng;
} Fixture;

static Fixture begin(uint64_t number) { return (Fixture){kept_name(), kept_name(), rng_for(number, 0, PURPOSE_TEST)}; }

static void end(const Fixture *f)
{
    kept_remove(&f->whole);
    kept_remove(&f->part);
}

/* Plays a run into f->whole in bits of chance: with one alone, its chunks are as large as they get. */
static void keep_in_bits(Fixture *f, uint64_t jobs)
{
    Checkpoint checkpoint;
    const Taker all = played(NULL, jobs, 0, 1);
    for (uint64_t until = 0; until < jobs;) {
        /* jobs are kept in whole results: stopping is how to have small chunks */
        until += 1 + rng_bounded(&f->rng, 1500);
        kept_open(&checkpoint, &f->whole, 1, false);
        if (until < jobs) {
            played(&checkpoint, jobs, until, 2);
        } else {
            const Taker found = played(&checkpoint, jobs, 0, 2);
            assert_same(&found, &all);
        }
        kept_close(&checkpoint);
    }
}

/* Any part of the results that is kept, and any threads for the rest: the same sums, and then all is kept. */
TEST(any_part_that_is_kept_is_gone_on_with)
{
    for (int turn = 0; turn < 12; turn++) {
        Fixture f = begin(100 + (uint64_t)turn);
        Checkpoint checkpoint;
        const uint64_t jobs = turn < 2 ? JOBS : 1 + rng_bounded(&f.rng, JOBS);
        const Taker all = played(NULL, jobs, 0, 1);
        keep_in_bits(&f, jobs);
        for (int threads = 1; threads <= 4; threads++) {
            kept_thin(&f.whole, &f.part, kept_by_chance, &f.rng);
            for (int again = 0; again < 2; again++) {
                kept_open(&checkpoint, &f.part, 1, false);
                const Taker found = played(&checkpoint, jobs, 0, threads);
                assert_same(&found, &all);
                assert_int_equal(checkpoint.found + checkpoint.added, jobs);
                if (again) assert_int_equal(checkpoint.added, 0);
                kept_close(&checkpoint);
            }
            kept_open(&checkpoint, &f.part, 1, true); /* and who only reads sees the same */
            const Taker found = played(&checkpoint, jobs, 0, threads);
            assert_same(&found, &all);
            kept_close(&checkpoint);
            kept_remove(&f.part);
        }
        end(&f);
    }
}

/* Calls one after the other, of which the second has as many jobs as the first says. */
TEST(calls_find_their_own_results)
{
    enum { CALLS = 6 };
    Fixture f = begin(300);
    Taker all[CALLS];
    Checkpoint checkpoint;
    for (int turn = 0; turn < 8; turn++) {
        uint64_t jobs = 500;
        if (turn) {
            kept_remove(&f.part);
            kept_thin(&f.whole, &f.part, kept_by_chance, &f.rng);
        }
        kept_open(&checkpoint, turn ? &f.part : &f.whole, 1, false);
        for (int call = 0; call < CALLS; call++) {
            const Taker found = played(&checkpoint, jobs, 0, 1 + turn % 3);
            if (!turn) all[call] = played(NULL, jobs, 0, 1);
            assert_same(&found, &all[call]);
            jobs = found.hash % 700; /* also none */
        }
        kept_close(&checkpoint);
    }
    end(&f);
}

/* ---- parts */

TEST(jobs_that_stand_there_twice_are_refused)
{
    Fixture f = begin(550);
    Checkpoint checkpoint;
    Error error;
    RunDir *dir = calloc(1, sizeof *dir);
    kept_open(&checkpoint, &f.whole, 1, false);
    for (int i = 0; i < 2; i++)
        assert_true(chunk_log_append(&checkpoint.dirs[0].log, (BoardRange){0, CHUNK}, KIND_SUMS, "", 0, &error));
    kept_close(&checkpoint);
    assert_true(dir && run_dir_open(dir, f.whole.name, NULL, &error));
    checkpoint = (Checkpoint){.dirs = dir, .dir_count = 1};
    assert_false(checkpoint_open(&checkpoint, &error));
    assert_non_null(strstr(error.text, "/chunks: what begins with 0 stands there twice"));
    assert_true(checkpoint_close(&checkpoint, &error));
    end(&f);
}

/* ---- interrupts */

/* ---- failures */

/* A file that cannot grow ends the run with the reason, and with room it goes on. */
TEST(a_chunk_that_cannot_be_written_ends_the_run)
{
    const Taker all = played(NULL, JOBS, 0, 1);
    struct rlimit before;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (int turn = 0; turn < 20; turn++) {
        Fixture f = begin(700 + (uint64_t)turn);
        Checkpoint checkpoint;
        Error error;
        /* room for the head, for run.json, and for some of the chunks */
        const struct rlimit small = {.rlim_cur = 400 + rng_bounded(&f.rng, 14000), .rlim_max = before.rlim_max};
        kept_open(&checkpoint, &f.whole, 1, false);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        Taker taker = {0};
        const ArenaEnd ended = jobs_run(&checkpoint, &taker, JOBS, 1 + turn % 3);
        sums_free(&taker.sums);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(ended, ARENA_INTERRUPTED);
        assert_true(checkpoint_failed(&checkpoint) && checkpoint.error.system);
        assert_non_null(strstr(checkpoint.error.text, "/chunks: "));
        assert_int_equal(jobs_run(&checkpoint, &taker, JOBS, 1), ARENA_INTERRUPTED); /* it does not go on by itself */
        sums_free(&taker.sums);
        assert_true(checkpoint_close(&checkpoint, &error));
        kept_open(&checkpoint, &f.whole, 1, false);
        const Taker found = played(&checkpoint, JOBS, 0, 2);
        assert_same(&found, &all);
        kept_close(&checkpoint);
        end(&f);
    }
}

/* Payloads with a right checksum whose bytes are others: refused, or numbers that nobody can tell from right ones. */
TEST(payloads_of_other_bytes_do_no_harm)
{
    Fixture f = begin(900);
    for (int turn = 0; turn < 400; turn++) {
        char bytes[64];
        const size_t length = rng_bounded(&f.rng, sizeof bytes);
        Checkpoint checkpoint;
        Error error;
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(rng_bounded(&f.rng, 4) ? rng_bounded(&f.rng, 20) : rng_next(&f.rng));
        kept_open(&checkpoint, &f.whole, 1, false);
        assert_true(
            chunk_log_append(&checkpoint.dirs[0].log, (BoardRange){0, CHUNK}, KIND_SUMS, bytes, length, &error));
        kept_close(&checkpoint);
        kept_open(&checkpoint, &f.whole, 1, false);
        Taker taker = {0};
        const ArenaEnd ended = jobs_run(&checkpoint, &taker, CHUNK, 1);
        sums_free(&taker.sums);
        assert_int_equal(ended, checkpoint_failed(&checkpoint) ? ARENA_INTERRUPTED : ARENA_DONE);
        assert_true(checkpoint_close(&checkpoint, &error));
        kept_remove(&f.whole);
    }
    end(&f);
}
