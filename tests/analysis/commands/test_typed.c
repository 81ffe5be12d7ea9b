/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person types is understood as it is meant, or answered with what is wrong. */
#include "analysis/commands/play/seat.h"
#include "engine/notation.h"
#include "tests/engine/claims.h"

static const Talk LETTERS;

typedef struct {
    const char *hand, *pool, *typed;
    TypedKind kind;
    const char *meant; /* a play: all its cards; a word: its name; else what the reason says */
} Case;

static const Case CASES[] = {
    {"7h4cKs", "4d7d", "1", TYPED_PLAY, "4c7d"},
    {"7h4cKs", "4d7d", "  3 ", TYPED_PLAY, "Ks"},
    {"7h4cKs", "4d7d", "4", TYPED_WRONG, "plays 1 to 3, no 4"},
    {"7h4cKs", "4d7d", "0", TYPED_WRONG, "no 0"},
    {"Ks", "4d7d", "2", TYPED_WRONG, "only play 1"},
    {"Ks", "4d7d", "", TYPED_NOTHING, ""},
    {"Ks", "4d7d", " \t", TYPED_NOTHING, ""},
    /* cards, in any order and spelling */
    {"7h4cKs", "4d7d", "7hx4d", TYPED_PLAY, "7h4d"},
    {"7h4cKs", "4d7d", "4d x 7H", TYPED_PLAY, "7h4d"},
    {"7h4cKs", "4d7d", "7\u2665 4\u2666", TYPED_PLAY, "7h4d"},
    {"7h4cKs", "4d7d", "7h takes 4d.", TYPED_PLAY, "7h4d"},
    {"7h4cKs", "4d7d", "7h,4d", TYPED_PLAY, "7h4d"},
    {"7h4cKs", "4d7d", "ks", TYPED_PLAY, "Ks"},
    {"Th4c", "Ad", "10hxAd", TYPED_PLAY, "ThAd"},
    /* what only one play can mean */
    {"7h4cKs", "4d7d", "7h", TYPED_PLAY, "7h4d"},
    {"Jh4c", "4d7dQs", "jh", TYPED_PLAY, "Jh4d7d"},
    {"9h4c", "2dAcAd", "9h", TYPED_WRONG, "one of 2 plays"},
    {"7h4c", "4d3sAd", "7h", TYPED_WRONG, "one of 2 plays"},
    {"7h4c", "4d3sAd", "7h3s", TYPED_PLAY, "7h3sAd"},
    /* what cannot be */
    {"7h4cKs", "4d7d", "7hx7d", TYPED_WRONG, "do not sum to 11"},
    {"7h4cKs", "4d7d", "9h", TYPED_WRONG, "9h: neither in your hand nor on the table"},
    {"7h4cKs", "4d7d", "4d", TYPED_WRONG, "Name the card of your hand as well"},
    {"7h4cKs", "4d7d", "7h4c", TYPED_WRONG, "one card of your hand at a time"},
    {"7h4cKs", "4d7d", "Ks4d", TYPED_WRONG, "exactly one of its kind"},
    {"7h4cKs", "4d7d", "7hx", TYPED_PLAY, "7h4d"},
    /* words */
    {"7h4cKs", "4d7d", "hint", TYPED_WORD, "hint"},
    {"7h4cKs", "4d7d", "HELP", TYPED_WORD, "help"},
    {"7h4cKs", "4d7d", "?", TYPED_WORD, "help"},
    {"7h4cKs", "4d7d", "exit", TYPED_WORD, "quit"},
    {"7h4cKs", "4d7d", "qu", TYPED_WORD, "quit"},
    {"7h4cKs", "4d7d", "cou", TYPED_WORD, "count"},
    {"7h4cKs", "4d7d", "why", TYPED_WORD, "why"},
    {"7h4cKs", "4d7d", "why 2", TYPED_WORD, "why"},
    {"7h4cKs", "4d7d", "why 9", TYPED_WRONG, "plays 1 to 3"},
    {"7h4cKs", "4d7d", "hint 2", TYPED_WRONG, "Type 'hint' by itself"},
    {"7h4cKs", "4d7d", "q", TYPED_WRONG, "neither a play"}, /* a queen without a suit must not end the game */
    {"7h4cKs", "4d7d", "7h8", TYPED_WRONG, "neither a play"},
    {"7h4cKs", "4d7d", "\x1b[A\xff", TYPED_WRONG, "neither a play"},
};

static void case_check(const Case *one)
{
    const Rules rules = rules_of("pagat");
    const Table table = {.pool = cards_of(one->pool), .last = NOBODY};
    const View view = {.rules = &rules, .table = &table, .hand = cards_of(one->hand)};
    CardSet plays[MAX_MOVES];
    Typed typed;
    const int count = moves_list(plays, view.hand, table.pool, NULL);
    typed_read(&typed, one->typed, &view, plays, count, &LETTERS);
    if (typed.kind != one->kind) fail_msg("'%s': kind %d: %s", one->typed, typed.kind, typed.reason.text);
    if (typed.kind == TYPED_PLAY && typed.play != cards_of(one->meant)) fail_msg("'%s' is another play", one->typed);
    if (typed.kind == TYPED_WORD && strcmp(TABLE_WORD_NAMES[typed.word], one->meant) != 0)
        fail_msg("'%s' is '%s'", one->typed, TABLE_WORD_NAMES[typed.word]);
    if (typed.kind == TYPED_WRONG && !strstr(typed.reason.text, one->meant))
        fail_msg("'%s': %s", one->typed, typed.reason.text);
}

static void is_understood(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(CASES); i++)
        case_check(&CASES[i]);
}

/* Every legal play of many positions is understood as itself: by its number, and by its cards in any order. */
static void every_play_can_be_typed(void **state)
{
    (void)state;
    const Rules rules = rules_of("pagat");
    Rng rng = rng_make(7, 1);
    for (int n = 0; n < 200; n++) {
        const Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        const View view = {
            .rules = &rules, .table = &round.table, .hand = round_hand(&round), .seat = round.table.turn};
        CardSet plays[MAX_MOVES];
        char text[CARDS_TEXT], number[16];
        Typed typed;
        const int count = moves_list(plays, view.hand, round.table.pool, NULL);
        for (int i = 0; i < count; i++) {
            cards_print(text, plays[i]);
            snprintf(number, sizeof number, "%d", i + 1);
            typed_read(&typed, text, &view, plays, count, &LETTERS);
            assert_true(typed.kind == TYPED_PLAY && typed.play == plays[i]);
            typed_read(&typed, number, &view, plays, count, &LETTERS);
            assert_true(typed.kind == TYPED_PLAY && typed.play == plays[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_understood), cmocka_unit_test(every_play_can_be_typed)};
    return cmocka_run_group_tests_name("commands/typed", tests, NULL, NULL);
}
