/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <string.h>

#include "analysis/commands/driver/options.h"
#include "engine/text/number.h"
#include "tests/test.h"

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

TEST(numbers_are_read_exactly)
{
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

TEST(a_run_without_end_has_the_most_boards_that_can_be_asked_for)
{
    uint64_t most;
    assert_int_equal(number_u64(&most, BOARDS_MOST), NUMBER_OK);
    assert_int_equal(most, BOARDS_NO_END);
}

TEST(doubles_take_suffixes_without_rounding_twice)
{
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

TEST(an_error_names_the_culprit_and_what_is_right)
{
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
