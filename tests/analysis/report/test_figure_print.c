/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables on the terminal: columns stand below their titles, numbers have the decimals that they deserve. */
#include "tests/analysis/claims.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/report/figure_print.h"

typedef struct {
    const char *name;
    double value;
    Interval interval;
    int count;
} Row;

static const Figure FIGURES[] = {
    {"name", "name", "who", FIGURE_AT(Row, name), .title = "name"},
    {"value", "share", "how much", FIGURE_AT(Row, value), .title = "%", .width = -28, .format = "%+.*f", .scale = 100,
     .interval = offsetof(Row, interval)},
    {"low", "share", "at least", FIGURE_AT(Row, interval.low)},
    {"count", "boards", "how many", FIGURE_AT(Row, count), .title = "count", .width = 7},
    {.title = "plain", FIGURE_AT(Row, value), .format = "%.1f"},
};
static const FigureTable TABLE = {"test --csv", "name", FIGURE_ROWS(FIGURES), NULL};
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

static void print_table(FILE *out) { figures_print(out, &TABLE, ROWS, sizeof *ROWS, COUNT(ROWS)); }
static void print_columns(FILE *out) { figures_explain(out, &TABLE); }
static void print_page(FILE *out) { figures_markdown(out, &TABLE); }

static void columns_stand_below_their_titles(void **state)
{
    (void)state;
    char *text = printed(print_table);
    assert_string_equal(text, "name   %                               count  plain\n"
                              "Pâsur  +50.000 (+49.980 to +50.020)       12  0.5\n"
                              "x                                          3\n"
                              "y      -100.00                             4  -1.0\n");
    free(text);
}

static void columns_of_the_csv_are_explained(void **state)
{
    (void)state;
    char *text = printed(print_columns);
    assert_string_equal(text, "pasur test --csv: a row for each name\n"
                              "  name   name    who\n"
                              "  value  share   how much\n"
                              "  low    share   at least\n"
                              "  count  boards  how many\n");
    free(text);
    text = printed(print_page);
    assert_non_null(strstr(text, "| `count` | boards | how many |\n"));
    assert_null(strstr(text, "plain"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_stand_below_their_titles),
        cmocka_unit_test(columns_of_the_csv_are_explained),
    };
    return cmocka_run_group_tests_name("analysis/figure_print", tests, NULL, NULL);
}
