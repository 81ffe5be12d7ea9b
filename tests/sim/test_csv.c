/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "sim/files/csv.h"

typedef struct {
    OutputFile csv;
    char path[64];
    char text[4096];
} Fixture;

static int set_up(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    Error error;
    strcpy(f->path, "/tmp/pasur-csv-XXXXXX");
    int descriptor = mkstemp(f->path);
    if (descriptor < 0 || close(descriptor) != 0) return -1;
    *state = f;
    return output_file_open(&f->csv, f->path, &error) ? 0 : -1;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    unlink(f->path);
    free(f);
    return 0;
}

/* Closes the file and returns what is in it. */
static const char *written(Fixture *f)
{
    Error error;
    assert_true(output_file_close(&f->csv, &error));
    FILE *file = fopen(f->path, "rb");
    assert_non_null(file);
    f->text[fread(f->text, 1, sizeof f->text - 1, file)] = '\0';
    fclose(file);
    return f->text;
}

static void asking_whether_a_file_can_be_made_changes_nothing(void **state)
{
    Fixture *f = *state;
    Error error = {0};
    char absent[80];
    csv_text(&f->csv, "stays");
    csv_end_row(&f->csv);
    assert_string_equal(written(f), "stays\n");
    assert_true(output_file_creatable(f->path, &error));
    FILE *file = fopen(f->path, "rb");
    assert_int_equal(fread(f->text, 1, sizeof f->text, file), 6);
    fclose(file);
    snprintf(absent, sizeof absent, "%s.new", f->path);
    assert_true(output_file_creatable(absent, &error));
    assert_int_not_equal(access(absent, F_OK), 0);
    char target[96];
    snprintf(target, sizeof target, "%s.target", f->path);
    assert_int_equal(symlink(target, absent), 0);
    assert_true(output_file_creatable(absent, &error));
    assert_int_equal(unlink(absent), 0); /* the link was still there */
    unlink(target);
    assert_true(output_file_creatable("-", &error));
    assert_string_equal(error.text, "");
    snprintf(absent, sizeof absent, "%s/below", f->path);
    assert_false(output_file_creatable(absent, &error));
    assert_non_null(strstr(error.text, "/below: Not a directory"));
    assert_false(output_file_creatable("/", &error));
}

static void a_file_is_head_lines_names_and_rows(void **state)
{
    Fixture *f = *state;
    csv_head(&f->csv, "seed", "%d", 7);
    csv_head(&f->csv, "command", "%s", "pasur sim 'a\nb'");
    csv_names(&f->csv, (const char *const[]){"agent", "boards"}, 2);
    csv_text(&f->csv, "greedy");
    csv_count(&f->csv, 12);
    csv_end_row(&f->csv);
    assert_string_equal(written(f), "# seed: 7\n# command: pasur sim 'a?b'\nagent,boards\ngreedy,12\n");
}

static void text_is_quoted_only_where_it_must_be(void **state)
{
    Fixture *f = *state;
    const char *texts[] = {"plain",      "",     "with space",     "a,b",    "say \"x\"",
                           "two\nlines", "cr\r", "#not a comment", "nor#one"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        csv_text(&f->csv, texts[i]);
    csv_text(&f->csv, NULL);
    csv_end_row(&f->csv);
    assert_string_equal(written(f), "plain,,with space,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"cr\r\","
                                    "\"#not a comment\",\"nor#one\",\n");
}

static void integers_are_written_to_their_bounds(void **state)
{
    Fixture *f = *state;
    csv_count(&f->csv, 0);
    csv_count(&f->csv, UINT64_MAX);
    csv_integer(&f->csv, INT64_MIN);
    csv_integer(&f->csv, -1);
    csv_integer(&f->csv, INT64_MAX);
    csv_end_row(&f->csv);
    assert_string_equal(written(f), "0,18446744073709551615,-9223372036854775808,-1,9223372036854775807\n");
}

static void an_unknown_value_is_an_empty_field(void **state)
{
    Fixture *f = *state;
    csv_number(&f->csv, NAN);
    csv_number(&f->csv, 1);
    csv_unknown(&f->csv);
    csv_end_row(&f->csv);
    csv_unknown(&f->csv);
    csv_number(&f->csv, 0.5);
    csv_end_row(&f->csv);
    assert_string_equal(written(f), ",1,\n,0.5\n");
}

static void doubles_are_short(void **state)
{
    (void)state;
    const struct {
        double value;
        const char *text;
    } rows[] = {{0.1, "0.1"},
                {1.0 / 3, "0.3333333333333333"},
                {0.1 + 0.2, "0.30000000000000004"},
                {-2.5, "-2.5"},
                {1e300, "1e+300"},
                {5e-324, "4.94065645841247e-324"},
                {INFINITY, "inf"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[NUMBER_TEXT];
        assert_string_equal(number_text(text, rows[i].value), rows[i].text);
    }
}

static void every_double_reads_back_exactly(void **state)
{
    (void)state;
    uint64_t bits = 1;
    for (int i = 0; i < 100000; i++) {
        bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[NUMBER_TEXT];
        double back = strtod(number_text(text, value), NULL);
        assert_memory_equal(&back, &value, sizeof value);
    }
}

static void a_full_disk_is_told_with_the_files_name(void **state)
{
    (void)state;
    OutputFile csv;
    Error error = {0};
    if (access("/dev/full", W_OK) != 0) skip();
    assert_true(output_file_open(&csv, "/dev/full", &error));
    csv_count(&csv, 1);
    csv_end_row(&csv);
    assert_false(output_file_close(&csv, &error));
    assert_string_equal(error.text, "/dev/full: No space left on device");
}

static void a_failed_write_shows_before_the_end(void **state)
{
    (void)state;
    OutputFile csv;
    Error error = {0};
    if (access("/dev/full", W_OK) != 0) skip();
    assert_true(output_file_open(&csv, "/dev/full", &error));
    assert_false(output_file_failed(&csv));
    for (int i = 0; i < 100000; i++) {
        csv_count(&csv, 1000000);
        csv_end_row(&csv);
    }
    assert_true(output_file_failed(&csv));
    assert_false(output_file_close(&csv, &error));
    assert_string_equal(error.text, "/dev/full: No space left on device");
}

static void a_file_that_cannot_be_made_is_told(void **state)
{
    (void)state;
    OutputFile csv;
    Error error = {0};
    assert_false(output_file_open(&csv, "/nowhere/x.csv", &error));
    assert_string_equal(error.text, "/nowhere/x.csv: No such file or directory");
    csv_count(&csv, 1); /* a OutputFile that is not open takes everything and does nothing */
    csv_end_row(&csv);
    assert_true(output_file_close(&csv, &error));
}

#define TEST(name) cmocka_unit_test(name)
#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(asking_whether_a_file_can_be_made_changes_nothing),
        FILE_TEST(a_file_is_head_lines_names_and_rows),
        FILE_TEST(text_is_quoted_only_where_it_must_be),
        FILE_TEST(integers_are_written_to_their_bounds),
        FILE_TEST(an_unknown_value_is_an_empty_field),
        TEST(doubles_are_short),
        TEST(every_double_reads_back_exactly),
        TEST(a_full_disk_is_told_with_the_files_name),
        TEST(a_failed_write_shows_before_the_end),
        TEST(a_file_that_cannot_be_made_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
