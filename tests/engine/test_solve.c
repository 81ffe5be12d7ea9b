/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values agree with plain minimax of the engine, with published values, and with each other. */
#include "engine/solve.h"

#include "tests/engine/claims.h"

#include <stdlib.h>

#include "engine/notation.h"
#include "engine/table.h"
#include "tests/test.h"

enum { ENTRIES = 1 << 16, SMALL = 4 };
static SolveEntry entries[ENTRIES];

static int side_sign(const Round *round, const Rules *rules)
{
    return !table_over(&round->table) && table_side(&round->table, rules) ? -1 : 1;
}

/* Side 0's points minus side 1's with best play, by trying every play. */
static int minimax(const Round *round, const Rules *rules)
{
    if (table_over(&round->table)) {
        int points[MAX_SIDES];
        count_points(points, &round->table, rules);
        return points[0] - points[1];
    }
    CardSet plays[MAX_MOVES];
    int count = moves_list(plays, round_hand(round), round->table.pool, NULL), best = 0;
    int sign = side_sign(round, rules);
    for (int i = 0; i < count; i++) {
        Round child = *round;
        round_play(&child, rules, plays[i]);
        int value = sign * minimax(&child, rules);
        if (!i || value > best) best = value;
    }
    return sign * best;
}

/* Value and plays of a position against minimax. */
static void check_position(Solver *solver, const Round *round, const Rules *rules)
{
    SolvePlay plays[MAX_MOVES];
    CardSet legal[MAX_MOVES];
    about_round(rules, round);
    int sign = side_sign(round, rules), want = sign * minimax(round, rules), value, count;
    assert_true(solve_value(&value, solver, round, rules));
    assert_int_equal(value, want);
    assert_true(solve_plays(plays, &count, solver, round, rules));
    if (table_over(&round->table)) {
        assert_int_equal(count, 0);
        return;
    }
    assert_int_equal(count, moves_list(legal, round_hand(round), round->table.pool, NULL));
    for (int i = 0; i < count; i++) {
        Round child = *round;
        round_play(&child, rules, legal[i]);
        assert_play_equal(plays[i].play, legal[i]);
        about_play(legal[i]);
        assert_int_equal(plays[i].value, sign * minimax(&child, rules));
    }
}

static void check_value(Solver *solver, const Round *round, const Rules *rules)
{
    int value;
    about_round(rules, round);
    assert_true(solve_value(&value, solver, round, rules));
    assert_int_equal(value, side_sign(round, rules) * minimax(round, rules));
}

/* Late positions: how many plays are left; deeper ones cost minimax too much. */
static void check_rules(Solver *solver, const Rules *rules, int rounds, Rng *rng)
{
    for (int i = 0; i < rounds; i++) {
        int left = (int)rng_bounded(rng, 8);
        Round round = random_round(rules, PLAYS - left, rng);
        check_position(solver, &round, rules);
    }
}

TEST(presets_agree_with_minimax)
{
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    Rng rng = rng_for(1, 1, PURPOSE_TEST);
    for (int i = 0; i < PRESET_RULES_COUNT; i++) {
        Rules rules = rules_of(PRESET_RULES[i]);
        if (rules.sides == 2) check_rules(&solver, &rules, 100, &rng);
    }
    /* deep enough that the hands of the last deal are still to come */
    static const char *const TEXTS[] = {"pagat", "bicycle", "pagat,sur_last_deal=cancel", "pagat,sur_last_deal=yes"};
    for (int i = 0; i < COUNT(TEXTS); i++) {
        Rules rules = rules_of(TEXTS[i]);
        for (int k = 0; k < 10; k++) {
            Round round = random_round(&rules, PLAYS - 9, &rng);
            check_value(&solver, &round, &rules);
        }
    }
}

TEST(random_rules_agree_with_minimax)
{
    Solver solver;
    solver_init(&solver, entries, SMALL); /* a table that forgets all the time */
    Rng rng = rng_for(1, 2, PURPOSE_TEST);
    for (int i = 0; i < 300;) {
        char text[RULES_TEXT];
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        if (rules.sides != 2) continue;
        check_rules(&solver, &rules, 5, &rng);
        i++;
    }
}

/* The whole round, with values from elsewhere; any table gives the same. */
TEST(published_values_hold)
{
    enum { DECKS = 20 };
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    FILE *file = fopen("tests/data/public_decks.txt", "r");
    assert_non_null(file);
    char line[1024];
    Rules rules = {0};
    Round round;
    int decks = 0, found = 0;
    while (decks < DECKS && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "rules ", 6) == 0) rules = rules_of(line + 6);
        if (strncmp(line, "deal ", 5) == 0) {
            Pack pack;
            CardSet all;
            Error error;
            assert_true(cards_parse(&all, pack.cards, line + 5, &error));
            assert_true(all == PACK);
            round_start(&round, &rules, &pack, NULL);
            about_round(&rules, &round);
            assert_true(solve_value(&found, &solver, &round, &rules));
        }
        if (strncmp(line, "# value ", 8) == 0) {
            assert_int_equal(found, atoi(line + 8));
            decks++;
        }
    }
    fclose(file);
    assert_int_equal(decks, DECKS);
}

/* A round's value is the best of its plays', and each play's is what the position after it is worth. */
TEST(whole_rounds_are_consistent)
{
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    static const struct {
        const char *rules;
        int ply;
    } FROM[] = {
        {"pagat", 0}, {"bicycle", 0}, {"wikipedia,sur_last_deal=cancel,sur_cancel=1", 0}, {"pagat,players=4", 28}};
    Rng rng = rng_for(1, 3, PURPOSE_TEST);
    for (int i = 0; i < 3 * COUNT(FROM); i++) {
        Rules rules = rules_of(FROM[i % COUNT(FROM)].rules);
        Round round = random_round(&rules, FROM[i % COUNT(FROM)].ply, &rng);
        int value;
        assert_true(solve_value(&value, &solver, &round, &rules));
        while (!table_over(&round.table)) {
            SolvePlay plays[MAX_MOVES];
            int count, best = 0, after, before = side_sign(&round, &rules);
            about_round(&rules, &round);
            assert_true(solve_plays(plays, &count, &solver, &round, &rules));
            for (int k = 1; k < count; k++)
                if (plays[k].value > plays[best].value) best = k;
            assert_int_equal(plays[best].value, value);
            round_play(&round, &rules, plays[best].play);
            assert_true(solve_value(&after, &solver, &round, &rules));
            assert_int_equal(before * value, side_sign(&round, &rules) * after);
            value = after;
        }
        int points[MAX_SIDES];
        count_points(points, &round.table, &rules);
        assert_int_equal(value, points[0] - points[1]);
    }
}

/* Suits of equal cards do not matter: hearts and spades exchanged give the same value. */
TEST(equal_cards_are_equal)
{
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    Rules rules = rules_of("pagat");
    Rng rng = rng_for(1, 4, PURPOSE_TEST);
    for (int i = 0; i < 10; i++) {
        Pack pack;
        Round round;
        int value, other;
        pack_deal(&pack, &rules, &rng);
        round_start(&round, &rules, &pack, NULL);
        about_round(&rules, &round);
        assert_true(solve_value(&value, &solver, &round, &rules));
        for (int k = 0; k < CARDS; k++)
            if (card_suit(pack.cards[k]) >= HEART) pack.cards[k] ^= HEART ^ SPADE;
        round_start(&round, &rules, &pack, NULL);
        assert_true(solve_value(&other, &solver, &round, &rules));
        assert_int_equal(value, other);
    }
}

TEST(more_than_two_sides_are_not_solved)
{
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    Rng rng = rng_for(1, 5, PURPOSE_TEST);
    Rules three = rules_of("pagat,players=3"), four = rules_of("pagat,players=4,teams=0");
    int value;
    Round round = random_round(&three, 40, &rng);
    assert_false(solve_value(&value, &solver, &round, &three));
    round = random_round(&four, 40, &rng);
    assert_false(solve_value(&value, &solver, &round, &four));
}
