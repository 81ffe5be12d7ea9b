/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes run directories for tests. */
#include "tests/sim/run/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/rng.h"
#include "tests/engine/about.h"

static char TEXT[] = "{\n    \"command\": \"pasur sim\",\n    \"seed\": 1\n}\n";
static const TextBuffer INFO = {TEXT, sizeof TEXT - 1, sizeof TEXT};

OutputFile unnamed_file(void)
{
    char name[] = "/tmp/pasur-text-XXXXXX";
    const int file = mkstemp(name);
    assert_true(file >= 0 && unlink(name) == 0);
    return (OutputFile){.open = true, .name = "text", .descriptor = file, .most = 1 << 16};
}

char *unnamed_close(OutputFile *file)
{
    Error error;
    const int copy = dup(file->descriptor);
    assert_true(output_file_close(file, &error));
    const off_t length = lseek(copy, 0, SEEK_END);
    char *text = calloc(1, (size_t)length + 1);
    assert_true(text && bytes_read(copy, 0, text, (size_t)length));
    close(copy);
    return text;
}

KeptDir kept_name(void)
{
    KeptDir dir = {"/tmp/pasur-kept-XXXXXX"};
    assert_non_null(mkdtemp(dir.name));
    assert_int_equal(rmdir(dir.name), 0);
    return dir;
}

void kept_remove(const KeptDir *dir)
{
    static const char *const NAMES[] = {"lock", "run.json", "chunks"};
    char path[80];
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", dir->name, NAMES[i]);
        unlink(path);
    }
    rmdir(dir->name);
}

void kept_open(Checkpoint *checkpoint, const KeptDir dirs[], size_t count, bool reads)
{
    Error error;
    RunDir *opened = calloc(count, sizeof *opened);
    assert_non_null(opened);
    for (size_t i = 0; i < count; i++)
        if (!run_dir_open(&opened[i], dirs[i].name, reads ? NULL : &INFO, &error)) fail_msg("%s", error.text);
    *checkpoint = (Checkpoint){.dirs = opened, .dir_count = count, .reads = reads};
    if (!checkpoint_open(checkpoint, &error)) fail_msg("%s", error.text);
}

void kept_close(Checkpoint *checkpoint)
{
    Error error;
    if (checkpoint_failed(checkpoint)) fail_msg("%s", checkpoint->error.text);
    if (!checkpoint_close(checkpoint, &error)) fail_msg("%s", error.text);
    checkpoint_free(checkpoint);
}

size_t kept_thin(const KeptDir *from, const KeptDir *to, bool (*keep)(void *arg, const LogChunk *chunk), void *arg)
{
    Error error;
    RunDir source, made;
    TextBuffer payload = {0};
    size_t count = 0;
    assert_true(run_dir_open(&source, from->name, NULL, &error));
    assert_true(run_dir_open(&made, to->name, &INFO, &error));
    for (size_t i = 0; i < source.log.count; i++) {
        const LogChunk *chunk = &source.log.chunks[i];
        if (!keep(arg, chunk)) continue;
        assert_true(chunk_log_read(&source.log, chunk, &payload, &error));
        assert_true(chunk_log_append(&made.log, chunk->boards, chunk->kind, payload.data, payload.length, &error));
        count++;
    }
    text_buffer_free(&payload);
    assert_true(run_dir_close(&source, &error));
    assert_true(run_dir_close(&made, &error));
    return count;
}

bool kept_by_chance(void *arg, const LogChunk *chunk)
{
    (void)chunk;
    return rng_bounded(arg, 2);
}

static int by_boards(const void *a, const void *b)
{
    const LogChunk *x = a, *y = b;
    return (x->boards.first > y->boards.first) - (x->boards.first < y->boards.first);
}

size_t log_missing(ChunkLog *log, uint64_t boards, BoardRange out[], size_t room)
{
    if (log->count) qsort(log->chunks, log->count, sizeof *log->chunks, by_boards);
    size_t found = 0;
    uint64_t next = 0;
    for (size_t i = 0; i <= log->count && next < boards; i++) {
        const LogChunk *chunk = i < log->count ? &log->chunks[i] : NULL;
        const uint64_t until = chunk && chunk->boards.first < boards ? chunk->boards.first : boards;
        if (until > next && found++ < room) out[found - 1] = (BoardRange){next, until - next};
        if (chunk && chunk->boards.first + chunk->boards.count > next) next = chunk->boards.first + chunk->boards.count;
    }
    return found;
}
