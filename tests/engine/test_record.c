/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views and records as text. */
#include "tests/engine/claims.h"

#include "engine/notation.h"
#include "tests/test.h"

/* The view of the seat to move in a random round, with everything that it has seen. */
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

TEST(views_survive_a_round_trip)
{
    for (uint64_t i = 0; i < 2000; i++) {
        Rng rng = rng_for(3, i, PURPOSE_TEST);
        Rules rules = rules_of(PRESET_RULES[i % (uint64_t)PRESET_RULES_COUNT]);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        KnownView view = {rules, round}, again;
        Error error;
        if (!printed_view_parse(&again, &view, true, true, &error)) fail_msg("%s", error.text);
        assert_tables_equal(&rules, &again.round.table, &view.round.table);
        assert_cards_equal(round_hand(&again.round), round_hand(&view.round));
        assert_true(rules_equal(&again.rules, &view.rules));
    }
}

/* What has come about is taken, however little of the captured cards is told. */
TEST(views_that_came_about_are_taken)
{
    for (uint64_t i = 0; i < 20000; i++) {
        Rng rng = rng_for(4, i, PURPOSE_TEST);
        char text[RULES_TEXT], whole[VIEW_TEXT];
        Error error;
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        KnownView view = {rules, round}, again;
        view_print(whole, &view);
        if (!printed_view_parse(&again, &view, false, false, &error)) fail_msg("%s: %s", whole, error.text);
        assert_tables_equal(&rules, &again.round.table, &view.round.table);
        CardSet told = 0;
        for (uint32_t k = 0, share = rng_bounded(&rng, 5); k < CARDS; k++)
            told |= (CardSet)(rng_bounded(&rng, 4) < share) << k;
        for (int side = 0; side < rules.sides; side++)
            view.round.table.piles[side] &= told;
        if (rng_bounded(&rng, 2)) view.round.table.last = NOBODY;
        for (int seat = 0; seat < 2; seat++)
            if (!printed_view_parse(&again, &view, true, seat, &error)) {
                view_print(whole, &view);
                fail_msg("%s: %s", whole, error.text);
            }
    }
}

TEST(the_turn_is_read_off_the_cards)
{
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
        assert_int_equal(view.round.table.ply, CLAIMS[i].ply);
        assert_int_equal(view.round.table.turn, CLAIMS[i].turn);
        assert_int_equal(view.round.table.last, CLAIMS[i].last);
    }
}

TEST(views_that_cannot_be_are_refused)
{
    static const struct {
        ViewText text;
        const char *why;
    } CLAIMS[] = {
        {{.hand = "AcAc", .pool = "2c"}, "hand: the card Ac appears twice"},
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
         "2c9d can lie there together only since the first pool, but Jd in piles would have taken them"},
    };
    for (int i = 0; i < COUNT(CLAIMS); i++) {
        KnownView view;
        Error error = {0};
        if (view_parse(&view, &CLAIMS[i].text, &error)) fail_msg("accepts view %d", i);
        if (!strstr(error.text, CLAIMS[i].why)) fail_msg("view %d: %s", i, error.text);
    }
}

#define DEAL                                                                                                           \
    "deal AcAdAhAs2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsKcKdKhKs\n"

/* What looks like the views above, but can be. */
TEST(rare_views_are_taken)
{
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
