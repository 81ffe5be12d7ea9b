/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading CSV files, knowing their kind, and text that cannot do anything in a gnuplot script. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/analysis/claims.h"

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "library/version.h"
#include "tests/test.h"

const char PASUR_COMMIT[] = "", PASUR_BUILD[] = ""; /* which the commands name */

typedef struct {
    char path[64];
    CsvReader reader;
    Result result;
} Fixture;

static int set_up(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    strcpy(f->path, "/tmp/pasur-plot-test-XXXXXX");
    int descriptor = mkstemp(f->path);
    if (descriptor < 0 || close(descriptor) != 0) return -1;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    csv_close(&f->reader);
    result_free(&f->result);
    unlink(f->path);
    free(f);
    return 0;
}

static bool open_text(Fixture *f, const char *text)
{
    csv_close(&f->reader);
    result_free(&f->result);
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return csv_open(&f->reader, &f->result, f->path) && csv_begin(&f->reader);
}

TEST_WITH(set_up, tear_down, a_reader_resolves_heads_quotes_and_line_ends)
{
    Fixture *f = *state;
    assert_true(open_text(f, "\xEF\xBB\xBF# command: pasur sim a:b c\r\n# no key\n#seed:7\na,\"b,\"\"c\"\"\",d\r\n"
                             "1,\"two\nlines\",\r\n\n\"\",x\"y,3"));
    assert_string_equal(result_head_of(&f->result, "command"), "pasur sim a:b c");
    assert_string_equal(result_head_of(&f->result, "seed"), "7");
    assert_null(result_head_of(&f->result, "rules"));
    assert_int_equal(f->result.column_count, 3);
    assert_int_equal(result_column(&f->result, "b,\"c\""), 1);
    assert_int_equal(result_column(&f->result, "e"), -1);
    assert_int_equal(csv_next(&f->reader), CSV_ROW);
    assert_string_equal(f->reader.fields[1], "two\nlines");
    assert_string_equal(f->reader.fields[2], "");
    assert_int_equal(f->result.line, 5);
    assert_int_equal(csv_next(&f->reader), CSV_ROW);
    assert_string_equal(f->reader.fields[0], "");
    assert_string_equal(f->reader.fields[1], "x\"y");
    assert_string_equal(f->reader.fields[2], "3");
    assert_int_equal(f->result.line, 8);
    assert_int_equal(csv_next(&f->reader), CSV_END);
}

TEST_WITH(set_up, tear_down, a_bad_row_is_named_with_its_line)
{
    Fixture *f = *state;
    assert_true(open_text(f, "a,b\n1,2\n1,2,3\n"));
    assert_int_equal(csv_next(&f->reader), CSV_ROW);
    assert_int_equal(csv_next(&f->reader), CSV_BAD);
    assert_non_null(strstr(f->result.error.text, ":3: 3 fields, the header has 2"));
    assert_true(open_text(f, "a,b\n1,\"2\n"));
    assert_int_equal(csv_next(&f->reader), CSV_BAD);
    assert_non_null(strstr(f->result.error.text, ":2: a quote that is not closed"));
    assert_false(open_text(f, "# only: heads\n"));
    assert_non_null(strstr(f->result.error.text, "no header line"));
    assert_false(open_text(f, ""));
}

TEST_WITH(set_up, tear_down, an_unknown_number_is_not_zero_and_a_word_is_refused)
{
    Fixture *f = *state;
    assert_true(open_text(f, "a,b\n,1\nNaN,1e3\ninf,x\n"));
    assert_true(csv_rows(&f->reader, CSV_MOST_ROWS));
    const double *a = result_numbers(&f->result, "a");
    assert_true(isnan(a[0]) && isnan(a[1]) && isnan(a[2]));
    assert_true(isnan(result_numbers(&f->result, "absent")[0]));
    assert_null(result_numbers(&f->result, "b"));
    assert_non_null(strstr(f->result.error.text, ":4: column 'b': 'x' is not a number"));
}

TEST(text_is_quoted_so_that_nothing_is_expanded)
{
    static const struct {
        const char *text, *quoted;
    } ROWS[] = {
        {"plain", "\"plain\""},
        {"100 % of #1; (<b>&amp;)", "\"100 % of #1; (<b>&amp;)\""},
        {"it's `x` \"q\" \\n @m $v {^_}", "\"it\\047s \\140x\\140 \\042q\\042 \\134n \\100m \\044v \\173^_\\175\""},
        {"a\nb\tc\x7f", "\"a?b?c?\""},
        {"پاسور", "\"پاسور\""},
        {"bad\xff\xc0\xaf\xed\xa0\x80 utf", "\"bad?????? utf\""},
        {"cut\xe2\x82", "\"cut?\?\""},
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        char *out = NULL;
        size_t size;
        FILE *file = open_memstream(&out, &size);
        gnuplot_string(file, ROWS[i].text);
        fclose(file);
        assert_string_equal(out, ROWS[i].quoted);
        free(out);
    }
    (void)state;
}
