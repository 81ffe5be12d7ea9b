/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables and text on the terminal: columns stand below their titles and fit the page, numbers have the decimals that
   they deserve. */
#include "tests/analysis/claims.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "tests/test.h"

typedef struct {
    const char *name;
    double value;
    Interval interval;
    int count;
} Row;

static const Column COLUMNS[] = {
    {"name", "name", "who", COLUMN_AT(Row, name), .title = "name"},
    {"value", "share", "how much", COLUMN_AT(Row, value), .title = "%", .format = "%+.*f",
     .interval = offsetof(Row, interval)},
    {"low", "share", "at least", COLUMN_AT(Row, interval.low)},
    {"count", "boards", "how many", COLUMN_AT(Row, count), .title = "count"},
    {.title = "plain", COLUMN_AT(Row, value), .format = "%.1f"},
};
static const ColumnTable TABLE = {"test --csv", "name", COLUMN_ROWS(COLUMNS), NULL};
static const Row ROWS[] = {{"Pâsur", 0.5, {0.4998, 0.5002}, 12}, {"x", NAN, {NAN, NAN}, 3}, {"y", -1, {NAN, NAN}, 4}};

static char *printed(void (*print)(FILE *))
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    print(file);
    fclose(file);
    return text;
}

static void print_table(FILE *out) { column_table_print(out, &(Page){0}, &TABLE, 0, ROWS, sizeof *ROWS, COUNT(ROWS)); }

TEST(columns_stand_below_their_titles)
{
    char *text = printed(print_table);
    assert_string_equal(text, "name   %                             count  plain\n"
                              "Pâsur  +50.000 (+49.980 to +50.020)     12    0.5\n"
                              "x                                        3\n"
                              "y      -100.00                           4   -1.0\n");
    free(text);
}

/* ---- estimates */

TEST(an_interval_shows_on_which_side_of_zero_it_ends)
{
    static const struct {
        const char *format;
        double value;
        Interval interval;
        const char *text;
    } CLAIMS[] = {
        {"%+.*f", 0.3, {0.0004, 0.5996}, "+0.3000 (+0.0004 to +0.5996)"},
        {"%+.*f", -0.3, {-0.6, -0.004}, "-0.300 (-0.600 to -0.004)"},
        {"%+.*f", -0.001, {-0.301, 0.299}, "0.00 (-0.30 to +0.30)"},
        {"%+.*f", 1.0, {0, 2}, "+1.00 (0.00 to +2.00)"},
        {"%+.*f", -0.0, {-0.0, 0.0}, "0.00 (0.00 to 0.00)"},
        {"%+.*f", 0.00002, {0.00001, 0.00003}, "+0.000020 (+0.000010 to +0.000030)"},
        {"%+.3f", 5, {4, 6}, "+5.000 (+4.000 to +6.000)"},
        {"%+.0f", -14, {-28, -0.4}, "-14.0 (-28.0 to -0.4)"},
        {"%+.0f", -0.2, {-28, 28}, "0 (-28 to +28)"},
        {"%.*f", 0.5, {NAN, NAN}, "0.50"},
        {"%+.*f", NAN, {NAN, NAN}, "unknown"},
    };
    char text[COLUMN_CELL];
    for (size_t i = 0; i < COUNT(CLAIMS); i++)
        assert_string_equal(interval_text(text, CLAIMS[i].format, CLAIMS[i].value, CLAIMS[i].interval), CLAIMS[i].text);
}

TEST(numbers_that_differ_are_told_apart)
{
    assert_int_equal(decimals_apart(2, 2.944, 2.9444), 4);
    assert_int_equal(decimals_apart(2, 1, 2), 2);
    assert_int_equal(decimals_apart(2, 1, 1), 2);
    assert_int_equal(decimals_apart(2, NAN, 1), 2);
}

/* ---- narrow pages */

static const Column WIDE[] = {
    {"name", "name", "who", COLUMN_AT(Row, name), .title = "name"},
    {.title = "", COLUMN_AT(Row, name), .drop = 1},
    {"value", "points", "how much", COLUMN_AT(Row, value), .title = "value", .format = "%.1f", .drop = 3},
    {"count", "boards", "how many", COLUMN_AT(Row, count), .title = "count", .drop = 2, .legend = "boards"},
};
static const ColumnTable WIDE_TABLE = {"test --csv", "name", COLUMN_ROWS(WIDE), NULL};
static const Row WIDE_ROWS[] = {{"Pâsur", 0.5, {NAN, NAN}, 12345678}, {"漢字名", 1, {NAN, NAN}, 2}};
static Page page;

static void print_wide(FILE *out)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    column_table_print(out, &page, &WIDE_TABLE, 0, WIDE_ROWS, sizeof *WIDE_ROWS, COUNT(WIDE_ROWS));
}

static void assert_printed(Page on, void (*print)(FILE *), const char *wanted)
{
    page = on;
    char *text = printed(print);
    assert_string_equal(text, wanted);
    free(text);
}

TEST(a_narrow_page_drops_columns_in_their_order)
{
    assert_printed((Page){0}, print_wide,
                   "name            value     count\n"
                   "Pâsur   Pâsur     0.5  12345678\n"
                   "漢字名  漢字名    1.0         2\n");
    assert_printed((Page){.width = 31}, print_wide,
                   "name            value     count\n"
                   "Pâsur   Pâsur     0.5  12345678\n"
                   "漢字名  漢字名    1.0         2\n");
    assert_printed((Page){.width = 30}, print_wide,
                   "name    value     count\n"
                   "Pâsur     0.5  12345678\n"
                   "漢字名    1.0         2\n");
    assert_printed((Page){.width = 22}, print_wide,
                   "name    value\n"
                   "Pâsur     0.5\n"
                   "漢字名    1.0\n"
                   "narrow terminal: without count, which --csv has\n");
    assert_printed((Page){.width = 10}, print_wide,
                   "name\n"
                   "Pâsur\n"
                   "漢字名\n"
                   "narrow terminal: without value, count, which --csv has\n");
}

/* ---- text */

static const char *wrapped;
static void print_wrapped(FILE *out) { page_wrap(out, &page, wrapped); }

static void assert_wrapped(int width, const char *text, const char *wanted)
{
    wrapped = text;
    assert_printed((Page){.width = width}, print_wrapped, wanted);
}

TEST(lines_are_broken_at_blanks)
{
    assert_wrapped(0, "one two three four\n\nend", "one two three four\n\nend");
    assert_wrapped(10, "one two three four\n\nend\n", "one two\n  three\n  four\n\nend\n");
    assert_wrapped(20, "key  one two three four\n", "key  one two three\n     four\n");
    assert_wrapped(10, "pâsur pâsur\n", "pâsur\n  pâsur\n");
    assert_wrapped(11, "pâsur pâsur\n", "pâsur pâsur\n");
    assert_wrapped(8, "a /very/long/path b\n", "a /very/long/path\n  b\n");
    assert_wrapped(9, "it is 95 % sure\n", "it is\n  95 %\n  sure\n");
}

TEST(widths_are_those_of_the_terminal)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    assert_int_equal(display_width("Pâsur"), 5);
    assert_int_equal(display_width("پاسور"), 5);
    assert_int_equal(display_width("漢字"), 4);
    assert_int_equal(display_width("e\u0301\u200d"), 1);
    assert_int_equal(display_width("\xff\xe2\x99"), 3);
}
