/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards and plays as text. */
#include "tests/engine/claims.h"

#include "engine/notation.h"
#include "tests/test.h"

TEST(cards_are_read_in_any_order_and_case)
{
    char text[CARDS_TEXT];
    cards_print(text, cards_of(" kh 10C ac\t7D"));
    assert_string_equal(text, "Ac7dTcKh");
    cards_print(text, cards_of(""));
    assert_string_equal(text, "");
    cards_print(text, PACK);
    assert_cards_equal(cards_of(text), PACK);
}

/* A set as people type it; fails if it cannot be read. */
static CardSet typed(const char *text)
{
    CardSet set = 0;
    Error error;
    if (!cards_parse(&set, NULL, text, &error)) fail_msg("%s: %s", text, error.text);
    return set;
}

TEST(people_type_signs_and_commas)
{
    static const char *const SAME[] = {
        "Ac,7h,Td", " ac , 7H,10d ", "A♣7♥10♦",  "A♣, 7♥, T♦", "A♧7♡10♢", "A♣️ 7♥︎ 10♦️",
        "Ac 7♥,td", "A♣، ۷♥، ۱۰♦",   "Ac٧h،۱0d", "T♦ 7h ، A♣"};
    for (int i = 0; i < COUNT(SAME); i++)
        assert_cards_equal(typed(SAME[i]), cards_of("Ac7hTd"));
    assert_cards_equal(typed("2♠3♤"), cards_of("2s3s"));
    assert_cards_equal(typed(""), cards_of(""));
    static const char *const WRONG[][2] = {
        {",Ac", "',Ac' does not begin with a card"},
        {"Ac,", "nothing follows the last ','"},
        {"Ac,,7h", "',7h' does not begin"},
        {"Ac;7h", "';7h' does not begin"},
        {"A♣,A♧", "the card Ac appears twice"},
        {"♣", "'♣' does not begin"},
        {"7♨♨♨", "'7♨♨' does not begin"},
        {"7\xe2\x99", "does not begin"},
        {"۷", "'۷' does not begin"},
        {"۱♣", "'۱♣' does not begin"},
        {"1٠", "'1٠' does not begin"},
        {"\xdb", "does not begin"},
        {"Ac،", "nothing follows the last ','"},
    };
    for (int i = 0; i < COUNT(WRONG); i++) {
        CardSet set = 42;
        Error error;
        assert_false(cards_parse(&set, NULL, WRONG[i][0], &error));
        if (!strstr(error.text, WRONG[i][1])) fail_msg("%s: %s", WRONG[i][0], error.text);
        assert_int_equal(set, 42);
    }
}

TEST(plays_are_read_with_signs)
{
    static const char *const SAME[] = {"5sx6h", "5♠x6♥", "۵♠X٦♥"};
    for (int i = 0; i < COUNT(SAME); i++) {
        Play play = {0};
        Error error;
        char text[PLAY_TEXT];
        if (!play_parse(&play, SAME[i], &error)) fail_msg("%s: %s", SAME[i], error.text);
        play_print(text, play.card, play.captured);
        assert_string_equal(text, "5sx6h");
    }
}

/* The longest way to type the captured cards of a view: all with signs, colours and commas. */
TEST(whole_piles_can_be_typed)
{
    static const char *const RANK_WORDS[] = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"},
                             *const SIGN_WORDS[] = {"♣️", "♦️", "♥️", "♠️"};
    char piles[1024] = "";
    Error error;
    KnownView view;
    for (int card = 1; card < CARDS; card++)
        sprintf(piles + strlen(piles), "%s%s%s", card > 1 ? ", " : "", RANK_WORDS[card % 13], SIGN_WORDS[card / 13]);
    const ViewText text = {.hand = "A♣", .pool = "-", .piles = strcat(piles, "/")};
    if (!view_parse(&view, &text, &error)) fail_msg("%s", error.text);
    assert_cards_equal(view.round.table.piles[0], PACK & ~cards_of("Ac"));
}

TEST(plays_survive_a_round_trip)
{
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
