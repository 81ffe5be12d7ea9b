/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The referee puts the pool right, gives Surs, sweeps and counts as rules.md says, on cases worked out by hand. */
#include "tests/referee/referee.h"

#include <setjmp.h>
#include <stdarg.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static RefRules rules_of(const char *text)
{
    char why[REF_WHY] = "";
    RefRules rules = {0};
    if (!ref_rules_parse(&rules, text, why)) fail_msg("%s: %s", text, why);
    return rules;
}

static RefCards cards_of(const char *text)
{
    RefCards cards = {0};
    int card;
    while (*text != '\0') {
        assert_true(ref_read_card(&text, &card));
        ref_add(&cards, card);
    }
    return cards;
}

static int card_of(const char *text) { return cards_of(text).card[0]; }

/* ---- putting the pool right, two players ---- */

/* A pack with this pool and these cards on top of the stock; the rest in pack order, kings last. */
static RefCards pack_of(const char *pool_text, const char *top_text)
{
    RefCards pool = cards_of(pool_text), top = cards_of(top_text), rest = {0}, pack = {0};
    for (int card = 0; card < REF_PACK; card++)
        if (!ref_has(&pool, card) && !ref_has(&top, card)) ref_add(&rest, card);
    for (int i = 0; i < 8; i++)
        ref_add(&pack, rest.card[i]);
    ref_add_all(&pack, &pool);
    ref_add_all(&pack, &top);
    for (int i = 8; i < rest.n; i++)
        ref_add(&pack, rest.card[i]);
    return pack;
}

static RefCards pool_of(const RefCards *pack)
{
    RefCards pool = {0};
    for (int i = 8; i < 12; i++)
        ref_add(&pool, pack->card[i]);
    return pool;
}

static int place_of(const RefCards *cards, int card)
{
    int place = 0;
    while (cards->card[place] != card)
        place++;
    return place;
}

/* Is it the same pack, but for the order of what lies after the hands? */
static bool same_hands_and_cards(const RefCards *a, const RefCards *b)
{
    return memcmp(a->card, b->card, 8 * sizeof a->card[0]) == 0 && ref_same_cards(a, b);
}

static void pools_that_are_redealt(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *pool, *top;
        bool right;
    } CASES[] = {
        {"pagat", "3c4d9h9s", "5h", true},
        {"pagat", "JcJd9h9s", "5h", false},
        {"pagat", "JcKdKhKs", "5h", false},
        {"pagat", "QcQdQh9s", "5h", false},
        {"pagat", "QcQdKhKs", "5h", true},
        {"pagat", "JcKdKh9s", "Ks", false}, /* a third king replaces the jack */
        {"pagat,pool_max_kq=4", "JcKdKhKs", "5h", true},
        {"pagat,pool_max_kq=0", "3c4dKh9s", "5h", false},
        {"pagat,pool_max_kq=1", "3cQdKh9s", "5h", true},
        {"pagat,pool_max_kq=1", "3cKdKh9s", "5h", false},
        {"playpasur", "3c4d9hJs", "5h", false},
        {"playpasur", "KcKdKhKs", "5h", true},
        {"bicycle", "JcJdJhJs", "5h", true},
        {"bicycle,pool_max_kq=0", "JcJdJhJs", "2h3h4hKs", false},
        {"wikipedia,pool_jacks=keep", "JcJdJhJs", "5h", true},
        {"wikipedia", "JcJdTh9s", "5h", false},
        {"pagat,pool_jacks=keep", "JcKdKhKs", "5h", false},
    };
    RefRandom random = {.state = 7};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        RefRules rules = rules_of(CASES[i].rules);
        RefCards pack = pack_of(CASES[i].pool, CASES[i].top), before = pack;
        if (ref_put_right(&rules, &pack, &random) != CASES[i].right) fail_msg("case %d", (int)i);
        assert_true(same_hands_and_cards(&pack, &before));
    }
}

/* One jack, no jack on top: the top card replaces it, and the jack is anywhere in the stock, its top included. */
static void a_buried_jack_may_lie_anywhere(void **state)
{
    (void)state;
    enum { STOCK = 40, PER_PLACE = 1000, DRAWS = STOCK * PER_PLACE };
    RefRules rules = rules_of("pagat");
    RefRandom random = {.state = 8};
    int at[STOCK] = {0}, other_top = 0;
    for (int i = 0; i < DRAWS; i++) {
        RefCards pack = pack_of("3cJd9h9s", "5h6h");
        assert_true(ref_put_right(&rules, &pack, &random));
        RefCards pool = pool_of(&pack), want = cards_of("3c5h9h9s");
        other_top += !ref_same_cards(&pool, &want);
        at[place_of(&pack, card_of("Jd")) - 12]++;
    }
    assert_int_equal(other_top, 0); /* a jack that falls on top comes back and is buried again */
    for (int place = 0; place < STOCK; place++)
        assert_in_range(at[place], PER_PLACE - 160, PER_PLACE + 160); /* 5 standard deviations */
}

/* wikipedia: a jack that replaces a jack means redeal, also the buried one itself (one time in 41). */
static void a_second_jack_is_redealt_by_wikipedia(void **state)
{
    (void)state;
    RefRules wikipedia = rules_of("wikipedia"), pagat = rules_of("pagat");
    RefRandom random = {.state = 9};
    int redealt = 0;
    for (int i = 0; i < 4100; i++) { /* so 100 times, ±50 is 5 standard deviations */
        RefCards pack = pack_of("3cJd9h9s", "JhJs5h");
        assert_false(ref_put_right(&wikipedia, &pack, &random));
        pack = pack_of("3cJd9h9s", "JhJs5h");
        assert_true(ref_put_right(&pagat, &pack, &random));
        RefCards pool = pool_of(&pack), want = cards_of("3c5h9h9s");
        assert_true(ref_same_cards(&pool, &want));
        pack = pack_of("3cJd9h9s", "5h6h");
        redealt += !ref_put_right(&wikipedia, &pack, &random);
    }
    assert_in_range(redealt, 50, 150);
}

static void swapped_jacks_go_into_the_stock(void **state)
{
    (void)state;
    RefRules rules = rules_of("bicycle");
    RefRandom random = {.state = 10};
    int at[40] = {0};
    for (int i = 0; i < 20000; i++) {
        RefCards pack = pack_of("3cJd9hJc", "JhJs5h6h");
        assert_true(ref_put_right(&rules, &pack, &random));
        RefCards pool = pool_of(&pack), want = cards_of("3c5h9h6h");
        assert_true(ref_same_cards(&pool, &want));
        for (int suit = 0; suit < 4; suit++)
            at[place_of(&pack, 4 * REF_JACK + suit) - 12]++;
    }
    for (int place = 0; place < 40; place++)
        assert_in_range(at[place], 2000 - 220, 2000 + 220); /* 5 standard deviations */
}

static void every_deal_is_right(void **state)
{
    (void)state;
    static const char *const RULES[] = {"pagat", "pagat,players=4,pool_max_kq=0", "bicycle,players=3,pool_max_kq=1",
                                        "playpasur", "wikipedia"};
    RefRandom random = {.state = 11};
    for (int i = 0; i < 500; i++) {
        RefRecord record;
        char why[REF_WHY];
        ref_random_deal(&record, RULES[i % 5], &random);
        RefRound round;
        ref_round_start(&round, &record.rules, &record.pack, record.scores);
        RefCards sorted = record.pack;
        ref_sort(&sorted);
        assert_int_equal(sorted.n, REF_PACK);
        assert_true(ref_pool_right(&record.rules, &round.pool, why));
    }
}

/* ---- Surs ---- */

/* Seat 0 to play this hand before this pool, everybody else holding a card of no use. */
static RefRound table_of(const char *rules_text, const char *hand, const char *pool, bool last_deal)
{
    static const char *const OTHERS[] = {"", "9c", "9d", "9h"};
    RefRound round = {.rules = rules_of(rules_text), .last_capturer = -1};
    round.hand[0] = cards_of(hand);
    for (int seat = 1; seat < round.rules.players; seat++)
        round.hand[seat] = cards_of(OTHERS[seat]);
    round.pool = cards_of(pool);
    round.deal = last_deal ? ref_deals(&round.rules) : 1;
    return round;
}

static void play_text(RefRound *round, const char *text)
{
    RefPlay play;
    char why[REF_WHY];
    assert_true(ref_play_parse(&play, text));
    if (!ref_play_legal(round, &play, why)) fail_msg("%s: %s", text, why);
    ref_play(round, &play);
}

static void surs_are_made_and_cancelled(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *pool, *play;
        bool last_deal;
        int before; /* seat 0's score */
        int held[3], after[3];
    } CASES[] = {
        /* what qualifies */
        {"pagat", "4c", "7hx4c", false, 0, {0, 0}, {1, 0}},
        {"pagat", "4c3d", "7hx4c", false, 0, {0, 0}, {0, 0}},
        {"pagat", "Ac3d", "7hxAc3d", false, 0, {2, 0}, {3, 0}},
        {"pagat", "Kc", "KhxKc", false, 0, {0, 0}, {1, 0}},
        {"pagat", "Qc", "QhxQc", false, 0, {0, 0}, {1, 0}},
        {"pagat", "KcKd", "KhxKc", false, 0, {0, 0}, {0, 0}},
        {"pagat,sur_faces=0", "Kc", "KhxKc", false, 0, {0, 0}, {0, 0}},
        {"playpasur", "Qc", "QhxQc", false, 0, {0, 0}, {0, 0}},
        {"playpasur,sur_faces=1", "Qc", "QhxQc", false, 0, {0, 0}, {1, 0}},
        {"pagat", "4c", "Jhx4c", false, 0, {0, 0}, {0, 0}},
        {"pagat,sur_jack=1", "4cJc", "Jhx4cJc", false, 0, {0, 0}, {1, 0}},
        {"pagat,sur_jack=1", "4cKc", "Jhx4c", false, 0, {0, 0}, {0, 0}},
        {"pagat", "", "7h", false, 0, {0, 0}, {0, 0}},
        /* the limit looks at the score before the round */
        {"pagat", "4c", "7hx4c", false, 49, {0, 0}, {1, 0}},
        {"pagat", "4c", "7hx4c", false, 50, {0, 0}, {0, 0}},
        {"pagat", "4c", "7hx4c", false, 50, {0, 2}, {0, 2}},
        {"pagat,sur_limit=41", "4c", "7hx4c", false, 40, {0, 0}, {1, 0}},
        {"pagat,sur_limit=41", "4c", "7hx4c", false, 41, {0, 0}, {0, 0}},
        {"pagat,sur_limit=0", "4c", "7hx4c", false, 99, {0, 0}, {1, 0}},
        /* a Sur takes one from the other side first */
        {"pagat", "4c", "7hx4c", false, 0, {0, 2}, {0, 1}},
        {"pagat", "4c", "7hx4c", false, 0, {0, 1}, {0, 0}},
        {"pagat,sur_cancel=0", "4c", "7hx4c", false, 0, {0, 2}, {1, 2}},
        {"wikipedia", "4c", "7hx4c", false, 0, {1, 2}, {2, 2}},
        {"pagat,players=3", "4c", "7hx4c", false, 0, {0, 0, 2}, {0, 0, 1}},
        {"pagat,players=3", "4c", "7hx4c", false, 0, {0, 1, 0}, {0, 0, 0}},
        {"pagat,players=4", "4c", "7hx4c", false, 0, {1, 0}, {2, 0}},
        {"pagat,players=4", "4c", "7hx4c", false, 0, {0, 1}, {0, 0}},
        /* the last deal */
        {"pagat", "4c", "7hx4c", true, 0, {0, 0}, {0, 0}},
        {"pagat", "4c", "7hx4c", true, 0, {0, 2}, {0, 2}},
        {"pagat,sur_last_deal=cancel", "4c", "7hx4c", true, 0, {0, 0}, {0, 0}},
        {"pagat,sur_last_deal=cancel", "4c", "7hx4c", true, 0, {1, 0}, {1, 0}},
        {"pagat,sur_last_deal=cancel", "4c", "7hx4c", true, 0, {0, 2}, {0, 1}},
        {"pagat,sur_last_deal=cancel", "4c", "7hx4c", true, 50, {0, 2}, {0, 2}},
        {"pagat,sur_last_deal=cancel,sur_cancel=0", "4c", "7hx4c", true, 0, {0, 2}, {0, 2}},
        {"pagat,sur_last_deal=cancel", "4c", "7hx4c", false, 0, {0, 0}, {1, 0}}, /* not the last deal */
        {"pagat,sur_last_deal=yes", "4c", "7hx4c", true, 0, {0, 0}, {1, 0}},
        {"pagat,sur_last_deal=yes", "4c", "7hx4c", true, 0, {0, 2}, {0, 1}},
        {"pagat,sur_last_deal=yes,players=4", "4c", "7hx4c", true, 0, {0, 0}, {1, 0}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        RefRound round = table_of(CASES[i].rules, "7hJhKhQh", CASES[i].pool, CASES[i].last_deal);
        round.before[0] = CASES[i].before;
        memcpy(round.surs, CASES[i].held, sizeof CASES[i].held);
        play_text(&round, CASES[i].play);
        if (memcmp(round.surs, CASES[i].after, sizeof CASES[i].after) != 0)
            fail_msg("case %d: %d %d %d", (int)i, round.surs[0], round.surs[1], round.surs[2]);
    }
}

/* ---- the end of a round ---- */

static void the_last_capturer_gets_the_pool(void **state)
{
    (void)state;
    RefRound round = table_of("pagat", "7h", "4cKd2s", true);
    play_text(&round, "7hx4c");
    assert_true(!round.over && round.pool.n == 2 && round.pile[0].n == 2);
    play_text(&round, "9cx2s"); /* the one who captures last, not the one who plays last */
    assert_true(round.over && round.pool.n == 0 && round.pile[0].n == 2 && round.pile[1].n == 3);

    round = table_of("pagat", "7h", "4cKd3s", true);
    play_text(&round, "7hx4c");
    play_text(&round, "9c");
    assert_true(round.over && round.pool.n == 0 && round.pile[0].n == 5 && round.pile[1].n == 0);

    round = table_of("pagat", "7h", "Kd3s", true); /* nobody has captured */
    play_text(&round, "7h");
    play_text(&round, "9c");
    assert_true(round.over && round.pool.n == 4 && round.pile[0].n == 0 && round.pile[1].n == 0);
}

static void a_last_card_that_captures_sweeps_by_wikipedia(void **state)
{
    (void)state;
    RefRound round = table_of("wikipedia,sur_last_deal=yes", "7h", "4cKd3s", true);
    play_text(&round, "7hx4c");
    assert_true(!round.over && round.pool.n == 0 && round.pile[0].n == 4 && round.surs[0] == 0);
    play_text(&round, "9c"); /* trails onto the empty table, and goes to the last capturer */
    assert_true(round.over && round.pool.n == 0 && round.pile[0].n == 5 && round.pile[1].n == 0);

    round = table_of("wikipedia,sur_last_deal=yes", "7h", "4c", true); /* the capture itself may be a Sur */
    play_text(&round, "7hx4c");
    assert_int_equal(round.surs[0], 1);

    round = table_of("wikipedia", "7hKs", "4c3s", true); /* not the last card */
    play_text(&round, "7hx4c");
    assert_int_equal(round.pool.n, 1);

    round = table_of("wikipedia", "7h", "4c3s", false); /* not the last deal */
    play_text(&round, "7hx4c");
    assert_int_equal(round.pool.n, 1);

    round = table_of("wikipedia", "7h", "5c3s", true); /* no capture */
    play_text(&round, "7h");
    assert_int_equal(round.pool.n, 3);

    round = table_of("wikipedia,last_sweep=capturer", "7h", "4c3s", true);
    play_text(&round, "7hx4c");
    assert_int_equal(round.pool.n, 1);
}

static void partners_share_a_pile(void **state)
{
    (void)state;
    RefRound round = table_of("pagat,players=4", "7h", "4c2s2d2h", true);
    play_text(&round, "7hx4c");
    play_text(&round, "9cx2s");
    play_text(&round, "9dx2d");
    play_text(&round, "9hx2h");
    assert_true(round.over && round.pile[0].n == 4 && round.pile[1].n == 4);
    round = table_of("pagat,players=4,teams=0", "7h", "4c2s2d2h", true);
    play_text(&round, "7hx4c");
    play_text(&round, "9cx2s");
    play_text(&round, "9dx2d");
    play_text(&round, "9hx2h");
    assert_true(round.pile[0].n == 2 && round.pile[1].n == 2 && round.pile[2].n == 2 && round.pile[3].n == 2);
}

/* ---- the count ---- */

static void piles_are_scoring(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *pile[4];
        int surs, points[4]; /* the Surs are side 0's */
        bool midway;
    } CASES[] = {
        {"pagat", {"AdAhJs2cTd", "AcAsTcThTs2d2h2sKdQs"}, 2, {2 + 1 + 2 + 3 + 10, 2}, false},
        {"pagat,ace_points=4,jack_points=0,two_points=9,ten_points=2,tens_points=1,sur_points=10",
         {"AdAhJs2cTd", "TcThTs2d"},
         1,
         {8 + 9 + 2 + 10, 3},
         false},
        /* clubs, two sides: seven or more */
        {"pagat", {"3c4c5c6c7c8c9c", "QcKc"}, 0, {7, 0}, false},
        {"pagat", {"3c4c5c6c7c8c", "QcKc"}, 0, {0, 0}, false},
        {"pagat,clubs_points=13", {"QcKc", "3c4c5c6c7c8c9c"}, 0, {0, 13}, true},
        {"pagat,players=4", {"3c4c5c6c7c8c", "9cTcQcKc"}, 0, {0, 0}, false},
        {"bicycle", {"3c4c5c6c7c8c9cTc", "QcKc"}, 0, {8, 0}, false},
        {"pagat,clubs=percard,clubs_cap=7", {"3c4c5c6c7c8c9cTc", "QcKc"}, 0, {7, 0}, false},
        /* three sides: the most */
        {"pagat,players=3", {"3c4c", "5c", "6c7c8c"}, 0, {0, 0, 7}, false},
        {"pagat,players=3", {"3c4c5c", "6c7c8c", "9c"}, 0, {0, 0, 7}, false},
        {"pagat,players=3", {"3c4c5c", "Kd", "6c7c8c"}, 0, {0, 7, 0}, false},
        {"pagat,players=3,clubs_tie=nobody", {"3c4c5c", "6c7c8c", "9c"}, 0, {0, 0, 0}, false},
        {"pagat,players=3", {"3c4c", "5c6c", "7c8c"}, 0, {0, 0, 0}, false},
        {"pagat,players=3", {"3c4c5c", "6c", "7c"}, 0, {7, 0, 0}, false},
        {"ru-baaz,clubs=percard", {"3c4c5c", "6c7c8c", "9cQc"}, 0, {0, 0, 2}, false},
        {"bicycle,players=3,clubs_cap=2", {"3c4c5c", "6c", "9cQc"}, 0, {2, 0, 0}, false},
        {"wikipedia,players=3", {"3c4c5c", "6c7c8c", "9c"}, 0, {0, 0, 0}, false},
        /* too few clubs win nothing: for the most, for the third side of a tie, for each card, and midway */
        {"pagat,clubs_least=7", {"3c4c5c6c7c8c9c", "QcKc"}, 0, {7, 0}, false},
        {"pagat,clubs_least=8", {"3c4c5c6c7c8c9c", "QcKc"}, 0, {0, 0}, false},
        {"pagat,players=3,clubs_least=3", {"3c4c", "5c", "6c7c8c"}, 0, {0, 0, 7}, false},
        {"pagat,players=3,clubs_least=4", {"3c4c", "5c", "6c7c8c"}, 0, {0, 0, 0}, false},
        {"pagat,players=3,clubs_least=1", {"3c4c5c", "6c7c8c", "9c"}, 0, {0, 0, 7}, false},
        {"pagat,players=3,clubs_least=2", {"3c4c5c", "6c7c8c", "9c"}, 0, {0, 0, 0}, false},
        {"bicycle,players=3,clubs_least=4", {"3c4c5c", "6c", "9cQc"}, 0, {0, 0, 0}, false},
        {"bicycle,clubs_least=8", {"3c4c5c6c7c8c9cTc", "QcKc"}, 0, {8, 0}, false},
        /* four sides: the most, a tie to nobody */
        {"pagat,players=4,teams=0", {"3c4c", "5c", "6c", "7c8c9c"}, 0, {0, 0, 0, 7}, false},
        {"pagat,players=4,teams=0", {"3c4c", "5c6c", "7c", "8c"}, 0, {0, 0, 0, 0}, false},
        {"pagat,players=4,teams=0", {"3c4c", "5c6c", "7c8c", "9c"}, 0, {0, 0, 0, 0}, false},
        /* midway: seven or more, however many sides */
        {"pagat", {"3c4c5c6c7c8c9c", "QcKc"}, 0, {7, 0}, true},
        {"pagat,players=3", {"3c4c5c6c7c8c", "9c", ""}, 0, {0, 0, 0}, true},
        {"pagat,players=3", {"", "3c4c5c6c7c8c9c", ""}, 0, {0, 7, 0}, true},
        {"pagat,players=3", {"3c4c", "5c6c", "7c"}, 0, {0, 0, 0}, true},
        {"bicycle,players=4", {"3c4c5c6c7c8c9cTc", "", "", ""}, 0, {8, 0, 0, 0}, true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        RefRound round = {.rules = rules_of(CASES[i].rules), .over = !CASES[i].midway, .surs = {CASES[i].surs}};
        int points[REF_SEATS];
        for (int side = 0; side < ref_sides(&round.rules); side++)
            round.pile[side] = cards_of(CASES[i].pile[side]);
        ref_count(points, &round);
        if (memcmp(points, CASES[i].points, sizeof points) != 0)
            fail_msg("case %d: %d %d %d %d", (int)i, points[0], points[1], points[2], points[3]);
    }
}

/* What lies in hands, pool and stock counts for nobody midway. */
static void a_side_may_stop_the_match(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *pile[3];
        int before[3];
        bool may;
    } CASES[] = {
        {"pagat", {"AcAd", ""}, {60, 0}, true},
        {"pagat", {"AcAd", ""}, {59, 0}, false},
        {"pagat", {"AcAd", "AhAs"}, {60, 60}, false},
        {"pagat", {"AcAdTd", "AhAs"}, {60, 60}, true},
        {"pagat", {"AcAd", ""}, {62, 62}, false}, /* a tie-break */
        {"pagat", {"AcAd", ""}, {63, 63}, false},
        {"pagat", {"AcAd", ""}, {61, 61}, true}, /* tied below the target */
        {"pagat,target=64", {"AcAd", ""}, {62, 62}, true},
        {"pagat,per_shodam=0", {"AcAd", ""}, {60, 0}, false},
        {"pagat", {"3c4c5c6c7c8c", ""}, {60, 0}, false},
        {"pagat", {"3c4c5c6c7c8c9c", ""}, {60, 0}, true},
        {"pagat,players=3", {"", "", "3c4c"}, {60, 60, 60}, false},
        {"pagat,players=3", {"", "", "AdAh"}, {61, 0, 60}, true},
        {"pagat,players=3", {"", "", "AdAh"}, {63, 63, 62}, false},
        {"pagat,players=4", {"", "Td"}, {61, 59}, true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        RefRound round = table_of(CASES[i].rules, "JcJdJhJs", "KdKhAsAh", false);
        round.plays = 1;
        memcpy(round.before, CASES[i].before, sizeof CASES[i].before);
        for (int side = 0; side < ref_sides(&round.rules); side++)
            round.pile[side] = cards_of(CASES[i].pile[side]);
        if (ref_claimable(&round) != CASES[i].may) fail_msg("case %d", (int)i);
    }
}

/* ---- perft ---- */

static void sequences_are_counted(void **state)
{
    (void)state;
    RefRound round = table_of("pagat", "7hKh", "4c4dAs3s", true);
    round.hand[1] = cards_of("7c9c");
    assert_int_equal(ref_perft(&round, 0), 1);
    /* 7h takes 4c, 4d or As3s; Kh trails */
    assert_int_equal(ref_perft(&round, 1), 4);
    /* after 7hx4c and after 7hx4d: 7c takes a 4 or As3s, 9c trails: 3 each. After 7hxAs3s: 7c takes 4c or 4d, 9c
       trails:
       3. After Kh: 7c three ways, 9c trails: 4 */
    assert_int_equal(ref_perft(&round, 2), 3 + 3 + 3 + 4);
    /* the round ends after four plays */
    assert_int_equal(ref_perft(&round, 5), ref_perft(&round, 4));
    round.hand[0] = cards_of("Kh");
    round.hand[1] = cards_of("9c");
    assert_int_equal(ref_perft(&round, 9), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pools_that_are_redealt),
        cmocka_unit_test(a_buried_jack_may_lie_anywhere),
        cmocka_unit_test(a_second_jack_is_redealt_by_wikipedia),
        cmocka_unit_test(swapped_jacks_go_into_the_stock),
        cmocka_unit_test(every_deal_is_right),
        cmocka_unit_test(surs_are_made_and_cancelled),
        cmocka_unit_test(the_last_capturer_gets_the_pool),
        cmocka_unit_test(a_last_card_that_captures_sweeps_by_wikipedia),
        cmocka_unit_test(partners_share_a_pile),
        cmocka_unit_test(piles_are_scoring),
        cmocka_unit_test(a_side_may_stop_the_match),
        cmocka_unit_test(sequences_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
