/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists and names as users write them, right and wrong. */
#include <stdio.h>
#include <string.h>

#include "engine/text/number.h"
#include "engine/text/words.h"
#include "tests/test.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const struct {
    const char *name;
    int tail;
} FRUITS[] = {{"apple", 1}, {"pear", 2}, {"plum", 3}};
#define FRUIT_NAMES NAMES_OF("fruit", FRUITS, COUNT(FRUITS), "'pasur fruits' lists them")

/* Each word in brackets, a pair as [key=value]; then the reason where the list is wrong. */
static const char *read_all(Words words)
{
    static char text[2048];
    Error error = {0};
    int used = 0;
    text[0] = '\0';
    while (words_next(&words, &error))
        used += snprintf(text + used, sizeof text - (size_t)used, "[%s%s%s]", words.text, words.pairs ? "=" : "",
                         words.pairs ? words.value : "");
    if (words.failed) snprintf(text + used, sizeof text - (size_t)used, " %s", error.text);
    return text;
}

TEST(words_are_read_one_by_one)
{
    const Names fruits = FRUIT_NAMES;
    const struct {
        Words words;
        const char *read;
    } rows[] = {
        {{.rest = "plum,apple", .separator = ',', .names = &fruits}, "[plum][apple]"},
        {{.rest = "plum+apple", .separator = '+', .names = &fruits}, "[plum][apple]"},
        {{.rest = " \tplum  apple ", .separator = ' ', .names = &fruits}, "[plum][apple]"},
        {{.rest = "  ", .separator = ' ', .names = &fruits}, ""},
        {{.rest = NULL, .separator = ',', .names = &fruits}, ""},
        {{.rest = "plum,apple", .names = &fruits}, " unknown fruit 'plum,apple' ('pasur fruits' lists them)"},
        {{.rest = "a,a,", .separator = ','}, "[a][a] nothing follows the last ','"},
        {{.rest = "/9h//", .separator = '/', .may_be_empty = true}, "[][9h][][]"},
        {{.rest = "plum,plum", .separator = ',', .names = &fruits}, "[plum] fruit 'plum' is named twice"},
        {{.rest = "", .separator = ',', .names = &fruits}, " unknown fruit '' ('pasur fruits' lists them)"},
        {{.rest = "plum,", .separator = ',', .names = &fruits}, "[plum] nothing follows the last ','"},
        {{.rest = "plum,,pear", .separator = ',', .names = &fruits},
         "[plum] unknown fruit '' ('pasur fruits' lists them)"},
        {{.rest = "plum=1,pear=", .separator = ',', .pairs = true, .names = &fruits}, "[plum=1][pear=]"},
        {{.rest = "plum=1=2", .separator = ',', .pairs = true}, "[plum=1=2]"},
        {{.rest = "plum=1,2", .pairs = true, .names = &fruits}, "[plum=1,2]"},
        {{.rest = "plum=1,pear", .separator = ',', .pairs = true, .names = &fruits},
         "[plum=1] 'pear' is not of the form key=value"},
        {{.rest = "pear", .pairs = true, .form = "fruit=WEIGHT"}, " 'pear' is not of the form fruit=WEIGHT"},
        {{.rest = "plum=1,plum=1", .separator = ',', .pairs = true, .names = &fruits},
         "[plum=1] fruit 'plum' is given twice"},
        {{.rest = "pulm=1", .separator = ',', .pairs = true, .names = &fruits},
         " unknown fruit 'pulm'; did you mean 'plum'? ('pasur fruits' lists them)"},
    };
    for (int i = 0; i < COUNT(rows); i++)
        assert_string_equal(read_all(rows[i].words), rows[i].read);
}

TEST(a_word_may_go_before_pairs)
{
    const Names fruits = FRUIT_NAMES;
    Words words = {.rest = "plum:plum=3", .separator = ':', .names = &fruits};
    Error error;
    assert_true(words_next(&words, &error));
    assert_int_equal(words.index, 2);
    words_pairs(&words, ',', &fruits);
    assert_true(words_next(&words, &error));
    assert_string_equal(words.value, "3");
    assert_true(words_rest(&words, &error));
    words = (Words){.rest = "plum:", .separator = ':', .names = &fruits};
    assert_true(words_next(&words, &error));
    words_pairs(&words, ',', &fruits);
    assert_false(words_rest(&words, &error));
    assert_string_equal(error.text, "nothing follows the last ':'");
}

TEST(a_command_line_is_cut_at_blanks_outside_quotes)
{
    static const struct {
        const char *line, *words[5];
    } LINES[] = {
        {"a  b\tc", {"a", "b", "c"}},
        {"'a b' \"c d\"e", {"a b", "c de"}},
        {"a\\ b 'c\\' \"\\\"\"", {"a b", "c\\", "\""}},
        {"'' x", {"", "x"}},
    };
    for (int i = 0; i < COUNT(LINES); i++) {
        char line[64], *words[5];
        strcpy(line, LINES[i].line);
        const int count = words_quoted(words, 4, line);
        assert_null(words[count]);
        assert_null(LINES[i].words[count]);
        for (int word = 0; word < count; word++)
            assert_string_equal(words[word], LINES[i].words[word]);
    }
    char open[] = "a 'b c", many[] = "a b c", *words[3];
    assert_int_equal(words_quoted(words, 2, open), -1);
    assert_int_equal(words_quoted(words, 2, many), 3);
}

TEST(names_are_found_or_suggested)
{
    Names fruits = FRUIT_NAMES;
    Error error;
    assert_int_equal(name_lookup(&fruits, "pear", &error), 1);
    assert_int_equal(name_find(&fruits, "Pear"), -1);
    const char *const rows[][2] = {
        {"pera", "unknown fruit 'pera'; did you mean 'pear'? ('pasur fruits' lists them)"},
        {"app", "unknown fruit 'app'; did you mean 'apple'? ('pasur fruits' lists them)"},
        {"two\nlines", "unknown fruit 'two?lines' ('pasur fruits' lists them)"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        assert_int_equal(name_lookup(&fruits, rows[i][0], &error), -1);
        assert_string_equal(error.text, rows[i][1]);
    }
    fruits.prefix = "--", fruits.hint = NULL;
    name_unknown(&error, &fruits, "--pera");
    assert_string_equal(error.text, "unknown fruit '--pera'; did you mean '--pear'?");
}

TEST(choices_are_words_of_one_text)
{
    const char *const choices = "bury swap keep";
    char text[32];
    Error error;
    assert_int_equal(choice_read(choices, "bury", &error), 0);
    assert_int_equal(choice_read(choices, "keep", &error), 2);
    assert_int_equal(choice_read(choices, "bur", &error), -1);
    assert_string_equal(error.text, "expected one of: bury, swap, keep");
    assert_int_equal(choice_read(choices, "", &error), -1);
    assert_string_equal(choice_word(text, sizeof text, choices, 1), "swap");
    assert_string_equal(choice_word(text, sizeof text, choices, 3), "");
    assert_string_equal(choice_list(text, 9, choices), "bury, s");
}

TEST(numbers_keep_to_their_range)
{
    static const char *const REFUSED[] = {"0x10", "03", "-03", " 1", "1 ", "", "1x", "nan", "inf", "1e", "--1", "7"};
    Error error;
    double real = 0, list[3];
    int64_t whole = 0;
    for (int i = 0; i < COUNT(REFUSED); i++) {
        assert_false(number_whole(&whole, REFUSED[i], -6, 6, &error));
        assert_string_equal(error.text, "expected a whole number from -6 to 6");
        assert_false(number_real(&real, REFUSED[i], -6, 6, &error));
        assert_string_equal(error.text, "expected a number from -6 to 6");
    }
    assert_true(number_whole(&whole, "0.006k", -6, 6, &error) && whole == 6);
    assert_true(number_whole(&whole, "-\xdb\xb1\xd9\xa2", -12, 6, &error) && whole == -12); /* Persian and Arabic */
    assert_true(number_real(&real, "-0.8", -6, 6, &error) && real == -0.8);
    assert_int_equal(number_list(list, 3, "0:3:0.25", ':'), 3);
    assert_true(list[2] == 0.25);
    assert_int_equal(number_list(list, 2, "0:3:0.25", ':'), 0);
    assert_int_equal(number_list(list, 3, "0,", ','), 0);
}
