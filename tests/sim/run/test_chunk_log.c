/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of runs: what was appended is read back, whatever happens to the file. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/crc32c.h"
#include "engine/rng.h"
#include "sim/run/chunk_log.h"
#include "tests/sim/run/kept.h"
#include "tests/test.h"

enum { RUN = 0x1234, BOARDS = 16, CHUNKS = 12 };

typedef struct {
    char path[40];
    ChunkLog log;
    Error error;
} Fixture;

static int set_up(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    *state = f;
    strcpy(f->path, "/tmp/pasur-log-XXXXXX");
    const int file = mkstemp(f->path);
    return file < 0 || close(file) || unlink(f->path);
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    unlink(f->path);
    free(f);
    return 0;
}

static void open_log(Fixture *f, bool writes)
{
    if (!chunk_log_open(&f->log, f->path, RUN, writes, &f->error)) fail_msg("%s", f->error.text);
}

static void close_log(Fixture *f) { assert_true(chunk_log_close(&f->log, &f->error)); }

/* What is written for the chunk that begins with that board: its length and bytes depend on the board alone. */
static size_t payload_of(char out[static 256], uint64_t first)
{
    Rng rng = rng_for(first, 0, PURPOSE_TEST);
    const size_t length = first == 0 ? 0 : rng_bounded(&rng, 256);
    for (size_t i = 0; i < length; i++)
        out[i] = (char)rng_next(&rng);
    return length;
}

static void append(Fixture *f, uint64_t first)
{
    char payload[256];
    const size_t length = payload_of(payload, first);
    if (!chunk_log_append(&f->log, (BoardRange){first, BOARDS}, 7, payload, length, &f->error))
        fail_msg("%s", f->error.text);
}

static void append_all(Fixture *f)
{
    open_log(f, true);
    for (uint64_t i = 0; i < CHUNKS; i++)
        append(f, i * BOARDS);
    close_log(f);
}

/* Every chunk of the log is what was appended. */
static void assert_good(Fixture *f, size_t count)
{
    TextBuffer back = {0};
    char payload[256];
    assert_int_equal(f->log.count, count);
    for (size_t i = 0; i < count; i++) {
        const LogChunk *chunk = &f->log.chunks[i];
        const size_t length = payload_of(payload, chunk->boards.first);
        assert_true(chunk_log_read(&f->log, chunk, &back, &f->error));
        assert_int_equal(chunk->boards.count, BOARDS);
        assert_int_equal(chunk->kind, 7);
        assert_int_equal(back.length, length);
        assert_memory_equal(back.data, payload, length);
    }
    text_buffer_free(&back);
}

/* The file as it is. */
static TextBuffer file_read(const char *path)
{
    TextBuffer text = {0};
    FILE *file = fopen(path, "rb");
    assert_true(file && text_buffer_reserve(&text, 1 << 16));
    text.length = fread(text.data, 1, text.room, file);
    fclose(file);
    return text;
}

static void file_write(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

TEST(checksums_are_those_of_the_rfc)
{
    unsigned char bytes[32];
    memset(bytes, 0, 32);
    assert_int_equal(crc32c(0, bytes, 32), 0x8A9136AA);
    memset(bytes, 0xff, 32);
    assert_int_equal(crc32c(0, bytes, 32), 0x62A8AB43);
    for (int i = 0; i < 32; i++)
        bytes[i] = (unsigned char)i;
    assert_int_equal(crc32c(0, bytes, 32), 0x46DD794E);
    assert_int_equal(crc32c(crc32c(0, bytes, 11), bytes + 11, 21), 0x46DD794E);
    for (int i = 0; i < 32; i++)
        bytes[i] = (unsigned char)(31 - i);
    assert_int_equal(crc32c(0, bytes, 32), 0x113FDB5C);
    assert_int_equal(crc32c(0, "123456789", 9), 0xE3069283);
}

TEST_WITH(set_up, tear_down, a_log_that_was_cut_anywhere_goes_on)
{
    Fixture *f = *state;
    append_all(f);
    TextBuffer whole = file_read(f->path), again = {0};
    for (size_t cut = 0; cut < whole.length; cut++) {
        file_write(f->path, whole.data, cut);
        open_log(f, false); /* who only looks changes nothing */
        const size_t good = f->log.count;
        assert_good(f, good);
        assert_int_equal(f->log.damaged, 0);
        close_log(f);
        open_log(f, true);
        assert_good(f, good);
        for (uint64_t i = good; i < CHUNKS; i++)
            append(f, i * BOARDS);
        close_log(f);
        again = file_read(f->path);
        assert_int_equal(again.length, whole.length);
        assert_memory_equal(again.data, whole.data, whole.length);
        text_buffer_free(&again);
    }
    text_buffer_free(&whole);
}

TEST_WITH(set_up, tear_down, a_damaged_byte_costs_one_chunk)
{
    Fixture *f = *state;
    BoardRange missing[4];
    append_all(f);
    TextBuffer whole = file_read(f->path);
    open_log(f, false);
    const uint64_t last = f->log.chunks[CHUNKS - 1].offset;
    uint64_t offsets[CHUNKS];
    for (int i = 0; i < CHUNKS; i++)
        offsets[i] = f->log.chunks[i].offset;
    close_log(f);
    for (size_t at = LOG_HEAD; at < last; at++) {
        size_t hit = CHUNKS - 1;
        while (offsets[hit] > at)
            hit--;
        whole.data[at] ^= 0x10;
        file_write(f->path, whole.data, whole.length);
        whole.data[at] ^= 0x10;
        open_log(f, true);
        assert_good(f, CHUNKS - 1);
        assert_int_equal(f->log.torn, 0);
        assert_int_equal(f->log.damaged, offsets[hit + 1] - offsets[hit]);
        assert_int_equal(log_missing(&f->log, CHUNKS * BOARDS, missing, 4), 1);
        assert_int_equal(missing[0].first, hit * BOARDS);
        /* that chunk alone is redone */
        append(f, missing[0].first);
        close_log(f);
        open_log(f, false);
        assert_good(f, CHUNKS);
        assert_int_equal(log_missing(&f->log, CHUNKS * BOARDS, missing, 4), 0);
        close_log(f);
    }
    text_buffer_free(&whole);
}

TEST_WITH(set_up, tear_down, a_write_that_fails_leaves_the_log_as_it_was)
{
    Fixture *f = *state;
    struct rlimit before, now;
    char payload[256];
    append_all(f);
    open_log(f, true);
    const uint64_t end = f->log.end;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    const size_t length = payload_of(payload, CHUNKS * BOARDS);
    for (rlim_t room = 0; room < LOG_HEAD + length; room++) {
        now = before;
        now.rlim_cur = end + room;
        setrlimit(RLIMIT_FSIZE, &now);
        assert_false(chunk_log_append(&f->log, (BoardRange){CHUNKS * BOARDS, BOARDS}, 7, payload, length, &f->error));
        setrlimit(RLIMIT_FSIZE, &before);
        assert_true(f->error.system);
        assert_non_null(strstr(f->error.text, "File too large"));
        assert_good(f, CHUNKS);
        struct stat there;
        assert_true(stat(f->path, &there) == 0 && (uint64_t)there.st_size == end);
    }
    append(f, CHUNKS * BOARDS);
    assert_good(f, CHUNKS + 1);
    close_log(f);
}
