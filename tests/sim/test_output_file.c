/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that take the place of others when they are whole. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "sim/files/output_file.h"
#include "sim/files/packer.h"

typedef struct {
    char folder[32], path[64], beside[80], text[4096];
    OutputFile file;
    Error error;
} Fixture;

/* What stands in a file; NULL: there is none. */
static const char *content(Fixture *f, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    f->text[fread(f->text, 1, sizeof f->text - 1, file)] = 0;
    fclose(file);
    return f->text;
}

static int set_up(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    *state = f;
    strcpy(f->folder, "/tmp/pasur-out-XXXXXX");
    if (!mkdtemp(f->folder)) return -1;
    snprintf(f->path, sizeof f->path, "%s/x", f->folder);
    snprintf(f->beside, sizeof f->beside, "%s/x.unfinished", f->folder);
    return atomic_file_write(f->path, "old", 3, &f->error) ? 0 : -1;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    unlink(f->path);
    unlink(f->beside);
    rmdir(f->folder);
    free(f);
    return 0;
}

static void put(OutputFile *file, const char *text) { output_file_write(file, text, strlen(text)); }

static void the_old_file_stays_until_the_new_one_is_closed(void **state)
{
    Fixture *f = *state;
    OutputFile *const files[] = {&f->file};
    assert_true(output_file_open(&f->file, f->path, &f->error));
    put(&f->file, "new");
    assert_true(output_files_flush(files, 1));
    assert_string_equal(content(f, f->path), "old");
    assert_string_equal(content(f, f->beside), "new");
    assert_true(output_file_close(&f->file, &f->error));
    assert_string_equal(content(f, f->path), "new");
    assert_null(content(f, f->beside));
}

static void what_is_dropped_or_never_written_leaves_the_old_file(void **state)
{
    Fixture *f = *state;
    assert_true(output_file_open(&f->file, f->path, &f->error));
    put(&f->file, "new");
    f->file.drop = true;
    assert_true(output_file_close(&f->file, &f->error));
    assert_true(output_file_open(&f->file, f->path, &f->error) && output_file_close(&f->file, &f->error));
    assert_true(atomic_file_possible(f->path, &f->error) && output_file_creatable(f->path, &f->error));
    assert_string_equal(content(f, f->path), "old");
    assert_null(content(f, f->beside));
}

static void a_leftover_stays_until_it_is_written_over(void **state)
{
    Fixture *f = *state;
    FILE *left = fopen(f->beside, "w");
    fputs("left by another", left);
    fclose(left);
    assert_true(output_file_creatable(f->path, &f->error) && atomic_file_possible(f->path, &f->error));
    assert_true(output_file_open(&f->file, f->path, &f->error));
    assert_true(f->file.beside.leftover);
    assert_true(output_file_close(&f->file, &f->error));
    assert_string_equal(content(f, f->beside), "left by another");
    assert_true(atomic_file_write(f->path, "new", 3, &f->error));
    assert_string_equal(content(f, f->path), "new");
    assert_null(content(f, f->beside));
}

static void two_writers_of_one_file_are_refused(void **state)
{
    Fixture *f = *state;
    OutputFile second;
    assert_true(output_file_open(&f->file, f->path, &f->error));
    put(&f->file, "first");
    assert_false(output_file_open(&second, f->path, &f->error));
    assert_true(f->error.system);
    assert_non_null(strstr(f->error.text, "x: another program is writing "));
    assert_false(atomic_file_write(f->path, "second", 6, &f->error));
    assert_true(output_file_close(&f->file, &f->error));
    assert_string_equal(content(f, f->path), "first");
    assert_true(atomic_file_write(f->path, "second", 6, &f->error));
}

/* Files may be no longer than that from here on; returns what was allowed before. */
static struct rlimit limit_files(rlim_t bytes)
{
    struct rlimit before, now;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    now = before;
    now.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &now);
    return before;
}

/* Opens the file, and writes a part that is whole. */
static void whole_part(Fixture *f)
{
    OutputFile *const files[] = {&f->file};
    assert_true(output_file_open(&f->file, f->path, &f->error));
    strcpy(f->file.mark, "end\n");
    put(&f->file, "whole\n");
    assert_true(output_files_flush(files, 1));
}

static void a_failed_write_keeps_whole_parts_with_their_mark(void **state)
{
    Fixture *f = *state;
    OutputFile *const files[] = {&f->file};
    whole_part(f);
    const struct rlimit before = limit_files(12);
    put(&f->file, "more than fits\n");
    assert_false(output_files_flush(files, 1));
    assert_false(output_file_close(&f->file, &f->error));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_non_null(strstr(f->error.text, "x: File too large"));
    assert_string_equal(content(f, f->path), "whole\nend\n");
    assert_null(content(f, f->beside));
}

static void whole_parts_without_room_for_their_mark_stay_beside(void **state)
{
    Fixture *f = *state;
    whole_part(f);
    const struct rlimit before = limit_files(8);
    put(&f->file, "more than fits\n");
    assert_false(output_file_close(&f->file, &f->error));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_non_null(strstr(f->error.text, "File too large; what was written is in "));
    assert_string_equal(content(f, f->path), "old");
    assert_string_equal(content(f, f->beside), "whole\n");
}

static void a_failed_write_of_a_file_in_one_piece_leaves_the_old_one(void **state)
{
    Fixture *f = *state;
    const struct rlimit before = limit_files(4);
    assert_false(atomic_file_write(f->path, "too long", 8, &f->error));
    assert_false(atomic_file_possible(f->path, &f->error));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_non_null(strstr(f->error.text, "x: File too large"));
    assert_string_equal(content(f, f->path), "old");
    assert_null(content(f, f->beside));
}

static void the_mark_is_the_last_line(void **state)
{
    Fixture *f = *state;
    assert_true(output_file_open(&f->file, f->path, &f->error));
    put(&f->file, "head\n");
    strcpy(f->file.mark, "end\n");
    put(&f->file, "rows\n");
    assert_true(output_file_close(&f->file, &f->error));
    assert_string_equal(content(f, f->path), "head\nrows\nend\n");
}

/* What a compressed file holds. */
static const char *unpacked(Fixture *f, const char *path)
{
    FILE *file = text_file_open(path, &f->error);
    if (!file) return NULL;
    f->text[fread(f->text, 1, sizeof f->text - 1, file)] = 0;
    assert_false(ferror(file));
    fclose(file);
    return f->text;
}

/* Calls try(f, path, beside) for a file of each kind that this build can write. */
static void each_kind(Fixture *f, void try(Fixture *f, const char *path, const char *beside))
{
    static const char *const ENDINGS[] = {".gz", ".zst"};
    for (int i = 0; i < 2; i++) {
        char path[80], beside[96];
        snprintf(path, sizeof path, "%s%s", f->path, ENDINGS[i]);
        snprintf(beside, sizeof beside, "%s.unfinished", path);
        if (pack_missing(pack_kind(path))) continue;
        try(f, path, beside);
        unlink(path);
        unlink(beside);
    }
}

static void try_flushes(Fixture *f, const char *path, const char *beside)
{
    OutputFile *const files[] = {&f->file};
    assert_true(output_file_open(&f->file, path, &f->error));
    put(&f->file, "head\n");
    for (int i = 0; i < 3; i++) {
        put(&f->file, "row\n");
        assert_true(output_files_flush(files, 1));
        assert_true(output_files_flush(files, 1));
        unpacked(f, beside);
        assert_int_equal(strlen(f->text), 5 + 4 * (i + 1));
    }
    strcpy(f->file.mark, "end\n");
    assert_true(output_file_close(&f->file, &f->error));
    assert_string_equal(unpacked(f, path), "head\nrow\nrow\nrow\nend\n");
    assert_null(content(f, beside));
}

static void try_short_flushes(Fixture *f, const char *path, const char *beside)
{
    OutputFile *const files[] = {&f->file};
    assert_true(output_file_open(&f->file, path, &f->error));
    assert_true(output_files_flush(files, 1));
    assert_string_equal(content(f, beside), "");
    for (int i = 0; i < 3; i++) {
        put(&f->file, "row\n");
        assert_true(output_files_flush(files, 1));
        unpacked(f, beside);
        assert_int_equal(strlen(f->text), 4 * (i + 1));
    }
    assert_true(output_file_close(&f->file, &f->error));
    assert_string_equal(unpacked(f, path), "row\nrow\nrow\n");
    assert_true(output_file_open(&f->file, path, &f->error) && output_file_close(&f->file, &f->error));
    assert_string_equal(unpacked(f, path), "row\nrow\nrow\n"); /* nothing was written */
}

static void a_compressed_file_reads_back_after_every_flush(void **state)
{
    each_kind(*state, try_flushes);
    each_kind(*state, try_short_flushes);
}

/* The limit is so many bytes beyond what a flush has written. */
static void try_limit(Fixture *f, const char *path, const char *beside, rlim_t beyond)
{
    enum { LENGTH = 100000 };
    static char noise[LENGTH];
    OutputFile *const files[] = {&f->file};
    for (uint32_t i = 0, bits = 1; i < LENGTH; i++)
        noise[i] = (char)((bits = bits * 1664525 + 1013904223) >> 24);
    assert_true(output_file_open(&f->file, path, &f->error));
    put(&f->file, "whole\n");
    assert_true(output_files_flush(files, 1));
    strcpy(f->file.mark, "end\n");
    struct stat there;
    assert_int_equal(stat(beside, &there), 0);
    const struct rlimit before = limit_files((rlim_t)there.st_size + beyond);
    output_file_write(&f->file, noise, LENGTH);
    assert_false(output_files_flush(files, 1));
    assert_false(output_file_close(&f->file, &f->error));
    setrlimit(RLIMIT_FSIZE, &before);
    if (beyond > 50)
        assert_string_equal(unpacked(f, path), "whole\nend\n");
    else
        assert_string_equal(unpacked(f, beside), "whole\n");
}

static void try_limits(Fixture *f, const char *path, const char *beside)
{
    try_limit(f, path, beside, 5000);
    try_limit(f, path, beside, 60);
    unlink(path);
    try_limit(f, path, beside, 0); /* no room for the mark */
    assert_null(content(f, path));
}

static void a_compressed_file_that_may_not_grow_is_whole(void **state) { each_kind(*state, try_limits); }

static void one_piece_is_never_compressed(void **state)
{
    Fixture *f = *state;
    char path[80];
    snprintf(path, sizeof path, "%s.gz", f->path);
    assert_true(atomic_file_write(path, "plain", 5, &f->error));
    assert_string_equal(content(f, path), "plain");
    unlink(path);
}

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(the_old_file_stays_until_the_new_one_is_closed),
        FILE_TEST(what_is_dropped_or_never_written_leaves_the_old_file),
        FILE_TEST(a_leftover_stays_until_it_is_written_over),
        FILE_TEST(two_writers_of_one_file_are_refused),
        FILE_TEST(a_failed_write_keeps_whole_parts_with_their_mark),
        FILE_TEST(whole_parts_without_room_for_their_mark_stay_beside),
        FILE_TEST(a_failed_write_of_a_file_in_one_piece_leaves_the_old_one),
        FILE_TEST(the_mark_is_the_last_line),
        FILE_TEST(a_compressed_file_reads_back_after_every_flush),
        FILE_TEST(a_compressed_file_that_may_not_grow_is_whole),
        FILE_TEST(one_piece_is_never_compressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
