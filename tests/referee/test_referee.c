/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The referee reads rules and records rightly, and refuses what is wrong. Run from the root. */
#include "tests/referee/referee.h"

#include <setjmp.h>
#include <stdarg.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- rules ---- */

static RefRules rules_of(const char *text)
{
    char why[REF_WHY] = "";
    RefRules rules = {0};
    if (!ref_rules_parse(&rules, text, why)) fail_msg("%s: %s", text, why);
    return rules;
}

static void pagat_is_as_in_the_table(void **state)
{
    (void)state;
    RefRules rules = rules_of("pagat");
    RefRules table = {.players = 2,
                      .teams = 0,
                      .pool_jacks = REF_BURY,
                      .pool_bury_twice = 1,
                      .pool_max_kq = 2,
                      .sur_points = 5,
                      .sur_limit = 50,
                      .sur_cancel = 1,
                      .sur_last_deal = REF_LAST_NO,
                      .sur_faces = 1,
                      .sur_jack = 0,
                      .clubs = REF_CLUBS_MOST,
                      .clubs_points = 7,
                      .clubs_cap = 13,
                      .clubs_tie = REF_TIE_OTHER,
                      .clubs_least = 0,
                      .ten_points = 3,
                      .tens_points = 0,
                      .two_points = 2,
                      .ace_points = 1,
                      .jack_points = 1,
                      .last_sweep = REF_SWEEP_CAPTURER,
                      .open_hands = 0,
                      .target = 62,
                      .per_shodam = 1,
                      .shuffle = 0};
    assert_memory_equal(&rules, &table, sizeof rules);
}

static void texts_that_mean_the_same(void **state)
{
    (void)state;
    static const char *const SAME[][2] = {
        {"french", "pagat"},
        {"french,players=4", "pagat,players=4,teams=1"},
        {"pagat,teams=0,players=4", "pagat,players=4,teams=0"},
        {"pagat,players=3,players=2", "pagat"},
        {"playpasur", "pagat,pool_jacks=redeal,pool_max_kq=4,sur_limit=0,sur_faces=0,per_shodam=0"},
        {"playpasur,players=4",
         "pagat,players=4,teams=1,pool_jacks=redeal,pool_max_kq=4,sur_limit=0,sur_faces=0,per_shodam=0"},
        {"bicycle", "pagat,pool_jacks=swap,pool_max_kq=4,sur_limit=0,sur_cancel=0,clubs=percard,clubs_tie=nobody,"
                    "last_sweep=match,per_shodam=0"},
        {"wikipedia", "pagat,pool_bury_twice=0,pool_max_kq=4,sur_limit=0,sur_cancel=0,clubs_tie=nobody,"
                      "last_sweep=match,per_shodam=0"},
        {"ru-baaz", "wikipedia,players=3,clubs_tie=other"},
        {"wikipedia,players=4", "wikipedia,players=4,teams=0"},
        {"pagat,shuffle=riffle:3,shuffle=perfect", "pagat"},
    };
    for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++) {
        RefRules left = rules_of(SAME[i][0]), right = rules_of(SAME[i][1]);
        assert_memory_equal(&left, &right, sizeof left);
    }
}

static void sides_and_deals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int sides, side_of_seat_3, deals;
    } CASES[] = {
        {"pagat", 2, -1, 6},
        {"pagat,players=3", 3, -1, 4},
        {"pagat,players=4", 2, 1, 3},
        {"pagat,players=4,teams=0", 4, 3, 3},
        {"playpasur,players=4", 2, 1, 3},
        {"bicycle,players=4", 4, 3, 3},
        {"bicycle,players=4,teams=1", 2, 1, 3},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        RefRules rules = rules_of(CASES[i].text);
        assert_int_equal(ref_sides(&rules), CASES[i].sides);
        assert_int_equal(ref_deals(&rules), CASES[i].deals);
        if (CASES[i].side_of_seat_3 >= 0) assert_int_equal(ref_side_of(&rules, 3), CASES[i].side_of_seat_3);
    }
}

static void rules_that_are_none(void **state)
{
    (void)state;
    static const char *const BAD[][2] = {
        {"", "preset"},
        {"chess", "chess"},
        {"pagat,colour=1", "colour"},
        {"pagat,players", "key=value"},
        {"pagat,", "key=value"},
        {"pagat,players=5", "from 2 to 4"},
        {"pagat,players=+2", "players"},
        {"pagat,teams=1", "players=4"},
        {"french,players=4,teams=0", "teams"},
        {"playpasur,players=3", "by three"},
        {"playpasur,players=4,teams=0", "teams"},
        {"pagat,sur_points=101", "from 0 to 100"},
        {"pagat,clubs_cap=0", "from 1 to 13"},
        {"pagat,clubs_least=14", "from 0 to 13"},
        {"pagat,open_hands=2", "from 0 to 1"},
        {"pagat,pool_jacks=hide", "pool_jacks"},
        {"pagat,sur_last_deal=2", "sur_last_deal"},
        {"pagat,target=0", "from 1 to 1000"},
        {"pagat,shuffle=riffle", "shuffle"},
        {"pagat,shuffle=riffle:0", "shuffle"},
        {"pagat,shuffle=riffle:101", "shuffle"},
        {"pagat,shuffle=3", "shuffle"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        RefRules rules = {.players = 17};
        char why[REF_WHY] = "";
        assert_false(ref_rules_parse(&rules, BAD[i][0], why));
        assert_non_null(strstr(why, BAD[i][1]));
        assert_int_equal(rules.players, 17);
    }
}

/* ---- records ---- */

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    char *text = calloc(1, REF_TEXT);
    assert_non_null(text);
    size_t length = fread(text, 1, REF_TEXT - 1, file);
    assert_true(length < REF_TEXT - 1);
    fclose(file);
    return text;
}

/* The first record of the public log. */
static const char LOG_DEAL[] =
    "deal JsTs4d3hAhAs4s3s9s8c7d6s8h7s5s4hKdQsJc6c6h3c3d2sKhQdQhTdJd9c8s4cAcKcJh6dTc9h7h5dAd9d7c"
    "5cQc8d5h2dKsTh2c2h\n";

static RefVerdict verdict_of(const char *before_deal, const char *after_deal)
{
    char text[REF_LINE], why[REF_WHY];
    snprintf(text, sizeof text, "%s%s%s", before_deal, LOG_DEAL, after_deal);
    RefRecord record;
    RefReader reader = {.at = text};
    if (ref_record_read(&record, &reader, why) != REF_READ_RECORD) fail_msg("line %d: %s", reader.line, why);
    RefVerdict verdict;
    RefRound round;
    ref_judge(&verdict, &round, &record);
    return verdict;
}

static void the_public_log_comes_out_exactly(void **state)
{
    (void)state;
    static const int POINTS[6][2] = {{25, 5}, {14, 6}, {5, 15}, {11, 14}, {4, 16}, {16, 4}};
    char *text = read_file("tests/data/public_log.txt");
    RefReader reader = {.at = text};
    RefRecord record;
    char why[REF_WHY];
    for (int i = 0; i < 6; i++) {
        assert_int_equal(ref_record_read(&record, &reader, why), REF_READ_RECORD);
        RefVerdict verdict;
        RefRound round;
        ref_judge(&verdict, &round, &record);
        assert_string_equal(verdict.error, "");
        assert_true(verdict.ok && round.over);
        assert_int_equal(verdict.points[0], POINTS[i][0]);
        assert_int_equal(verdict.points[1], POINTS[i][1]);
    }
    assert_int_equal(ref_record_read(&record, &reader, why), REF_READ_END);
    free(text);
}

/* The log's first plays: a jack clears the pool (no Sur), a ten takes an ace (Sur), a three takes eight (Sur). */
static void positions_are_counted_midway(void **state)
{
    (void)state;
    RefVerdict verdict = verdict_of("", "");
    assert_true(verdict.ok && verdict.points[0] == 0 && verdict.points[1] == 0);
    verdict = verdict_of("", "play Jsx6s7d8c9s As TsxAs 3s 4d Ah\n");
    assert_true(verdict.ok && verdict.points[0] == 7 && verdict.surs[0] == 1 && verdict.clubs[0] == 1);
    verdict = verdict_of("", "play Jsx6s7d8c9s As TsxAs 3s 4d Ah 3hxAh3s4d\nclubs 1 0\nsurs 2 0\n");
    assert_true(verdict.ok && verdict.points[0] == 13 && verdict.points[1] == 0);
    verdict = verdict_of("", "play Jsx6s7d8c9s As TsxAs 3s 4d Ah 3hxAh3s4d\nclubs 0 0\n");
    assert_true(!verdict.ok && verdict.counted && verdict.points[0] == 13);
}

static void points_of_a_stopped_round_need_a_right_claim(void **state)
{
    (void)state;
    static const char PLAYS[] = "play Jsx6s7d8c9s As TsxAs\npoints 7 0\n";
    static const struct {
        const char *before, *after;
        bool ok;
    } CASES[] = {
        {"rules pagat,sur_limit=0\nscores 55 0\n", PLAYS, true},
        {"rules pagat,sur_limit=0\nscores 55 61\n", PLAYS, true},
        {"rules pagat,sur_limit=0\nscores 54 0\n", PLAYS, false},
        {"rules pagat,sur_limit=0\nscores 55 62\n", PLAYS, false},
        {"rules pagat,sur_limit=0\nscores 62 62\n", PLAYS, false},
        {"rules pagat,sur_limit=0,target=63\nscores 62 62\n", PLAYS, true},
        {"rules pagat,sur_limit=0,per_shodam=0\nscores 55 0\n", PLAYS, false},
        {"rules pagat,sur_limit=0\nscores 61 0\n", "play Jsx6s7d8c9s\npoints 1 0\n", true},
        {"rules pagat,sur_limit=0\nscores 61 0\n", "play Jsx6s7d8c9s As TsxAs\npoints 7 0\n", true},
        {"rules pagat,sur_limit=0\nscores 61 0\n", "play Jsx6s7d8c9s\npoints 2 0\n", false},
        {"scores 55 0\n", "play Jsx6s7d8c9s As TsxAs\npoints 2 0\n", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        RefVerdict verdict = verdict_of(CASES[i].before, CASES[i].after);
        if (verdict.ok != CASES[i].ok) fail_msg("case %d: %s", (int)i, verdict.error);
    }
}

static void wrong_plays_have_a_reason(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        {"play Ah\n", "does not hold"},
        {"play 3h\n", "must capture"},
        {"play 3hx9s\n", "cannot capture so"},
        {"play Jsx6s7d8c\n", "cannot capture so"},
        {"play Jsx6s7d8c9s Js\n", "does not hold"},
        {"play 4dx7d 4sx7d\n", "cannot capture so"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        RefVerdict verdict = verdict_of("", CASES[i][0]);
        assert_false(verdict.ok || verdict.counted);
        assert_non_null(strstr(verdict.error, CASES[i][1]));
    }
    RefVerdict verdict = verdict_of("rules pagat,players=3\n", "");
    assert_true(verdict.ok);
    verdict = verdict_of("rules pagat,players=4,teams=0\n", "");
    assert_false(verdict.ok); /* KdQsJc6c would lie in the pool */
    verdict = verdict_of("rules pagat,players=4,pool_jacks=keep,pool_max_kq=1\n", "");
    assert_true(verdict.ok);
    verdict = verdict_of("rules pagat,players=4,pool_jacks=keep,pool_max_kq=0\n", "");
    assert_false(verdict.ok);
}

static void records_are_read_in_any_form(void **state)
{
    (void)state;
    static const char HEAD[] = "\n# a comment\n\nrules wikipedia\r\nagents a b\n# deal\nscores  1 2  \ndeal js10S 4d3h "
                               "AhAs4s3s9s8c7d6s8h7s5s4hKdQsJc6c6h3c3d2sKhQdQhTdJd9c8s4c AcKcJh6dTc9h7h5dAd9d7c "
                               "5cQc8d5h2dKsTh2c2h\n";
    static const char *const FORMS[][2] = {
        {"play jsx9S8c7d6s AS 10sxas\n", "play Jsx6s7d8c9s As TsxAs\n"},
        {"play\n", ""},
        {"play  JSx6s9s7d8C  \npoints 1 0", "play Jsx6s7d8c9s\npoints 1 0\n"},
        {"# no more\nclubs 0 0\n\n\n", "clubs 0 0\n"},
    };
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        char text[REF_LINE], out[REF_TEXT], want[REF_TEXT], why[REF_WHY];
        snprintf(text, sizeof text, "%s%s", HEAD, FORMS[i][0]);
        snprintf(want, sizeof want, "rules wikipedia\nagents a b\nscores 1 2\n%s%s\n", LOG_DEAL, FORMS[i][1]);
        RefRecord record;
        RefReader reader = {.at = text};
        if (ref_record_read(&record, &reader, why) != REF_READ_RECORD) fail_msg("line %d: %s", reader.line, why);
        ref_record_print(out, &record);
        assert_string_equal(out, want);
    }
}

static void what_is_not_a_record(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *why;
        int line;
    } CASES[] = {
        {"colour red\n", "", "unknown key 'colour'", 1},
        {"rules chess\n", "", "chess", 1},
        {"", "scores 1 2 3\n", "3 numbers for 2 sides", 2},
        {"", "scores 1 x\n", "not a number", 2},
        {"", "play 7q\n", "not a play", 2},
        {"", "play 7hx\n", "not a play", 2},
        {"", "deal Ac\n", "second 'deal'", 2},
        {"deal Ac\n", "", "1 cards", 1},
        {"deal AcAC\n", "", "twice", 1},
        {"deal Ax\n", "", "not a card", 1},
        {"rules pagat\n\n", "", "without a deal", 2},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[REF_LINE], why[REF_WHY] = "";
        snprintf(text, sizeof text, "%s%s%s", CASES[i].before, LOG_DEAL, CASES[i].after);
        RefRecord record;
        RefReader reader = {.at = text};
        assert_int_equal(ref_record_read(&record, &reader, why), REF_READ_BAD);
        assert_non_null(strstr(why, CASES[i].why));
        assert_int_equal(reader.line, CASES[i].line);
    }
}

/* ---- random rounds ---- */

enum { RANDOM_ROUNDS = 400 };

static bool judged_right(const char *text, RefVerdict *verdict)
{
    RefRecord record;
    RefReader reader = {.at = text};
    char why[REF_WHY];
    RefRound round;
    if (ref_record_read(&record, &reader, why) != REF_READ_RECORD) return false;
    ref_judge(verdict, &round, &record);
    return verdict->ok;
}

static void random_records_are_right_in_any_words(void **state)
{
    (void)state;
    RefRandom random = {.state = 1};
    for (int i = 0; i < RANDOM_ROUNDS; i++) {
        RefRecord record;
        char rules[REF_RULES], text[REF_TEXT];
        RefVerdict verdict, reworded;
        ref_random_rules(rules, &random);
        ref_random_round(&record, rules, i % 2 == 0, &random);
        ref_record_print(text, &record);
        assert_true(judged_right(text, &verdict));
        ref_reword(text, &record, &random);
        assert_true(judged_right(text, &reworded));
        assert_memory_equal(&verdict, &reworded, sizeof verdict);
    }
}

/* The pages' own check: aces 4, jacks 4, ten 3, two 2, clubs 7. */
static void base_points_sum_to_twenty(void **state)
{
    (void)state;
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "playpasur"};
    RefRandom random = {.state = 2};
    for (int i = 0; i < 400; i++) {
        RefRecord record;
        ref_random_round(&record, RULES[i % 4], false, &random);
        int base = 0;
        for (int side = 0; side < ref_sides(&record.rules); side++)
            base += record.points[side] - 5 * record.surs[side];
        assert_int_equal(base, 20);
    }
}

static void every_spoiled_record_is_refused(void **state)
{
    (void)state;
    RefRandom random = {.state = 3};
    int spoiled[64] = {0};
    assert_true(ref_spoil_ways() <= 64);
    for (int i = 0; i < RANDOM_ROUNDS; i++) {
        RefRecord record;
        char rules[REF_RULES];
        ref_random_rules(rules, &random);
        ref_random_round(&record, rules, i % 2 == 0, &random);
        for (int way = 0; way < ref_spoil_ways(); way++) {
            char text[REF_TEXT], why[REF_WHY];
            const char *expect;
            if (!ref_spoil(text, &expect, &record, way, &random)) continue;
            spoiled[way]++;
            RefVerdict verdict;
            if (judged_right(text, &verdict)) fail_msg("%s not seen in\n%s", expect, text);
            RefRecord read;
            RefReader reader = {.at = text};
            assert_int_equal(ref_record_read(&read, &reader, why) == REF_READ_BAD, strcmp(expect, "input") == 0);
        }
    }
    for (int way = 0; way < ref_spoil_ways(); way++)
        assert_true(spoiled[way] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pagat_is_as_in_the_table),
        cmocka_unit_test(texts_that_mean_the_same),
        cmocka_unit_test(sides_and_deals),
        cmocka_unit_test(rules_that_are_none),
        cmocka_unit_test(the_public_log_comes_out_exactly),
        cmocka_unit_test(positions_are_counted_midway),
        cmocka_unit_test(points_of_a_stopped_round_need_a_right_claim),
        cmocka_unit_test(wrong_plays_have_a_reason),
        cmocka_unit_test(records_are_read_in_any_form),
        cmocka_unit_test(what_is_not_a_record),
        cmocka_unit_test(random_records_are_right_in_any_words),
        cmocka_unit_test(base_points_sum_to_twenty),
        cmocka_unit_test(every_spoiled_record_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
