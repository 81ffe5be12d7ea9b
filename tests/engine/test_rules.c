/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules as text. */
#include "tests/engine/claims.h"

#include "engine/notation.h"
#include "tests/test.h"

TEST(rules_survive_a_round_trip)
{
    for (uint64_t i = 0; i < 2000; i++) {
        Rng rng = rng_for(2, i, PURPOSE_TEST);
        char text[RULES_TEXT], printed[RULES_TEXT];
        random_rules(text, &rng);
        about_text(text);
        Rules rules = rules_of(text);
        rules_print(printed, &rules);
        Rules again = rules_of(printed);
        assert_true(rules_equal(&rules, &again));
        assert_int_equal(rules.players_explicit, again.players_explicit);
    }
    char printed[RULES_TEXT];
    Rules rules = rules_of("ru-baaz");
    rules_print(printed, &rules);
    assert_string_equal(printed, "ru-baaz");
    rules = rules_of("pagat,target=100,players=4,teams=0,shuffle=riffle:3,clubs_tie=nobody");
    rules_print(printed, &rules);
    assert_string_equal(printed, "pagat,players=4,teams=0,clubs_tie=nobody,target=100,shuffle=riffle:3");
}

/* PRESET_RULES holds every preset, for every number of players that it does not fix. */
TEST(the_tests_know_every_preset)
{
    for (int preset = 0; preset < RULE_PRESET_COUNT; preset++)
        for (int players = 2; players <= MAX_SEATS; players++) {
            char text[RULES_TEXT];
            Rules rules;
            Error error;
            bool found = false, fixed = strstr(RULE_PRESETS[preset].overrides, "players=") != NULL;
            snprintf(text, sizeof text, fixed ? "%s" : "%s,players=%d", RULE_PRESETS[preset].name, players);
            if (!rules_parse(&rules, text, &error)) continue;
            for (int i = 0; i < PRESET_RULES_COUNT; i++) {
                Rules known = rules_of(PRESET_RULES[i]);
                found |= known.preset == rules.preset && rules_equal(&known, &rules);
            }
            if (!found) fail_msg("PRESET_RULES of tests/engine/claims.c lacks %s", text);
        }
}

TEST(keys_of_matches_are_told_where_they_differ)
{
    static const char *const CLAIMS[][2] = {
        {"pagat", ""},
        {"ru-baaz", ""},
        {"pagat,players=4,sur_points=6", ""},
        {"pagat,target=62", ""},
        {"pagat,shuffle=riffle:2,target=51", "target, shuffle"},
        {"wikipedia,sur_limit=50,per_shodam=1", "sur_limit, per_shodam"},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        char text[RULES_TEXT];
        Rules rules = rules_of(CLAIMS[i][0]);
        rules_match_keys(text, &rules);
        assert_string_equal(text, CLAIMS[i][1]);
    }
}

TEST(presets_hold_what_the_rule_page_says)
{
    Rules pagat = rules_of("pagat"),
          same = rules_of("pagat,players=2,teams=0,pool_jacks=bury,pool_bury_twice=1,pool_max_kq=2,"
                          "sur_points=5,sur_limit=50,sur_cancel=1,sur_last_deal=no,sur_faces=1,"
                          "sur_jack=0,clubs=most,clubs_points=7,clubs_cap=13,clubs_tie=other,clubs_least=0,"
                          "ten_points=3,tens_points=0,two_points=2,ace_points=1,jack_points=1,"
                          "last_sweep=capturer,open_hands=0,target=62,per_shodam=1,shuffle=perfect");
    assert_true(rules_equal(&pagat, &same));
    assert_int_equal(rules_of("pagat,players=4").teams, 1);
    assert_int_equal(rules_of("pagat,players=4,teams=0").sides, 4);
    assert_int_equal(rules_of("wikipedia,players=4").teams, 0);
    assert_int_equal(rules_of("bicycle,players=4,teams=1").sides, 2);
    assert_int_equal(rules_of("ru-baaz").players, 3);
    assert_int_equal(rules_of("ru-baaz").clubs_tie, TIE_OTHER);
    assert_int_equal(rules_of("wikipedia").pool_bury_twice, 0);
    assert_int_equal(rules_of("playpasur").sur_faces, 0);
    assert_int_equal(rules_of("playpasur").sur_cancel, 1);
    assert_int_equal(rules_of("playpasur,players=4").sides, 2);
    assert_int_equal(rules_of("pagat,players=3").deals, 4);
    assert_int_equal(rules_of("pagat,players=4").deals, 3);
}
