/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files and the rows of columns that stand in them. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/files/columns.h"
#include "tests/test.h"

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
    return output_file_open(&f->csv, f->path, PACK_NONE, &error) ? 0 : -1;
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

typedef struct {
    const char *agent;
    uint64_t boards;
} AgentRow;
static const Column AGENT_ROWS[] = {
    {"agent", "name", "who", COLUMN_AT(AgentRow, agent)},
    {.title = "on the terminal alone", COLUMN_AT(AgentRow, boards)},
    {"boards", "boards", "how many", COLUMN_AT(AgentRow, boards)},
    {"match", "index", "nothing yet", .type = COLUMN_EMPTY},
};
static const ColumnTable AGENTS = {"test", "agent", COLUMN_ROWS(AGENT_ROWS), NULL};

TEST_WITH(set_up, tear_down, a_file_is_head_lines_names_and_rows)
{
    Fixture *f = *state;
    static const FileHead HEADS[] = {{"seed", "7", true}, {"command", "pasur sim 'a\nb'", false}};
    columns_begin(&f->csv, &AGENTS, HEADS, 2);
    columns_row(&f->csv, &AGENTS, &(AgentRow){"greedy", 12});
    columns_row(&f->csv, &AGENTS, &(AgentRow){NULL, 0});
    assert_string_equal(written(f), "# seed: 7\n# command: pasur sim 'a?b'\nagent,boards,match\ngreedy,12,\n,0,\n");
}

TEST_WITH(set_up, tear_down, a_row_in_memory_is_the_row_of_the_file)
{
    Fixture *f = *state;
    TextBuffer text = {0};
    assert_true(columns_add(&text, &AGENTS, &(AgentRow){"a,b", 1}));
    assert_true(columns_add(&text, &AGENTS, &(AgentRow){"c", 2}));
    output_file_write(&f->csv, text.data, text.length);
    text_buffer_free(&text);
    assert_string_equal(written(f), "\"a,b\",1,\nc,2,\n");
}

TEST_WITH(set_up, tear_down, text_is_quoted_only_where_it_must_be)
{
    Fixture *f = *state;
    typedef struct {
        char text[16];
    } Row;
    static const Column ROWS[] = {{"text", "text", "any", COLUMN_AT(Row, text)}};
    static const ColumnTable TEXTS = {"test", "text", COLUMN_ROWS(ROWS), NULL};
    static const Row TEXT[] = {{"plain"},      {""},     {"with space"},     {"a,b"},    {"say \"x\""},
                               {"two\nlines"}, {"cr\r"}, {"#not a comment"}, {"nor#one"}};
    for (size_t i = 0; i < sizeof TEXT / sizeof *TEXT; i++)
        columns_row(&f->csv, &TEXTS, &TEXT[i]);
    assert_string_equal(written(f), "plain\n\nwith space\n\"a,b\"\n\"say \"\"x\"\"\"\n\"two\nlines\"\n\"cr\r\"\n"
                                    "\"#not a comment\"\n\"nor#one\"\n");
}

typedef struct {
    uint64_t least, most;
    int64_t low, high;
    int number;
    int16_t small;
    uint8_t byte;
    bool yes;
    double unknown, half;
} ValuesRow;

TEST_WITH(set_up, tear_down, every_type_is_written_to_its_bounds)
{
    Fixture *f = *state;
    static const Column ROWS[] = {
        {"least", "", "", COLUMN_AT(ValuesRow, least)},      {"most", "", "", COLUMN_AT(ValuesRow, most)},
        {"low", "", "", COLUMN_AT(ValuesRow, low)},          {"high", "", "", COLUMN_AT(ValuesRow, high)},
        {"number", "", "", COLUMN_AT(ValuesRow, number)},    {"small", "", "", COLUMN_AT(ValuesRow, small)},
        {"byte", "", "", COLUMN_AT(ValuesRow, byte)},        {"yes", "", "", COLUMN_AT(ValuesRow, yes)},
        {"unknown", "", "", COLUMN_AT(ValuesRow, unknown)},  {"half", "", "", COLUMN_AT(ValuesRow, half)},
        {"ratio", "", "", COLUMN_PER(ValuesRow, low, high)}, {"none", "", "", COLUMN_PER(ValuesRow, least, least)},
    };
    static const ColumnTable VALUES = {"test", "value", COLUMN_ROWS(ROWS), NULL};
    columns_row(&f->csv, &VALUES,
                &(ValuesRow){0, UINT64_MAX, INT64_MIN, INT64_MAX, -1, INT16_MIN, UINT8_MAX, true, NAN, 0.5});
    assert_string_equal(written(f), "0,18446744073709551615,-9223372036854775808,9223372036854775807,-1,-32768,255,1,,"
                                    "0.5,-1,\n");
}

TEST(doubles_are_short)
{
    const struct {
        double value;
        const char *text;
    } rows[] = {{0.1, "0.1"},
                {1.0 / 3, "0.3333333333333333"},
                {0.1 + 0.2, "0.30000000000000004"},
                {-2.5, "-2.5"},
                {1e300, "1e+300"},
                {5e-324, "4.94065645841247e-324"},
                {0, "0"},
                {-0.0, "-0"},
                {-17, "-17"},
                {999999999999999, "999999999999999"},
                {1e15, "1e+15"}};
    static const Column COLUMN = {.name = "value", .type = COLUMN_NUMBER};
    char room[NUMBER_TEXT];
    assert_string_equal(column_text(room, &COLUMN, &(double){-INFINITY}), ""); /* without a bound */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[NUMBER_TEXT];
        assert_string_equal(number_text(text, rows[i].value), rows[i].text);
        assert_string_equal(column_text(room, &COLUMN, &rows[i].value), rows[i].text);
    }
}

TEST(every_double_reads_back_exactly)
{
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

TEST_WITH(set_up, tear_down, json_has_numbers_strings_and_null)
{
    typedef struct {
        const char *text;
        char chars[24];
        double number;
        bool flag;
        int whole;
        uint64_t big;
        int64_t part, all;
    } Row;
    static const Column COLUMNS[] = {
        {"text", "", "", COLUMN_AT(Row, text)},        {"chars", "", "", COLUMN_AT(Row, chars)},
        {"number", "", "", COLUMN_AT(Row, number)},    {"flag", "", "", COLUMN_AT(Row, flag)},
        {"whole", "", "", COLUMN_AT(Row, whole)},      {"big", "", "", COLUMN_AT(Row, big)},
        {"share", "", "", COLUMN_PER(Row, part, all)},
    };
    static const ColumnTable TABLE = {"test --csv", "row", COLUMN_ROWS(COLUMNS), NULL};
    const Row rows[] = {
        {"tactic:a=1,b=2", "1.50", 0.1, true, -7, UINT64_MAX, 1, 3},
        {NULL, "", NAN, false, 0, 0, 0, 0},
        {"\"\\\x01\x7F", "\xC3\xA9\xE2\x99\xA3\xF0\x9F\x82\xA1", -INFINITY, false, 0, 0, 1, 0},
        {"\xC3(\xE2\x99\xFF\xED\xA0\x80\xC0\xAF", "\xF4\x90\x80\x80\xC3", INFINITY, true, INT32_MIN, 0, 0, 1},
    };
    static const FileHead HEADS[] = {{"command", "pasur \"a\tb\"", false},
                                     {"seed", "18446744073709551615", true},
                                     {"llr", "", true},
                                     {"void", "1", false},
                                     {"void", "2", false},
                                     {"void", "3", false},
                                     {"unit", "points", false},
                                     {"check", "a", false},
                                     {"check", "b", false}};
    Fixture *f = *state;
    f->csv.json = true;
    columns_begin(&f->csv, &TABLE, HEADS, 7);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        columns_row(&f->csv, &TABLE, &rows[i]);
    columns_begin(&f->csv, &TABLE, HEADS + 7, 2);
    assert_string_equal(
        written(f),
        "{\"head\":\"test --csv\",\"command\":\"pasur \\\"a?b\\\"\",\"seed\":18446744073709551615,\"llr\":null,"
        "\"void\":[\"1\",\"2\",\"3\"],\"unit\":\"points\"}\n"
        "{\"table\":\"test --csv\",\"text\":\"tactic:a=1,b=2\",\"chars\":\"1.50\",\"number\":0.1,\"flag\":true,"
        "\"whole\":-7,\"big\":18446744073709551615,\"share\":0.3333333333333333}\n"
        "{\"table\":\"test --csv\",\"text\":null,\"chars\":null,\"number\":null,\"flag\":false,\"whole\":0,\"big\":0,"
        "\"share\":null}\n"
        "{\"table\":\"test --csv\",\"text\":\"\\\"\\\\\\u0001\\u007f\",\"chars\":\"\xC3\xA9\xE2\x99\xA3\xF0\x9F\x82\xA1\","
        "\"number\":null,\"flag\":false,\"whole\":0,\"big\":0,\"share\":null}\n"
        "{\"table\":\"test --csv\",\"text\":\"\xEF\xBF\xBD(\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
        "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\",\"chars\":\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\","
        "\"number\":null,\"flag\":true,\"whole\":-2147483648,\"big\":0,\"share\":0}\n"
        "{\"head\":\"test --csv\",\"check\":[\"a\",\"b\"]}\n");
}
