/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading CSV files, knowing their kind, and text that cannot do anything in a gnuplot script. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/analysis/claims.h"

#include "analysis/report/chart.h"
#include "analysis/report/draw.h"
#include "analysis/report/picture.h"

typedef struct {
    char path[64];
    CsvReader reader;
    CsvTable table;
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
    csv_reader_close(&f->reader);
    unlink(f->path);
    free(f);
    return 0;
}

static bool open_text(Fixture *f, const char *text)
{
    csv_reader_close(&f->reader);
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return csv_reader_open(&f->reader, f->path) && csv_reader_begin(&f->reader);
}

static void a_reader_resolves_heads_quotes_and_line_ends(void **state)
{
    Fixture *f = *state;
    assert_true(open_text(f, "\xEF\xBB\xBF# command: pasur sim a:b c\r\n# no key\n#seed:7\na,\"b,\"\"c\"\"\",d\r\n"
                             "1,\"two\nlines\",\r\n\n\"\",x\"y,3"));
    assert_string_equal(csv_reader_head(&f->reader, "command"), "pasur sim a:b c");
    assert_string_equal(csv_reader_head(&f->reader, "seed"), "7");
    assert_null(csv_reader_head(&f->reader, "rules"));
    assert_int_equal(f->reader.column_count, 3);
    assert_int_equal(csv_reader_column(&f->reader, "b,\"c\""), 1);
    assert_int_equal(csv_reader_column(&f->reader, "e"), -1);
    assert_int_equal(csv_reader_next(&f->reader), CSV_ROW);
    assert_string_equal(f->reader.fields[1], "two\nlines");
    assert_string_equal(f->reader.fields[2], "");
    assert_int_equal(f->reader.line, 5);
    assert_int_equal(csv_reader_next(&f->reader), CSV_ROW);
    assert_string_equal(f->reader.fields[0], "");
    assert_string_equal(f->reader.fields[1], "x\"y");
    assert_string_equal(f->reader.fields[2], "3");
    assert_int_equal(f->reader.line, 8);
    assert_int_equal(csv_reader_next(&f->reader), CSV_END);
}

static void a_bad_row_is_named_with_its_line(void **state)
{
    Fixture *f = *state;
    assert_true(open_text(f, "a,b\n1,2\n1,2,3\n"));
    assert_int_equal(csv_reader_next(&f->reader), CSV_ROW);
    assert_int_equal(csv_reader_next(&f->reader), CSV_BAD);
    assert_non_null(strstr(f->reader.error.text, ":3: 3 fields, the header has 2"));
    assert_true(open_text(f, "a,b\n1,\"2\n"));
    assert_int_equal(csv_reader_next(&f->reader), CSV_BAD);
    assert_non_null(strstr(f->reader.error.text, ":2: a quote that is not closed"));
    assert_false(open_text(f, "# only: heads\n"));
    assert_non_null(strstr(f->reader.error.text, "no header line"));
    assert_false(open_text(f, ""));
}

static void an_unknown_number_is_not_zero_and_a_word_is_refused(void **state)
{
    Fixture *f = *state;
    assert_true(open_text(f, "a,b\n,1\nNaN,1e3\ninf,x\n"));
    assert_true(csv_table_load(&f->table, &f->reader));
    const double *a = csv_table_numbers(&f->table, "a");
    assert_true(isnan(a[0]) && isnan(a[1]) && isnan(a[2]));
    assert_true(isnan(csv_table_numbers(&f->table, "absent")[0]));
    assert_null(csv_table_numbers(&f->table, "b"));
    assert_non_null(strstr(f->reader.error.text, ":4: column 'b': 'x' is not a number"));
}

static void levels_come_in_order_of_appearance(void **state)
{
    Fixture *f = *state;
    Levels levels;
    assert_true(open_text(f, "opponent\nz\nb\nz\n\"\"\nb\n"));
    assert_true(csv_table_load(&f->table, &f->reader));
    assert_int_equal(f->table.rows, 5);
    assert_true(csv_table_levels(&levels, &f->table, "opponent", SIZE_MAX));
    assert_int_equal(levels.count, 3);
    assert_string_equal(levels.names[0], "z");
    assert_string_equal(levels.names[1], "b");
    assert_int_equal(levels.of_row[2], 0);
    assert_true(opponent_levels(&levels, &f->table, 3));
    assert_string_equal(levels.names[1], "against b");
    assert_string_equal(levels.names[2], "");
    assert_true(csv_table_levels(&levels, &f->table, "absent", SIZE_MAX));
    assert_int_equal(levels.count, 1);
    assert_string_equal(levels.names[0], "");
}

/* Every kind is known by the columns its row of the table names, with more at the end, and not without those it needs. */
static void each_kind_is_known_by_its_header(void **state)
{
    Fixture *f = *state;
    for (const PlotKind *kind = PLOT_KINDS; kind->made_by; kind++) {
        char first[400] = "", all[400] = "", header[900];
        for (size_t i = 0; kind->columns[i]; i++) {
            sprintf(all + strlen(all), "%s,", kind->columns[i]);
            if (i < kind->first) strcpy(first, all);
        }
        first[strlen(first) - 1] = 0;
        snprintf(header, sizeof header, "%sand,more\n", all);
        assert_true(open_text(f, header));
        assert_ptr_equal(plot_kind_of(&f->reader), kind);
        snprintf(header, sizeof header, "extra,%sand,more\n", all);
        assert_true(open_text(f, header));
        assert_null(plot_kind_of(&f->reader));
        assert_non_null(strstr(f->reader.error.text, kind->made_by));
        if (!kind->columns[kind->first]) continue;
        snprintf(header, sizeof header, "%s\n", first);
        assert_true(open_text(f, header));
        assert_null(plot_kind_of(&f->reader));
        assert_non_null(strstr(f->reader.error.text, "has no column"));
    }
}

static void an_unknown_header_is_named_with_the_kinds(void **state)
{
    Fixture *f = *state;
    assert_true(open_text(f, "colour,number\n1,2\n"));
    assert_null(plot_kind_of(&f->reader));
    assert_non_null(strstr(f->reader.error.text, "unknown columns 'colour,number'"));
    for (const PlotKind *kind = PLOT_KINDS; kind->made_by; kind++)
        if (!strstr(f->reader.error.text, kind->made_by)) fail_msg("%s: no %s", f->reader.error.text, kind->made_by);
    assert_null(strchr(f->reader.error.text, '\n'));
    char wide[3000] = "";
    for (int i = 0; i < 200; i++)
        strcat(wide, "column\x01_x,");
    assert_true(open_text(f, strcat(wide, "end\n")));
    assert_null(plot_kind_of(&f->reader));
    assert_non_null(strstr(f->reader.error.text, "bench --csv"));
    assert_null(strchr(f->reader.error.text, '\x01'));
}

static void text_is_quoted_so_that_nothing_is_expanded(void **state)
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

static void long_names_lose_their_middle(void **state)
{
    char out[SHORTENED_TEXT];
    (void)state;
    assert_string_equal(text_short(out, "tactic", 6), "tactic");
    assert_string_equal(text_short(out, "tactic:leave_11=0", 11), "tactic…11=0");
    assert_string_equal(text_short(out, "ääääääääää", 6), "äää…ää");
}

static void tics_are_round_and_ranges_are_never_empty(void **state)
{
    (void)state;
    assert_close(nice_step(1, 10), 0.1, 1e-12);
    assert_close(nice_step(13, 5), 5, 1e-12);
    assert_close(nice_step(0.0021, 4), 0.001, 1e-12);
    const double cases[][2] = {{0, 0}, {3, 3}, {-1e-12, -1e-12}, {1, 0}, {-4, 9}, {1e9, 1e9}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        Axis axis = axis_over(cases[i][0], cases[i][1], 8, NULL);
        assert_true(axis.low < axis.high);
        assert_true(axis.step > 0 && (axis.high - axis.low) / axis.step < 9);
        if (cases[i][0] <= cases[i][1]) assert_true(axis.low <= cases[i][0] && axis.high >= cases[i][1]);
    }
}

static void names_of_pictures_are_checked(void **state)
{
    Error error;
    (void)state;
    assert_true(plot_name_valid("a.svg", &error));
    assert_true(plot_name_valid("/x/y.png", &error));
    assert_true(plot_name_valid("a.pdf", &error));
    assert_false(plot_name_valid("a.gif", &error));
    assert_non_null(strstr(error.text, "'a.gif'"));
    assert_false(plot_name_valid(".svg", &error));
    assert_false(plot_draw("/nonexistent.csv", "/tmp/x.svg", NULL, false, &error));
    assert_false(error.system);
    assert_non_null(strstr(error.text, "/nonexistent.csv: No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_reader_resolves_heads_quotes_and_line_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bad_row_is_named_with_its_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_unknown_number_is_not_zero_and_a_word_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levels_come_in_order_of_appearance, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_kind_is_known_by_its_header, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_unknown_header_is_named_with_the_kinds, set_up, tear_down),
        cmocka_unit_test(text_is_quoted_so_that_nothing_is_expanded),
        cmocka_unit_test(long_names_lose_their_middle),
        cmocka_unit_test(tics_are_round_and_ranges_are_never_empty),
        cmocka_unit_test(names_of_pictures_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
