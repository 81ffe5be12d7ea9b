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

/* ---- a job whose results are a sum, and the hash of all jobs in their order */

enum { FIRST = 1000, JOBS = 3 * 4096 + 77, CHUNK = 16 };

typedef struct {
    uint64_t sum, hash, count;
} Sums;

typedef struct {
    Sums sums;
    uint64_t next, stop_at; /* stop_at: the first release at which so many jobs are over; 0: none */
    uint64_t interrupt_at;  /* the same, of an interrupt */
    int releases;
} Taker;

static uint64_t job_value(uint64_t index) { return rng_mix(index); }

static uint64_t powers(uint64_t count)
{
    uint64_t power = 1, base = UINT64_C(0x9e3779b97f4a7c15);
    for (; count; count >>= 1, base *= base)
        if (count & 1) power *= base;
    return power;
}

/* Puts more jobs behind those that are there. */
static bool sums_merge(void *into, const void *from)
{
    Sums *sums = into;
    const Sums *more = from;
    sums->sum += more->sum;
    sums->hash = sums->hash * powers(more->count) + more->hash;
    sums->count += more->count;
    return true;
}

static bool job_do(void *worker, uint64_t index, void *result)
{
    (void)worker;
    return sums_merge(result, &(Sums){job_value(index), job_value(~index), 1});
}

static uint64_t work(void *worker, const ArenaRange *range) { return arena_each(range, worker, job_do); }

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Taker *taker = shared;
    assert_int_equal(first, taker->next);
    assert_int_equal(((const Sums *)result)->count, count);
    taker->next = first + count;
    taker->releases++;
    sums_merge(&taker->sums, result);
    return !taker->stop_at || taker->next - FIRST < taker->stop_at;
}

static void fields(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result)
{
    Sums *sums = result;
    (void)shared, (void)kind;
    field_uint(fields, &sums->sum);
    field_uint(fields, &sums->hash);
    field_uint(fields, &sums->count);
    if (!fields->out && sums->count != jobs.count) reader_fail(fields->in);
}

static const ResultFormat MERGED = {.kind = KIND_SUMS, .merge = sums_merge, .fields = fields};
static const ResultFormat SINGLE = {.kind = KIND_STEP, .fields = fields};

static ArenaJob job_of(Taker *taker, uint64_t jobs, int threads)
{
    taker->next = FIRST;
    return (ArenaJob){.first = FIRST,
                      .count = jobs,
                      .chunk = CHUNK,
                      .threads = threads,
                      .shared = taker,
                      .result_size = sizeof(Sums),
                      .work = work,
                      .release = release};
}

/* The results of so many jobs, with a checkpoint or (NULL) without; it ends after `stop_at`. */
static Taker played(Checkpoint *checkpoint, const ResultFormat *format, uint64_t jobs, uint64_t stop_at, int threads)
{
    Taker taker = {.stop_at = stop_at};
    const ArenaJob job = job_of(&taker, jobs, threads);
    const ArenaEnd ended = checkpoint_run(checkpoint, &job, format);
    if (checkpoint && checkpoint->failed) fail_msg("%s", checkpoint->error.text);
    assert_int_equal(ended, stop_at ? ARENA_STOPPED : ARENA_DONE);
    return taker;
}

static void assert_same(const Taker *found, const Taker *wanted)
{
    assert_int_equal(found->next, wanted->next);
    assert_true(!memcmp(&found->sums, &wanted->sums, sizeof found->sums));
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
static void keep_in_bits(Fixture *f, const ResultFormat *format, uint64_t jobs)
{
    Checkpoint checkpoint;
    const Taker all = played(NULL, format, jobs, 0, 1);
    for (uint64_t until = 0; until < jobs;) {
        /* jobs are kept in whole results: stopping is how to have small chunks */
        until += 1 + rng_bounded(&f->rng, 1500);
        kept_open(&checkpoint, &f->whole, 1, false);
        if (until < jobs) {
            played(&checkpoint, format, jobs, until, 2);
        } else {
            const Taker found = played(&checkpoint, format, jobs, 0, 2);
            assert_same(&found, &all);
        }
        kept_close(&checkpoint);
    }
}

/* Any part of the results that is kept, and any threads for the rest: the same sums, and then all is kept. */
static void any_part_that_is_kept_is_gone_on_with(void **state)
{
    (void)state;
    const ResultFormat *const formats[] = {&MERGED, &SINGLE};
    for (int turn = 0; turn < 12; turn++) {
        Fixture f = begin(100 + (uint64_t)turn);
        Checkpoint checkpoint;
        const ResultFormat *format = formats[turn % 2];
        const uint64_t jobs = turn < 2 ? JOBS : 1 + rng_bounded(&f.rng, JOBS);
        const Taker all = played(NULL, format, jobs, 0, 1);
        keep_in_bits(&f, format, jobs);
        for (int threads = 1; threads <= 4; threads++) {
            kept_thin(&f.whole, &f.part, kept_by_chance, &f.rng);
            for (int again = 0; again < 2; again++) {
                kept_open(&checkpoint, &f.part, 1, false);
                const Taker found = played(&checkpoint, format, jobs, 0, threads);
                assert_same(&found, &all);
                assert_int_equal(checkpoint.found + checkpoint.added, jobs);
                if (again) assert_int_equal(checkpoint.added, 0);
                kept_close(&checkpoint);
            }
            kept_open(&checkpoint, &f.part, 1, true); /* and who only reads sees the same */
            const Taker found = played(&checkpoint, format, jobs, 0, threads);
            assert_same(&found, &all);
            kept_close(&checkpoint);
            kept_remove(&f.part);
        }
        end(&f);
    }
}

/* A run that decides for itself where it ends does so at the same place. */
static void a_run_that_stops_stops_there_again(void **state)
{
    (void)state;
    for (int turn = 0; turn < 20; turn++) {
        Fixture f = begin(200 + (uint64_t)turn);
        Checkpoint checkpoint;
        const ResultFormat *format = turn % 2 ? &SINGLE : &MERGED;
        const uint64_t stop_at = 1 + rng_bounded(&f.rng, JOBS - 1);
        const Taker all = played(NULL, format, JOBS, stop_at, 1);
        kept_open(&checkpoint, &f.whole, 1, false);
        Taker found = played(&checkpoint, format, JOBS, stop_at, 3);
        assert_same(&found, &all);
        kept_close(&checkpoint);
        for (int threads = 1; threads <= 3; threads++) {
            kept_thin(&f.whole, &f.part, kept_by_chance, &f.rng);
            kept_open(&checkpoint, &f.part, 1, false);
            found = played(&checkpoint, format, JOBS, stop_at, threads);
            assert_same(&found, &all);
            kept_close(&checkpoint);
            kept_remove(&f.part);
        }
        end(&f);
    }
}

/* Calls one after the other, of which the second has as many jobs as the first says. */
static void calls_find_their_own_results(void **state)
{
    (void)state;
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
            const ResultFormat *format = call % 3 ? &MERGED : &SINGLE;
            const Taker found = played(&checkpoint, format, jobs, 0, 1 + turn % 3);
            if (!turn) all[call] = played(NULL, format, jobs, 0, 1);
            assert_same(&found, &all[call]);
            jobs = found.sums.hash % 700; /* also none */
        }
        kept_close(&checkpoint);
    }
    end(&f);
}

/* ---- parts */

static void parts_come_to_the_whole(void **state)
{
    (void)state;
    for (int turn = 0; turn < 12; turn++) {
        enum { MOST = 7 };
        Fixture f = begin(400 + (uint64_t)turn);
        KeptDir dirs[MOST];
        Checkpoint checkpoint;
        const ResultFormat *format = turn % 2 ? &SINGLE : &MERGED;
        const uint64_t jobs[2] = {1 + rng_bounded(&f.rng, turn < 4 ? 60 : JOBS), rng_bounded(&f.rng, 3000)};
        const size_t parts = 1 + rng_bounded(&f.rng, MOST);
        for (size_t part = 0; part < parts; part++) {
            dirs[part] = kept_name();
            for (int again = 0; again < 2; again++) {
                kept_open(&checkpoint, &dirs[part], 1, false);
                checkpoint.part = part + 1;
                checkpoint.parts = parts;
                for (int call = 0; call < 2; call++) {
                    const Taker found = played(&checkpoint, format, jobs[call], 0, 1 + turn % 3);
                    assert_int_equal(found.releases, 0); /* nobody sees a part for the whole */
                }
                assert_int_equal(checkpoint.found + checkpoint.added, checkpoint.part_jobs);
                if (again) assert_int_equal(checkpoint.added, 0);
                kept_close(&checkpoint);
            }
        }
        kept_open(&checkpoint, dirs, parts, true);
        for (int call = 0; call < 2; call++) {
            const Taker all = played(NULL, format, jobs[call], 0, 1),
                        found = played(&checkpoint, format, jobs[call], 0, 2);
            assert_same(&found, &all);
        }
        assert_int_equal(checkpoint.missing.count, 0);
        kept_close(&checkpoint);
        for (size_t part = 0; part < parts; part++)
            kept_remove(&dirs[part]);
        end(&f);
    }
}

static void what_a_part_lacks_is_missed(void **state)
{
    (void)state;
    Fixture f = begin(500);
    KeptDir dirs[2] = {f.whole, f.part};
    Checkpoint checkpoint;
    Taker taker = {0};
    kept_open(&checkpoint, &dirs[1], 1, false);
    checkpoint.part = checkpoint.parts = 3; /* the last third */
    played(&checkpoint, &MERGED, 3 * CHUNK, 0, 1);
    kept_close(&checkpoint);
    kept_open(&checkpoint, &dirs[0], 1, false);
    checkpoint.part = 1;
    checkpoint.parts = 3;
    played(&checkpoint, &MERGED, 3 * CHUNK, 0, 1);
    kept_close(&checkpoint);
    kept_open(&checkpoint, dirs, 2, true);
    const ArenaJob job = job_of(&taker, 3 * CHUNK, 1);
    assert_int_equal(checkpoint_run(&checkpoint, &job, &MERGED), ARENA_INTERRUPTED);
    assert_int_equal(taker.sums.count, CHUNK);
    assert_int_equal(checkpoint.missing.first, CHUNK);
    assert_int_equal(checkpoint.missing.count, CHUNK);
    kept_close(&checkpoint);
    /* and what two hold is refused */
    Error error;
    RunDir *same = calloc(2, sizeof *same), *both = same;
    assert_non_null(same);
    for (int i = 0; i < 2; i++)
        assert_true(run_dir_look(&same[i], dirs[0].name, &error));
    assert_false(checkpoint_open(&checkpoint, both, 2, &error));
    assert_non_null(strstr(error.text, " both hold the results from 0 on"));
    assert_true(checkpoint_close(&checkpoint, &error));
    end(&f);
}

/* ---- interrupts */

static bool release_and_interrupt(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Taker *taker = shared;
    if (taker->interrupt_at && first + count - FIRST >= taker->interrupt_at) raise(SIGTERM);
    return release(shared, first, count, result);
}

static void an_interrupted_run_goes_on(void **state)
{
    (void)state;
    /* Interrupts are for good: each run has a process of its own. */
    for (int turn = 0; turn < 6; turn++) {
        Fixture f = begin(600 + (uint64_t)turn);
        const ResultFormat *format = turn % 2 ? &SINGLE : &MERGED;
        const Taker all = played(NULL, format, JOBS, 0, 1);
        Checkpoint checkpoint;
        for (uint64_t at = 1 + rng_bounded(&f.rng, 4000); at < JOBS; at += 1 + rng_bounded(&f.rng, 4000)) {
            const pid_t child = fork();
            if (child == 0) {
                interrupt_catch();
                kept_open(&checkpoint, &f.whole, 1, false);
                Taker taker = {.interrupt_at = at};
                ArenaJob job = job_of(&taker, JOBS, 1);
                job.release = release_and_interrupt;
                const ArenaEnd ended = checkpoint_run(&checkpoint, &job, format);
                const bool good = ended == ARENA_INTERRUPTED && taker.sums.count >= at;
                kept_close(&checkpoint);
                _exit(good ? 0 : 1);
            }
            int status;
            assert_int_equal(waitpid(child, &status, 0), child);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        kept_open(&checkpoint, &f.whole, 1, false);
        const Taker found = played(&checkpoint, format, JOBS, 0, 2);
        assert_same(&found, &all);
        assert_true(checkpoint.found > 0);
        kept_close(&checkpoint);
        end(&f);
    }
}

/* ---- failures */

/* A file that cannot grow ends the run with the reason, and with room it goes on. */
static void a_chunk_that_cannot_be_written_ends_the_run(void **state)
{
    (void)state;
    const Taker all = played(NULL, &SINGLE, JOBS, 0, 1);
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
        const ArenaJob job = job_of(&taker, JOBS, 1 + turn % 3);
        const ArenaEnd ended = checkpoint_run(&checkpoint, &job, &SINGLE);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(ended, ARENA_INTERRUPTED);
        assert_true(checkpoint.failed && checkpoint.error.system);
        assert_non_null(strstr(checkpoint.error.text, "/chunks: "));
        assert_int_equal(checkpoint_run(&checkpoint, &job, &SINGLE),
                         ARENA_INTERRUPTED); /* it does not go on by itself */
        assert_true(checkpoint_close(&checkpoint, &error));
        kept_open(&checkpoint, &f.whole, 1, false);
        const Taker found = played(&checkpoint, &SINGLE, JOBS, 0, 2);
        assert_same(&found, &all);
        kept_close(&checkpoint);
        end(&f);
    }
}

static void results_of_another_command_are_refused(void **state)
{
    (void)state;
    Fixture f = begin(800);
    Checkpoint checkpoint;
    Error error;
    Taker taker = {0};
    const ArenaJob job = job_of(&taker, 500, 1), shorter = job_of(&taker, 100, 1);
    kept_open(&checkpoint, &f.whole, 1, false);
    played(&checkpoint, &MERGED, 500, 0, 1);
    kept_close(&checkpoint);
    kept_open(&checkpoint, &f.whole, 1, false);
    assert_int_equal(checkpoint_run(&checkpoint, &job, &SINGLE), ARENA_INTERRUPTED);
    assert_true(checkpoint.failed && !checkpoint.error.system);
    assert_non_null(strstr(checkpoint.error.text, "/chunks: the chunk at 32 holds no results of this command"));
    assert_true(checkpoint_close(&checkpoint, &error));
    kept_open(&checkpoint, &f.whole, 1, false); /* more jobs than there are */
    assert_int_equal(checkpoint_run(&checkpoint, &shorter, &MERGED), ARENA_INTERRUPTED);
    assert_true(checkpoint.failed);
    assert_int_equal(taker.sums.count, 0);
    assert_true(checkpoint_close(&checkpoint, &error));
    end(&f);
}

/* Payloads with a right checksum whose bytes are others: refused, or numbers that nobody can tell from right ones. */
static void payloads_of_other_bytes_do_no_harm(void **state)
{
    (void)state;
    Fixture f = begin(900);
    for (int turn = 0; turn < 400; turn++) {
        const ResultFormat *format = turn % 2 ? &SINGLE : &MERGED;
        char bytes[64];
        const size_t length = rng_bounded(&f.rng, sizeof bytes);
        Checkpoint checkpoint;
        Error error;
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(rng_bounded(&f.rng, 4) ? rng_bounded(&f.rng, 20) : rng_next(&f.rng));
        kept_open(&checkpoint, &f.whole, 1, false);
        assert_true(
            chunk_log_append(&checkpoint.dirs[0].log, (BoardRange){0, CHUNK}, format->kind, bytes, length, &error));
        kept_close(&checkpoint);
        kept_open(&checkpoint, &f.whole, 1, false);
        Taker taker = {0};
        const ArenaJob job = job_of(&taker, CHUNK, 1);
        const ArenaEnd ended = checkpoint_run(&checkpoint, &job, format);
        assert_true(ended == ARENA_DONE ? !checkpoint.failed : ended == ARENA_INTERRUPTED && checkpoint.failed);
        assert_true(checkpoint_close(&checkpoint, &error));
        kept_remove(&f.whole);
    }
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_part_that_is_kept_is_gone_on_with),
        cmocka_unit_test(a_run_that_stops_stops_there_again),
        cmocka_unit_test(calls_find_their_own_results),
        cmocka_unit_test(parts_come_to_the_whole),
        cmocka_unit_test(what_a_part_lacks_is_missed),
        cmocka_unit_test(an_interrupted_run_goes_on),
        cmocka_unit_test(a_chunk_that_cannot_be_written_ends_the_run),
        cmocka_unit_test(results_of_another_command_are_refused),
        cmocka_unit_test(payloads_of_other_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
