/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/engine/claims.h"

#include "engine/notation.h"

static void cards_are_read_in_any_order_and_case(void **state)
{
    (void)state;
    char text[CARDS_TEXT];
    cards_print(text, cards_of(" kh 10C ac\t7D"));
    assert_string_equal(text, "Ac7dTcKh");
    cards_print(text, cards_of(""));
    assert_string_equal(text, "");
    cards_print(text, PACK);
    assert_cards_equal(cards_of(text), PACK);
}

static void wrong_cards_are_named(void **state)
{
    (void)state;
    static const char *const CLAIMS[][2] = {
        {"Ac1h", "'1h' does not begin with a card"},
        {"Acac", "the card Ac is there twice"},
        {"A", "'A' does not begin"},
        {"7x", "'7x' does not begin"},
        {"10", "'10' does not begin"},
        {"Ac,7h", "',7h' does not begin"},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        CardSet set = 42;
        Error error;
        assert_false(cards_parse(&set, NULL, NULL, CLAIMS[i][0], &error));
        assert_non_null(strstr(error.text, CLAIMS[i][1]));
        assert_int_equal(set, 42);
    }
}

static void plays_survive_a_round_trip(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        Rng rng = rng_for(1, i, PURPOSE_TEST);
        Rules rules = rules_of("pagat");
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        CardSet moves[MAX_MOVES], hand = round_hand(&round);
        int count = moves_list(moves, hand, round.table.pool, NULL);
        for (int j = 0; j < count; j++) {
            char text[PLAY_TEXT];
            Error error;
            Play play;
            about_play(moves[j]);
            play_print(text, set_first(moves[j] & hand), moves[j] & ~hand);
            assert_true(play_parse(&play, text, &error));
            assert_cards_equal(set_of(play.card), moves[j] & hand);
            assert_cards_equal(play.captured, moves[j] & ~hand);
        }
    }
}

static void wrong_plays_are_named(void **state)
{
    (void)state;
    static const char *const CLAIMS[][2] = {
        {"7hx", "no card follows the x"},          {"7h4c", "is not a card, or a card, x"},
        {"x4c", "does not begin with a card"},     {"7hx7h", "captures the card"},
        {"7hx4c4c", "the card 4c is there twice"}, {"7hx4c!", "does not begin"},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        Play play;
        Error error;
        assert_false(play_parse(&play, CLAIMS[i][0], &error));
        assert_non_null(strstr(error.text, CLAIMS[i][1]));
    }
}

static void rules_survive_a_round_trip(void **state)
{
    (void)state;
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

/* Every key at its longest, under the preset with the longest name, fits the buffer for rules. */
static void any_rules_fit_their_buffer(void **state)
{
    (void)state;
    size_t length = 0;
    for (int i = 0; i < RULE_PRESET_COUNT; i++)
        if (strlen(RULE_PRESETS[i].name) > length) length = strlen(RULE_PRESETS[i].name);
    for (int i = 0; i < RULE_KEY_COUNT; i++) {
        const RuleKey *key = &RULE_KEYS[i];
        size_t longest = (size_t)snprintf(NULL, 0, "%u", key->high);
        for (const char *word = key->words; word && *word; word += strcspn(word, " "), word += *word == ' ') {
            size_t characters = strcspn(word, " ");
            if (word[characters - 1] == ':') characters += (size_t)snprintf(NULL, 0, "%u", key->high);
            if (characters > longest) longest = characters;
        }
        length += strlen(",=") + strlen(key->name) + longest;
    }
    if (length >= RULES_TEXT) fail_msg("rules of up to %zu characters, but RULES_TEXT is %d", length, RULES_TEXT);
}

/* PRESET_RULES holds every preset, for every number of players that it does not fix. */
static void the_tests_know_every_preset(void **state)
{
    (void)state;
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

static void keys_of_matches_are_told_where_they_differ(void **state)
{
    (void)state;
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

static void wrong_rules_are_named(void **state)
{
    (void)state;
    static const char *const CLAIMS[][2] = {
        {"", "does not begin with a preset"},
        {"players=3", "does not begin with a preset"},
        {"pagatt", "unknown preset 'pagatt'; did you mean 'pagat'? ('pasur rules' lists them)"},
        {"pagat,sur_points=03", "sur_points=03: expected"},
        {"pagat,", "nothing follows the last ','"},
        {"pagat,,players=2", "not of the form key=value"},
        {"pagat,players", "not of the form key=value"},
        {"pagat,plyers=2", "unknown key 'plyers'; did you mean 'players'?"},
        {"pagat,players=5", "players=5: expected a whole number from 2 to 4"},
        {"pagat,players=", "players=: expected"},
        {"pagat,players=2x", "expected a whole number"},
        {"pagat,players=-2", "expected a whole number"},
        {"pagat,target=0", "target=0: expected a whole number from 1 to 1000"},
        {"pagat,sur_points=4294967301", "sur_points=4294967301: expected"},
        {"pagat,clubs=all", "clubs=all: expected one of most, percard"},
        {"pagat,shuffle=riffle:0", "shuffle=riffle:0: expected perfect or riffle:K"},
        {"pagat,target=51,target=62", "'target' is given twice"},
        {"pagat,teams=1", "teams=1 needs players=4"},
        {"pagat,players=3,teams=1", "teams=1 needs players=4"},
        {"french,players=4,teams=0", "french plays four players only as two teams"},
        {"playpasur,players=3", "playpasur is for two players, or four in teams"},
        {"playpasur,players=4,teams=0", "playpasur plays four players only as two teams"},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        Rules rules;
        Error error = {0};
        if (rules_parse(&rules, CLAIMS[i][0], &error)) fail_msg("accepts '%s'", CLAIMS[i][0]);
        if (!strstr(error.text, CLAIMS[i][1])) fail_msg("'%s': %s", CLAIMS[i][0], error.text);
        assert_null(strchr(error.text, '\n'));
    }
}

static void presets_hold_what_the_rule_page_says(void **state)
{
    (void)state;
    Rules pagat = rules_of("pagat"),
          same = rules_of("pagat,players=2,teams=0,pool_jacks=bury,pool_bury_twice=1,pool_max_kq=2,"
                          "sur_points=5,sur_limit=50,sur_cancel=1,sur_last_deal=no,sur_faces=1,"
                          "sur_jack=0,clubs=most,clubs_points=7,clubs_cap=13,clubs_tie=other,"
                          "ten_points=3,tens_points=0,two_points=2,ace_points=1,jack_points=1,"
                          "last_sweep=capturer,target=62,per_shodam=1,shuffle=perfect");
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

/* The view of the seat to move in a random round, with everything that it has seen. */
static KnownView known_view(const Rules *rules, const Round *round)
{
    return (KnownView){.rules = *rules, .table = round->table, .hand = round_hand(round)};
}

/* Reads what view_print wrote. */
static bool printed_view_parse(KnownView *out, const KnownView *view, bool deal, bool seat, Error *error)
{
    char text[VIEW_TEXT], *words[40] = {NULL};
    view_print(text, view);
    int count = 0;
    for (char *word = strtok(text, " "); word && count < 40; word = strtok(NULL, " "))
        words[count++] = word;
    ViewText pieces = {0};
    const struct {
        const char *name;
        const char **piece;
    } NAMES[] = {{"--rules", &pieces.rules}, {"--hand", &pieces.hand}, {"--pool", &pieces.pool},
                 {"--piles", &pieces.piles}, {"--surs", &pieces.surs}, {"--scores", &pieces.scores},
                 {"--deal", &pieces.deal},   {"--last", &pieces.last}, {"--seat", &pieces.seat}};
    for (int j = 0; j + 1 < count; j += 2)
        for (int k = 0; k < COUNT(NAMES); k++)
            if (!strcmp(words[j], NAMES[k].name)) *NAMES[k].piece = words[j + 1];
    if (!deal) pieces.deal = NULL;
    if (!seat) pieces.seat = NULL;
    return view_parse(out, &pieces, error);
}

static void views_survive_a_round_trip(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        Rng rng = rng_for(3, i, PURPOSE_TEST);
        Rules rules = rules_of(PRESET_RULES[i % (uint64_t)PRESET_RULES_COUNT]);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        KnownView view = known_view(&rules, &round), again;
        Error error;
        if (!printed_view_parse(&again, &view, true, true, &error)) fail_msg("%s", error.text);
        assert_tables_equal(&rules, &again.table, &view.table);
        assert_cards_equal(again.hand, view.hand);
        assert_true(rules_equal(&again.rules, &view.rules));
    }
}

/* What has come about is taken, however little of the captured cards is told. */
static void views_that_came_about_are_taken(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        Rng rng = rng_for(4, i, PURPOSE_TEST);
        char text[RULES_TEXT], whole[VIEW_TEXT];
        Error error;
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        KnownView view = known_view(&rules, &round), again;
        view_print(whole, &view);
        if (!printed_view_parse(&again, &view, false, false, &error)) fail_msg("%s: %s", whole, error.text);
        assert_tables_equal(&rules, &again.table, &view.table);
        CardSet told = 0;
        for (uint32_t k = 0, share = rng_bounded(&rng, 5); k < CARDS; k++)
            told |= (CardSet)(rng_bounded(&rng, 4) < share) << k;
        for (int side = 0; side < rules.sides; side++)
            view.table.piles[side] &= told;
        if (rng_bounded(&rng, 2)) view.table.last = NOBODY;
        for (int seat = 0; seat < 2; seat++)
            if (!printed_view_parse(&again, &view, true, seat, &error)) {
                view_print(whole, &view);
                fail_msg("%s: %s", whole, error.text);
            }
    }
}

static void the_turn_is_read_off_the_cards(void **state)
{
    (void)state;
    static const struct {
        ViewText text;
        int ply, turn, last;
    } CLAIMS[] = {
        {{.hand = "AcAdAhAs", .pool = "2c2d2h2s"}, 0, 0, NOBODY},
        {{.hand = "AcAdAhAs", .pool = "2c2d2h2s4c"}, 1, 1, NOBODY},          /* the other seat trailed */
        {{.hand = "AcAdAhAs", .pool = "2c2d2h"}, 1, 1, NOBODY},              /* the other seat took one card with one */
        {{.hand = "AcAdAh", .pool = "2c2d2h", .piles = "/9c2s4d"}, 2, 0, 1}, /* all piles known */
        {{.hand = "AcAdAhAs", .pool = "2c2d2h", .piles = "Td/"}, 1, 1, 0},   /* half of a capture known */
        {{.hand = "AcAdAh", .pool = "2c2d2h", .piles = "/9c2s"}, 2, 0, 1},   /* all but one card */
        {{.hand = "AcAdAhAs", .pool = "2c2d2h2s", .deal = "2"}, 8, 0, NOBODY},
        {{.rules = "pagat,players=3", .hand = "AcAdAhAs", .pool = "2c2d2h2s4cKd"}, 2, 2, NOBODY},
        /* seat 3 has captured, so it has played, and this is its second turn or later */
        {{.rules = "pagat,players=4,teams=0", .hand = "7h4cJdKs", .pool = "2c5d9h", .piles = "2d///3h"}, 16, 0, NOBODY},
        {{.rules = "pagat,players=4,teams=0", .hand = "7h4cJd", .pool = "2c5d9h", .piles = "2d///3h"}, 4, 0, NOBODY},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        KnownView view;
        Error error;
        if (!view_parse(&view, &CLAIMS[i].text, &error)) fail_msg("view %d: %s", i, error.text);
        assert_int_equal(view.table.ply, CLAIMS[i].ply);
        assert_int_equal(view.table.turn, CLAIMS[i].turn);
        assert_int_equal(view.table.last, CLAIMS[i].last);
    }
}

static void views_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        ViewText text;
        const char *why;
    } CLAIMS[] = {
        {{.hand = "AcAc", .pool = "2c"}, "hand: the card Ac is there twice"},
        {{.hand = "Ac2c", .pool = "2c"}, "pool: the card 2c is already somewhere else"},
        {{.hand = "", .pool = "2c"}, "hand: 0 cards, not 1 to 4"},
        {{.hand = "AcAdAhAs2c", .pool = "2d"}, "hand: 5 cards, not 1 to 4"},
        {{.hand = "AcAdAhAs", .pool = "2c2d2h2s3c3d", .deal = "1"},
         "a hand of 4 with 6 cards in pool and piles cannot be"},
        {{.hand = "AcAdAhAs", .pool = "2c", .deal = "1", .seat = "0"},
         "a hand of 4 with 1 cards in pool and piles cannot be in deal 1 at seat 0"},
        {{.hand = "AcAdAhAs", .pool = "2c2d2h", .piles = "Td/", .deal = "1", .seat = "0"},
         "a hand of 4 with 4 cards in pool and piles cannot be in deal 1 at seat 0"},
        {{.hand = "AcAdAhAs", .pool = "2c2d2h", .piles = "Td/Th", .deal = "1"},
         "a hand of 4 with 5 cards in pool and piles cannot be in deal 1"},
        {{.hand = "AcAd", .pool = "2c2d2h2s3c3d", .deal = "7"}, "deal '7': expected a whole number from 1 to 6"},
        {{.hand = "AcAd", .pool = "2c2d2h2s3c3d", .piles = "KcKd"},
         "piles 'KcKd': expected one piece for each of the 2 sides"},
        {{.hand = "AcAd", .pool = "2c2d2h2s3c3d", .surs = "1/1"}, "two sides cannot hold Surs"},
        {{.hand = "AcAd", .pool = "2c2d2h2s3c3d", .surs = "1/x"}, "surs 'x'"},
        {{.hand = "AcAd", .pool = "2c2d2h2s3c3d", .last = "2"}, "last '2': expected a whole number from 0 to 1"},
        {{.hand = "AcAd", .pool = "2c2d2h2s3c3d", .seat = "2"}, "seat '2'"},
        {{.hand = "AcAd", .pool = "2c", .rules = "nobody"}, "unknown preset"},
        /* Surs that nobody could score */
        {{.hand = "7h4s", .pool = "4c", .scores = "50/0", .surs = "1/0", .deal = "3"},
         "surs: side 0 holds 1, but from a score of 50 (sur_limit) it scores none"},
        {{.rules = "wikipedia", .hand = "7h4s", .pool = "4c", .surs = "9/9", .deal = "3"},
         "surs, last: they need 36 captured cards that piles do not tell of, but there are 23"},
        {{.hand = "7h4s", .pool = "4c", .surs = "11/0", .deal = "3", .seat = "0"},
         "surs: side 0 holds 11, but has made too few plays for more than 10"},
        {{.hand = "7h", .pool = "4c", .surs = "21/0", .deal = "6"},
         "surs: side 0 holds 21, but has made too few plays for more than 20"},
        /* captures before the first play */
        {{.rules = "pagat,players=4,teams=0", .hand = "7h4cJdKs", .pool = "2c5d9h", .piles = "2d///3h", .deal = "1"},
         "piles: side 3 has captured, but not yet played"},
        {{.rules = "pagat,players=3", .hand = "7h4cJdKs", .pool = "2c5d9h", .last = "1", .deal = "1", .seat = "1"},
         "last: side 1 has captured, but not yet played"},
        {{.hand = "AcAdAhAs", .pool = "2c2d2h2s", .last = "0"},
         "last: side 0 has captured, but not yet played (no deal is named: it is taken for deal 1)"},
        {{.hand = "AcAdAh", .pool = "2c2d2h2sKcQd", .last = "0"},
         "last: side 0 has captured nothing; piles tell of all captured cards but 0 (no deal is named"},
        {{.hand = "AcAdAh", .pool = "2c2d2h", .piles = "9c2s4d/", .last = "1", .deal = "1", .seat = "0"},
         "last: side 1 has captured nothing; piles tell of all captured cards but 0"},
        /* cards in the pool that capture each other */
        {{.hand = "7h4s", .pool = "JdJcJs", .deal = "4"},
         "pool: JcJdJs can lie there together only since the first pool, but the first pool holds a jack"},
        {{.hand = "7h4s", .pool = "7dJd4c", .deal = "4"},
         "pool: 4c7dJd can lie there together only since the first pool, but the first pool holds a jack"},
        {{.hand = "7h4s", .pool = "KdKcKs", .deal = "4"}, "but the first pool holds more kings or queens"},
        {{.hand = "7h4s", .pool = "AcTd2c9d3c8d", .deal = "4"}, "2c3c8d9dTd can lie there together only since"},
        {{.hand = "7h4s", .pool = "2c9d", .piles = "Jd3d/", .deal = "4"},
         "but the jack in piles would have taken them"},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        KnownView view;
        Error error = {0};
        if (view_parse(&view, &CLAIMS[i].text, &error)) fail_msg("accepts view %d", i);
        if (!strstr(error.text, CLAIMS[i].why)) fail_msg("view %d: %s", i, error.text);
    }
}

/* Feeds a text; returns where and why it was refused. */
static int refused_line(const char *text, Error *error)
{
    RecordReader reader = {0};
    static Record record;
    int error_line;
    char line[RECORD_TEXT];
    *error->text = 0;
    for (;;) {
        size_t length = strcspn(text, "\n");
        memcpy(line, text, length);
        line[length] = 0;
        bool end = !*text;
        text += length + (text[length] == '\n');
        if (record_feed(&reader, &record, end ? NULL : line, &error_line, error) == READ_ERROR) return error_line;
        if (end) return 0;
    }
}

#define DEAL                                                                                                           \
    "deal AcAdAhAs2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsKcKdKhKs\n"

/* What looks like the views above, but can be. */
static void rare_views_are_taken(void **state)
{
    (void)state;
    static const ViewText VIEWS[] = {
        {.hand = "7h4s", .pool = "4c", .scores = "49/50", .surs = "1/0", .deal = "3"},
        {.rules = "pagat,sur_limit=0", .hand = "7h4s", .pool = "4c", .scores = "60/50", .surs = "1/0", .deal = "3"},
        {.hand = "7h4s", .pool = "4c", .surs = "10/0", .deal = "3", .seat = "0"},
        {.hand = "7h4s", .pool = "4c", .surs = "11/0", .deal = "3"}, /* at seat 1 */
        {.hand = "7h4s", .pool = "Jd4c", .deal = "4"},
        {.hand = "7h4s", .pool = "Ac2c3c2dJd", .deal = "4"},
        {.hand = "7h4s", .pool = "2c8d", .piles = "Jd3d/", .deal = "4", .last = "1"},
        {.rules = "pagat,pool_jacks=keep", .hand = "7h4s", .pool = "JdJcJs", .deal = "4"},
        {.rules = "wikipedia", .hand = "7h4s", .pool = "KcKdKhKs", .deal = "4"},
        {.hand = "7h4s", .pool = "2c9d3c8d", .deal = "4"},
        {.hand = "AcAdAh", .pool = "2c2d2h", .piles = "9c/", .last = "1", .deal = "1", .seat = "1"},
        {.rules = "pagat,players=4", .hand = "7h4cJdKs", .pool = "2c5d3d", .piles = "/9h", .deal = "1"},
    };
    for (int i = 0; i < COUNT(VIEWS); i++) {
        KnownView view;
        Error error;
        if (!view_parse(&view, &VIEWS[i], &error)) fail_msg("view %d: %s", i, error.text);
    }
}

static void wrong_records_are_named_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *why;
    } CLAIMS[] = {
        {DEAL, 0, ""},
        {"# nothing\n\n\n" DEAL "\n\n" DEAL, 0, ""},
        {"rules pagat\n", 1, "has no deal"},
        {"\n\nrules pagat\nscores 0 0\n\n" DEAL, 3, "has no deal"},
        {DEAL "colour red\n", 2, "unknown key 'colour'"},
        {DEAL DEAL, 2, "'deal' is there twice"},
        {"rules pagat,players=9\n" DEAL, 1, "expected a whole number"},
        {"deal AcAd\n", 1, "2 cards, not 52"},
        {"deal AcAc\n", 1, "Ac is there twice"},
        {DEAL "play 7hx\n", 2, "no card follows"},
        {DEAL "points 1\n", 2, "1 numbers for 2 sides"},
        {DEAL "scores 1 2 3\n", 2, "3 numbers for 2 sides"},
        {DEAL "scores 1 2 3 4 5\n", 2, "'5' is a number too many"},
        {DEAL "scores 01 2\n", 2, "'01': expected a whole number from 0 to 30000"},
        {"rules pagat,players=3\nscores 1 2 3\n" DEAL, 0, ""},
        {DEAL "surs 1 -2\n", 2, "'-2': expected a whole number from 0"},
        {DEAL "seed x\n", 2, "'x': expected a whole number"},
        {DEAL "points\n", 2, "nothing follows 'points'"},
        {DEAL "play\n", 0, ""},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        Error error;
        assert_int_equal(refused_line(CLAIMS[i].text, &error), CLAIMS[i].line);
        if (CLAIMS[i].line && !strstr(error.text, CLAIMS[i].why)) fail_msg("record %d: %s", i, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_read_in_any_order_and_case),
        cmocka_unit_test(wrong_cards_are_named),
        cmocka_unit_test(plays_survive_a_round_trip),
        cmocka_unit_test(wrong_plays_are_named),
        cmocka_unit_test(rules_survive_a_round_trip),
        cmocka_unit_test(any_rules_fit_their_buffer),
        cmocka_unit_test(the_tests_know_every_preset),
        cmocka_unit_test(keys_of_matches_are_told_where_they_differ),
        cmocka_unit_test(wrong_rules_are_named),
        cmocka_unit_test(presets_hold_what_the_rule_page_says),
        cmocka_unit_test(views_survive_a_round_trip),
        cmocka_unit_test(views_that_came_about_are_taken),
        cmocka_unit_test(the_turn_is_read_off_the_cards),
        cmocka_unit_test(views_that_cannot_be_are_refused),
        cmocka_unit_test(rare_views_are_taken),
        cmocka_unit_test(wrong_records_are_named_with_their_line),
    };
    return cmocka_run_group_tests_name("engine/notation", tests, NULL, NULL);
}
