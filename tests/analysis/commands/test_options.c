/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/commands/driver/options.h"
#include "engine/text/number.h"

/* A command with every type, and a shared row that fills a struct of its own. */
typedef struct {
    uint64_t boards;
    double width;
    const char *csv;
    int unit;
    bool quiet;
} Mine;
typedef struct {
    uint64_t seed;
} Shared;

static const Option OPTIONS[] = {
    {"boards", "how many boards to play", OPTION_AT(Mine, boards), .letter = 'b', .low = "1", .high = "10G",
     .fallback = "1k", .heading = "Game"},
    {"width", "how wide", OPTION_AT(Mine, width), .low = "0"},
    {"csv", "results go here", OPTION_AT(Mine, csv), .letter = 'o', .metavar = "FILE"},
    {"unit", "what is counted", OPTION_AT(Mine, unit), .choices = "points wins surs", .fallback = "wins"},
    {"quiet", "say nothing", OPTION_AT(Mine, quiet), .letter = 'q'},
    {"seed", "where chance begins", OPTION_AT(Shared, seed), .common = true, .fallback = "1", .heading = "Chance"},
};
static const OptionsSpec SPEC = {.command = "try",
                                 .args = {"A [B]", 1, 2, NULL, TAKES_ANY},
                                 .about = "Tries.",
                                 .example = "pasur try a",
                                 OPTION_ROWS(OPTIONS)};

typedef struct {
    Mine mine;
    Shared shared;
    ParsedOptions parsed;
    Error error;
} Command;

/* Parses `line`, words separated by blanks, as `pasur try LINE`. "''" stands for an empty word. */
static OptionsStatus parse(Command *c, const char *line)
{
    static char words[1024];
    char *argv[32] = {(char[]){"try"}};
    int argc = 1;
    strcpy(words, line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = strcmp(word, "''") == 0 ? word + 2 : word;
    *c = (Command){0};
    return options_parse(&c->parsed, &SPEC, argv, &c->mine, &c->shared, &c->error);
}

static void fallbacks_fill_what_is_not_given(void **state)
{
    (void)state;
    Command c;
    assert_int_equal(parse(&c, "a"), OPTIONS_OK);
    assert_int_equal(c.mine.boards, 1000);
    assert_int_equal(c.mine.unit, 1);
    assert_int_equal(c.shared.seed, 1);
    assert_null(c.mine.csv);
    assert_false(c.mine.quiet);
    assert_int_equal(c.parsed.arg_count, 1);
    assert_string_equal(c.parsed.args[0], "a");
    assert_false(options_given(&SPEC, &c.parsed, "boards"));
}

static void every_form_of_every_type_is_read(void **state)
{
    (void)state;
    Command c;
    assert_int_equal(parse(&c, "--boards=2.5k a -o x.csv --unit surs -q --width 0.25 --seed=9 b"), OPTIONS_OK);
    assert_int_equal(c.mine.boards, 2500);
    assert_string_equal(c.mine.csv, "x.csv");
    assert_int_equal(c.mine.unit, 2);
    assert_true(c.mine.quiet);
    assert_true(c.mine.width == 0.25);
    assert_int_equal(c.shared.seed, 9);
    assert_int_equal(c.parsed.arg_count, 2);
    assert_string_equal(c.parsed.args[1], "b");
    assert_true(options_given(&SPEC, &c.parsed, "boards"));
    assert_true(options_given(&SPEC, &c.parsed, "seed"));
}

static void dashes_and_double_dashes_can_be_arguments(void **state)
{
    (void)state;
    Command c;
    assert_int_equal(parse(&c, "- --csv - "), OPTIONS_OK);
    assert_string_equal(c.parsed.args[0], "-");
    assert_string_equal(c.mine.csv, "-");
    assert_int_equal(parse(&c, "-q -- --boards -q"), OPTIONS_OK);
    assert_string_equal(c.parsed.args[0], "--boards");
    assert_string_equal(c.parsed.args[1], "-q");
    assert_int_equal(parse(&c, "a --csv=--odd"), OPTIONS_OK);
    assert_string_equal(c.mine.csv, "--odd");
}

static void help_is_asked_for(void **state)
{
    (void)state;
    Command c;
    assert_int_equal(parse(&c, "--help"), OPTIONS_HELP);
    assert_int_equal(parse(&c, "a -b 3 -h"), OPTIONS_HELP);
    assert_int_equal(parse(&c, "--help all"), OPTIONS_HELP_ALL);
    assert_int_equal(parse(&c, "a --help=all"), OPTIONS_HELP_ALL);
    assert_int_equal(parse(&c, "--help a"), OPTIONS_HELP);
    assert_int_equal(parse(&c, "-- --help"), OPTIONS_OK);
}

static void numbers_are_read_exactly(void **state)
{
    (void)state;
    const struct {
        const char *text;
        uint64_t value;
    } rows[] = {{"0", 0},
                {"1M", 1000000},
                {"1e6", 1000000},
                {"2.5k", 2500},
                {"0.001k", 1},
                {"1.5e3k", 1500000},
                {"1000e-3", 1},
                {"3G", 3000000000},
                {"+5", 5},
                {".5k", 500},
                {"5.", 5},
                {"1.00000000000000000000000", 1},
                {"0e99", 0},
                {"-0", 0},
                {"9007199254740993", UINT64_C(9007199254740993)},
                {"18446744073709551615", UINT64_MAX},
                {"18446744073.709551615G", UINT64_MAX}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Command c;
        char line[128] = "a --seed ";
        assert_int_equal(parse(&c, strcat(line, rows[i].text)), OPTIONS_OK);
        assert_true(c.shared.seed == rows[i].value);
    }
}

static void a_run_without_end_has_the_most_boards_that_can_be_asked_for(void **state)
{
    (void)state;
    uint64_t most;
    assert_int_equal(number_u64(&most, BOARDS_MOST), NUMBER_OK);
    assert_int_equal(most, BOARDS_NO_END);
}

static void doubles_take_suffixes_without_rounding_twice(void **state)
{
    (void)state;
    const struct {
        const char *text;
        double value;
    } rows[] = {{"0.1", 0.1},   {"0.1k", 100},        {"1.1k", 1100}, {"3", 3},
                {"2e-3", 2e-3}, {"1.7e308", 1.7e308}, {"4.35k", 4350}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Command c;
        char line[128] = "a --width ";
        assert_int_equal(parse(&c, strcat(line, rows[i].text)), OPTIONS_OK);
        assert_true(c.mine.width == rows[i].value);
    }
}

static void an_error_names_the_culprit_and_what_is_right(void **state)
{
    (void)state;
    const struct {
        const char *line, *error;
    } rows[] = {
        {"", "arguments missing; expected: pasur try [options] A [B], such as: pasur try a"},
        {"a b c", "unexpected argument 'c'; expected: pasur try [options] A [B]"},
        {"a --boads 3", "unknown option '--boads'; did you mean '--boards'? ('pasur try --help' lists them)"},
        {"a --sede=3", "unknown option '--sede'; did you mean '--seed'? ('pasur try --help' lists them)"},
        {"a --zzzzzz", "unknown option '--zzzzzz' ('pasur try --help' lists them)"},
        {"a -x", "unknown option '-x' ('pasur try --help' lists them)"},
        {"a -qb", "unknown option '-qb' ('pasur try --help' lists them)"},
        {"a --boards", "--boards needs a value: N (1 to 10G)"},
        {"a --boards --quiet", "--boards needs a value: N (1 to 10G)"},
        {"a --boards= b", "--boards needs a value: N (1 to 10G)"},
        {"a --boards ''", "--boards needs a value: N (1 to 10G)"},
        {"a --csv", "--csv needs a value: FILE"},
        {"a --csv -q", "--csv needs a value: FILE"},
        {"a --unit", "--unit needs a value, one of: points, wins, surs"},
        {"a --boards ten", "--boards: 'ten' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 10x", "--boards: '10x' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 10kk", "--boards: '10kk' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 0x10", "--boards: '0x10' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 03", "--boards: '03' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 1e", "--boards: '1e' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards .", "--boards: '.' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 1.5", "--boards: '1.5' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 1.0005k", "--boards: '1.0005k' is not a whole number such as 500, 10k or 2.5M"},
        {"a --boards 0", "--boards: 0 is out of range; expected 1 to 10G"},
        {"a --boards -3", "--boards: -3 is out of range; expected 1 to 10G"},
        {"a --boards 10000000001", "--boards: 10000000001 is out of range; expected 1 to 10G"},
        {"a --boards 1e99999999999", "--boards: 1e99999999999 is out of range; expected 1 to 10G"},
        {"a --seed 18446744073709551616",
         "--seed: 18446744073709551616 is out of range; expected 0 to 18446744073709551615"},
        {"a --seed -1", "--seed: -1 is out of range; expected 0 to 18446744073709551615"},
        {"a --width -0.5", "--width: -0.5 is out of range; expected at least 0"},
        {"a --width nan", "--width: 'nan' is not a number such as 0.5, 3 or 1e-3"},
        {"a --width 1e999", "--width: 1e999 is out of range; expected at least 0"},
        {"a --unit win", "--unit: 'win': expected one of: points, wins, surs"},
        {"a --quiet=1", "--quiet takes no value"},
        {"a --seed 1 --seed 1", "--seed is given twice; give it once"},
        {"a -b 1 --boards 1", "--boards is given twice; give it once"},
        {"a --boards 1\n2", "--boards: '1?2' is not a whole number such as 500, 10k or 2.5M"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Command c;
        assert_int_equal(parse(&c, rows[i].line), OPTIONS_ERROR);
        assert_string_equal(c.error.text, rows[i].error);
    }
}

/* What options_help prints. */
static const char *help_of(const OptionsSpec *spec, int width, bool all)
{
    static char text[4096];
    FILE *file = tmpfile();
    assert_non_null(file);
    options_help(file, spec, width, all);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void help_shows_every_row(void **state)
{
    (void)state;
    static const char TEXT[] = "Example: pasur try a\n"
                               "Usage: pasur try [options] A [B]\n"
                               "\n"
                               "Tries.\n"
                               "\n"
                               "Game:\n"
                               "  -b, --boards N          how many boards to play (1 to 10G; default 1k)\n"
                               "  --width X               how wide (at least 0)\n"
                               "  -o, --csv FILE          results go here\n"
                               "  --unit WORD             what is counted: points wins surs (default wins)\n"
                               "  -q, --quiet             say nothing\n"
                               "\n"
                               "Chance:\n"
                               "  --seed N                where chance begins (default 1)\n"
                               "\n"
                               "  -h, --help              this text\n";
    assert_string_equal(help_of(&SPEC, 0, true), TEXT);
    assert_string_equal(help_of(&SPEC, 0, false), TEXT); /* it fits a screen */
}

static void help_that_is_long_has_the_essentials(void **state)
{
    (void)state;
    static const Option ROWS[] = {
        {"boards", "how many", OPTION_AT(Mine, boards), .brief = "boards", .fallback = "1k"},
        {"width", "how wide", OPTION_AT(Mine, width)},
        {"csv", "results", OPTION_AT(Mine, csv), .metavar = "FILE_WITH_A_LONG_NAME", .brief = "go there"},
        {"seed", "chance", OPTION_AT(Shared, seed), .common = true, .heading = "Chance"},
        {"quiet", "say nothing", OPTION_AT(Mine, quiet)},
        {"unit", "what", OPTION_AT(Mine, unit), .choices = "a b", .heading = "Other", .brief = "counted"},
    };
    const OptionsSpec spec = {.command = "try",
                              .summary = "a trial",
                              .about = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n",
                              .notes =
                                  "This is a note in quite a few words, and some more of them, so that there are more "
                                  "lines than a screen has: and here they go on and on, for there are two hundred "
                                  "words or so, and not one of them means anything at all to anybody; still they "
                                  "are needed here, since without them all would be shown, and then nothing would "
                                  "have been shortened; so the words go on and on, line by line, until the screen "
                                  "is full, and one line more; this is not yet enough, so a few words follow, and "
                                  "another few, and then there are enough of them; but only on a screen of fifty "
                                  "columns; and that is what the test asks for.",
                              .example = "pasur try",
                              OPTION_ROWS(ROWS)};
    assert_string_equal(help_of(&spec, 50, false), "Example: pasur try\n"
                                                   "Usage: pasur try [options]\n"
                                                   "\n"
                                                   "A trial.\n"
                                                   "\n"
                                                   "Options:\n"
                                                   "  --boards N          boards (default 1k)\n"
                                                   "  --csv FILE_WITH_A_LONG_NAME  go there\n"
                                                   "  and: --width\n"
                                                   "Chance: --seed, --quiet\n"
                                                   "Other:\n"
                                                   "  --unit WORD         counted\n"
                                                   "'pasur try --help all' shows everything.\n");
    assert_non_null(strstr(help_of(&spec, 50, true), "This is a note"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fallbacks_fill_what_is_not_given),
        cmocka_unit_test(every_form_of_every_type_is_read),
        cmocka_unit_test(dashes_and_double_dashes_can_be_arguments),
        cmocka_unit_test(help_is_asked_for),
        cmocka_unit_test(numbers_are_read_exactly),
        cmocka_unit_test(a_run_without_end_has_the_most_boards_that_can_be_asked_for),
        cmocka_unit_test(doubles_take_suffixes_without_rounding_twice),
        cmocka_unit_test(an_error_names_the_culprit_and_what_is_right),
        cmocka_unit_test(help_shows_every_row),
        cmocka_unit_test(help_that_is_long_has_the_essentials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
